"""Views of games, by way of the gate; those asked for last are kept by a process.

A View depends on what was told (`games.so_far`) and, of the open phase, on the
sheets that wait and its reader may read (`games.promise`); nothing else. The key says all of that,
and the record is read only where no View is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from django.db import connection

from legation.errors import InputError, StateError
from legation.rules.survey import Judged
from legation.server.games.entering import opened as opened_by_master
from legation.server.games.models import Game, Holding
from legation.server.games.records import held, load, rows_of, sheets_of, with_sheets
from legation.server.games.so_far import Sight, SoFar, so_far
from legation.server.site.kept import Kept, Key
from legation.sight.see import opened
from legation.sight.view import Sheet as Written
from legation.sight.view import View
from legation.sight.viewer import SPECTATOR
from legation.table.game import Game as Table
from legation.variants.load import load as load_book


def _things(view: View) -> int:
    """The size of a View: all that was told in it, and a hundred for the board and its lists."""
    return 100 + sum(len(told.reports) + len(told.outcomes) for told in view.told)


_views: Kept[View] = Kept(room=400_000, size=_things)
_read: Kept[int] = Kept(room=10_000, size=lambda _: 1)
"""Of which version a record was from which Views were made."""


def view(
    row: Game,
    sight: Sight,
    number: int | None = None,
    sheets: dict[str, Written] | None = None,
) -> View:
    """What somebody sees of a game now, or saw of a phase.

    `sheets` are those that wait and that he may read, where they were read already.

    Raises:
        InputError: for a phase that the game has not come to.
        StateError: for a game that has not begun, an archive that is closed, a
            seat that is still held, and what others were told.
    """
    if not row.phase:
        raise StateError("the game has not begun.")
    told = so_far(row)
    if number is not None:
        past = _views.find(told.key(sight, number))
        if past is not None:
            return past
    now = _now(row, sight, told, _handed(row, sight) if sheets is None else sheets)
    if number is None or number == now.number:
        return now
    if number > now.number:  # a record that is read for it would tell by the time it takes
        raise InputError(f"there is no phase {number}; the game has phases 0 to {now.number}.")
    return _made(row, sight, told, told.key(sight, number), number=number)


def as_closed(row: Game, sight: Sight, back: int) -> View:
    """The phase that is open as it began, before so many of the last corrections (STD-GM).

    As whoever looks knew it then: that was all shown to him. The corrections are
    of the phase before, so that each has added that phase and this one again.
    """
    told = so_far(row)
    key = told.key(sight, ("as closed", back))
    return _views.find(key) or _made(row, sight, told, key, cut=lambda game: _before(game, back))


def _before(game: Table, back: int) -> Table:
    record = game.record
    *past, last = record.phases[: len(record.phases) - 2 * back]
    begun = replace(last, acts=(), sheets={}, resolved_by=None)
    return Table(replace(record, phases=(*past, begun)))


def _now(row: Game, sight: Sight, told: SoFar, sheets: dict[str, Written]) -> View:
    key = told.key(sight, _plain(sheets))
    return _views.find(key) or _made(row, sight, told, key, sheets)


def _made(
    row: Game,
    sight: Sight,
    told: SoFar,
    key: Key,
    sheets: dict[str, Written] | None = None,
    number: int | None = None,
    cut: Callable[[Table], Table] | None = None,
) -> View:
    """A View out of the record, or of what is `cut` of it, kept where both are of one moment."""
    game = _record(row, sight, told)
    if sight.holding is not None:
        game = known_then(game, sight.holding)
    elif sheets:
        game = with_sheets(game, sheets)
    if cut:
        game = cut(game)
    seen = game.view(sight.viewer, number, sight.told_to)
    if sight.opened:
        seen = opened(game.book, seen)
    if told.holds(row) and not connection.in_atomic_block:  # which may yet be taken back
        _views.keep(key, seen)
    return seen


def _record(row: Game, sight: Sight, told: SoFar) -> Table:
    """The game, without what waits: of any version will do of which the same was told.

    So a later one is not read for a View that would be the same.
    """
    key = told.key(sight, None)
    version = _read.find(key)
    game = None if version is None else held(row, version)
    if game is None:
        game = load(row)
        if told.holds(row):
            _read.keep(key, row.version)
    return game


def _handed(row: Game, sight: Sight) -> dict[str, Written]:
    """The sheets that wait, and may be read so: in a sealed game those that its master opened."""
    if sight.past or sight.told_to or sight.viewer == SPECTATOR:
        return {}
    rows = rows_of(row, sight.viewer.power)
    if row.sealed and not sight.viewer.power:
        own = load_book(row.variant, row.options, recorded=True).master_powers
        may = opened_by_master(row).union(own)
        rows = [each for each in rows if each.power in may]
    return sheets_of(rows)


def _plain(sheets: dict[str, Written]) -> Hashable:
    return tuple(sorted((p, sheet.orders, sheet.settled) for p, sheet in sheets.items()))


def judgements(row: Game, view: View, power: str) -> Judged:
    """What was found of a power's orders on the board of this View, if it is of the open phase.

    The record is read for it.
    """
    return load(row).judgements(view, power)


def known_then(game: Table, holding: Holding) -> Table:
    """The game as it was when a holding ended. The record only grows, so that this is exact.

    Raises:
        StateError: for a holding that has not ended.
    """
    if holding.serial_to is None:
        raise StateError("the seat is still held.")
    record = game.record
    *before, last = record.phases[: holding.serial_to + 1]
    last = replace(
        last,
        acts=last.acts[: holding.acts_to],
        told=last.told[: holding.told_to],
        sheets={},
        resolved_by=None,
    )
    seeds = tuple(pair for pair in record.seeds if pair[0] <= holding.serial_to)
    return Table(replace(record, phases=(*before, last), seeds=seeds))
