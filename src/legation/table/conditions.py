"""Conditions of orders that are written ahead: read from text, and decided on a View alone.

What its owner was not told is neither so nor not so; then neither the condition
nor its opposite holds. No truth of a game is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.errors import InputError, LegationError, OrderError
from legation.rules.fates import GOOD
from legation.rules.reports import Fate, Outcome
from legation.rules.rulebook import Rulebook
from legation.sight.view import View, standing

MOVED, DISLODGED, SUCCEEDED, FAILED, IN, HOLDS = (
    *("moved", "dislodged", "succeeded", "failed", "in", "holds"),
)
SOMEBODY, NOBODY = "somebody", "nobody"
LONGEST = 200
"""Letters of the conditions of one branch."""

EXAMPLES: Mapping[str, str] = {
    MOVED: "A Bur moved",
    DISLODGED: "A Bur was dislodged",
    SUCCEEDED: "A Mun - Bur succeeded",
    FAILED: "A Mun - Bur failed",
    IN: "Germany is in Bur",
    HOLDS: "Germany holds Mun",
}
"""One of each, as it is written on the board of the standard game."""

_UNTOLD = frozenset({Fate.UNTOLD, Fate.NONE})
_WHO = {
    **dict.fromkeys(("somebody", "someone", "anybody", "anyone", "a unit"), SOMEBODY),
    **dict.fromkeys(("nobody", "no one", "no unit"), NOBODY),
}
_FORMS = tuple(
    (re.compile(form, re.IGNORECASE), what)
    for form, what in (
        (r"(?P<unit>.+) did (?P<no>not) move", MOVED),
        (r"(?P<unit>.+?)(?: has)? moved", MOVED),
        (r"(?P<unit>.+?)(?: was| is)? (?P<no>not) dislodged", DISLODGED),
        (r"(?P<unit>.+?)(?: was| is)? dislodged", DISLODGED),
        (r"(?P<order>.+?) (?:succeeded|succeeds)", SUCCEEDED),
        (r"(?P<order>.+?) (?:failed|fails)", FAILED),
        (r"(?P<who>.+?) is(?P<no> not)? in (?P<place>.+)", IN),
        (r"(?P<who>.+?) (?:does (?P<no>not) )?(?:holds?|owns?) (?P<place>.+)", HOLDS),
    )
)
_SHORT = re.compile(r"n['’]t\b")
_OWN = re.compile(r"^(?:my|our|the)\s+", re.IGNORECASE)
_HINTS = (
    (re.compile(r"\bdislodged\b", re.IGNORECASE), EXAMPLES[DISLODGED]),
    (re.compile(r"\b(?:empty|free|vacant)\b", re.IGNORECASE), "nobody is in Bur"),
    (re.compile(r"\b(?:in|at|occupied|stands?)\b", re.IGNORECASE), EXAMPLES[IN]),
    (
        re.compile(r"\b(?:owns?|holds?|owned|held|took)\b", re.IGNORECASE),
        EXAMPLES[HOLDS],
    ),
    (re.compile(r"\b(?:retreats?|beaten|lost|dislodges?)\b", re.IGNORECASE), EXAMPLES[DISLODGED]),
    (re.compile(r"\s-\s|\b[SC]\b"), EXAMPLES[SUCCEEDED]),
)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: `text` as written, `what` it asks, `no` where it asks for the opposite.

    Of the rest it has what it asks about: a `unit` by its place in the last
    movement phase, `orders` that the text may mean, or who is in a `place`.
    """

    text: str
    what: str
    no: bool = False
    unit: UnitName | None = None
    orders: tuple[Order, ...] = ()
    who: str = ""
    place: str = ""


def read_conditions(book: Rulebook, text: str) -> tuple[Condition, ...]:
    """The conditions of a branch, one or several with *and* between them.

    Raises:
        InputError: where one is not understood, with one that would be.
    """
    text = " ".join(text.split())
    if len(text) > LONGEST:
        raise InputError(f"this is too long for a condition; it has {LONGEST} letters at most.")
    whole = _read(book, text)
    if isinstance(whole, Condition):
        return (whole,)
    for cut in re.finditer(r"\s+and\s+", text, re.IGNORECASE):
        first = _read(book, text[: cut.start()])
        if isinstance(first, Condition):
            return (first, *read_conditions(book, text[cut.end() :]))
    if whole is not None:
        raise InputError(f'the condition "{text}" is not understood: {whole}')
    raise InputError(f'"{text}" is no condition; write it as "{_nearest(text)}".')


def _nearest(text: str) -> str:
    return next((as_one for hint, as_one in _HINTS if hint.search(text)), EXAMPLES[MOVED])


def _read(book: Rulebook, text: str) -> Condition | LegationError | None:
    """The condition that a text is; what is wrong with its names, or None where it is none."""
    wrong: LegationError | None = None
    plain = _SHORT.sub(" not", text)
    for form, what in _FORMS:
        found = form.fullmatch(plain)
        if found is None:
            continue
        try:
            return _named(book, text, what, found.groupdict())
        except LegationError as error:
            wrong = wrong or error
    return wrong


def _named(book: Rulebook, text: str, what: str, parts: Mapping[str, str | None]) -> Condition:
    """A condition with its names looked up.

    Raises:
        LegationError: for a name that the game does not have.
    """
    no = bool(parts.get("no"))
    if what in (MOVED, DISLODGED):
        return Condition(text, what, no, unit=_unit(book, parts["unit"] or ""))
    if what in (SUCCEEDED, FAILED):
        return Condition(text, what, orders=_orders(book, parts["order"] or ""))
    said, place = parts["who"] or "", province_of(book.names.find_place(parts["place"] or ""))
    anybody = _WHO.get(said.casefold(), "") if what == IN else ""
    who = anybody or book.names.find_nation(_OWN.sub("", said))
    return Condition(text, what, no, who=who, place=place)


def _unit(book: Rulebook, text: str) -> UnitName:
    """The unit that a text names, as an order would.

    Raises:
        InputError: where it names none.
    """
    try:
        unit = book.read(f"{_OWN.sub('', text)} H", MOVEMENT).unit
    except OrderError:
        unit = None
    if unit is None:
        raise InputError(f'no unit is called "{text}"; name it by its kind and place, as "A Bur".')
    return unit


def _orders(book: Rulebook, text: str) -> tuple[Order, ...]:
    """What a text may mean as an order, in each kind of phase.

    Raises:
        InputError: where it is none of a unit.
    """
    found = []
    for kind in (MOVEMENT, RETREAT, ADJUSTMENT):
        try:
            found.append(book.read(_OWN.sub("", text), kind))
        except OrderError:
            continue
    if not any(order.unit for order in found):
        raise InputError(f'"{text}" is no order of a unit.')
    return tuple(found)


def decided(condition: Condition, view: View) -> bool | None:
    """Is it so, as its owner knows it in the phase that is open? None where he was not told."""
    asked = _ASKED[condition.what](condition, view)
    return asked if asked is None else asked != condition.no


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
    """Whose centre it is, as he knows it."""
    return view.position.owners.get(condition.place) == condition.who


_ASKED: Mapping[str, Callable[[Condition, View], bool | None]] = {
    MOVED: _moved,
    DISLODGED: _dislodged,
    SUCCEEDED: _succeeded,
    FAILED: _failed,
    IN: _in,
    HOLDS: _holds,
}
