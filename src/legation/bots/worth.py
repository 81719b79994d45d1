"""What each place is worth by DumbBot's algorithm (see `bots.dumb`), and who stands beside it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from legation.board.calendar import ADJUSTMENT
from legation.board.graph import province_of
from legation.board.units import Unit
from legation.bots.seat import Seat

_SIZE = (1.0, 4.0, 16.0)  # of who owns n centres, nobody too: n² + 4n + 16
_SPRING, _AUTUMN = (700.0, 300.0), (600.0, 400.0)  # of a prize, and of a charge
_NEXT = (100.0, 1000.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
_HERE = (1000.0, 100.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
_MINE, _THEIRS, _CHARGE = 1000.0, 1000.0, 1000.0
_SPREAD = 5.0
_OTHERWISE, _GAP = 0.5, 5.0  # how often the next best is looked at; how much a gap tells

Spot = tuple[str, str]
"""A kind of unit, and a place."""


class Worth:
    """What each place is worth to a power, and who stands beside it."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._position, self._graph = seat.view.position, seat.book.graph
        self._winter = seat.view.phase.kind == ADJUSTMENT
        self._soon = not self._winter and not seat.harvest

    def of(self, spot: Spot) -> float:
        """The value of a place for a kind of unit."""
        weights = _NEXT if self._soon else _HERE
        near = sum(w * ring.get(spot, 0.0) for w, ring in zip(weights, self._rings, strict=True))
        province = province_of(spot[1])
        if self._winter:
            return near + _CHARGE * self._charge(province)
        return (
            near + _MINE * self._beside[province][self.seat.power] - _THEIRS * self.rivals(province)
        )

    def rivals(self, province: str) -> int:
        """The most units that one other power has in a province or beside it."""
        beside = self._beside[province]
        return max((n for power, n in beside.items() if power != self.seat.power), default=0)

    def ways(self, spot: Spot) -> tuple[str, ...]:
        """The places to which a unit of a kind could go, were it here."""
        return self._ways.get(spot, ())

    @cached_property
    def _beside(self) -> Mapping[str, Counter[str]]:
        beside: dict[str, Counter[str]] = defaultdict(Counter)
        for unit in self._position.units:
            reached = {province_of(p) for p in self.ways((unit.kind, unit.place))}
            for province in {*reached, unit.province}:
                beside[province][unit.power] += 1
        return beside

    @cached_property
    def _sizes(self) -> Mapping[str, float]:
        centres = {c: self._position.owners.get(c, "") for c in self.seat.book.possible_centres}
        a, b, c = _SIZE
        counts = Counter(centres.values())
        powers = {*counts, *(unit.power for unit in self._position.units)}
        return {power: a * counts[power] ** 2 + b * counts[power] + c for power in powers}

    def _prize(self, province: str) -> float:
        """The size of who owns a centre that is not one's own."""
        owner = self._position.owners.get(province, "")
        if province not in self.seat.book.possible_centres or owner == self.seat.power:
            return 0.0
        return self._sizes[owner]

    def _charge(self, province: str) -> float:
        """The size of the greatest who could walk into an own centre."""
        if self._position.owners.get(province) != self.seat.power:
            return 0.0
        powers = {
            unit.power
            for unit in self._position.units
            if unit.power != self.seat.power
            and any(province_of(p) == province for p in self.ways((unit.kind, unit.place)))
        }
        return max((self._sizes[power] for power in powers), default=0.0)

    @cached_property
    def _ways(self) -> Mapping[Spot, tuple[str, ...]]:
        survey, graph = self.seat.survey, self._graph
        kinds = {*self.seat.book.kinds, *(unit.kind for unit in self._position.units)}
        return {
            (kind, place): survey.ordered_steps(Unit(self.seat.power, kind, place))
            for kind in sorted(kinds)
            for place in sorted(graph.places)
            if graph.can_stand(kind, place)
        }

    @cached_property
    def _rings(self) -> Sequence[Mapping[Spot, float]]:
        """Ten rings: what a place is itself, then with all beside it, a fifth of the sum, again."""
        prize, charge = _SPRING if self._winter or self._soon else _AUTUMN
        worth = {
            province: prize * self._prize(province) + charge * self._charge(province)
            for province in {province_of(place) for _, place in self._ways}
        }
        ring = [worth[province_of(place)] for _, place in self._ways]
        rings, (beyond, forks) = [ring], self._beyond
        for _ in _HERE[1:]:
            values = [*ring, *(max([ring[at] for at in coasts]) for coasts in forks)]
            ring = [
                (own + sum([values[at] for at in near])) / _SPREAD
                for own, near in zip(ring, beyond, strict=True)
            ]
            rings.append(ring)
        return [dict(zip(self._ways, ring, strict=True)) for ring in rings]

    @cached_property
    def _beyond(self) -> tuple[list[list[int]], list[list[int]]]:
        """What is beside each spot of `_ways`, by numbers, and forks, whose numbers follow theirs.

        A fork is several coasts of a province, of which the better counts.
        """
        number = {spot: at for at, spot in enumerate(self._ways)}
        beyond: list[list[int]] = []
        forks: list[list[int]] = []
        for (kind, _), places in self._ways.items():
            near: dict[str, list[int]] = {}
            for place in places:
                if (kind, place) in number:
                    near.setdefault(province_of(place), []).append(number[kind, place])
            beyond.append([])
            for coasts in near.values():
                if len(coasts) > 1:
                    beyond[-1].append(len(number) + len(forks))
                    forks.append(coasts)
                else:
                    beyond[-1] += coasts
        return beyond, forks

    def pick(self, ranked: Sequence[float]) -> int:
        """The best, or by chance one behind it, the more so the nearer it comes."""
        rng, at = self.seat.rng, 0
        while at + 1 < len(ranked):
            here = ranked[at]
            gap = _GAP * (here - ranked[at + 1]) / here if here else 0.0
            if rng.random() >= _OTHERWISE or rng.random() < gap:
                break
            at += 1
        return at
