"""How to play after the bombs: what a bot is told of this game (see `bots.advice`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, SETUP
from legation.board.graph import ARMY, FLEET, MUTANT, MapGraph, province_of
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.rules.naming import own_name, own_unit
from legation.rules.survey import Survey

from .. import country
from ..ledger import Ledger
from ..mutants import COST, MUTATE, home_centres
from ..opening import EITHER_RANGE, MOST_RANGES, RANGE, START
from ..options import Options

Value = Callable[[Unit, str], float]

_LIKELIER = 1.7  # half of the places that may be centres are: more than bots take for granted
_UNUSUAL = 0.6  # how much of its value counts for a kind that the regular game has not there
_WORTH_A_RANGE = 1.0  # the danger from which on a second one is placed


def worth(survey: Survey, kept: Ledger, power: str) -> Mapping[str, float]:
    """Places that may be centres are worth a look: half of them are, or more (PA-5)."""
    centres = kept.centres_known.get(power, ())
    known, stood = {*survey.position.owners, *centres}, kept.stood.get(power, ())
    unsure = (place for place in survey.book.possible_centres if place not in known)
    return {place: 0.0 if place in stood else _LIKELIER for place in unsure}


def imagined(
    survey: Survey, kept: Ledger, power: str, shares: Mapping[str, float], rng: random.Random
) -> tuple[Position, Ledger]:
    """Centres as they may have been dealt (PA-3, PA-4), and the others' knowledge of them.

    Each is supposed to know what there is in its own country, to own there what
    nobody else stands on, and to know all that this power knows.
    """
    position, players = survey.position, survey.book.players
    known = {*position.owners, *kept.centres_known.get(power, ())}
    alive = {unit.power for unit in position.units} & players
    standing = {unit.province: unit.power for unit in position.units if unit.power in players}
    owners, home = dict(position.owners), country.pools(survey.graph)
    dealt = set(known)
    for pool, codes in home.items():
        rest = [code for code in codes if code not in known and shares.get(code, 0.0)]
        left = country.DRAWN.get(pool, country.DRAWN_ELSE) - len(known.intersection(codes))
        drawn = rng.sample(rest, min(max(left, 0), len(rest)))
        dealt.update(drawn)
        if position.phase.year > survey.book.calendar.first_year:  # before, nobody owns any
            lords = {code: standing.get(code, pool) for code in drawn}
            owners |= {code: lord for code, lord in lords.items() if lord in alive - {power}}
    own = {
        each: {code for code in dealt if owners.get(code) == each} | dealt.intersection(codes)
        for each, codes in ((each, home.get(each, ())) for each in players)
    }
    found = {each: tuple(sorted(known | own[each])) for each in players - {power}}
    met = tuple(sorted(kept.ranges))
    guess = replace(
        kept,
        centres_dealt=frozenset(dealt),
        centres_known={**kept.centres_known, **found},
        ranges_known={**dict.fromkeys(players, met), **kept.ranges_known},
        stood={each: home[each] for each in players if each in home},
    )
    return replace(position, owners=owners), guess


def sheet(
    survey: Survey,
    kept: Ledger,
    power: str,
    planned: Sequence[Order],
    value: Value,
    rng: random.Random,
) -> Sequence[Order]:
    """The first Winter's sheet, and mutants in the others."""
    del kept
    if survey.position.phase.kind == SETUP:
        starts = list(_starts(survey, power, value, rng))
        return [*starts, *_ranges(survey, power, starts, rng)]
    if survey.position.phase.kind == ADJUSTMENT:
        return _with_mutants(survey, power, planned, value)
    return planned


# The first Winter (PA-1a, PA-6, PA-11)


def _starts(survey: Survey, power: str, value: Value, rng: random.Random) -> Iterator[Order]:
    """For each unit the kind and place that are worth most, the regular ones preferred."""
    graph = survey.graph
    for row in country.starts(graph).get(power, ()):
        scored = []
        for place in row:
            for kind in (ARMY, FLEET):
                if graph.can_stand(kind, place):
                    usual = (kind == FLEET) == (place in country.REGULAR_FLEETS)
                    fits = 1.0 if usual else _UNUSUAL * (kind == FLEET or _leads_out(graph, place))
                    worth_here = value(Unit(power, kind, place), place)
                    scored.append((worth_here * fits * rng.uniform(0.8, 1.25), kind, place))
        _, kind, place = max(scored)
        yield Order(START, extra=(("piece", UnitName(place, kind)),))


