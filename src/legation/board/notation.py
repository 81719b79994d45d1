"""Orders as text: reading single orders and whole sheets, and writing them (STD-ORD).

>>> read_order("a mar supports par to burgundy", grammar, "movement")
Order(verb='support', unit=UnitName(place='Mar', kind='A', ...), ...)

What can be written follows from the forms of the order types, so a variant's
orders are read without a change here. Reading judges no legality: a wrong
coast, a fleet in Paris and a missing kind of unit are kept as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from legation.board import dialects
from legation.board.complaints import complaint, of_other_phase, one_line
from legation.board.forms import FORM_PART, Grammar
from legation.board.graph import SEA, province_of
from legation.board.names import END, NameTable, words_of
from legation.board.orders import FLAG, PLACE, STANDARD_TYPES, Order, OrderType
from legation.board.units import UnitName
from legation.errors import OrderError, OrderSyntaxError

LONGEST_ORDER = 400
"""Letters; nothing longer is an order."""

_PUNCTUATION = re.compile("[#:;]|//")
"""What makes more of a line than one order: a comment, a heading, several orders."""

_NO_CONDITIONS = (
    "a sheet has no conditions. Write the order itself; for a phase that is still to come,"
    " a server takes conditions under Orders for later."
)
_UNSUPPORTED = {
    **dict.fromkeys(("if", "else", "elif", "otherwise"), _NO_CONDITIONS),
    "proxy": "giving a unit to another power by proxy is not supported here.",
}


def read_order(text: str, grammar: Grammar, phase: str) -> Order:
    """Read one order (STD-ORD); a text that the grammar has read not long ago is looked up.

    Raises OrderSyntaxError where the text is no order, AmbiguousOrderError
    where a shortened name fits several places, and IllegalOrderError where the
    order belongs to another phase.
    """
    known = grammar.recall(text, phase)
    if known is not None:
        return known
    plain = " ".join(text.split())  # as a sheet keeps it
    known = grammar.recall(plain, phase) if plain != text else None
    return known if known is not None else grammar.keep(plain, phase, _parse(text, grammar, phase))


def _parse(text: str, grammar: Grammar, phase: str) -> Order:
    """Read one order, word by word; raises as `read_order` does."""
    if len(text) > LONGEST_ORDER:
        raise OrderSyntaxError(
            f"{one_line(text)}: this is too long for an order; write one order a line."
        )
    spelled = words_of(dialects.strip_results(text.strip()))
    words = [word.casefold() for word in spelled]
    words.append(END)
    order = grammar.match(words, phase)
    if order is not None:
        return order
    power, words = _without_prefix(words, grammar.names)
    for word, sentence in _UNSUPPORTED.items():
        if word in words[: len(words) if word == "proxy" else 1] and not grammar.knows(word):
            raise OrderSyntaxError(f"{one_line(text)}: {sentence}")
    tried = [words, *_rewritten(words, grammar, phase)]
    for way in tried:
        order = grammar.match(way, phase)
        if order is not None:
            return _given_by(power, order, grammar.types[order.verb])
    other = _phase_of(words, grammar, phase)
    if other:
        raise of_other_phase(text, other, phase)
    raise complaint(text, spelled, tried, grammar, phase)


def _phase_of(words: list[str], grammar: Grammar, phase: str) -> str:
    """The other phase to which these words belong by an order word of its own, if any."""
    known = grammar.order_words.get(phase, frozenset())
    for other, order_words in grammar.order_words.items():
        if other != phase and not (order_words - known).isdisjoint(words):
            for way in (words, *_rewritten(words, grammar, other)):
                if grammar.match(way, other) is not None:
                    return other
    return ""


def _without_prefix(words: list[str], names: NameTable) -> tuple[str, list[str]]:
    """``Germany: build a ber``: the power, and the words of the order itself."""
    named = names.power_at(words, 0)
    if named is None or words[named[1]] != ":" or words[named[1] + 1] == END:
        return "", words
    return named[0], words[named[1] + 1 :]


def _given_by(power: str, order: Order, kind: OrderType) -> Order:
    if power and order.unit is not None and not order.unit.power and kind.orders_own:
        return replace(order, unit=replace(order.unit, power=power))
    return order


def _rewritten(words: list[str], grammar: Grammar, phase: str) -> Iterator[list[str]]:
    """The same words as some judge orders them, one change upon the other."""
    move, hold = (grammar.literal(word, phase).singles for word in "-h")
    helps = grammar.literal("s", phase).singles | grammar.literal("c", phase).singles
    if (changed := dialects.move_first(words, move)) is not None:
        yield (words := changed)
    if (changed := dialects.from_last(words, helps, move, hold)) is not None:
        yield (words := changed)
    if (changed := dialects.hold_after_support(words, helps, hold)) is not None:
        yield (words := changed)
    first, last = grammar.first.get(phase, frozenset()), grammar.last.get(phase, frozenset())
    if (changed := dialects.turn_round(words, first, last)) is not None:
        yield (words := changed)
    if (changed := _by_sea(words, grammar.names, move, helps)) is not None:
        yield (words := changed)
    if (changed := _without_dash(words, grammar.names)) is not None:
        yield changed


def _by_sea(
    words: list[str], names: NameTable, move: frozenset[str], helps: frozenset[str]
) -> list[str] | None:
    """A convoy route spelled out: ``a lon - nth - nwy``, ``a lon - nwy via nth``."""
    kept: list[str] = []
    at, by_sea = 0, False
    while words[at] != END:
        through = _seas_from(words, at + 1, names, move)
        passed = words[at] in move and words[through] in move
        if through and (passed or (words[at] == "via" and words[through] == END)):
            at, by_sea = through, True
        else:
            kept.append(words[at])
            at += 1
    if not by_sea:
        return None
    return [*kept, END] if helps & set(kept) else [*kept, "via", END]


def seas_named(text: str, names: NameTable) -> tuple[str, ...]:
    """The seas that an order names, in its order: of a move the route that it spells out."""
    words = [word.casefold() for word in words_of(dialects.strip_results(text.strip()))] + [END]
    seas: list[str] = []
    at = 0
    while words[at] != END:
        place = names.place_at(words, at)
        if place is not None and names.graph.provinces[province_of(place[0])].terrain == SEA:
            seas.append(place[0])
        at = place[1] if place is not None else at + 1
    return tuple(seas)


def _without_dash(words: list[str], names: NameTable) -> list[str] | None:
    """Two places side by side at the end: ``f wal s mao iri``."""
    for at in range(len(words) - 1):
        first = names.place_at(words, at)
        second = names.place_at(words, first[1]) if first is not None else None
        if first is not None and second is not None and words[second[1]] in (END, "via"):
            return [*words[: first[1]], "-", *words[first[1] :]]
    return None


def _seas_from(words: list[str], at: int, names: NameTable, move: frozenset[str]) -> int:
    """Where a run of seas, ``nth - nwg``, that starts at `at` ends; 0 where none starts."""
    end = 0
    while words[at - 1] != END and (place := names.place_at(words, at)) is not None:
        province = names.graph.provinces[province_of(place[0])]
        if province.terrain != SEA:
            break
        end = place[1]
        if words[end] not in move:
            break
        at = end + 1
    return end


class SheetOrder(NamedTuple):
    """An order of a sheet: line from 1, its text, the power named over or before it."""

    line: int
    text: str
    power: str
    order: Order


@dataclass(frozen=True, slots=True)
class SheetError:
    """A text of a sheet that is no order, and why."""

    line: int
    text: str
    power: str
    error: OrderError


def read_sheet(
    text: str, grammar: Grammar, phase: str
) -> tuple[list[SheetOrder], list[SheetError]]:
    """Read a sheet: orders a line each, or parted by ``;`` or ``,`` (STD-ORD).

    ``#`` and ``//`` start a comment. A line that is only a power's name is a
    heading and holds until the next; ``France: A Par - Bur`` holds for its
    line. A bad order never stops the others.
    """
    names, types = grammar.names, grammar.types
    orders: list[SheetOrder] = []
    errors: list[SheetError] = []
    heading = ""
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        known = None if _PUNCTUATION.search(line) else grammar.recall(plain, phase)
        if known is not None and known.unit is not None:  # so it is no heading
            power = (known.unit.power if types[known.verb].orders_own else "") or heading
            orders.append(SheetOrder(number, plain, power, known))
            continue
        line = line.partition("#")[0].partition("//")[0].strip()
        named, rest = _heading(line, names)
        if named and not rest:
            heading = named
            continue
        for piece, result in _pieces(rest, grammar, phase):
            if isinstance(result, Order):
                own = result.unit if types[result.verb].orders_own else None
                power = named or (own.power if own else "") or heading
                orders.append(SheetOrder(number, piece, power, result))
            else:
                errors.append(SheetError(number, piece, named or heading, result))
    return orders, errors


def _heading(line: str, names: NameTable) -> tuple[str, str]:
    """The power that a line begins with as a heading or prefix, and the rest of the line."""
    before, colon, after = line.partition(":")
    words = [word.casefold() for word in words_of(before[:LONGEST_ORDER])]
    words.append(END)
    named = names.power_at(words, 0)
    if named is None or words[named[1]] != END:
        return "", line
    return named[0], after.strip() if colon else ""


def _pieces(line: str, grammar: Grammar, phase: str) -> Iterator[tuple[str, Order | OrderError]]:
    for piece in filter(None, (part.strip() for part in line.split(";"))):
        whole = _attempt(piece, grammar, phase)
        if isinstance(whole, OrderError) and "," in piece:
            for part in filter(None, (part.strip() for part in piece.split(","))):
                yield part, _attempt(part, grammar, phase)
        else:
            yield piece, whole


def _attempt(text: str, grammar: Grammar, phase: str) -> Order | OrderError:
    try:
        return read_order(text, grammar, phase)
    except OrderError as error:
        return error.with_traceback(None)  # which keeps all that is at work just now


def format_order(
    order: Order,
    names: NameTable | None = None,
    style: str = "codes",
    types: Mapping[str, OrderType] = STANDARD_TYPES,
) -> str:
    """Write an order by the first form of its type: ``A Par - Bur``.

    `style` is ``codes`` or ``names`` (``A Paris - Burgundy``), which needs
    `names`. What is written is read back as the same order. An order whose
    type is not among `types` is written by its own plain form.
    """
    kind = types.get(order.verb)
    if kind is None:
        return str(order)
    full = names if style == "names" else None
    given = {field.name for field in kind.fields if order.field(field.name) is not None}
    shorter = ""
    for form in kind.forms:
        text = _written(form, kind, order, full)
        if text and given <= {name or word for name, _, word in FORM_PART.findall(form)}:
            return text
        shorter = shorter or text
    return shorter or str(order)


def _written(form: str, kind: OrderType, order: Order, full: NameTable | None) -> str:
    """An order in one form of its type; empty where a field that the form needs is missing."""
    fields = {field.name: field.kind for field in kind.fields}
    groups: list[list[str | None]] = [[]]  # open brackets; None in one: leave it out
    for match in FORM_PART.finditer(form):
        name, bracket, word = match.groups()
        if bracket == "[":
            groups.append([])
        elif bracket == "]":
            inner = groups.pop()
            groups[-1].extend([] if None in inner else inner)
        elif name:
            groups[-1].append(_value(order.field(name), fields.get(name, ""), full))
        elif fields.get(word) == FLAG and not order.field(word):
            groups[-1].append(None)
        else:
            groups[-1].append(dialects.WRITTEN.get(word, word))
    words = [word for word in groups[0] if word]
    return "" if None in groups[0] else re.sub(" (?=[:,])", "", " ".join(words))


def _value(value: object, kind: str, full: NameTable | None) -> str | None:
    if value is None:
        return None
    if isinstance(value, UnitName):
        return str(replace(value, place=full.full(value.place)) if full else value)
    return full.full(str(value)) if full and kind == PLACE else str(value)
