"""May an order of a movement stand? It is judged when it is given.

A text that is not in the package's form is brought into it first: kinds and
coasts left out are filled in from the board, other spellings read.
"""

from __future__ import annotations

from collections.abc import Mapping

from legation.board.graph import ARMY, FLEET, province_of
from legation.compat.diplomacy.ground import GRAPH, SPLIT
from legation.compat.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Said, parted, said
from legation.compat.diplomacy.sailing import carries as could_go
from legation.compat.diplomacy.sailing import could_carry, enters, walks
from legation.compat.diplomacy.words import StringableCode

Standing = Mapping[str, str]
"""Province → the unit in it, of any power."""


def judged(
    text: str, own: set[str], standing: Standing, seas: frozenset[str]
) -> Said | StringableCode:
    """The order that a text is, for one of one's own units; or why it does not count.

    `seas` are those with a fleet that can convoy.
    """
    unit, tail = parted(text)
    order = said(unit, tail) if unit in own else None
    if order is None:
        return _fault(22002, text, "it is no order for a unit of this power")
    return _why_not(order, text, standing, seas) or _either_coast(order)


def _either_coast(order: Said) -> Said:
    """A fleet's support of a fleet that could go to either coast names none."""
    if order.verb == SUPPORT and "/" in order.goal and order.unit[0] == FLEET:
        steps = GRAPH.steps(FLEET, order.target[2:])
        if len([coast for coast in SPLIT[order.goal_in] if coast in steps]) > 1:
            return said(order.unit, f"S {order.target} - {order.goal_in}") or order
    return order


def _fault(code: int, text: str, why: str) -> StringableCode:
    return StringableCode(code, f"{text}: {why}.")


def _why_not(
    order: Said, text: str, standing: Standing, seas: frozenset[str]
) -> StringableCode | None:
    unit, goal = order.unit, order.goal
    if order.verb == HOLD:
        return None
    if order.verb == MOVE:
        return _why_no_move(order, text, seas)
    target = standing.get(order.there)
    if target != order.target:
        return _fault(21023, text, f"there is no {order.target}")
    if target == unit:
        return _fault(21024, text, "a unit cannot support or carry itself")
    if order.verb == CONVOY:
        if unit[0] != FLEET or unit[2:] not in GRAPH.carriers:
            return _fault(21019, text, "only a fleet at sea can convoy")
        if target[0] != ARMY:
            return _fault(21025, text, "only an army can be convoyed")
        if not could_carry(unit[2:], order.there, goal, seas):
            return _fault(21031, text, "no convoy by this fleet leads there")
        return None
    if (order.goal_in or order.there) not in GRAPH.reach(unit[0], unit[2:]):
        return _fault(21028, text, f"{unit} cannot go there, and so not support")
    if goal and (order.goal_in == order.there or not enters(target, goal, seas)):
        return _fault(21027, text, f"{target} cannot go there")
    return None


def _why_no_move(order: Said, text: str, seas: frozenset[str]) -> StringableCode | None:
    unit, goal = order.unit, order.goal
    if order.goal_in == order.here:
        return _fault(21034, text, "a unit cannot move to where it is")
    if not order.via and walks(unit, goal):
        return None
    if unit[0] == FLEET:
        return _fault(21033 if order.via else 21039, text, f"{unit} cannot go there")
    if GRAPH.provinces[order.goal_in].terrain == "inland" or not GRAPH.can_stand(ARMY, goal):
        return _fault(21035, text, "an army can be landed on a coast alone")
    if not could_go(order.here, goal, seas):
        return _fault(21039, text, "no fleets could carry it there")
    return None


def tidied(words: list[str], standing: Standing) -> str:
    """The package's form of an order, from the words of `Map.compact`."""
    words = _named(words, 0, standing)
    if len(words) == 2:
        words.append("H")
    if len(words) > 2 and words[2] in ("S", "C") and len(words) > 3:
        words = _named(words, 3, standing)
        goals = 5
    else:
        goals = 2
    if len(words) > goals and words[goals] in GRAPH.places:
        words.insert(goals, "-")
    if len(words) > 3 and words[2] == "-":
        words[3] = _coasted(words[0], words[1], words[3])
        if len(words) > 4 and words[-1] != "VIA" and words[-1] in GRAPH.places:
            words = [*words[:3], words[-1], "VIA"]
    return " ".join(words)


def _named(words: list[str], at: int, standing: Standing) -> list[str]:
    """The words with the unit at a place in them named in full, as it stands there."""
    kind = words[at] if words[at : at + 1] and words[at] in (ARMY, FLEET) else ""
    if kind and at + 1 >= len(words):
        return words
    place = words[at + 1] if kind else words[at] if at < len(words) else ""
    unit = standing.get(province_of(place))
    if unit is None or (kind and unit[0] != kind) or (kind == ARMY and "/" in place):
        return words
    if at and "/" in place and place != unit[2:]:
        return words
    return [*words[:at], unit[0], unit[2:], *words[at + (2 if kind else 1) :]]


def _coasted(kind: str, place: str, goal: str) -> str:
    """A goal with the coast that alone is meant, or without one for an army."""
    if kind == ARMY:
        return province_of(goal)
    coasts = [coast for coast in SPLIT.get(goal, ()) if coast in GRAPH.steps(FLEET, place)]
    return coasts[0] if len(coasts) == 1 else goal
