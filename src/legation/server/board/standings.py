"""How a game stands, for the strip on a board, and for tables: from one View."""

from __future__ import annotations

from dataclasses import dataclass

from legation.atlas.nations import class_of, mark_of
from legation.rules.rulebook import Rulebook
from legation.rules.standings import UNITS, Standing, Standings
from legation.rules.wording import sentence
from legation.sight.view import View
from legation.table.standing import figure_said, limits, remarks, standings_of, what_counts


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as it is written, and what it counts; the one that decides is `first`."""

    text: str
    counts: str
    first: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A power: its figures, those of them that a strip shows, and what it is and on whose side.

    `css` ends the class of its colours, `gone` says that it has nothing, for all that is known.
    """

    power: str
    mark: str
    css: str
    cells: tuple[Cell, ...]
    shown: tuple[Cell, ...]
    notes: str
    side: str
    gone: bool
    won: bool

    @property
    def said(self) -> str:
        """All that is said of it."""
        return ", ".join(filter(None, (self.notes, self.side)))


@dataclass(frozen=True, slots=True)
class Table:
    """All of it: what is counted, the powers, and what is said below them.

    `far` says that it is as far as the viewer knows, where that is not all.
    """

    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    shown: str
    remarks: tuple[str, ...]
    far: str


def table_of(book: Rulebook, view: View) -> Table:
    """How the game stands as the viewer knows it."""
    stand = standings_of(book, view)
    rows = tuple(_row(book, view, stand, row) for row in stand.rows)
    shown = " · ".join(what_counts(book, kind) for kind in _shown(stand))
    said = tuple(remarks(book, view, stand))
    return Table(
        tuple(what_counts(book, kind) for kind in stand.kinds),
        rows,
        shown,
        said,
        limits(book, view, stand),
    )


def _shown(stand: Standings) -> tuple[str, ...]:
    """The kinds of figure of a strip, which has room for two: what decides, and the units."""
    return tuple(kind for kind in (stand.deciding, UNITS) if kind in stand.kinds)


def _row(book: Rulebook, view: View, stand: Standings, row: Standing) -> Row:
    known = [row.of(kind) for kind in stand.kinds]
    notes = ", ".join(sentence(book, note) for note in row.notes)

    def cell(kind: str) -> Cell:
        return Cell(figure_said(row.of(kind)), what_counts(book, kind), kind == stand.deciding)

    return Row(
        power=row.power,
        mark=mark_of(book, row.power),
        css=class_of(book, row.power),
        cells=tuple(map(cell, stand.kinds)),
        shown=tuple(map(cell, _shown(stand))),
        notes=notes,
        side=sentence(book, row.side) if row.side else "",
        gone=all(each is not None and not each.least and not each.value for each in known),
        won=row.power in view.winners,
    )
