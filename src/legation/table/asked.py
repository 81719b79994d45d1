"""Which order somebody asks about: the outcome that a text names, and what brought it about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from legation.board.calendar import Phase
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.errors import InputError, OrderError
from legation.rules.fates import unordered
from legation.rules.reports import Outcome
from legation.rules.rulebook import Rulebook
from legation.rules.wording import order_of


def find(
    book: Rulebook,
    turns: Iterable[tuple[Phase, Sequence[Outcome]]],
    text: str,
    seat: str = "",
    ask: bool = False,
) -> Iterator[tuple[Phase, Sequence[Outcome], int]]:
    """The outcome of the order, unit or place that a text names, in each turn that has one.

    Of several units in one place that of `seat` is meant; with `ask` one of
    them must be named, otherwise it is the first.

    Raises:
        InputError: where the text is nothing in the phase of any of the turns.
    """
    refusal: InputError | None = None
    understood = False
    for phase, outcomes in turns:
        try:
            wanted = named(book, phase.kind, text)
        except InputError as error:
            refusal = refusal or error  # it may be an order of another kind of phase
            continue
        order = wanted.order
        standing = [index for index, outcome in enumerate(outcomes) if _is_at(wanted, outcome)]
        if order is not None and standing:
            alike = [i for i in standing if _same(order, outcomes[i])]
            if not alike:
                given = outcomes[standing[0]]
                refusal = InputError(f"the order was {order_of(book, given)}, not {order}")
                continue
            standing = [i for i in alike if outcomes[i].order == order] or alike
        understood = True
        standing = [i for i in standing if outcomes[i].power == seat] or standing
        if standing:
            if ask and order is None:
                standing = _one_of(book, standing, outcomes)
            # The refused order of a unit that held for want of another tells more.
            ordered = [i for i in standing if not unordered(book, outcomes[i])]
            yield phase, outcomes, (ordered or standing)[0]
    if refusal and not understood:
        raise refusal


def _one_of(book: Rulebook, standing: list[int], outcomes: Sequence[Outcome]) -> list[int]:
    """Those of one unit, where several may be in one place.

    Raises:
        InputError: where nothing tells which is meant.
    """
    places = {outcomes[i].province for i in standing}
    if not places & book.open_places:
        return standing
    names = [f"{outcomes[i].power} {outcomes[i].unit}" for i in standing]
    if len(set(names)) > 1:
        listed = ", ".join(dict.fromkeys(names))
        raise InputError(f"{listed} were there; name one, as why {names[0]}")
    return standing


def chain(outcomes: Sequence[Outcome], index: int) -> Iterator[tuple[int, int]]:
    """The index of an outcome and of those that brought it about, each once, with its depth."""
    told: set[int] = set()
    # Depth first, but nothing twice: mutual supports and rings are loops.
    waiting = [(index, 0)]
    while waiting:
        link, depth = waiting.pop()
        if link in told:
            continue
        told.add(link)
        yield link, depth
        waiting += [(cause, depth + 1) for cause in reversed(outcomes[link].causes)]


class Wanted(NamedTuple):
    """What a text asks about: a place, and if it says so whose unit, which, and its order."""

    place: str
    order: Order | None = None
    power: str = ""
    number: int = 0


def _is_at(wanted: Wanted, outcome: Outcome) -> bool:
    unit = outcome.unit
    if unit is None or not wanted.place or unit.province != province_of(wanted.place):
        return False
    return wanted.power in ("", outcome.power) and wanted.number in (0, unit.number)


def named(book: Rulebook, phase: str, text: str) -> Wanted:
    """What an order, a unit or a place asks about.

    Raises:
        InputError: where it is none of them.
    """
    try:
        order = book.read(text, phase)
    except OrderError as error:
        try:
            return _unit_named(book, text)
        except (InputError, OrderError):
            if len(text.split()) > 2:
                raise error from None
            raise
    unit = order.unit
    if unit is None:
        return Wanted("", order)
    return Wanted(unit.place, order, unit.power, unit.number)


def _unit_named(book: Rulebook, text: str) -> Wanted:
    """A unit or its place: ``A Par``, ``Par``, ``Nurses U WAB/1``."""
    words, power = text.split(), ""
    for count in range(len(words) - 1, 0, -1):
        with suppress(InputError):
            power = book.names.find_nation(" ".join(words[:count]))
            text = " ".join(words[count:])
            break
    place, _, number = text.rpartition("/")
    if not number.isdigit():
        place, number = text, "0"
    return Wanted(book.names.find_place(without_kind(book, place)), None, power, int(number))


def _same(order: Order, outcome: Outcome) -> bool:
    """Is this the order that came out so, kinds and coasts aside where they were left out?"""
    given = outcome.order
    if given is None:
        return False
    kinds = {unit.kind for unit in (order.unit, given.unit) if unit and unit.kind}
    power = order.unit.power if order.unit else ""
    return (
        power in ("", outcome.power)
        and (order.verb, _coastless(order.goal)) == (given.verb, _coastless(given.goal))
        and _target(order) == _target(given)
        and len(kinds) < 2
        and _fits_coast(order.goal, given.goal)
        and (
            order.unit is None
            or given.unit is None
            or _fits_coast(order.unit.place, given.unit.place)
        )
    )


def _coastless(place: str) -> str:
    return province_of(place) if place else ""


def _target(order: Order) -> str:
    return order.target.province if order.target else ""


def _fits_coast(wanted: str, given: str) -> bool:
    return wanted == given or "/" not in wanted or "/" not in given


def without_kind(book: Rulebook, text: str) -> str:
    """The place in the name of a unit: ``A Par`` → ``Par``."""
    kind, _, place = text.strip().partition(" ")
    return place if place and kind.upper() in {*book.kinds, *book.written_kinds} else text
