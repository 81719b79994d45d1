"""Lessons: positions in which something is to be ordered, and what the engine makes of it.

`lessons.yaml` of a variant's folder is a list of them, in the order in which
they are taken. A lesson is a case (docs/cases.md), `seen` by the power that the
pupil plays, whose orders are those of all others; beside it stand what is to
be done, which sheets will do, and what is said of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from legation.board.orders import Order, Value
from legation.documents.yaml import Spot, Table, keyed, list_of, read_data, text
from legation.errors import FileError, LegationError
from legation.rules.survey import survey_of
from legation.sight.view import View
from legation.sight.viewer import power_viewer
from legation.table.cases.file import Case, read_case
from legation.table.cases.views import seen
from legation.table.sheets import read_sheet
from legation.variants.file import read_own
from legation.variants.find import folder

FILE = "lessons.yaml"

Numbers = frozenset[tuple[str, Value]]
"""The fields of an order that are numbers, with what they hold."""


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
        """Will a sheet do? It has the orders of one that is wanted, all others hold.

        A number may be left out where the same comes of it.
        """
        survey = survey_of(self.case.book, self.view.position)
        reading = read_sheet(survey, self.power, typed)
        if reading.errors:
            return False
        given = self._moving(reading.orders)
        for sheet in self.wanted:
            wanted = self._moving(self.orders_of(sheet))
            if given == wanted:
                return True
            if _but_for_numbers(given, wanted) and self._comes_to(typed, sheet):
                return True
        return False

    def _comes_to(self, typed: str, sheet: tuple[str, ...]) -> bool:
        """Does the next phase begin alike after both?"""
        return self.played(typed)[1].position == self.played("\n".join(sheet))[1].position

    def played(self, typed: str) -> tuple[View, View]:
        """The phase with his orders in it, and the next, which tells what came of it."""
        return seen(self.carried(typed))

    def carried(self, typed: str) -> Case:
        """The case with his orders in it."""
        survey = survey_of(self.case.book, self.view.position)
        return self._with(read_sheet(survey, self.power, typed).texts)

    def orders_of(self, sheet: tuple[str, ...]) -> tuple[Order, ...]:
        """The orders of a sheet that is wanted; read whole, for some go only together.

        Raises:
            FileError: for one that cannot be ordered.
        """
        survey = survey_of(self.case.book, self.view.position)
        reading = read_sheet(survey, self.power, "\n".join(sheet))
        if reading.errors:
            raise self.case.problem(f'"{"; ".join(sheet)}" is wanted: {reading.errors[0].error}')
        return reading.orders

    def _moving(self, orders: Iterable[Order]) -> dict[str, Numbers]:
        """Orders as they are compared, each with its numbers, several of the same as one.

        Who holds has none; by convoy or not is the same way.

        Whose the other unit is need not be said where it stands alone.
        """
        units = Counter(unit.province for unit in self.view.position.units)
        found = dict[str, Numbers]()
        for order in orders:
            target = order.target
            if target is not None and units[target.province] == 1:
                target = replace(target, power="")
            if order.verb != "hold":
                extra = tuple(each for each in order.extra if not isinstance(each[1], int))
                bare = replace(order, target=target, via=False, extra=extra)
                numbers = {each for each in order.extra if isinstance(each[1], int)}
                text = self.case.book.write(bare)
                found[text] = found.get(text, Numbers()) | numbers
        return found

    def _with(self, texts: tuple[str, ...]) -> Case:
        turn, own = self.case.turns[0], {self.power: list(texts)}
        untold = {
            viewer: tuple(change._replace(orders={**own, **change.orders}) for change in changes)
            for viewer, changes in turn.untold.items()
        }
        turn = replace(turn, orders={**turn.orders, **own}, untold=untold)
        return replace(self.case, turns=(turn,))


def _but_for_numbers(given: dict[str, Numbers], wanted: dict[str, Numbers]) -> bool:
    """Are these the same orders, but that numbers are left out?"""
    return given.keys() == wanted.keys() and all(given[key] <= wanted[key] for key in given)


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
    return tuple(_lesson(variant, row, str(path)) for row in _rows(path))


def check_lessons(path: Path, variant: str) -> Iterator[Case | FileError]:
    """Each sheet that will do of each lesson of a file, as a case; or what is wrong with a lesson.

    Raises:
        FileError: where it is no list of lessons.
    """
    for row in _rows(path):
        try:
            lesson = _lesson(variant, row, str(path))
            _check_others(lesson)
        except FileError as error:
            yield error
            continue
        for sheet in lesson.wanted:
            case = lesson.carried("\n".join(sheet))
            yield replace(case, id=f"{case.id} {'; '.join(sheet)}".strip())


def _rows(path: Path) -> list[Table]:
    rows = read_data(path)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Table) for row in rows):
        raise FileError(str(path), "it is a list of lessons, each with its keys", 1)
    return rows


def _lesson(variant: str, row: Table, path: str) -> Lesson:
    _FORM(row, Spot(path, row.line))
    case = read_case(row["case"], path)
    if case.book.variant != variant or not case.seen.power or len(case.turns) != 1:
        raise case.problem(f"a lesson is one phase of {variant}, seen by a power")
    sheets = tuple(tuple(sheet) for sheet in row["any"])
    lesson = Lesson(row["title"], row["do"], row["else"], row["said"], case, sheets)
    if lesson.power in case.turns[0].orders:
        said = f"the orders of {lesson.power} are the pupil's, and stand under any"
        raise case.problem(said)
    if not sheets:
        raise case.problem("no sheet will do; any lists those that will")
    for sheet in sheets:
        lesson.orders_of(sheet)
    if lesson.does(""):
        raise case.problem("an empty sheet will do, so nothing is to be done")
    return lesson


def _check_others(lesson: Lesson) -> None:
    """What those who are not the pupil order must be possible, and something must come of it.

    Raises:
        FileError: for an order that would be refused, and where nothing is expected.
    """
    case, turn = lesson.case, lesson.case.turns[0]
    if not (turn.expect or turn.told or case.end):
        raise case.problem("it says nothing of what must come: expect, told or end")
    for power, texts in turn.orders.items():
        board = seen(replace(lesson.carried(""), seen=power_viewer(power)))[0].position
        reading = read_sheet(survey_of(case.book, board), power, list(texts))
        if reading.errors and reading.errors[0].line:
            raise case.problem(f"{power} cannot order that: {reading.errors[0].error}")


def taught_by(variant: str) -> str:
    """The variant whose lessons teach its rules: itself, or the nearest that it comes from.

    Empty where none is taught.
    """
    seen: set[str] = set()
    while variant and variant not in seen and not has_lessons(variant):
        seen.add(variant)
        try:
            variant = read_own(variant).parent
        except LegationError:
            return ""
    return "" if variant in seen else variant


def has_lessons(variant: str) -> bool:
    """Has a variant lessons, and without a fault?"""
    try:
        return bool(lessons_of(variant))
    except LegationError:
        return False
