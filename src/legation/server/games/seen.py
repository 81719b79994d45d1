"""Views of games, by way of the gate; those asked for last are kept by a process.

A View depends on the record and, of an open phase, on the sheets that the
viewer may read; nothing else. The key says all of that.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from django.db import connection

from legation.errors import StateError
from legation.rules.survey import Judged
from legation.server.games.models import Game, Holding
from legation.server.games.records import load, rows_of, sheets_of, with_sheets
from legation.server.site.kept import Kept, Key
from legation.sight.view import Sheet as Written
from legation.sight.view import View
from legation.sight.viewer import SPECTATOR, Viewer, power_viewer
from legation.table.game import Game as Table


def _things(view: View) -> int:
    """The size of a View: all that was told in it, and a hundred for the board and its lists."""
    return 100 + sum(len(told.reports) + len(told.outcomes) for told in view.told)


_views: Kept[View] = Kept(room=400_000, size=_things)


def view(
    row: Game, viewer: Viewer, number: int | None = None, as_told_to: Viewer | None = None
) -> View:
    """What a viewer sees of a game, the sheets that he may read among it.

    The game master may read the game as it was told to a power, or the spectator.

    Raises:
        InputError: for a phase that the game has not come to.
        StateError: for a game that has not begun, an archive that is closed, and
            what others were told.
    """
    if not row.phase:
        raise StateError("the game has not begun.")
    game = load(row)
    now = number is None or number == game.number
    sheets = sheets_of(rows_of(row, viewer.power)) if now and viewer != SPECTATOR else {}
    key = Key(row.slug, row.version, viewer, (number, as_told_to, _plain(sheets)))
    seen = _views.find(key)
    if seen is None:
        seen = (with_sheets(game, sheets) if now else game).view(viewer, number, as_told_to)
        if not connection.in_atomic_block:  # a transaction may yet be taken back
            _views.keep(key, seen)
    return seen


def judgements(row: Game, view: View, power: str) -> Judged:
    """What was found of a power's orders on the board of this View, if it is of the open phase."""
    return load(row).judgements(view, power)


def _plain(sheets: dict[str, Written]) -> Hashable:
    return tuple(sorted((p, sheet.orders, sheet.settled) for p, sheet in sheets.items()))


def past_view(row: Game, holding: Holding, number: int | None = None) -> View:
    """What who held a seat saw when he left it, or of a phase before: nothing later.

    Raises:
        InputError: for a phase that the game had not come to then.
        StateError: for a holding that has not ended.
    """
    return known_then(load(row), holding).view(power_viewer(holding.seat.power), number)


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
