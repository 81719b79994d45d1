"""Conditions of orders that are written ahead, read from text; `deciding` decides them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import UnitName
from legation.errors import InputError, LegationError, OrderError
from legation.rules.rulebook import Rulebook

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
