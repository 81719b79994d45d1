"""Lessons: positions in which something is to be ordered, and what the engine makes of it.

`lessons.yaml` of a variant's folder is a list of them, in the order in which
they are taken. A lesson is a case (docs/cases.md), `seen` by the power that the
pupil plays, whose orders are those of all others; beside it stand what is to
be done, which sheets will do, and what is said of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from legation.board.orders import Order
from legation.documents.yaml import Spot, Table, keyed, list_of, read_data, text
from legation.errors import FileError, LegationError
from legation.rules.survey import survey_of
from legation.sight.view import View
from legation.table.cases.file import Case, read_case
from legation.table.cases.views import seen
from legation.table.sheets import read_sheet
from legation.variants.find import folder

FILE = "lessons.yaml"


def _case(value: Any, spot: Spot) -> None:
    """A form: a case, which is read by those who know what it may have."""
    if not isinstance(value, Table):
        spot.fail("must be a case")


_FORM = keyed(
    {
        **dict.fromkeys(("title", "do", "else", "said"), text),
        "any": list_of(list_of(text)),
        "case": _case,
    },
    ("title", "do", "else", "said", "any", "case"),
)


@dataclass(frozen=True)
class Lesson:
    """One of them. `todo` says what to do, `otherwise` what is said of orders that will not do.

    `said` comes with the result. `wanted` are sheets, any of which will do: as
    orders, so that it does not matter how one is written.
    """

    title: str
    todo: str
    otherwise: str
    said: str
    case: Case
    wanted: tuple[tuple[str, ...], ...]

    @property
    def power(self) -> str:
        """Who the pupil is."""
        return self.case.seen.power

    @property
    def view(self) -> View:
        """The board, as he knows it."""
        return seen(self._with(()))[0]

    def does(self, typed: str) -> bool:
        """Will a sheet do? It has the orders of one that is wanted, all others hold."""
        survey = survey_of(self.case.book, self.view.position)
        reading = read_sheet(survey, self.power, typed)
        given = self._moving(reading.orders)
        return not reading.errors and any(
            self._moving(self._read(each) for each in sheet) == given for sheet in self.wanted
        )

    def played(self, typed: str) -> tuple[View, View]:
        """The phase with his orders in it, and the next, which tells what came of it."""
        return seen(self.carried(typed))

    def carried(self, typed: str) -> Case:
        """The case with his orders in it."""
        survey = survey_of(self.case.book, self.view.position)
        return self._with(read_sheet(survey, self.power, typed).texts)

    def _read(self, written: str) -> Order:
        survey = survey_of(self.case.book, self.view.position)
        reading = read_sheet(survey, self.power, written)
        if reading.errors or len(reading.orders) != 1:
            why = str(reading.errors[0].error) if reading.errors else "it is no order"
            raise self.case.problem(f'"{written}" is wanted: {why}')
        return reading.orders[0]

    def _moving(self, orders: Iterable[Order]) -> set[str]:
        """Orders as they are compared: who holds has none, by convoy or not is the same way.

        Whose the other unit is need not be said where it stands alone.
        """
        units = Counter(unit.province for unit in self.view.position.units)
        found = set()
        for order in orders:
            target = order.target
            if target is not None and units[target.province] == 1:
                target = replace(target, power="")
            if order.verb != "hold":
                found.add(self.case.book.write(replace(order, target=target, via=False)))
        return found

    def _with(self, texts: tuple[str, ...]) -> Case:
        turn = self.case.turns[0]
        orders: Mapping[str, list[str]] = {**turn.orders, self.power: list(texts)}
        return replace(self.case, turns=(replace(turn, orders=orders),))


@lru_cache(maxsize=64)
def lessons_of(variant: str) -> tuple[Lesson, ...]:
    """The lessons of a variant; none where its folder has none.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: for anything in them that is not understood, or cannot be.
    """
    path = Path(str(folder(variant).joinpath(FILE)))
    if not path.is_file():
        return ()
    rows = read_data(path)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Table) for row in rows):
        raise FileError(str(path), "it is a list of lessons, each with its keys", 1)
    return tuple(_lesson(variant, row, str(path)) for row in rows)


def _lesson(variant: str, row: Table, path: str) -> Lesson:
    _FORM(row, Spot(path, row.line))
    case = read_case(row["case"], path)
    if case.book.variant != variant or not case.seen.power or len(case.turns) != 1:
        raise case.problem(f"a lesson is one phase of {variant}, seen by a power")
    sheets = tuple(tuple(sheet) for sheet in row["any"])
    lesson = Lesson(row["title"], row["do"], row["else"], row["said"], case, sheets)
    for sheet in sheets:
        if not lesson.does("\n".join(sheet)):
            raise case.problem(f"what is wanted cannot be ordered: {', '.join(sheet)}")
    return lesson


def has_lessons(variant: str) -> bool:
    """Has a variant lessons, and without a fault?"""
    try:
        return bool(lessons_of(variant))
    except LegationError:
        return False
