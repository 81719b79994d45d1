"""From a game's row to the game itself, and back to what the row keeps.

A record is long, so that reading one takes a tenth of a second or more. A
process keeps those that it read last, by game and version; they are frozen.
For services only: what a page may show is asked of `reads`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction

from legation.errors import FileError
from legation.server.games.models import Game
from legation.server.games.models.sheet import Sheet
from legation.server.site.kept import HOST, Kept, Key
from legation.sight.view import Sheet as Written
from legation.table.game import Game as Table
from legation.table.record import Record
from legation.table.saving import save


class DamagedError(Exception):
    """The record of a game cannot be read; its argument is the address of the game."""

    def __init__(self, slug: str, error: FileError) -> None:
        super().__init__(slug)
        self.slug = slug
        where = f" in line {error.line}" if error.line else ""
        # What the record says stays out of the log: it may be an order.
        said = _QUOTED.sub("...", error.message)
        self.why = f"{type(error).__name__}{where}: {said}"


class _Held(NamedTuple):
    """A record, and how many letters it has as it is stored."""

    record: Record
    size: int


_QUOTED = re.compile(r'"[^"]*"')
_records: Kept[_Held] = Kept(room=24_000_000, size=lambda held: held.size)


def load(row: Game) -> Table:
    """The game of a row, without the sheets that wait; the row is then as it was just read.

    Raises:
        ValueError: for a game that has not begun.
        DamagedError: where its record cannot be read.
    """
    found = _records.find(Key(row.slug, row.version, HOST))
    if found is not None:
        return Table(found.record)
    text, version = Game.objects.values_list("record", "version").get(pk=row.pk)
    if version != row.version:
        row.refresh_from_db()
        return load(row)
    if not text:
        raise ValueError(f"game {row.slug} has not begun")
    try:
        game = save.read(text, f"game {row.slug}")
    except FileError as error:
        raise DamagedError(row.slug, error) from None
    # What was read in a transaction is kept only if that comes to its end.
    transaction.on_commit(lambda: remember(row.slug, version, game, len(text)))
    return game


def remember(slug: str, version: int, game: Table, size: int) -> None:
    """Keeps a record that was read or written, and of older ones as many as there is room for."""
    _records.drop(Key(slug, version - 1, HOST))
    _records.keep(Key(slug, version, HOST), _Held(game.record, size))


def with_sheets(game: Table, sheets: Mapping[str, Written]) -> Table:
    """The game with these sheets on the table."""
    *past, here = game.record.phases
    return Table(replace(game.record, phases=(*past, replace(here, sheets=dict(sheets)))))


def text_of(game: Table) -> str:
    """The record as it is stored: the sheets that wait are rows of their own."""
    return save.dump(with_sheets(game, {}))


def sheets_of(rows: Iterable[Sheet]) -> dict[str, Written]:
    """Rows as sheets, by power."""
    return {row.power: Written(tuple(row.orders), row.settled) for row in rows}


def rows_of(row: Game, power: str = "") -> list[Sheet]:
    """The rows of the sheets of the phase that is open; of one power alone, where one is named."""
    own = {"power": power} if power else {}
    return list(Sheet.objects.filter(game=row, serial=row.serial, **own).order_by("power"))


def serial_of(game: Table) -> int:
    """The serial of the phase that is open in a game."""
    return len(game.record.phases) - 1
