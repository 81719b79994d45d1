"""Adjustments on the hour: what multiple units need, where units are built, who goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from legation.board.graph import UNIT
from legation.board.position import Position
from legation.board.units import Unit, UnitName, kind_and_strength
from legation.rules.book import Book
from legation.rules.refusals import because
from legation.rules.removals import moves_to
from legation.rules.reports import Fact, Report, shown
from legation.rules.survey import Survey
from legation.rules.upkeep import Upkeep

from .cast import KNIGHTSBRIDGE, NORTH, SHOPPERS, STARTING, THEATRE, TWO, spot
from .options import Options

# Upkeep (LN-6d)


def first_two(position: Position) -> Unit | None:
    """The Shoppers' starting 2U, wherever it is by now.

    A board that says nothing of it counts the first multiple unit they have.
    """
    lost = (d.unit for d in position.dislodged)
    own = [u for u in (*lost, *position.units) if u.power == SHOPPERS and u.strength > 1]
    places = position.facts.get(STARTING)
    return next((u for u in own if places is None or spot(u) in places), None)


def followed(before: Position, position: Position) -> Position:
    """The board with the place where the Shoppers' starting 2U now stands, by its identity."""
    unit = first_two(before)
    everybody = (*(d.unit for d in position.dislodged), *position.units)
    now = tuple(spot(u) for u in everybody if unit is not None and u.id == unit.id)
    return replace(position, facts={**position.facts, STARTING: now})


def _in_order(survey: Survey, power: str, units: Sequence[Unit]) -> list[tuple[int, Unit]]:
    """A faction's units in the order in which they go unasked, with their moves from home."""
    graph, moves = survey.graph, _from_home(survey.book, power)
    away = [(moves[unit.province], unit) for unit in units]
    return sorted(
        away,
        key=lambda pair: (
            -pair[0],
            pair[1].strength,
            graph.provinces[pair[1].province].name,
            pair[1].number,
        ),
    )


@lru_cache(maxsize=32)
def _from_home(book: Book, power: str) -> Mapping[str, int]:
    """Province → the moves from there to the nearest home centre of a faction."""
    ways, homes = book.graph.army, set(book.graph.homes.get(power, ()))
    return {place: moves_to(ways, [place], homes) for place in book.graph.provinces}


# Builds (LN-6c, LN-1B-b, LN-1C-b)


def _sites(survey: Survey, power: str) -> list[str]:
    """The vacant centres north of the river that a power owns."""
    provinces = survey.graph.provinces
    return [
        centre
        for centre in survey.position.centres_of(power)
        if provinces[centre].region == NORTH and centre not in survey.at
    ]


class Building(Upkeep):
    """What multiple units need, where units are built, and who goes unasked."""

    options: Options

    def upkeep(self, survey: Survey, unit: Unit) -> int:
        """How many centres a unit needs (option ``upkeep``)."""
        if unit.strength == 1:
            return 1
        rule = self.options.upkeep
        if rule == "units" or (rule == "lenient" and unit == first_two(survey.position)):
            return 1
        return unit.strength

    def due(self, survey: Survey, power: str) -> int:
        """Builds due to a power; removals where negative, what stays whatever happens left out."""
        if power not in self.players:
            return 0
        balance, units = super().due(survey, power), survey.position.of(power)
        if balance >= 0:
            return balance
        spared = self._spared(survey, power, units)
        most = sum(self.upkeep(survey, unit) for unit in units if unit != spared)
        return max(balance, -most)

    def _spared(self, survey: Survey, power: str, units: Sequence[Unit]) -> Unit | None:
        """The last multiple unit of a faction that has a centre (option ``removal-multiple``)."""
        if self.options.removal_multiple == "whole" or not survey.position.centres_of(power):
            return None
        multiple = [unit for _, unit in _in_order(survey, power, units) if unit.strength > 1]
        return multiple[-1] if multiple else None

    def going(
        self, survey: Survey, power: str, units: Sequence[Unit]
    ) -> Iterator[tuple[Unit, Report]]:
        """The farthest from home by moves, weaker first, then by name (LN-6d)."""
        spared = self._spared(survey, power, units)
        for distance, unit in _in_order(survey, power, units):
            if unit != spared:
                facts: dict[str, Fact] = {"power": power, "unit": shown(unit)}
                facts |= {"measure": "a home centre", "distance": distance}
                yield unit, Report("removed-automatically", "LN-6d", facts)

    def cost(self, name: UnitName) -> int:
        """How many builds a unit takes: its strength (LN-1B-b)."""
        return kind_and_strength(name.kind)[1]

    def build_choices(self, survey: Survey, power: str) -> list[UnitName]:
        """The units that a power could build, one by one (LN-6c, LN-1B-b)."""
        sites = _sites(survey, power)
        names = [UnitName(place, UNIT) for place in sites]
        if KNIGHTSBRIDGE in sites and self.due(survey, power) >= 2:
            names.append(UnitName(KNIGHTSBRIDGE, TWO))
        return names

    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> Report:
        """Why a power cannot build this unit."""
        province = survey.graph.provinces[name.province]
        place = province.code
        owner = survey.position.owners.get(province.code)
        _, strength = kind_and_strength(name.kind)
        if strength > 2:
            return because("never-built", written=name.kind)
        if strength == 2 and place != KNIGHTSBRIDGE:
            return because("built-there-only", written=TWO, place=KNIGHTSBRIDGE)
        if province.region != NORTH:
            return because("not-north", place=place)
        if owner != power:
            if not owner:
                return because("not-ones-own", place=place, power=power)
            return because("not-owned", "LN-6c", place=place, owner=owner)
        if place in survey.at:
            return because("occupied", "LN-6c", place=place)
        return because("takes-two-builds", written=TWO)

    def builds_possible(self, survey: Survey, power: str) -> int:
        """How many builds a power can use, as everybody can tell.

        Whether the Theatre-Goers' own unseen units block their centres must not
        show in a phase that is passed over or a build that lapses (LN-1A-c), so
        theirs count as vacant.
        """
        if power == THEATRE:
            others = tuple(u for u in survey.position.units if u.power != THEATRE)
            sites = _sites(Survey(survey.book, replace(survey.position, units=others)), power)
        else:
            sites = _sites(survey, power)
        room = len(sites) + (KNIGHTSBRIDGE in sites)
        return max(0, min(self.due(survey, power), room))
