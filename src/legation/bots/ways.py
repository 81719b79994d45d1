"""The ways of each kind of unit, and how value spreads over them (DumbBot's proximity).

What a place gets of the value of each other hangs on the ways alone, which
hardly ever change: it is worked out once, and then asked for in every phase.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from legation.board.graph import ARMY, province_of
from legation.board.once import once
from legation.board.units import Unit
from legation.bots.seat import Seat
from legation.rules.rulebook import Rulebook

Weights = tuple[float, ...]
"""What the values at each distance count: those of the place itself, of a step away, and on."""

Stakes = tuple[tuple[int, float], ...]
"""The numbers of provinces, and what each is worth."""

_SPREAD = 5.0  # a step away a value counts a fifth, from each of the ways that lead to it
_BY_SEA = 0.4  # how much a way over one sea counts for an army, beside a way by land


@dataclass(frozen=True, eq=False)
class Ways:
    """Where one kind of unit can stand, and from each place the others: by land, and over a sea."""

    places: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    overseas: tuple[tuple[int, ...], ...]

    @once
    def number(self) -> Mapping[str, int]:
        """Province → its number among those where such a unit can stand."""
        return {at: n for n, at in enumerate(dict.fromkeys(map(province_of, self.places)))}

    @once
    def _shares(self) -> dict[tuple[Weights, str], tuple[float, ...]]:
        return {}

    def shares(self, weights: Weights, place: str) -> tuple[float, ...]:
        """How much of the value of each province, by number, comes to a place by all ways there.

        Of the values at each distance it is the sum, each with the weight of it;
        nothing comes where such a unit cannot stand.
        """
        shares = self._shares.get((weights, place))
        if shares is None:
            shares = self._shares[weights, place] = self._come(weights, place)
        return shares

    def _come(self, weights: Weights, place: str) -> tuple[float, ...]:
        total = [0.0] * len(self.number)
        ring = {self.places.index(place): 1.0} if place in self.places else {}
        numbers = [self.number[province_of(each)] for each in self.places]
        for weight in weights:
            beyond: dict[int, float] = defaultdict(float)
            for at, share in ring.items():
                total[numbers[at]] += weight * share
                for other in (at, *self.near[at]):
                    beyond[other] += share / _SPREAD
                for other in self.overseas[at]:
                    beyond[other] += _BY_SEA * share / _SPREAD
            ring = beyond
        return tuple(total)

    def known(self, stakes: Mapping[str, float]) -> Stakes:
        """The values of provinces, those by number where such a unit can stand."""
        number = self.number
        return tuple((number[at], stakes[at]) for at in sorted(stakes) if at in number)


def ways_of(seat: Seat, kind: str) -> Ways:
    """The ways of a kind of unit, as a power knows them; armies go over seas if it has fleets."""
    book, survey = seat.book, seat.survey
    sails = kind == ARMY and any(unit.kind != ARMY for unit in seat.units)
    if seat.power in book.free_powers:  # where the map lets them, so they are the same for all
        return _free_ways(book, kind, sails)
    units, beside = _units(book, seat.power, kind), _beside(book, kind)
    steps = [book.open_steps(survey, unit, near) for unit, near in zip(units, beside, strict=True)]
    return _ways(book, kind, sails, tuple(steps))


@lru_cache(maxsize=64)
def _free_ways(book: Rulebook, kind: str, sails: bool) -> Ways:
    return _ways(book, kind, sails, _beside(book, kind))


@lru_cache(maxsize=64)
def _beside(book: Rulebook, kind: str) -> tuple[frozenset[str], ...]:
    """Where the map lets a kind of unit go from each place where it can stand."""
    return tuple(book.graph.steps(kind, at) for at in _places(book, kind))


@lru_cache(maxsize=256)
def _units(book: Rulebook, power: str, kind: str) -> tuple[Unit, ...]:
    """A unit of a power in each place where such a one can stand."""
    return tuple(Unit(power, kind, place) for place in _places(book, kind))


@lru_cache(maxsize=64)
def _places(book: Rulebook, kind: str) -> tuple[str, ...]:
    """Where a kind of unit can stand."""
    graph = book.graph
    return tuple(place for place in sorted(graph.places) if graph.can_stand(kind, place))


@lru_cache(maxsize=256)
def _ways(book: Rulebook, kind: str, sails: bool, steps: tuple[frozenset[str], ...]) -> Ways:
    """The ways of a kind of unit that has these steps from each place where it can stand."""
    graph, places = book.graph, _places(book, kind)
    at = {place: index for index, place in enumerate(places)}
    near = [tuple(at[other] for other in sorted(beside) if other in at) for beside in steps]
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
