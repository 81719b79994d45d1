"""What places are worth: the proximity maps of the DumbBot tradition (David Norman).

A centre of somebody else counts by how strong he is, one's own by how strong
the strongest is who could walk in. From there the value spreads over the ways
of each kind of unit, less with each step.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from legation.board.once import Each, once
from legation.board.units import Unit
from legation.bots.seat import Seat
from legation.bots.ways import Stakes, Ways, Weights, ways_of
from legation.rules.marks import CENTRE
from legation.rules.rulebook import Rulebook

_NEUTRAL = 50.0  # a centre that nobody owns; between powers of four and five centres
_LEFT = 2.0  # by how much of it a free centre weighs more for each year that it lay free
_MAYBE = 0.3  # how likely a place is a centre that may be one
_HOME = 0.25  # how much a centre in danger draws its owner's units, beside one to be taken
_AT_STAKE = (300.0, 1000.0)  # the weight of keeping one: otherwise, and when centres change owner
_NEAR = (100.0, 1000.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
_HERE = (1000.0, 100.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)


class Values:
    """The worth of every place to one power, by kind of unit.

    `soon` looks one step ahead, as before a turn after which no centre changes
    owner; otherwise what counts is where a unit stands when this turn is over.
    By `caution` more than usual it counts to keep what one has.
    """

    def __init__(self, seat: Seat, soon: bool, caution: float = 0.0) -> None:
        self._seat, self._soon, self._keeping = seat, soon, 1 + caution
        self._weights = _NEAR if soon else _HERE
        self._known: dict[str, Mapping[str, float]] = {}

    @once
    def centres(self) -> Mapping[str, float]:
        """Province → how likely it is a supply centre, as far as the power knows."""
        seat = self._seat
        position, known, perhaps = seat.view.position, _likely(seat.book), _doubtful(seat.book)
        if not perhaps:
            return {**known, **dict.fromkeys(position.owners, 1.0)}
        worths = {**known, **dict.fromkeys(perhaps & self._searched, 0.0)}
        worths |= dict.fromkeys(position.owners, 1.0)
        marks = seat.book.marks(position, seat.view.ledger)
        return worths | {mark.places[0]: 1.0 for mark in marks if mark.kind == CENTRE}

    @once
    def _searched(self) -> frozenset[str]:
        """Where its own units have stood after a turn: a centre there it would know."""
        seat = self._seat
        power = seat.power
        stood = [told.stood(power) for told in seat.view.told]
        return frozenset({unit.province for unit in seat.units}.union(*stood))

    @once
    def sizes(self) -> Mapping[str, float]:
        """Power → how much there is to fear from it."""
        return self._seat.shared.sizes

    @once
    def _factor(self) -> Mapping[str, float]:
        seat = self._seat
        return seat.advice.worth(seat.survey, seat.kept, seat.power)

    @once
    def shares(self) -> Mapping[str, float]:
        """Province → what it counts to own it, beside a sure centre like any other."""
        return {at: n * self._factor.get(at, 1.0) for at, n in self.centres.items()}

    @once
    def prizes(self) -> Mapping[str, float]:
        """Province → what it is worth to go and take it; one's own are none."""
        seat = self._seat
        power, owners, players = seat.power, seat.view.position.owners, seat.book.players
        years = seat.book.calendar.round(seat.view.phase)  # no centre becomes free again
        worths, free = {}, _NEUTRAL * (1 + _LEFT * years)
        spared, sizes, factor = seat.spared, self.sizes, self._factor
        for place, chance in self.centres.items():
            owner = owners.get(place, "")
            if owner == power or owner in spared:
                continue
            size = sizes[owner] if owner in players else free
            worths[place] = size * chance * factor.get(place, 1.0)
        return worths

    @once
    def charges(self) -> Mapping[str, float]:
        """Province of one's own → what it is worth to keep it from who could walk in."""
        seat = self._seat
        own = seat.view.position.centres_of(seat.power)
        return {
            place: feared * self._factor.get(place, 1.0)
            for place in own
            if (feared := self._feared(place)) > 0
        }

    def _feared(self, place: str) -> float:
        """The size of the strongest power that could enter; who has no player takes no centre."""
        rivals, sizes, most = self._seat.rivals, self.sizes, 0.0
        for power in self._seat.shared.near(place):
            if power in rivals and (size := sizes.get(power, 0.0)) > most:
                most = size
        return most

    @property
    def at_stake(self) -> float:
        """The weight of keeping a centre, beside the values of places."""
        return self._keeping * _AT_STAKE[not self._soon]

    def of(self, unit: Unit, place: str) -> float:
        """What it is worth that a unit of this kind is in a place."""
        return self.at(unit.kind, place)

    def at(self, kind: str, place: str) -> float:
        """The same for a kind of unit: the values of all provinces, the nearer weighing more."""
        return self.worths(kind)[place]

    def worths(self, kind: str) -> Mapping[str, float]:
        """Place → the same of each; what is asked for is there, whether it is listed or not."""
        known = self._known.get(kind)
        if known is None:
            known = self._known[kind] = self._spread(kind)
        return known

    def _spread(self, kind: str) -> Mapping[str, float]:
        """Place → what it is worth that a unit of a kind is there, worked out when asked for."""
        ways = ways_of(self._seat, kind)
        return Each(partial(_come, ways, self._weights, ways.known(self._stakes)))

    @once
    def _stakes(self) -> dict[str, float]:
        stakes = {place: self._keeping * _HOME * charge for place, charge in self.charges.items()}
        return stakes | {place: prize for place, prize in self.prizes.items() if prize}


def _come(ways: Ways, weights: Weights, stakes: Stakes, place: str) -> float:
    """What comes to a place, of all that there is to get."""
    shares, total = ways.shares(weights, place), 0.0
    for number, value in stakes:  # not `sum`, which rounds otherwise from Python 3.12 on
        total += shares[number] * value
    return total


@lru_cache(maxsize=64)
def _likely(book: Rulebook) -> Mapping[str, float]:
    """Province → how likely it is a supply centre, by the map."""
    provinces = book.graph.provinces
    return {c: 1.0 if provinces[c].centre == "1" else _MAYBE for c in book.possible_centres}


@lru_cache(maxsize=64)
def _doubtful(book: Rulebook) -> frozenset[str]:
    """The provinces that may be supply centres, and may be none."""
    return frozenset(place for place, chance in _likely(book).items() if chance < 1)
