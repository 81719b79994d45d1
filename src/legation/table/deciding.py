"""Conditions of orders that are written ahead, decided on a View alone.

What its owner was not told is neither so nor not so; then neither the condition
nor its opposite holds. No truth of a game is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import UNCOUNTED
from legation.board.units import Unit, UnitName
from legation.rules.fates import GOOD
from legation.rules.reports import Fate, Outcome
from legation.sight.view import View, standing
from legation.table.conditions import (
    DISLODGED,
    FAILED,
    HOLDS,
    IN,
    MOVED,
    NOBODY,
    SOMEBODY,
    SUCCEEDED,
    Condition,
)

_UNTOLD = frozenset({Fate.UNTOLD, Fate.NONE})


def decided(condition: Condition, view: View) -> bool | None:
    """Is it so, as its owner knows it in the phase that is open? None where he was not told."""
    asked = _ASKED[condition.what](condition, view)
    return asked if asked is None else asked != condition.no


def why_unknown(condition: Condition, view: View, *, hidden: bool) -> str:
    """Why neither it nor its opposite holds; `hidden`: there may be what he was not told.

    It says the same of whatever he was not told.
    """
    nothing = {
        **dict.fromkeys((MOVED, DISLODGED), "unit stood there"),
        **dict.fromkeys((SUCCEEDED, FAILED), "such order was given"),
    }.get(condition.what)
    if nothing is None or hidden or _of_unit(condition, view) or _fates(condition, view):
        return "you were not told"
    return f"no {nothing}" if any(_came(view)) else "no phase was played before"


def _came(view: View) -> Iterator[tuple[str, Outcome]]:
    """What he was told of orders in the last movement phase and since, the latest first.

    Each with the kind of its phase.
    """
    seen: set[int] = set()
    for told in reversed(standing(view.told)):
        if told.number in seen or told.number >= view.number or not told.outcomes:
            continue
        seen.add(told.number)
        for outcome in told.outcomes:
            yield told.phase.kind, outcome
        if told.phase.kind == MOVEMENT:
            return


def _is(name: UnitName, unit: Unit | UnitName, power: str) -> bool:
    return (
        name.province == unit.province
        and name.kind in ("", unit.kind)
        and name.power in ("", power)
        and name.number in (0, unit.number)
    )


def _of_unit(condition: Condition, view: View) -> list[Outcome]:
    """What came of the unit's order in the last movement phase, as far as he was told."""
    name = condition.unit
    return [
        outcome
        for kind, outcome in _came(view)
        if kind == MOVEMENT
        and name is not None
        and outcome.unit is not None
        and _is(name, outcome.unit, outcome.power)
    ]


def _any(found: list[bool | None]) -> bool | None:
    """So, where one of them is; not so, where all are known and none is."""
    if any(found):
        return True
    return False if found and None not in found else None


def _moved(condition: Condition, view: View) -> bool | None:
    return _any([_went(outcome) for outcome in _of_unit(condition, view)])


def _went(outcome: Outcome) -> bool | None:
    if outcome.dislodged or outcome.disbanded:
        return False
    if outcome.fate in _UNTOLD or not outcome.at:
        return None
    return province_of(outcome.at) != outcome.province


def _dislodged(condition: Condition, view: View) -> bool | None:
    name = condition.unit
    out = [each.unit for each in view.position.dislodged]
    if name is not None and any(_is(name, unit, unit.power) for unit in out):
        return True
    return _any(
        [
            True if o.dislodged else None if o.fate in _UNTOLD else False
            for o in _of_unit(condition, view)
        ]
    )


def _fates(condition: Condition, view: View) -> list[Fate]:
    """What became of the order that is named, of the latest phase in which it was given."""
    found: list[tuple[str, Fate]] = [
        (kind, outcome.fate)
        for kind, outcome in _came(view)
        if outcome.order is not None
        and outcome.unit is not None
        and any(_same(order, outcome.order, outcome) for order in condition.orders)
    ]
    return [fate for kind, fate in found if kind == found[0][0]]


def _same(named: Order, given: Order, outcome: Outcome) -> bool:
    """Is this the order that is named? Kinds, coasts and convoys left out are no difference."""
    if named.verb != given.verb or named.unit is None or outcome.unit is None:
        return False
    if not _is(named.unit, outcome.unit, outcome.power):
        return False
    targets = [each and each.province for each in (named.target, given.target)]
    if targets[0] != targets[1]:
        return False
    return province_of(named.goal) == province_of(given.goal)


def _succeeded(condition: Condition, view: View) -> bool | None:
    return _any([None if f in _UNTOLD else f in GOOD for f in _fates(condition, view)])


def _failed(condition: Condition, view: View) -> bool | None:
    return _any([None if f in _UNTOLD else f not in GOOD for f in _fates(condition, view)])


def _in(condition: Condition, view: View) -> bool | None:
    """Whom he sees there: who is not seen is not there, as he knows it."""
    there = {unit.power for unit in view.position.units if unit.province == condition.place}
    if condition.who == SOMEBODY:
        return bool(there)
    return not there if condition.who == NOBODY else condition.who in there


def _holds(condition: Condition, view: View) -> bool | None:
    """Whose centre it is, as he knows it; not known, where it may be one of theirs unseen."""
    owner = view.position.owners.get(condition.place)
    if not owner and condition.who in view.position.facts.get(UNCOUNTED, ()):
        return None
    return owner == condition.who


_ASKED: Mapping[str, Callable[[Condition, View], bool | None]] = {
    MOVED: _moved,
    DISLODGED: _dislodged,
    SUCCEEDED: _succeeded,
    FAILED: _failed,
    IN: _in,
    HOLDS: _holds,
}
