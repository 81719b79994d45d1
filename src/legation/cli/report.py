"""``legation report``: the result of a turn as a zine prints it, for one reader."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli.positions import game_of
from legation.cli.show import example
from legation.cli.view import AS, GAME, PHASE
from legation.errors import InputError

if TYPE_CHECKING:
    from legation.rules.rulebook import Rulebook
    from legation.sight.view import View
    from legation.table.newsletter import Page

Look = Callable[[int], "View"]
"""What a reader sees of the phase of a number."""


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "report",
        epilog=example(
            "legation report game.json --as France", "legation report game.json --all > game.txt"
        ),
    )(report)


def report(
    game: GAME,
    viewer: AS = "spectator",
    phase: PHASE = None,
    all_: Annotated[bool, typer.Option("--all", help="Every turn since the start.")] = False,
) -> None:
    """Print the report of the last turn, as a zine would.

    Orders with what came of them, retreats, adjustments, who owns which
    centres, and what only this reader is told. The lines are 78 letters wide,
    for paper and mail.
    """
    from legation.table.newsletter import text

    if all_ and phase is not None:
        raise InputError("say --phase or --all, not both")
    found = game_of(game)

    def look(number: int) -> View:
        return found.view(viewer, number)

    done = found.number
    look(done)  # a viewer that does not exist is told first
    if not done:
        raise InputError(f"nothing has been carried out yet; legation view {game} shows the board")
    if phase is not None and not 0 <= phase < done:
        raise InputError(f"phase {phase} was not carried out; the last that was is {done - 1}")
    numbers = list(range(done)) if all_ else last_turn(look, done)
    if phase is not None:
        numbers = [phase]
    print(text(pages(found.book, look, numbers)), end="")


def last_turn(look: Look, done: int) -> list[int]:
    """The numbers of the phases of the last turn, where so many phases are carried out."""
    last = look(done - 1).phase.turn
    behind = takewhile(lambda n: look(n).phase.turn == last, range(done - 1, -1, -1))
    return sorted(behind)


def pages(book: Rulebook, look: Look, numbers: list[int]) -> list[Page]:
    """The reports of these phases for who looks."""
    from legation.table.newsletter import report as report_of

    return [report_of(book, look(number), look(number + 1)) for number in numbers]
