"""The verbs, and the one place where an error becomes a message and an exit code.

0: fine; 1: a check found something; 2: bad input, told in one message on the
error stream; 130: stopped by the keyboard; 141: nobody reads the output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, Exit, TyperException

from legation import __version__
from legation.errors import LegationError, meant

FINE, FOUND, BAD_INPUT, STOPPED, UNREAD = 0, 1, 2, 130, 141

# In the order of the help. Each names its module in this package, which has a
# function `add(app)`; only the one that is wanted is imported.
VERBS = ("play", "adjudicate", "explain", "orders", "check", "convert", "audit")
MORE_VERBS = ("variants", "map", "bench")


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line; the exit code."""
    arguments = list(arguments) or ["--help"]
    try:
        # Not `app()`, which would take a closed pipe for a check that found something.
        command = typer.main.get_command(_app(arguments))
        with command.make_context("legation", arguments) as context:
            command.invoke(context)
        sys.stdout.flush()
    except Exit as done:
        return done.exit_code
    except LegationError as error:
        return _complain(str(error))
    except TyperException as error:
        return _complain(_usage(error))
    except BrokenPipeError:
        # What is still unwritten would raise again when Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    except (KeyboardInterrupt, Abort):
        print(file=sys.stderr)
        return STOPPED
    return FINE


def verbs() -> list[str]:
    """The verbs there are."""
    return [v for v in (*VERBS, *MORE_VERBS) if find_spec(f"legation.cli.{_module(v)}")]


def _module(verb: str) -> str:
    return f"{verb}s" if verb == "map" else verb  # `map` would hide the builtin


def _app(arguments: Sequence[str]) -> typer.Typer:
    """The command with the verb that is wanted, or with all of them to show its help."""
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 80},
    )
    app.callback()(_top)
    known = verbs()
    wanted = next((word for word in arguments if not word.startswith("-")), "")
    if wanted and wanted not in known:
        raise LegationError(
            f'there is no verb "{wanted}".{meant(wanted, known)} See legation --help.'
        )
    for verb in [wanted] if wanted else known:
        import_module(f"legation.cli.{_module(verb)}").add(app)
    return app


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"legation {__version__}")
        raise Exit


def _top(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", is_eager=True, callback=_tell_version, help="Tell the version."
        ),
    ] = False,
) -> None:
    """Adjudicate Diplomacy and its variants, and say why.

    New here? legation play opens a board to try things on.
    Each verb has an example: legation adjudicate --help.
    """
    del version  # its callback has told it


def _complain(message: str) -> int:
    with suppress(OSError):  # where nobody hears it, the exit code says it as well
        print(f"legation: {message}", file=sys.stderr)
    return BAD_INPUT


def _usage(error: TyperException) -> str:
    """A sentence for what is wrong with a command line, and where to look it up."""
    context: Any = getattr(error, "ctx", None)
    place = context.command_path if context else "legation"
    param: Any = getattr(error, "param", None)
    option = str(getattr(error, "option_name", "") or "")
    if option and not getattr(error, "message", "").startswith("Option"):
        known = [name for p in context.command.params for name in p.opts] if context else []
        said = f"there is no option {option}.{meant(option, [*known, '--help'])}"
    elif param is not None and type(error).__name__ == "MissingParameter":
        said = f"{(param.metavar or param.name).upper()} is missing."
    else:
        text = error.format_message()
        text = text.replace("No such command", "there is no verb").rstrip(".")
        said = text[:1].lower() + text[1:] + ("" if text.endswith("?") else ".")
    return f"{said} See {place} --help."
