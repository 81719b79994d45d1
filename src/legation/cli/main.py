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

PATH = "LEGATION_VARIANTS"
FINE, FOUND, BAD_INPUT, STOPPED, UNREAD = 0, 1, 2, 130, 141

# In the order of the help. Each names its module in this package, which has a
# function `add(app)`; only the one that is wanted is imported.
VERBS = ("play", "adjudicate", "explain", "orders", "view", "report", "check", "convert", "audit")
MORE_VERBS = ("variants", "new-variant", "map", "lab", "bench")
SERVER_VERBS = ("serve", "work", "backup", "restore", "doctor", "site")
_MODULES = {"map": "map.verbs", "new-variant": "newvariant"}
_FOLDER = "--variants"


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line; the exit code."""
    known = os.environ.get(PATH)
    try:
        return _run(_folders_first(arguments) or ["--help"])
    finally:
        _restore(known)


def _run(arguments: list[str]) -> int:
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
    except Exception as error:
        said = blame(error)
        if not said:
            raise
        return _complain(said)
    return FINE


def _folders_first(arguments: Sequence[str]) -> list[str]:
    """The arguments with the option for every verb, ``--variants DIR``, before the verb."""
    first: list[str] = []
    others: list[str] = []
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            return [*first, *others, word, *waiting]
        if word == _FOLDER and waiting:
            first += [word, waiting.pop(0)]
        elif word.startswith(f"{_FOLDER}="):
            first.append(word)
        else:
            others.append(word)
    return [*first, *others]


def _restore(known: str | None) -> None:
    """Forget folders of variants that one command line made known."""
    if known is None:
        os.environ.pop(PATH, None)
    else:
        os.environ[PATH] = known


def verbs() -> list[str]:
    """The verbs there are."""
    return [
        v for v in (*VERBS, *MORE_VERBS, *SERVER_VERBS) if find_spec(f"legation.cli.{_module(v)}")
    ]


def _module(verb: str) -> str:
    return _MODULES.get(verb, verb)


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
    values = {at + 1 for at, word in enumerate(arguments) if word == _FOLDER}
    words = (w for at, w in enumerate(arguments) if at not in values and not w.startswith("-"))
    wanted = next(words, "")
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
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", is_eager=True, callback=_tell_version, help="Tell the version."
        ),
    ] = False,
    folder: Annotated[
        str, typer.Option(_FOLDER, metavar="DIR", help="A folder with variants of your own.")
    ] = "",
) -> None:
    """Adjudicate Diplomacy and its variants, and say why.

    New here? legation play opens a board to try things on.
    Each verb has an example: legation adjudicate --help.
    """
    del version  # its callback has told it
    if context.invoked_subcommand not in SERVER_VERBS and not os.environ.get(PATH):
        from legation.documents.configuration import variants  # the server's verbs read all of it

        if listed := variants(os.environ):
            os.environ[PATH] = listed
    if folder:
        from legation.cli.casefiles import path_of
        from legation.cli.folders import know

        know(path_of(folder))


def blame(error: Exception) -> str:
    """A sentence for a mistake in a variant's own code or table; empty where it is none of it."""
    from legation.variants.faults import fault  # only where something went wrong

    return fault(error)


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
        option = next((name for name in param.opts if name.startswith("-")), "")
        said = f"{option} {(param.metavar or param.name).upper()} is missing.".lstrip()
    else:
        text = error.format_message()
        text = text.replace("No such command", "there is no verb").rstrip(".")
        said = text[:1].lower() + text[1:] + ("" if text.endswith("?") else ".")
    return f"{said} See {place} --help."
