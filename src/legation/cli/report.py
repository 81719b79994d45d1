"""``legation report``: the result of a turn as a zine prints it, for one reader."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli.positions import game_of, viewer_of
from legation.cli.show import example
from legation.cli.view import AS, GAME, PHASE, TOLD_TO
from legation.errors import InputError
from legation.sight.viewer import ARCHIVE, SPECTATOR

if TYPE_CHECKING:
    from legation.sight.view import View
    from legation.sight.viewer import Viewer
    from legation.table.game import Game
    from legation.table.newsletter import Page


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
    as_told_to: TOLD_TO = "",
    all_: Annotated[bool, typer.Option("--all", help="Every turn since the start.")] = False,
) -> None:
    """Print the report of the last turn, as a zine would.

    Orders with what came of them, retreats, adjustments, who owns which
    centres, and what only this reader is told. The lines are 78 letters wide,
    for paper and mail.
    """
    from legation.table.typeset import text

    if all_ and phase is not None:
        raise InputError("say --phase or --all, not both")
    played = game_of(game)
    reader = viewer_of(played.book, viewer)
    other = viewer_of(played.book, as_told_to) if as_told_to else None
    done = played.number
    played.view(reader, None, other)  # a viewer that may not look is told first
    if not done:
        raise InputError(f"nothing has been carried out yet; legation view {game} shows the board")
    if phase is not None and not 0 <= phase < done:
        raise InputError(f"phase {phase} was not carried out; the last that was is {done - 1}")
    numbers = list(range(done)) if all_ else last_turn(played)
    if phase is not None:
        numbers = [phase]
    print(text(pages(played, reader, numbers, other)), end="")


def last_turn(game: Game) -> list[int]:
    """The numbers of the phases of the last turn of which one was carried out."""

    def turn(number: int) -> str:
        return game.view(SPECTATOR, number).phase.turn

    last = turn(game.number - 1)
    behind = takewhile(lambda n: turn(n) == last, range(game.number - 1, -1, -1))
    return sorted(behind)


def pages(
    game: Game, viewer: Viewer, numbers: list[int], other: Viewer | None = None
) -> list[Page]:
    """The reports of these phases for who looks; for a master perhaps as `other` was told.

    What a game master did in a phase is in the report of that phase, not of the
    one before; but an ending that came so has no other report to stand in.
    """
    from legation.table.newsletter import report as report_of
    from legation.table.newsletter import what_follows

    book = game.book
    begun = {n: _begun(game, viewer, n, other) for at in numbers for n in (at, at + 1)}
    reports = [report_of(book, begun[n], begun[n + 1]) for n in numbers]
    if game.over and numbers and numbers[-1] + 1 == game.number:
        reports[-1] = replace(reports[-1], after=what_follows(game.view(viewer)))
    return reports


def _begun(game: Game, viewer: Viewer, number: int, other: Viewer | None) -> View:
    """What a viewer sees of a phase, on the board with which it began."""
    from legation.table.game import Game

    record = game.record
    index = record.line()[number]
    phase = record.phases[index]
    if not phase.acts or viewer == ARCHIVE:  # that is not open in a game that goes on
        return game.view(viewer, number, other)
    without = (*record.phases[:index], replace(phase, acts=()), *record.phases[index + 1 :])
    return Game(replace(record, phases=without)).view(viewer, number, other)
