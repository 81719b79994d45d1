"""Order sheets: judged line by line when they are handed in, read again when a phase ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT
from legation.board.complaints import one_line
from legation.board.notation import (
    SheetError,
    SheetOrder,
    format_order,
    parse_order,
    parse_sheet,
)
from legation.board.orders import Order
from legation.errors import IllegalOrderError, OrderError
from legation.rules.adjust import adjust
from legation.rules.legality import judge
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.view import Sheet


def read_sheet(
    survey: Survey, power: str, orders: str | Sequence[str | Order]
) -> tuple[tuple[str, ...], list[SheetError]]:
    """The good orders of a sheet as texts, and one line for each bad one (STD-ORD).

    `survey` is of the position that the power knows. Of several good orders
    for one unit the first stands, and the others are told which that is.
    """
    written, errors = _written(survey, orders)
    standing: dict[object, SheetOrder] = {}
    for line in written:
        try:
            settled = _settle(survey, power, line)
            key = _acts_on(settled) or line  # waives act on nothing
            first = standing.get(key)
            if first is not None:
                raise IllegalOrderError(
                    f"{one_line(line.text).rstrip()}: {settled.unit} already has the order"
                    f" {first.text}, on line {first.line}, which stands."
                )
        except OrderError as error:
            errors.append(SheetError(line.line, line.text, power, error))
            continue
        standing[key] = line
    kept = list(standing.values())
    if survey.position.phase.kind == ADJUSTMENT:
        kept, surplus = _due(survey, power, kept)
        errors += surplus
    texts = tuple(_kept_text(survey.book, line, survey.position.phase.kind) for line in kept)
    return texts, sorted(errors, key=lambda error: error.line)


def orders_of(
    book: Rulebook, phase: str, sheets: Mapping[str, Sheet], void: Iterable[str] = ()
) -> dict[str, list[Order]]:
    """The orders of recorded sheets, those of the powers in `void` left out.

    Raises:
        OrderError: where a recorded text is no order of this kind of phase.
    """
    types, kinds = book.order_types, book.kinds
    return {
        power: [parse_order(text, book.names, types, phase, kinds) for text in sheet.orders]
        for power, sheet in sorted(sheets.items())
        if power not in set(void)
    }


def _written(
    survey: Survey, orders: str | Sequence[str | Order]
) -> tuple[list[SheetOrder], list[SheetError]]:
    book, phase = survey.book, survey.position.phase.kind
    if isinstance(orders, str):
        return parse_sheet(orders, book.names, book.order_types, phase, book.kinds)
    found: list[SheetOrder] = []
    errors: list[SheetError] = []
    for number, item in enumerate(orders, 1):
        if isinstance(item, Order):
            text = format_order(item, types=book.order_types)
            found.append(SheetOrder(number, text, "", item))
            continue
        good, bad = parse_sheet(item, book.names, book.order_types, phase, book.kinds)
        found += [replace(line, line=number) for line in good]
        errors += [replace(line, line=number) for line in bad]
    return found, errors


def _settle(survey: Survey, power: str, line: SheetOrder) -> Order:
    if line.power not in ("", power):
        raise IllegalOrderError(
            f"{one_line(line.text).rstrip()}: this order is for {line.power},"
            f" and stands on the sheet of {power}."
        )
    return judge(survey, power, line.order)


def _due(
    survey: Survey, power: str, lines: list[SheetOrder]
) -> tuple[list[SheetOrder], list[SheetError]]:
    """Builds and removals that are due, and a line for each that is not (STD-ADJ).

    Which of too many count, an option says; leaving out the others here comes
    to the same as leaving them out when the phase ends.
    """
    kept: list[SheetOrder] = []
    surplus: list[SheetError] = []
    results = adjust(survey, {power: [line.order for line in lines]}).results[power]
    for line, outcome in zip(lines, results, strict=True):
        if outcome.result == "void":
            why = IllegalOrderError(str(outcome.reason.facts["why"]), outcome.reason.clause)
            surplus.append(SheetError(line.line, line.text, power, why))
        else:
            kept.append(line)
    return kept, surplus


def _acts_on(order: Order) -> object:
    """What an order acts on, the same for two orders of one unit; None for a waive."""
    if order.unit is None:
        return None
    if order.verb == "build":
        return order.unit.province
    return (order.unit.province, order.unit.kind, order.unit.number)


def _kept_text(book: Rulebook, line: SheetOrder, phase: str) -> str:
    """The order as its player wrote it, made one printable line."""
    text = one_line(line.text).rstrip()
    try:
        if parse_order(text, book.names, book.order_types, phase, book.kinds) == line.order:
            return text
    except OrderError:
        pass  # a text that one line does not hold is written anew
    return format_order(line.order, types=book.order_types)
