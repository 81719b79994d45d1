"""The ways of each kind of unit, and how value spreads over them (DumbBot's proximity).

Ways that hang on the map alone are looked up once; a bot asks for them in every
phase, for every kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import add, itemgetter

from legation.board.graph import ARMY, province_of
from legation.board.units import Unit
from legation.bots.seat import Seat
from legation.rules.rulebook import Rulebook

_SPREAD = 5.0  # a step away a value counts a fifth, from each of the ways that lead to it
_BY_SEA = 0.4  # how much a way over one sea counts for an army, beside a way by land


@dataclass(frozen=True, eq=False)
class Ways:
    """Where one kind of unit can stand, and from each place the others: by land, and over a sea."""

    places: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    overseas: tuple[tuple[int, ...], ...]

    @cached_property
    def _provinces(self) -> tuple[str, ...]:
        return tuple(map(province_of, self.places))

    @cached_property
    def _takers(self) -> tuple[Callable[[Sequence[float]], tuple[float, ...]], ...]:
        """For each place what takes its own value and those of its ways, in their order.

        Out of all values, behind which they stand once more as they count by sea.
        """
        count = len(self.places)
        takers: list[Callable[[Sequence[float]], tuple[float, ...]]] = []
        for at, (near, overseas) in enumerate(zip(self.near, self.overseas, strict=True)):
            others = (*near, *(count + other for other in overseas))
            # With the nothing behind all, so that each gives several, also without ways.
            takers.append(itemgetter(at, 2 * count, *others))
        return tuple(takers)

    def spread(self, stakes: Mapping[str, float], weights: Sequence[float]) -> list[float]:
        """For each place the sum of the values at each distance, each with the weight of it."""
        ring = [stakes.get(province, 0.0) for province in self._provinces]
        total = [0.0 + weights[0] * value for value in ring]
        for weight in weights[1:]:
            values = (*ring, *[_BY_SEA * value for value in ring], 0.0)
            # Not `sum`, which rounds otherwise from Python 3.12 on.
            ring = [reduce(add, take(values)) / _SPREAD for take in self._takers]
            total = [sum_ + weight * value for sum_, value in zip(total, ring, strict=True)]
        return total


def ways_of(seat: Seat, kind: str) -> Ways:
    """The ways of a kind of unit, as a power knows them; armies go over seas if it has fleets."""
    book, survey = seat.book, seat.survey
    sails = kind == ARMY and any(unit.kind != ARMY for unit in seat.units)
    if survey.free:  # where the map lets them, so they are the same for everybody
        return _free_ways(book, kind, sails)
    units = (Unit(seat.power, kind, place) for place in _places(book, kind))
    return _ways(book, kind, sails, tuple(map(survey.ordered_steps, units)))


@lru_cache(maxsize=64)
def _free_ways(book: Rulebook, kind: str, sails: bool) -> Ways:
    steps = book.graph.ordered_steps[kind]
    return _ways(book, kind, sails, tuple(steps.get(place, ()) for place in _places(book, kind)))


@lru_cache(maxsize=64)
def _places(book: Rulebook, kind: str) -> tuple[str, ...]:
    """Where a kind of unit can stand."""
    graph = book.graph
    return tuple(place for place in sorted(graph.places) if graph.can_stand(kind, place))


@lru_cache(maxsize=256)
def _ways(book: Rulebook, kind: str, sails: bool, steps: tuple[tuple[str, ...], ...]) -> Ways:
    """The ways of a kind of unit that has these steps from each place where it can stand."""
    graph, places = book.graph, _places(book, kind)
    at = {place: index for index, place in enumerate(places)}
    near = [tuple(at[other] for other in beside if other in at) for beside in steps]
    overseas: list[tuple[int, ...]] = [()] * len(places)
    if sails:
        by_sea = shores(book)
        for index, place in enumerate(places):
            beyond = (land for sea in sorted(graph.harbours[place]) for land in by_sea[sea])
            far = dict.fromkeys(at[land] for land in beyond if land != place and land in at)
            overseas[index] = tuple(land for land in far if land not in near[index])
    return Ways(places, tuple(near), tuple(overseas))


@lru_cache(maxsize=64)
def shores(book: Rulebook) -> Mapping[str, list[str]]:
    """Sea → the lands on it."""
    lands: dict[str, list[str]] = defaultdict(list)
    for land, seas in sorted(book.graph.harbours.items()):
        for sea in seas:
            lands[sea].append(land)
    return lands