def _leads_out(graph: MapGraph, place: str) -> bool:
    """Does a way by land lead to other countries?"""
    own = graph.provinces[place].home
    return any(
        graph.provinces[far].home not in (own, "")
        for near in graph.army[place]
        for far in graph.army[near]
    )


def _ranges(
    survey: Survey, power: str, starts: Sequence[Order], rng: random.Random
) -> Iterator[Order]:
    """A range or two where others would come from; one of them waits for what is to be protected.

    If the place where a unit starts is no centre, that one is put elsewhere.
    """
    pieces = (order.field("piece") for order in starts)
    begun = {piece.place: piece.kind for piece in pieces if isinstance(piece, UnitName)}
    danger = {
        pair: _danger(survey, power, begun, *pair) * rng.uniform(0.8, 1.2)
        for pair in country.frontiers(survey.graph, power)
    }
    best = sorted(danger, key=lambda pair: (-danger[pair], pair))
    (side, goal), *others = best[: MOST_RANGES + 1]
    if side in begun and len(others) == MOST_RANGES:
        other = others.pop()
        extra = (("home", side), ("first", side), ("last", goal), ("side", other[0]))
        yield Order(EITHER_RANGE, goal=other[1], extra=extra)
    else:
        yield Order(RANGE, goal=goal, extra=(("side", side),))
    side, goal = others[0]
    if danger[side, goal] > _WORTH_A_RANGE:
        yield Order(RANGE, goal=goal, extra=(("side", side),))


def _danger(survey: Survey, power: str, begun: Mapping[str, str], side: str, other: str) -> float:
    """How much a range between a place of one's country and its neighbour keeps out."""
    graph = survey.graph
    if other in country.homes(graph, power):
        return 0.05
    foreign = {unit.province for unit in survey.position.units if unit.power != power}
    near = sum(place in foreign for place in graph.touching[other])
    danger = 1.0 + 2.0 * (other in foreign) + 0.5 * near
    if other in graph.carriers:
        return (0.05 if begun.get(side) == FLEET else 0.3) * danger
    if graph.provinces[other].home == country.NEUTRAL:
        danger *= 0.3  # one wants to go there
    return danger * (1.5 if side in begun else 1.0)


# Mutants (PA-9)


def _with_mutants(
    survey: Survey, power: str, planned: Sequence[Order], value: Value
) -> Sequence[Order]:
    """Builds for which there is no room turn units at home into mutants; so may a removal."""
    due = survey.book.due(survey, power)
    if due < 0:
        return _instead_of_removal(survey, power, planned, value)
    costs = (survey.book.cost(o.unit) for o in planned if o.unit is not None)
    left = due - sum(costs)
    own = home_centres(survey, power)
    at_home = [u for u in survey.position.of(power) if u.province in own and u.kind != MUTANT]
    at_home.sort(
        key=lambda unit: (-value(Unit(power, MUTANT, unit.province), unit.province), str(unit))
    )
    if Options.of(survey.book).mutant_upkeep != 1:
        left //= COST
    return [*planned, *(_mutant(unit.province, unit) for unit in at_home[: max(0, left)])]


def _instead_of_removal(
    survey: Survey, power: str, planned: Sequence[Order], value: Value
) -> Sequence[Order]:
    """Two units side by side become one mutant, if one of them had to go (PA-9c)."""
    going = [own_unit(survey, power, o.unit) for o in planned if o.unit is not None]
    if len(going) != 1 or Options.of(survey.book).mutant_upkeep != 1 or going[0].kind == MUTANT:
        return planned
    own, lost = home_centres(survey, power), going[0]
    touching = survey.graph.touching[lost.province]
    pairs = [
        (value(other, other.place), str(other), other)
        for other in survey.position.of(power)
        if other.kind != MUTANT
        and other.province in touching
        and {lost.province, other.province} & {*own}
    ]
    if not pairs:
        return planned
    other = min(pairs, key=lambda each: each[:2])[2]
    home = lost.province if lost.province in own else other.province
    return [_mutant(home, lost, other)]


def _mutant(home: str, first: Unit, second: Unit | None = None) -> Order:
    more = (("second", own_name(second)),) if second is not None else ()
    return Order(MUTATE, goal=province_of(home), extra=(("first", own_name(first)), *more))
