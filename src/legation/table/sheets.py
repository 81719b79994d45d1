"""Order sheets: judged line by line when they are handed in, read again when a phase ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from legation.board.calendar import ADJUSTMENT
from legation.board.complaints import is_one_line, one_line
from legation.board.notation import SheetError, SheetOrder
from legation.board.orders import MANY_SLOT, NUMBER, ONE_SLOT, PART_SLOT, Order, OrderType
from legation.board.units import UnitName
from legation.errors import IllegalOrderError, OrderError
from legation.rules.book import Book
from legation.rules.legality import adjusts, judgement
from legation.rules.refusals import IllegalError
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Judged, Survey
from legation.sight.view import Sheet


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet as read: its good orders as texts, what is wrong, and whether it can be settled.

    `orders` are what the texts say; `warnings` are sentences on good orders.
    """

    texts: tuple[str, ...]
    orders: tuple[Order, ...]
    errors: list[SheetError]
    complete: bool
    warnings: list[str]


class ReadLines(list[str]):
    """Lines of a sheet, with what was read of them where they were written.

    Whoever reads these lines for the same power on the very same board is
    answered with that. It goes with this list alone: not with a copy of it, and
    never on a board. Who makes one is believed, as bots in this process are; what
    comes from outside is text, and is read.
    """

    __slots__ = ("_found", "_judged", "_lines", "_of")

    def __init__(
        self, survey: Survey, power: str, lines: Iterable[str], found: Reading, judged: Judged
    ) -> None:
        super().__init__(lines)
        self._of, self._lines = (survey, power), tuple(self)
        self._found, self._judged = found, judged

    def read(self, survey: Survey, power: str, judgements: Judged | None) -> Reading | None:
        """What was found; None where the lines, the power or the board are others now.

        `judgements` gets those of its good orders. The lists are the caller's own.
        """
        if self._of[0] is not survey or self._of[1] != power or self._lines != tuple(self):
            return None
        if judgements is not None:
            for key in [(power, order) for order in self._found.orders]:
                if key in self._judged:
                    judgements[key] = self._judged[key]
        found = self._found
        return replace(found, errors=[*found.errors], warnings=[*found.warnings])

    def __reduce__(self) -> tuple[type[list[str]], tuple[list[str]]]:
        return list, (list(self),)


class _Line(NamedTuple):
    """A good order: as written, and as it stands on the board that its power knows."""

    written: SheetOrder
    judged: Order


def read_sheet(
    survey: Survey,
    power: str,
    orders: str | Sequence[str | Order],
    judgements: Judged | None = None,
) -> Reading:
    """The good orders of a sheet, and one line for each bad one (STD-ORD).

    `survey` is of the position that the power knows; `judgements` has what was
    found on it before, and gets what is found now. Of several good orders
    for one unit the first stands, and the others are told which that is. A
    fault of the whole sheet, on line 0, takes no order away.
    """
    known = orders.read(survey, power, judgements) if isinstance(orders, ReadLines) else None
    if known is not None:
        return known
    written, errors = _written(survey, orders)
    standing: dict[object, _Line] = {}
    for number, line in enumerate(written):
        try:
            judged = _judged(survey, power, line, {} if judgements is None else judgements)
            key = _slot(survey.book, judged) or number
            first = standing.get(key)
            if first is not None:
                raise _second(survey.book, line, judged, first.written)
        except OrderError as error:
            why = error.with_traceback(None)  # which keeps all that is at work just now
            errors.append(SheetError(line.line, line.text, power, why))
            continue
        standing[key] = _Line(line, judged)
    kept = list(standing.values())
    if survey.position.phase.kind == ADJUSTMENT:
        kept, surplus = _due(survey, power, kept)
        errors += surplus
    whole: list[SheetError] = []
    refused: set[int] = set()
    for index, fault in survey.book.check_sheet(survey, power, [line.judged for line in kept]):
        if index < 0:
            whole.append(SheetError(0, "", power, fault))
        else:
            bad = kept[index].written
            refused.add(index)
            errors.append(SheetError(bad.line, bad.text, power, fault))
    kept = [line for i, line in enumerate(kept) if i not in refused]
    stand = [_kept(survey, line) for line in kept]
    warnings = survey.book.warn(survey, power, [line.judged for line in kept])
    errors = sorted([*whole, *errors], key=lambda found: found.line)
    texts, said = tuple(text for text, _ in stand), tuple(order for _, order in stand)
    return Reading(texts, said, errors, not whole, warnings)


def orders_of(
    book: Rulebook, phase: str, sheets: Mapping[str, Sheet], void: Iterable[str] = ()
) -> dict[str, list[Order]]:
    """The orders of recorded sheets, those of the powers in `void` left out.

    Raises:
        OrderError: where a recorded text is no order of this kind of phase.
    """
    return {
        power: [book.read(text, phase) for text in sheet.orders]
        for power, sheet in sorted(sheets.items())
        if power not in set(void)
    }


def _written(
    survey: Survey, orders: str | Sequence[str | Order]
) -> tuple[list[SheetOrder], list[SheetError]]:
    book, phase = survey.book, survey.position.phase.kind
    if isinstance(orders, str):
        return book.read_sheet(orders, phase)
    lines: list[SheetOrder] = []
    errors: list[SheetError] = []
    for number, item in enumerate(orders, 1):
        if isinstance(item, Order):
            text = book.write(item)
            lines.append(SheetOrder(number, text, "", item))
            continue
        good, bad = book.read_sheet(item, phase)
        lines += [line._replace(line=number) if line.line != number else line for line in good]
        errors += [replace(line, line=number) for line in bad]
    return lines, errors


