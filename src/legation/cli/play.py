"""``legation play``: the terminal sandbox."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated

import typer

from legation.cli.casefiles import OPTION, chosen_options, existing
from legation.cli.positions import power_of
from legation.cli.show import example
from legation.cli.terminal import commands, guide
from legation.cli.terminal.sandbox import Sandbox
from legation.errors import FileError, InputError
from legation.table.game import Game


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "play",
        epilog=example(
            "legation play",
            "legation play --option paradox=1982",
            "legation play standard --as France",
            "legation play --from position.yaml",
            "legation play < examples/opening.txt",
        ),
    )(play)


def play(
    variant: Annotated[
        str,
        typer.Argument(metavar="[VARIANT]", help="See legation variants; standard if left out."),
    ] = "",
    option: OPTION = None,
    load: Annotated[str, typer.Option(metavar="FILE", help="Go on with a saved game.")] = "",
    from_: Annotated[
        str, typer.Option("--from", metavar="FILE", help="Take over a game begun elsewhere.")
    ] = "",
    as_: Annotated[
        str, typer.Option("--as", metavar="POWER", help="Sit as one power; see as it does.")
    ] = "",
) -> None:
    """Try things on a board, ordering for all powers or for one.

    Type orders as you would write them, then go. help tells the rest. Lines
    may come from a file too; then the exit code is 2 where one of them was
    wrong. With --from it goes on from where a game stands in a file: a save, a
    case, another program's game. docs/master.md tells more.
    """
    if load and from_:
        raise InputError("one game at a time: leave --load or --from out")
    if (load or from_) and (variant or option):
        what = "its variant" if variant else "its options"
        which = "a saved game" if load else "a game that is taken over"
        raise InputError(f"{which} has {what} in it; leave {variant or '--option'} out")
    if from_:
        game = _taken_over(from_)
    elif load:
        from legation.table.saving.save import load as load_game

        game = load_game(existing(load))
    else:
        game = Game.new(variant or "standard", chosen_options(option))
    sandbox = Sandbox(game, power_of(game.book, as_) if as_ else "")
    guide.welcome(sandbox)
    fine = _converse(sandbox) if sys.stdin.isatty() else _follow(sandbox)
    if not fine:
        raise typer.Exit(2)


def _taken_over(name: str) -> Game:
    """The game of a file, from where it stands there."""
    from legation.table.elsewhere import read_elsewhere
    from legation.table.positions import read_start
    from legation.table.takeover import take_over

    path = existing(name)
    if path.is_dir():
        raise FileError(name, "it is a folder, not a file")
    found = read_elsewhere(path.read_bytes(), name)
    for remark in found.remarks:
        print(remark)
    return take_over(found.book, read_start(found.table, found.book), name=path.stem)


def _converse(sandbox: Sandbox) -> bool:
    """With a person, who sees each complaint; nothing is wrong in the end."""
    _complete_words(sandbox)
    while not sandbox.done:
        try:
            line = input(sandbox.prompt)
        except EOFError:
            print()
            break
        except KeyboardInterrupt:
            print("\n  quit leaves.")
            continue
        seat = sandbox.seat
        commands.take(sandbox, line)
        if sandbox.seat != seat:
            _forget_lines()
    return True


def _forget_lines() -> None:
    """Who sits down now must not find the last one's orders under the arrow key."""
    with suppress(ImportError):
        import readline

        readline.clear_history()


def _follow(sandbox: Sandbox) -> bool:
    """With a file or pipe: each line is shown as if it had been typed."""
    fine = True
    for line in sys.stdin:
        print(f"\n{sandbox.prompt}{line.rstrip()}" if line.strip() else "")
        fine = commands.take(sandbox, line) and fine
        if sandbox.done:
            break
    return fine


def _complete_words(sandbox: Sandbox) -> None:
    """Let the tab key complete commands, powers and places, where a terminal can."""
    try:
        import readline
    except ImportError:
        return  # not every system has it

    def complete(begun: str, number: int) -> str | None:
        folded = begun.casefold()
        fitting = [word for word in commands.words(sandbox) if word.casefold().startswith(folded)]
        return f"{fitting[number]} " if number < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ;,:")
    readline.parse_and_bind("tab: complete")
