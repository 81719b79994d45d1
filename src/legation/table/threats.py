"""Who could take a place in the next movement, and with what: tried on a board as one knows it.

Each power is tried by itself but for whose the place is: once while all others
hold, and once while it is defended by all supports that its holder has for it.
Nobody else helps or hinders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.menus import menu
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey, survey_of
from legation.sight.view import View
from legation.table.whatif import suppose


@dataclass(frozen=True, slots=True)
class Threat:
    """How a power could take a place: its move, and the supports given to it.

    `defence` are supports that its holder has for it; `holds`: they would keep it.
    """

    power: str
    orders: tuple[str, ...]
    defence: tuple[str, ...]
    holds: bool


def threats(book: Rulebook, view: View, province: str) -> list[Threat]:
    """Each other power that could take a province by its own units; with the fewest that would do.

    `view` is of a movement phase; of any other nobody could.
    """
    survey = survey_of(book, view.position)
    standing = [unit for unit in view.position.units if unit.province == province]
    holders = {unit.power for unit in standing} or {view.position.owners.get(province, "")}
    own = [unit for unit in view.position.units if unit.power in holders]
    defence = tuple(_supports(survey, own, standing, ""))
    against = "".join(f"{_sheet(power, defence)}\n" for power in holders)
    found = []
    for power in (each.name for each in book.powers if each.name not in holders):
        ways: list[tuple[str, ...]] = []
        through: list[tuple[str, ...]] = []
        for way in _ways(survey, power, province):
            for found_in, others in ((ways, ""), (through, against)):
                # One more support never helps less: without all of them there is nothing to find.
                if _taken(book, view, province, power, way, others):
                    found_in.append(_fewest(book, view, province, power, way, others))
        if ways:
            best = min(through or ways, key=len)
            found.append(Threat(power, best, defence, not through))
    return found


def _fewest(
    book: Rulebook, view: View, goal: str, power: str, way: tuple[str, ...], others: str
) -> tuple[str, ...]:
    """The move with no more of its supports than it needs."""
    tried = (way[:count] for count in range(1, len(way)))
    return next((few for few in tried if _taken(book, view, goal, power, few, others)), way)


def _ways(survey: Survey, power: str, province: str) -> Iterator[tuple[str, ...]]:
    """Each move of a unit to a province, with all supports that its power has for it."""
    units = survey.position.of(power)
    for unit in units:
        move = next(_orders(survey, unit, "move", province), None)
        if move is None:
            continue
        written = survey.book.write(move)
        yield (written, *_supports(survey, units, [unit], province))


def _orders(survey: Survey, unit: Unit, verb: str, province: str) -> Iterator[Order]:
    """Orders of a unit of one kind that go to a province; their numbers are left out."""
    for choice in menu(survey, unit):
        if choice.verb == verb:
            for goal in choice.goals:
                if province_of(goal) == province:
                    yield replace(choice.orders()[0], goal=goal, extra=choice.extra)


def _supports(
    survey: Survey, units: Iterable[Unit], whom: Iterable[Unit], goal: str
) -> Iterator[str]:
    """A support by each other unit of one of these, where it stands or to its goal."""
    places = {unit.place: unit for unit in whom}
    for unit in units:
        if unit in places.values():
            continue
        for order in _orders(survey, unit, "support", goal):
            if order.target is not None and order.target.place in places:
                yield survey.book.write(order)
                break


def _taken(
    book: Rulebook, view: View, goal: str, power: str, orders: tuple[str, ...], others: str = ""
) -> bool:
    """Does a power stand there, if it orders so?"""
    _, (came,) = suppose(book, view, [f"{others}{_sheet(power, orders)}"])
    there = province_of(goal)
    return any(u.power == power and u.province == there for u in came.after.position.units)


def _sheet(power: str, orders: Iterable[str]) -> str:
    return "\n".join(f"{power}: {text}" for text in orders)
