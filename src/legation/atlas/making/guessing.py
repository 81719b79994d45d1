"""The borders of a new map: guessed by who lies next to whom, or those of its picture.

Two places border on each other when no third lies in the circle of which they
are the ends of a diameter (the Gabriel graph).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from legation.board.graph import COAST, IMPASSABLE, SEA
from legation.board.provincechecks import LAND_IN_SEA

_INSIDE = 1 - 1e-6  # a place on the rim of the circle parts nobody, however it is rounded

Pair = tuple[int, int]
"""Two places by their numbers, the lower one first."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A row of the table, as far as borders and set-up are guessed from it."""

    code: str
    terrain: str
    home: str
    x: float
    y: float
    features: str

    @property
    def land(self) -> bool:
        """May an army be here?"""
        return self.terrain not in (SEA, IMPASSABLE) or LAND_IN_SEA in self.features

    @property
    def water(self) -> bool:
        """May a fleet be here?"""
        return self.terrain in (SEA, COAST)


def guessed(places: Sequence[Place]) -> Iterator[dict[str, str]]:
    """The rows of the borders, guessed by who lies next to whom."""
    near = {pair for pair in _neighbours(places) if _passable(places, pair)}
    near |= set(_needed(places, near))
    seas: dict[int, set[int]] = {at: set() for at in range(len(places))}
    for a, b in near:
        for here, there in ((a, b), (b, a)):
            if places[there].terrain == SEA:
                seas[here].add(there)
    for one, other, both in sorted(
        (places[a], places[b], bool(seas[a] & seas[b])) for a, b in near
    ):
        army = one.land and other.land
        fleet = one.water and other.water
        if one.terrain == other.terrain == COAST:
            fleet = both  # along the coast of a sea that they share
        if army or fleet:
            flags = {"army": str(int(army)), "fleet": str(int(fleet))}
            yield {"a": one.code, "b": other.code, **flags}


def joined(
    places: Sequence[Place], drawn: Mapping[tuple[str, str], tuple[bool, bool]]
) -> Iterator[dict[str, str]]:
    """The borders of a picture, and straits between parts that it leaves apart."""
    for (a, b), (army, fleet) in drawn.items():
        yield {"a": a, "b": b, "army": str(int(army)), "fleet": str(int(fleet))}
    at = {place.code: number for number, place in enumerate(places)}
    near = {_pair(at[a], at[b]) for a, b in drawn}
    for x, y in _needed(places, near):
        one, other = sorted((places[x], places[y]))
        army, fleet = one.land and other.land, one.water and other.water
        flags = {"army": str(int(army)), "fleet": str(int(fleet))}
        yield {"a": one.code, "b": other.code, **flags, "kind": "strait"}


def _passable(places: Sequence[Place], pair: Pair) -> bool:
    one, other = places[pair[0]], places[pair[1]]
    return (one.land and other.land) or (one.water and other.water)


def _square(one: Place, other: Place) -> float:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _neighbours(places: Sequence[Place]) -> Iterator[Pair]:
    """The pairs with no third place in the circle between them."""
    for a, one in enumerate(places):
        for b in range(a + 1, len(places)):
            other = places[b]
            apart = _square(one, other)
            if not any(
                _square(one, third) + _square(other, third) < apart * _INSIDE
                for at, third in enumerate(places)
                if at not in (a, b)
            ):
                yield a, b


def _needed(places: Sequence[Place], near: Iterable[Pair]) -> Iterator[Pair]:
    """A sea for every coast, and a way from every place to every other, by the shortest pairs."""
    near = set(near)
    every = range(len(places))
    seas = [at for at in every if places[at].terrain == SEA]
    for at in every:
        touching = {b if a == at else a for a, b in near if at in (a, b)}
        if places[at].terrain == COAST and seas and touching.isdisjoint(seas):
            apart = {sea: _square(places[at], places[sea]) for sea in seas}
            for sea in seas:
                if apart[sea] * _INSIDE <= min(apart.values()):
                    near.add(_pair(at, sea))
                    yield _pair(at, sea)
    part = {at: at for at in every}

    def root(at: int) -> int:
        while part[at] != at:
            at = part[at]
        return at

    for a, b in near:
        part[root(a)] = root(b)
    pairs = [(a, b) for a in every for b in range(a + 1, len(places))]
    for a, b in sorted(pairs, key=lambda pair: _square(places[pair[0]], places[pair[1]])):
        if _passable(places, (a, b)) and root(a) != root(b):
            part[root(a)] = root(b)
            yield a, b
