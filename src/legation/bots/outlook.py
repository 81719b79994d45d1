"""What a board promises a power: a few measures of it, and what each of them counts.

The measures say how things would stand if everybody stayed where he is: one's
own centres by how hard they are pressed, those of others by what one has beside
them and what keeps one out, how near units are to what they want. What they
count was fitted to games of the steady player (`benchmarks/outlook.py`), in
ten-thousandths of a centre, and stands in `outlook.toml` in the folder of the
game: whole numbers, so that their sum is the same on every machine.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from legation.board.position import Position
from legation.bots.reaches import reaches
from legation.bots.seat import Seat
from legation.rules.survey import survey_of
from legation.variants.find import folder

OUTLOOK = "outlook.toml"

MEASURES = (
    # one's own centres: nobody else near; of no other power more than of one's own; one more; two
    *("safe", "even", "pressed", "failing"),
    # of these, nobody of one's own near, but somebody else; all others together more
    *("exposed", "outnumbered"),
    # others' that are empty: more of one's own near than of any other power, or not
    *("open", "disputed"),
    # others' that are held, by one's own near: more than of anybody, than the holder has, as many
    *("weak", "stronger", "equal", "weaker"),
    # of all these that are others' and within reach: nobody's
    "neutral",
    # centres; their square; those that one owns already; what the largest rival has beyond 11
    *("centres", "squared", "owned", "leader"),
    # by strength: units; those that must retreat, and those of others
    *("units", "lost", "driven"),
    # likewise: how near one's own are to a centre of others; how near others are to one's own
    *("nearest", "feared"),
)
"""The names of the measures, in their order."""

NEARNESS = (100, 100, 50, 25, 12, 6, 3, 1)
"""By distance in moves."""

UNIT = 10_000
"""What a centre counts."""

LEADER = 11
WON = 1_000_000
"""A game, as much as a hundred centres."""
_AT = {name: number for number, name in enumerate(MEASURES)}

Strengths = Mapping[str, float]
"""Power → what it has in a centre and beside it."""


Weights = Mapping[bool, tuple[int, ...]]
"""Do centres change owner by a turn? → what each measure counts after it."""

BASE = "base"
"""In a list for one region: what is expected where no measure says anything."""


@cache
def _given(variant: str) -> Mapping[str, Any]:
    file = folder(variant).joinpath(OUTLOOK)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def search_for(variant: str) -> Mapping[str, int]:
    """What a search of this game may cost at most, where its boards cost more than most."""
    found: Mapping[str, int] = _given(variant).get("search", {})
    return found


def is_fitted(variant: str) -> bool:
    """Has anybody fitted an outlook to the game?"""
    return bool(_given(variant))


@cache
def weights_for(variant: str) -> Weights | None:
    """The weights of a game; None where nobody has fitted any to its whole board."""
    given = _given(variant)
    return _read(given["early"], given["harvest"]) if given and not regions_for(variant) else None


def _read(early: Mapping[str, int], harvest: Mapping[str, int]) -> Weights:
    lists = ((False, early), (True, harvest))
    return {turn: tuple([its[measure] for measure in MEASURES]) for turn, its in lists}


@cache
def regions_for(variant: str) -> Mapping[str, tuple[Weights, Mapping[bool, int]]]:
    """Region → its weights and bases, in a game whose score is the product over its regions.

    The lists of such a game are named by regions: `early.north`.
    """
    early, harvest = (_given(variant).get(name, {}) for name in ("early", "harvest"))
    return {
        region: (_read(its, harvest[region]), {False: its[BASE], True: harvest[region][BASE]})
        for region, its in early.items()
        if isinstance(its, Mapping)
    }


class Outlook:
    """The value of boards to one power, when the turn is over that it is about to order.

    `shares` says of each place that may be a centre what it counts: one where it
    is sure, and like any other. Places without a share are not looked at.
    """

    def __init__(self, seat: Seat, weights: Weights, shares: Mapping[str, float]) -> None:
        self._book, self.power, self._advice = seat.book, seat.power, seat.advice
        self._movers = seat.movers | {seat.power}
        self.weights, self.shares = weights[seat.harvest], shares
        self._all, self._harvest = weights, seat.harvest
        # asked of the same units again and again, as most of a board stays as it is
        self._known: dict[frozenset[str], dict[tuple[bool, str, str], float]] = {}

    def weights_after(self, movements: int) -> tuple[int, ...]:
        """What counts so many movements later, of a game with two a year."""
        return self._all[self._harvest ^ (movements % 2 == 1)]

    def value(
        self, position: Position, winners: Sequence[str], harvest: bool | None = None
    ) -> float:
        """What a board comes to, be the game won or not.

        Units that must retreat are on the board no more. `harvest`, of a board
        later than that: did centres change owner by the last turn?
        """
        if winners:
            return ended(self.power, winners)
        weights = self.weights if harvest is None else self._all[harvest]
        pairs = zip(weights, self.measures(position), strict=True)
        return sum([weight * measure for weight, measure in pairs])

    def measures(self, position: Position) -> list[float]:
        """The measures of a board, as `MEASURES` names them."""
        power, shares, owners = self.power, self.shares, position.owners
        standing = {unit.province: unit.power for unit in position.units}
        holders = {at: standing.get(at) or owners.get(at, "") for at in shares}
        measured = [0.0] * len(MEASURES)
        sizes: dict[str, float] = defaultdict(float)
        for at, by in self._strengths(position).items():
            holder, share = holders[at], shares[at]
            sizes[holder] += share
            if holder == power:
                self._held(measured, by, share)
            elif power in by:
                self._near(measured, by, standing.get(at, ""), share)
                measured[_AT["neutral"]] += share * (not holder)
            measured[_AT["owned"]] += share * (owners.get(at) == power)
        rivals = [n for who, n in sizes.items() if who != power and who in self._book.players]
        own = sizes[power]
        measured[_AT["centres"]], measured[_AT["squared"]] = own, own * own
        measured[_AT["leader"]] = max([0.0, *(n - LEADER for n in rivals)])
        survey, weight = survey_of(self._book, position), self._advice.weight
        for dislodged in position.dislodged:
            sort = "lost" if dislodged.unit.power == power else "driven"
            measured[_AT[sort]] += weight(survey, dislodged.unit)
        self._distances(measured, position, holders)
        return measured

    def _strengths(self, position: Position) -> Mapping[str, Strengths]:
        """Centre → who has what in it, and beside it if he moves at all."""
        book, weight, movers = self._book, self._advice.weight, self._movers
        survey = survey_of(book, position)
        strengths: dict[str, dict[str, float]] = {at: {} for at in self.shares}
        for unit in position.units:
            strength = weight(survey, unit)
            for at, moves in reaches(book, unit.kind, unit.place):
                if moves > (unit.power in movers):
                    break
                by = strengths.get(at)
                if by is not None:
                    by[unit.power] = by.get(unit.power, 0.0) + strength
        return strengths

    def _held(self, measured: list[float], by: Strengths, share: float) -> None:
        own = by.get(self.power, 0.0)
        others = [n for power, n in by.items() if power != self.power]
        most = max(others, default=0.0)
        if not most:
            sort = "safe"
        elif most <= own:
            sort = "even"
        else:
            sort = "pressed" if most <= own + 1 else "failing"
        measured[_AT[sort]] += share
        measured[_AT["exposed"]] += share * (not own and most > 0)
        measured[_AT["outnumbered"]] += share * (sum(others) > own)

    def _near(self, measured: list[float], by: Strengths, there: str, share: float) -> None:
        own = by[self.power]
        most = max([n for power, n in by.items() if power != self.power], default=0.0)
        if not there:
            sort = "open" if own > most else "disputed"
        elif own > most:
            sort = "weak"
        elif own == by[there]:
            sort = "equal"
        else:
            sort = "stronger" if own > by[there] else "weaker"
        measured[_AT[sort]] += share

    def _distances(
        self, measured: list[float], position: Position, holders: Mapping[str, str]
    ) -> None:
        power, weight, nearest, feared = self.power, self._advice.weight, 0.0, 0.0
        survey = survey_of(self._book, position)
        held = frozenset([at for at, holder in holders.items() if holder == power])
        known = self._known.setdefault(held, {})
        for unit in position.units:
            own, strength = unit.power == power, weight(survey, unit)
            asked = own, unit.kind, unit.place
            near = known.get(asked)
            if near is None:
                near = known[asked] = self._nearness(held, *asked)
            if own:
                measured[_AT["units"]] += strength
                nearest += strength * near
            elif unit.power in self._movers:
                feared += strength * near
        measured[_AT["nearest"]], measured[_AT["feared"]] = nearest, feared

    def _nearness(self, held: frozenset[str], own: bool, kind: str, place: str) -> float:
        """How near a unit is to the next centre that is not held; of others, to all that are."""
        near = [each for each in reaches(self._book, kind, place) if each[0] in self.shares]
        if own:
            return next((NEARNESS[moves] for at, moves in near if at not in held), 0)
        return sum([self.shares[at] * NEARNESS[moves] for at, moves in near if at in held])


def ended(power: str, winners: Sequence[str]) -> float:
    """What a game that is over comes to."""
    return (2 * (power in winners) - 1) * WON // len(winners)
