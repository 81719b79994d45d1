"""How a game stands, as one viewer knows it: what each power has, what it takes to win (STD-END).

Made of a board and of what is known beside it, as the gate lets them out; what
its reader does not know is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from legation.board.position import UNCOUNTED, UNSEEN, Position
from legation.rules.book import Book
from legation.rules.reports import Report

CENTRES, UNITS = "figure-centres", "figure-units"
"""What is counted of every power: the kinds of report that name it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a power has. `kind` is the report that says of what.

    `least`: it is so much as far as the reader knows, and may be more.
    """

    kind: str
    value: int
    least: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a power has and is: figures, without those of which the reader knows nothing, and notes.

    A note says what stands behind the name of the power, such as "King"; `side`
    whose side it is on, where there are sides.
    """

    power: str
    figures: tuple[Figure, ...] = ()
    notes: tuple[Report, ...] = ()
    side: Report | None = None

    @property
    def said(self) -> tuple[Report, ...]:
        """All that is said of it."""
        return self.notes if self.side is None else (*self.notes, self.side)

    def of(self, kind: str) -> Figure | None:
        """The figure of this kind; None where the reader knows nothing of it."""
        return next((figure for figure in self.figures if figure.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Standings:
    """Every power with a player, in the order of the rulebook.

    `deciding` is the kind of the figure by which a game is won, `aim` says how
    much of it that takes. `notes` are of the whole game.
    """

    rows: tuple[Standing, ...]
    aim: Report
    deciding: str = CENTRES
    notes: tuple[Report, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of figure that anybody has, in the order in which they are shown."""
        return tuple(dict.fromkeys(figure.kind for row in self.rows for figure in row.figures))

    @property
    def partial(self) -> bool:
        """Is there a figure of which its reader may not know all?"""
        kinds = {self.deciding, *self.kinds}
        found = [row.of(kind) for row in self.rows for kind in kinds]
        return any(figure is None or figure.least for figure in found)


def counted(book: Book, position: Position) -> Iterator[Standing]:
    """Centres and units of each power, those that have to retreat included.

    Where not all may be known, what is seen is the least; of whom nothing is
    seen then, nothing is said.
    """
    for power in book.powers:
        lost = sum(dislodged.unit.power == power.name for dislodged in position.dislodged)
        units = position.sizes.get(power.name, 0) + lost
        centres = position.riches.get(power.name, 0)
        found = (
            (CENTRES, centres, power.name in position.facts.get(UNCOUNTED, ())),
            (UNITS, units, power.name in position.facts.get(UNSEEN, ())),
        )
        known = (Figure(kind, value, least) for kind, value, least in found if value or not least)
        yield Standing(power.name, tuple(known))


def centres_win(book: Book, rows: Iterable[Standing]) -> Standings:
    """Whoever has enough centres, and more than anybody else, wins; or what else the aims say."""
    aims, said = book.aims, []
    if book.victory_centres or not (aims.hold or aims.leader):
        clause = book.reports["aim-centres"].clause
        said.append(Report("aim-centres", clause, {"count": book.victory_centres}))
    if aims.hold:
        said.append(Report("aim-hold", aims.clause, {"places": aims.hold}))
    if aims.leader:
        said.append(Report("aim-last-year", aims.clause, {"year": str(book.calendar.last_year)}))
    return Standings(tuple(rows), said[0], notes=tuple(said[1:]))
