"""A typed sheet, line by line: what each is, what is wrong with it, and how one is replaced.

The text is what its player typed, and stays so: a click changes one line of
it. What is wrong is judged on the board that he knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.notation import SheetError, SheetOrder
from legation.board.orders import NUMBER, PART_SLOT, Order
from legation.errors import InputError, OrderError
from legation.rules.menus import orderable
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Judged as Judgements
from legation.rules.survey import Survey, survey_of
from legation.server.board.labels import first_three, label_of
from legation.server.board.menu import bears
from legation.server.games.waiting import FALLS_BACK
from legation.sight.view import View
from legation.table.sheets import read_sheet, replaces

Data = dict[str, object]


@dataclass(frozen=True, slots=True)
class Judged:
    """A sheet as it was judged: its lines, what is wrong with the whole, and how much is done.

    `count` says how many of the orders that are due stand on it, `lacks` what
    becomes of the rest; it is empty where none is left out.
    """

    lines: list[Data]
    whole: list[str]
    warnings: list[str]
    count: str
    lacks: str

    @property
    def bare(self) -> bool:
        """Is no order on it, though some are due?"""
        return bool(self.lacks) and not any(line["ok"] for line in self.lines)

    def falling_back(self, said: str) -> Judged:
        """The same where it is `said` what becomes of it by standing orders if it stays bare."""
        lacks = said if said == FALLS_BACK else f"{said} {self.lacks}"
        return replace(self, warnings=[said, *self.warnings], lacks=lacks)


def judged(
    book: Rulebook, view: View, power: str, typed: str, before: Judgements | None = None
) -> Judged:
    """Every order of a sheet, the wrong ones with the reason; ``3 of 5 orders in``.

    `before` has what was found of this power's orders when they were handed in.
    """
    survey = survey_of(book, view.position)
    phase = view.phase.kind
    reading = read_sheet(survey, power, typed, before)
    orders, _ = book.read_sheet(typed, phase)
    wrong = {(e.line, e.text): e for e in reading.errors if e.line}
    lines: list[Data] = []
    good: list[Order] = []
    for written in orders:
        if (written.line, written.text) not in wrong:
            lines.append({**_line(book, written), "bears": bears(book, view, power, written.order)})
            good.append(written.order)
    read = {(written.line, written.text): written for written in orders}
    for error in reading.errors:
        meant = read.get((error.line, error.text))
        if error.line:
            lines.append({**(_line(book, meant) if meant else {}), **is_wrong(error)})
    lines.sort(key=lambda line: int(str(line["n"])))
    whole = [_sentence(str(e.error)) for e in reading.errors if not e.line]
    warnings = [_sentence(said) for said in reading.warnings]
    if not typed.strip():  # what has to stand on it is no fault of what nobody has begun
        whole, warnings = [], [*whole, *warnings]
    count, lacks = _count(survey, power, good)
    return Judged(lines, whole, warnings, count, lacks)


def is_wrong(error: SheetError) -> Data:
    """A line that is no order, and why."""
    return {
        "n": error.line,
        "text": error.text,
        "ok": False,
        "why": _sentence(str(error.error)),
        "clause": error.error.clause,
    }


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:]


def _line(book: Rulebook, written: SheetOrder) -> Data:
    order, kind = written.order, book.order_types[written.order.verb]
    numbers = {f.name: order.field(f.name) for f in kind.fields if f.kind == NUMBER}
    unit = order.unit if kind.orders_own and order.verb != "build" else None
    return {
        "n": written.line,
        "text": written.text,
        "ok": True,
        "verb": order.verb,
        "label": label_of(kind, order.via),
        "own": kind.slot in ("unit", PART_SLOT) and kind.orders_own and order.verb != "build",
        "place": unit.place if unit else "",
        "number": unit.number if unit else 0,
        "numbers": {name: value for name, value in numbers.items() if value is not None},
    }


def _count(survey: Survey, power: str, orders: Sequence[Order]) -> tuple[str, str]:
    """How many of the orders that are due stand on the sheet, and what becomes of the rest."""
    kind = survey.position.phase.kind
    if kind in (MOVEMENT, RETREAT):
        return _units_ordered(survey, power, orders)
    if kind == ADJUSTMENT:
        return _adjusted(survey, power, orders)
    said = f"{_many(len(orders), 'order', 'orders')} in"
    return said, "" if orders else "Nothing is ordered."


def _units_ordered(survey: Survey, power: str, orders: Sequence[Order]) -> tuple[str, str]:
    due = orderable(survey, power)
    if not due:
        return "nothing to order", ""
    given = {
        (order.unit.province, order.unit.number)
        for order in orders
        if order.unit is not None and survey.book.order_types[order.verb].orders_own
    }
    spots = [(unit.province, unit.number) for unit in due]
    bare = [
        str(unit)
        for unit, (place, n) in zip(due, spots, strict=True)
        if (place, n) not in given and (place, 0) not in given
    ]
    done = len(due) - len(bare)
    said = f"{done} of {_many(len(due), 'order', 'orders')} in"
    left = _many(len(bare), "unit has", "units have")
    then = "holds" if survey.position.phase.kind == MOVEMENT else "is lost"
    lacks = f"{left} no order ({first_three(bare)}); without one a unit {then}."
    return said, lacks if bare else ""


def _adjusted(survey: Survey, power: str, orders: Sequence[Order]) -> tuple[str, str]:
    book = survey.book
    owed = book.due(survey, power)
    wanted = book.builds_possible(survey, power) if owed > 0 else -owed
    if not wanted:
        return f"{len(orders)} orders in" if orders else "nothing to build or remove", ""
    noun, verbs = ("build", ("build", "waive")) if owed > 0 else ("removal", ("remove",))
    done = sum(order.verb in verbs for order in orders)
    said = f"{done} of {_many(wanted, noun, f'{noun}s')} in"
    left = _many(wanted - done, f"{noun} is", f"{noun}s are")
    lost = "not used" if owed > 0 else "not chosen; the rules choose"
    return said, f"{left} {lost}." if done < wanted else ""


def _many(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


# Changing one line


def with_order(book: Rulebook, phase: str, typed: str, text: str) -> str:
    """The sheet with one more order, in the place of what it replaces.

    Raises:
        OrderError: where the text is no order.
    """
    new = book.read(text, phase)
    orders, _ = book.read_sheet(typed, phase)
    gone = [old for old in orders if replaces(book, new, old.order)]
    return edited(typed, gone, text, text)


def without_line(typed: str, number: int, text: str) -> str:
    """The sheet without one order of a line, or without the line.

    Raises:
        InputError: where the line has another text by now.
    """
    rows = typed.splitlines()
    if not 1 <= number <= len(rows) or text.strip() not in rows[number - 1]:
        raise InputError("the sheet has changed; that order is not on this line.")
    rest = _rest(rows[number - 1].replace(text.strip(), "", 1))
    return "\n".join([*rows[: number - 1], *([rest] if rest else []), *rows[number:]])


def _rest(row: str) -> str:
    """What is left of a line: nothing where that is but the name whose orders went."""
    rest = row.strip(" \t;,")
    return "" if rest.endswith(":") else rest


def edited(typed: str, gone: Iterable[SheetOrder], text: str, added: str) -> str:
    """The lines, the first of those that go replaced by the text; `added` to the end if none."""
    rows: list[str | None] = list(typed.splitlines())
    fresh, last = text, added
    for old in gone:
        row = rows[old.line - 1]
        if row is None or old.text not in row:
            continue
        rows[old.line - 1] = _rest(row.replace(old.text, fresh, 1)) or None
        fresh = last = ""
    kept = [row for row in rows if row is not None]
    while kept and not kept[-1].strip():
        kept.pop()
    return "\n".join([*kept, *([last] if last else [])])


def is_order(book: Rulebook, phase: str, text: str) -> str:
    """Why a text is no order; empty where it is one."""
    try:
        book.read(text, phase)
    except OrderError as error:
        return str(error)
    return ""
