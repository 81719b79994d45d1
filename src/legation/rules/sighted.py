"""How far a power sees a board that is in fog, as its variant declares it."""

from __future__ import annotations

from dataclasses import replace

from legation.board.position import FOGGED, UNSEEN, Position
from legation.rules.book import Book
from legation.rules.declared import ADJACENT, ALL


def sight(book: Book, position: Position, power: str) -> frozenset[str]:
    """The provinces that a power sees: where its units are, or beside them."""
    if book.sight.sees == ALL:
        return frozenset(book.graph.provinces)
    lost = (d.unit for d in position.dislodged)
    own = {unit.province for unit in (*position.units, *lost) if unit.power == power}
    if book.sight.sees == ADJACENT:
        own.update(*(book.graph.touching[place] for place in tuple(own)))
    return frozenset(own)


def known(book: Book, position: Position, power: str) -> Position:
    """The board as far as a power sees it; who may have more units is not told."""
    seen = sight(book, position, power)
    hidden = tuple(code for code in book.graph.provinces if code not in seen)
    if not hidden:
        return position
    others = tuple(sorted(name for name in book.nations if name != power))
    return replace(
        position,
        units=tuple(u for u in position.units if u.province in seen),
        dislodged=tuple(
            d if d.unit.power == power else replace(d, by="", retreats=())
            for d in position.dislodged
            if d.unit.province in seen
        ),
        contested=position.contested & seen,
        facts={**position.facts, UNSEEN: others, FOGGED: hidden},
    )
