"""From the rows of a game to the game itself, and back to what the rows keep.

A record is a saved game in rows: its head, and a leaf for each phase. Only the
phase that is open changes, and what follows it is added; so a phase writes two
leaves, however long the game is. What was read last is kept by a process, by
game and version; records are frozen. For services only: what a page may show is
asked of `reads`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db import transaction

from legation.errors import FileError, LegationError
from legation.server.games.models import Game
from legation.server.games.models.leaf import Leaf
from legation.server.games.models.sheet import Sheet
from legation.server.site.kept import HOST, Kept, Key
from legation.server.site.statement import Statement
from legation.sight.view import Sheet as Written
from legation.table.game import Game as Table
from legation.table.record import Record
from legation.table.saving import save
from legation.variants.load import load as load_book


class DamagedError(Exception):
    """The record of a game cannot be read; its argument is the address of the game."""

    def __init__(self, slug: str, error: FileError) -> None:
        super().__init__(slug)
        self.slug = slug
        where = f" in line {error.line}" if error.line else ""
        # What the record says stays out of the log: it may be an order.
        said = _QUOTED.sub("...", error.message)
        self.why = f"{type(error).__name__}{where}: {said}"


class FaultyError(DamagedError):
    """The rules of a game fail: its variant cannot be read, or a hook does something wrong.

    `why` names file and line, and nothing that an error may quote of a game.
    """

    def __init__(self, slug: str, why: str) -> None:
        Exception.__init__(self, slug)
        self.slug = slug
        self.why = why


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
        FaultyError: where that is for its variant cannot be.
    """
    table = held(row, row.version)
    if table is not None:
        return table
    text, version = _stored(row, "default")
    if version != row.version:
        row.refresh_from_db()
        return load(row)
    if not text:
        raise ValueError(f"game {row.slug} has not begun")
    try:
        game = save.read(text, f"game {row.slug}")
        if len(game.record.phases) != row.serial + 1:
            raise FileError(row.slug, "it has not as many phases as the game has.")
    except FileError as error:
        check_rules(row)
        raise DamagedError(row.slug, error) from None
    # What was read in a transaction is kept only if that comes to its end.
    transaction.on_commit(lambda: _remember(row.slug, version, game, len(text)))
    return game


def check_rules(row: Game) -> None:
    """Says whether the variant of a game can be read.

    Raises:
        FaultyError: where it cannot.
    """
    try:
        load_book(row.variant)
    except LegationError as error:
        raise FaultyError(row.slug, str(error)) from None


def held(row: Game, version: int) -> Table | None:
    """The game of a row as it was at a version, if that is kept."""
    kept = _records.find(Key(row.slug, version, HOST))
    return Table(kept.record) if kept else None


def text_of(row: Game, using: str = "default") -> str:
    """The record of a game as it is stored: a saved game, empty before it has begun.

    The sheets that wait are rows of their own. `using` is the database.
    """
    return _stored(row, using)[0]


def _stored(row: Game, using: str) -> tuple[str, int]:
    """The record, and its version: asked for at once, so that they are of one moment."""
    rows = Leaf.objects.using(using).filter(game=row.pk).order_by("index")
    leaves = list(rows.values_list("game__version", "game__head", "text"))
    if leaves:
        version, head, _ = leaves[0]
        return save.joined(head, [text for *_, text in leaves]), version
    version, head = Game.objects.using(using).values_list("version", "head").get(pk=row.pk)
    return save.joined(head, ()) if head else "", version


@dataclass(frozen=True, slots=True)
class Grown:
    """What is written of a record that has changed: its head, and its leaves from `first` on."""

    head: str
    first: int
    leaves: tuple[str, ...]


def grown(row: Game, before: Table | None, after: Table) -> Grown:
    """What a game has become, as far as that is not stored yet; `before` is the row's game.

    Leaves in an older form of saved games are all written anew.
    """
    record, first, last = with_sheets(after, {}).record, 0, ""
    if before is not None and save.is_present(row.head):
        first = changed(before.record, record)
    if first:
        last = Leaf.objects.values_list("text", flat=True).get(game=row.pk, index=first - 1)
    return Grown(save.head(record), first, tuple(save.leaves(record, first, last)))


def changed(before: Record, after: Record) -> int:
    """The index of the first phase record that is another than it was."""
    pairs = zip(before.phases, after.phases, strict=False)
    same = itertools.takewhile(lambda pair: pair[0] is pair[1], pairs)
    return sum(1 for _ in same)


def write(row: Game, grown: Grown) -> None:
    """Writes leaves, in the transaction that writes the head and the version of the row."""
    leaves = [
        Leaf(game=row, index=index, text=text)
        for index, text in enumerate(grown.leaves, grown.first)
    ]
    Leaf.objects.bulk_create(
        leaves, update_conflicts=True, unique_fields=["game", "index"], update_fields=["text"]
    )


def remember(row: Game, table: Table, grown: Grown) -> None:
    """Keeps what was written of a record, when the transaction ends; `row` is as it then is."""
    before = _records.find(Key(row.slug, row.version - 1, HOST))
    size = sum(map(len, grown.leaves)) + (before.size if before and grown.first else 0)
    if before is None and grown.first:
        return  # how large it is nobody knows: who wants it reads it
    slug, version, kept = row.slug, row.version, with_sheets(table, {})
    transaction.on_commit(lambda: _remember(slug, version, kept, size))


def _remember(slug: str, version: int, game: Table, size: int) -> None:
    _records.drop(Key(slug, version - 1, HOST))
    _records.keep(Key(slug, version, HOST), _Held(game.record, size))


def with_sheets(game: Table, sheets: Mapping[str, Written]) -> Table:
    """The game with these sheets on the table."""
    *past, here = game.record.phases
    return Table(replace(game.record, phases=(*past, replace(here, sheets=dict(sheets)))))


def sheets_of(rows: Iterable[Sheet]) -> dict[str, Written]:
    """Rows as sheets, by power."""
    return {row.power: Written(tuple(row.orders), row.settled) for row in rows}


def rows_of(row: Game, power: str = "") -> list[Sheet]:
    """The rows of the sheets of the phase that is open; of one power alone, where one is named."""
    if power:
        return _of_one(row.pk, row.serial, power)
    return list(Sheet.objects.filter(game=row, serial=row.serial).order_by("power"))


_of_one = Statement(
    lambda game, serial, power: Sheet.objects.filter(game=game, serial=serial, power=power),
    *(int, int, str),
)


def serial_of(game: Table) -> int:
    """The serial of the phase that is open in a game."""
    return len(game.record.phases) - 1
