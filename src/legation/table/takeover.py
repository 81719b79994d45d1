"""A game that was begun elsewhere goes on here: from a position, with what is secret in it.

Its record begins with that position. What was played before is no part of it:
nobody here carried it out, so nobody could vouch for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from legation.board.calendar import PLURALS, SETUP
from legation.board.truth import Truth
from legation.errors import FileError, InputError, LegationError
from legation.rules.dice import new_seed
from legation.rules.rulebook import Rulebook
from legation.sight.viewer import GAME_MASTER
from legation.table.game import Game
from legation.table.keeping import check_seed, plain_line
from legation.table.laidout import laid_out_as_case
from legation.table.positions import Start, read_start
from legation.table.record import TAKEN_OVER, Record
from legation.table.replay import begin, told_takeover, versions_of
from legation.table.saving import save

OVER = "the game is over, and nothing is left to be taken over."


def take_over(
    book: Rulebook,
    start: Start,
    seed: str | None = None,
    name: str = "",
) -> Game:
    """The game that goes on from a position, all of which is as `read_start` reads it.

    Its dice are its own: `seed`, or one that is drawn.

    Raises:
        InputError: for a position at which no game can stand; one sentence.
    """
    for wrong in faults(book, start):
        raise InputError(f"{wrong.entry}: {wrong.why}" if wrong.entry else wrong.why)
    seed = new_seed() if seed is None else check_seed(seed)
    first = begin(0, TAKEN_OVER, start.truth, start.disorder, (told_takeover(book, start.truth),))
    game = Game(
        Record(
            name=plain_line(name),
            variant=book.variant,
            options=dict(book.options.chosen),
            seeds=((0, seed),),
            versions=versions_of(book.variant),
            phases=(first,),
        )
    )
    try:
        return save.read(save.dump(game))
    except FileError as error:
        raise InputError(error.message) from None


class Wrong(NamedTuple):
    """Why no game can stand so: the key of a case that is to blame, and a sentence.

    Of the ledger, `entry` is the field; both are empty where it is the whole.
    """

    key: str
    entry: str
    why: str


def faults(book: Rulebook, start: Start) -> Iterator[Wrong]:
    """Why no game can stand so, one after the other."""
    position = start.truth.position
    phase, calendar = position.phase, book.calendar
    if not calendar.has(phase):
        yield Wrong("date", "", f"{phase} is no date of this game, which has {_years(book)}.")
        return
    if start.truth.ending:
        yield Wrong("", "", OVER)
    if not position.units and phase.kind != SETUP:
        yield Wrong("units", "", "no unit stands on the board.")
    elif book.idle(position):
        what = PLURALS[phase.kind]
        why = f"in the {what} nobody has anything to decide: say the phase that comes next."
        yield Wrong("phase", "", why)
    for amiss in book.amiss(start.truth):
        yield Wrong("ledger" if amiss.key else "units", amiss.key, amiss.why)


def _years(book: Rulebook) -> str:
    calendar = book.calendar
    return f"the years {calendar.first.year} to {calendar.last_year}"


def table_of(game: Game) -> dict[str, Any]:
    """Where a game stands now, as the keys of a case, with every secret: for its host only.

    Raises:
        InputError: where it is over, or cannot be written so.
    """
    if game.over:
        raise InputError(OVER)
    table = laid_out_as_case(game.book, game.truth, game.view(GAME_MASTER).disorder)
    if not _same(game.book, game.truth, table):
        raise InputError("this position cannot be written as a case.")
    return table


def _same(book: Rulebook, truth: Truth, table: Mapping[str, Any]) -> bool:
    """Does a table read back as what it was written of, but for the identities of units?"""
    try:
        again = read_start(table, book).truth
    except LegationError:
        return False
    return _kept(again) == _kept(truth)


def _kept(truth: Truth) -> tuple[object, ...]:
    """What a truth says, without the identities by which units are told apart in private."""
    position = truth.position
    return (
        position.phase,
        sorted(map(repr, (unit.shown for unit in position.units))),
        position.owners,
        sorted(repr((d.unit.shown, d.by, d.retreats)) for d in position.dislodged),
        position.contested if position.dislodged else (),
        position.facts,
        truth.ledger,
    )