def _judged(survey: Survey, power: str, line: SheetOrder, judgements: Judged) -> Order:
    if line.power not in ("", power):
        raise IllegalOrderError(
            f"{one_line(line.text).rstrip()}: this order is for {line.power},"
            f" and stands on the sheet of {power}."
        )
    key = (power, line.order)
    judged = judgements.get(key)
    if judged is None:
        judged = judgements[key] = judgement(survey, power, line.order)
    if isinstance(judged, OrderError):
        raise judged.with_traceback(None)
    return judged


def _due(survey: Survey, power: str, lines: list[_Line]) -> tuple[list[_Line], list[SheetError]]:
    """Builds and removals that are due, and a line for each that is not (STD-ADJ).

    Which of too many count, an option says; leaving out the others here comes
    to the same as leaving them out when the phase ends.
    """
    void: list[_Line] = []
    surplus: list[SheetError] = []
    counted = [line for line in lines if adjusts(survey.book, line.judged)]
    marks = survey.book.counted(survey, power, [line.judged for line in counted])
    for line, mark in zip(counted, marks, strict=True):
        if not isinstance(mark, Order):
            why = IllegalError(survey.book, mark.why)
            surplus.append(SheetError(line.written.line, line.written.text, power, why))
            void.append(line)
    return [line for line in lines if line not in void], surplus


def _slot(book: Book, order: Order) -> object:
    """The place on a sheet that one order fills; None where any number may stand."""
    kind = book.order_types[order.verb]
    if kind.slot == ONE_SLOT:
        return kind.slot_name or kind.verb
    if kind.slot in (MANY_SLOT, PART_SLOT) or order.unit is None:
        return None
    if order.verb == "build":
        return order.unit.province
    return (order.unit.province, order.unit.kind, order.unit.number)


def replaces(book: Rulebook, new: Order, old: Order) -> bool:
    """Does an order take the place of an earlier one of its sheet?

    A unit has one order, or each of its parts has; of some types a sheet has
    one; of others any number, and then an order replaces the same one with
    another number.
    """
    kind, its = book.order_types[new.verb], book.order_types[old.verb]
    if kind.slot == ONE_SLOT:
        return new.verb == old.verb or (kind.slot_name != "" and kind.slot_name == its.slot_name)
    if kind.slot == PART_SLOT and its.slot == PART_SLOT and new.unit and old.unit:
        # An order without a number is for all of them, and starts anew.
        whole = not any(field.kind == NUMBER and new.field(field.name) for field in kind.fields)
        return new.unit.province == old.unit.province and (
            whole
            or new == old
            or not any(f.kind == NUMBER and old.field(f.name) for f in its.fields)
        )
    if kind.slot == MANY_SLOT:
        same = new.verb == old.verb and _bare(new, kind) == _bare(old, kind)
        return same or book.instead_of(new, old)
    if its.slot in (ONE_SLOT, MANY_SLOT):
        return False
    if new.unit is None or old.unit is None:
        return False
    return (new.unit.province, new.unit.number) == (old.unit.province, old.unit.number)


def _bare(order: Order, kind: OrderType) -> Order:
    """An order without its numbers, and without the kinds of units, of which a place has one."""
    numbers = {field.name for field in kind.fields if field.kind == NUMBER}
    kept = ((name, value) for name, value in order.extra if name not in numbers)
    return replace(
        order,
        unit=order.unit and _somewhere(order.unit),
        target=order.target and _somewhere(order.target),
        extra=tuple(
            (name, _somewhere(value) if isinstance(value, UnitName) else value)
            for name, value in kept
        ),
    )


def _somewhere(unit: UnitName) -> UnitName:
    """A unit by its place alone."""
    return replace(unit, kind="", power="")


def _second(book: Book, line: SheetOrder, judged: Order, first: SheetOrder) -> IllegalOrderError:
    """Why the second order of a unit, or the second of which there may be one, does not stand."""
    kind = book.order_types[judged.verb]
    one = kind.slot == ONE_SLOT
    has = "the sheet already has" if one else f"{judged.unit} already has"
    return IllegalOrderError(
        f"{one_line(line.text).rstrip()}: {has} the order {first.text}, on line {first.line},"
        " which stands.",
        kind.clause if one else "STD-ORD",
    )


def _kept(survey: Survey, line: _Line) -> tuple[str, Order]:
    """The order as its player wrote it, made one printable line, and what that says.

    A unit named in a place that others may share unseen, or where none is
    seen, is written as it was understood, so that it is still the one that was
    meant when all of them are known.
    """
    book, written, target = survey.book, line.written, line.judged.target
    if target is not None and (
        target.province in book.open_places or target.province not in survey.at
    ):
        return book.write(line.judged), line.judged
    known = book.grammar.recall(written.text, survey.phase)
    if known is written.order and is_one_line(written.text):
        return written.text, written.order
    text = one_line(written.text).rstrip()
    try:
        if book.read(text, survey.position.phase.kind) == written.order:
            return text, written.order
    except OrderError:
        pass  # a text that one line does not hold is written anew
    return book.write(written.order), written.order
