"""The legal orders of one seat as data for a page: judged on the View's board, nothing else.

A group is one kind of order of one unit, or of the seat itself. Its rows are
what may be chosen, field by field, each with the order as it is written;
numbers stay ranges. So a page lights up what is legal, and writes orders,
without a rule in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.orders import NUMBER, PLACE, UNIT_FIELD, Field, Order, OrderType
from legation.board.units import UnitName
from legation.errors import LegationError
from legation.rules.book import Book
from legation.rules.choices import Choices
from legation.rules.criteria import criterion_of
from legation.rules.menus import beside_menu, builds_menu, menu, orderable
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey, survey_of
from legation.rules.wording import said_of, sentence
from legation.server.board.labels import label_of, letters, prompt_of
from legation.server.board.steps import is_possible
from legation.server.board.trying import stands
from legation.sight.view import View

Data = dict[str, object]
_UNLISTED = ("goal", "target", "unit", "via")
_OWN_UNIT = Field("unit", UNIT_FIELD)


@dataclass(frozen=True, slots=True)
class Row:
    """A way to fill the fields of an order; `text` has numbers as ``{points}``.

    `bears` are the odd rules that bear on it, each in words with its clause.
    """

    values: tuple[str, ...]
    text: str
    numbers: tuple[tuple[str, int, int, int, bool], ...] = ()
    bears: tuple[tuple[str, str], ...] = ()


def menu_data(book: Rulebook, view: View, power: str) -> Data:
    """All that a power may order in the phase of a View, by unit and beside its units."""
    survey = survey_of(book, view.position)
    units = [
        {
            "place": unit.place,
            "unit": str(unit),
            "groups": _groups(survey, view, power, menu(survey, unit), own=True),
        }
        for unit in orderable(survey, power)
    ]
    beside = [*builds_menu(survey, power), *beside_menu(survey, power)]
    groups = _groups(survey, view, power, beside, own=False)
    further = _stepwise(survey, view, power, {str(g["verb"]) for g in groups})
    groups = [*(group for group in groups if stands(survey, power, group)), *further]
    return {"units": units, "beside": groups}


def bears(book: Rulebook, view: View, power: str, order: Order) -> list[Data]:
    """The odd rules that bear on an order, as its writer may know them: what is said, clause."""
    found = _bears(survey_of(book, view.position), view, power, order)
    return [{"text": text, "clause": clause} for text, clause in found]


def _bears(survey: Survey, view: View, power: str, order: Order) -> tuple[tuple[str, str], ...]:
    """The same as pairs: said to the power whose View it is, of it in any other."""
    book, own = survey.book, view.viewer.power == power
    found = book.bearings(survey, view.ledger, power, order)
    said = ((sentence(book, each) if own else said_of(book, each, power)) for each in found)
    return tuple(zip(said, (each.clause for each in found), strict=True))


def _groups(
    survey: Survey, view: View, power: str, choices: Iterable[Choices], own: bool
) -> list[Data]:
    """Choices by what kind of order they are; `own`: the unit is known, and no field."""
    by_verb: dict[tuple[str, bool], list[Choices]] = {}
    for choice in choices:
        by_verb.setdefault((choice.verb, choice.via), []).append(choice)
    groups = []
    for (verb, via), same in by_verb.items():
        kind = survey.book.order_types[verb]
        fields = _fields(kind, same, own)
        found = (_rows(survey, view, power, kind, choice, fields) for choice in same)
        rows = _merged(row for each in found for row in each)
        groups.append(_group(survey, view, kind, via, fields, rows))
    for group, letter in zip(groups, letters(str(g["label"]) for g in groups), strict=True):
        group["letter"] = letter
    return groups


def _group(
    survey: Survey,
    view: View,
    kind: OrderType,
    via: bool,
    fields: list[Field],
    rows: list[Row],
) -> Data:
    numbers = [field for field in kind.fields if field.kind == NUMBER]
    ranges = sorted({row.numbers for row in rows if row.numbers})
    group: Data = {
        "verb": kind.verb,
        "label": label_of(kind, via),
        "help": kind.help,
        "clause": kind.clause,
        "slot": kind.slot,
        "fields": [
            {"name": f.name, "kind": f.kind, "prompt": prompt_of(kind, f.name)} for f in fields
        ],
        "rows": [
            [*row.values, row.text, ranges.index(row.numbers) if row.numbers else -1]
            for row in rows
        ],
        "numbers": [
            [dict(zip(("name", "min", "max", "step", "free"), n, strict=True)) for n in each]
            for each in ranges
        ],
    }
    group |= _bearings(rows)
    at = _places(survey.book, fields, rows)
    if at:
        group["at"] = at
    budget = {f.name: b for f in numbers if isinstance(b := view.lore.get(f.name), int)}
    if budget:
        group["budget"] = budget
    more = _further(survey, kind, rows)
    if more:
        group["more"] = more
    return group


def _bearings(rows: Iterable[Row]) -> Data:
    """What bears on the orders of a group, said once, and on which order what bears."""
    known: dict[tuple[str, str], int] = {}
    bears: Data = {}
    for row in rows:
        if row.bears:
            bears[row.text] = [known.setdefault(each, len(known)) for each in row.bears]
    if not known:
        return {}
    told = [{"text": text, "clause": clause} for text, clause in known]
    return {"bearings": told, "bears": bears}


def _fields(kind: OrderType, choices: list[Choices], own: bool) -> list[Field]:
    """What is to be chosen besides numbers, in the order in which it is asked for."""
    by_name = {field.name: field for field in kind.fields}
    used = {name for choice in choices for name, _ in (*choice.extra, *choice.words)}
    used |= {"target"} if any(choice.target for choice in choices) else set()
    used |= {"goal"} if any(any(choice.goals) for choice in choices) else set()
    fields = [f for f in kind.fields if f.name in used and f.kind != NUMBER]
    fields = [f for f in fields if f.name not in ("unit", "via")]
    fields.sort(key=lambda field: field.name == "goal")
    if not own and any(choice.unit for choice in choices):
        fields.insert(0, by_name.get("unit", _OWN_UNIT))
    return fields


def _rows(
    survey: Survey,
    view: View,
    power: str,
    kind: OrderType,
    choice: Choices,
    fields: list[Field],
) -> Iterator[Row]:
    book = survey.book
    ranges = {r.field: r for r in choice.ranges}
    numbers = tuple(_numbers(survey, kind, choice, ranges))
    holders = tuple((name, f"{{{name}}}") for name, *_ in numbers)
    words: list[tuple[tuple[str, str], ...]] = [()]
    for name, values in choice.words:
        words = [(*chosen, (name, value)) for chosen in words for value in values]
    for chosen in words:
        for goal in choice.goals:
            extra = (*holders, *chosen, *choice.extra)
            order = Order(choice.verb, choice.unit, choice.target, goal, choice.via, extra)
            if book.needs_no_offer(view.ledger, power, order):
                continue
            values = tuple(str(order.field(field.name) or "") for field in fields)
            told = _bears(survey, view, power, order)
            yield Row(values, book.write(order), numbers, told)


def _numbers(
    survey: Survey, kind: OrderType, choice: Choices, ranges: Mapping[str, object]
) -> Iterator[tuple[str, int, int, int, bool]]:
    """The number fields of an order: name, least, greatest, step, and may it be left out?"""
    order = Order(choice.verb, choice.unit, choice.target, choice.goals[0], choice.via)
    for field in kind.fields:
        if field.kind != NUMBER:
            continue
        if field.name in ranges:
            span = next(r for r in choice.ranges if r.field == field.name)
            yield (field.name, span.minimum, span.maximum, span.step, field.optional)
        elif survey.position.phase.kind == ADJUSTMENT and choice.unit is not None:
            criterion = criterion_of(survey, field)
            unit = next((u for u in survey.units if u.place == choice.unit.place), None)
            fits = criterion.values(survey, unit, order) if criterion and unit else ()
            if isinstance(fits, range) and len(fits) > 1:
                yield (field.name, fits.start, fits[-1], fits.step, field.optional)


def _merged(rows: Iterable[Row]) -> list[Row]:
    """Rows, those with numbers in the place of the same ones without."""
    merged: dict[tuple[str, ...], Row] = {}
    for row in rows:
        before = merged.get(row.values)
        if before is None or (row.numbers and not before.numbers):
            merged[row.values] = row
    return list(merged.values())


def _places(book: Book, fields: list[Field], rows: list[Row]) -> dict[str, str]:
    """Where on the map a unit is that is to be chosen."""
    places: dict[str, str] = {}
    for index, field in enumerate(fields):
        if field.kind != UNIT_FIELD:
            continue
        for row in rows:
            text = row.values[index]
            if text and text not in places:
                places[text] = place_of(book, text)
    return places


def place_of(book: Book, unit: str) -> str:
    """The place of a unit by its name; empty where it names none."""
    try:
        return book.find_unit(unit).place
    except LegationError:
        return ""


def _further(survey: Survey, kind: OrderType, rows: list[Row]) -> str:
    """How further places are added to an order that may name several, as `` or {}``."""
    spare = [f for f in kind.fields if f.optional and f.kind == PLACE and f.name not in _UNLISTED]
    spare = [f for f in spare if criterion_of(survey, f) is not None]
    if kind.phase != RETREAT or not spare or len(rows) < 2:
        return ""
    unit = UnitName("A")
    one = Order(kind.verb, unit, None, "B")
    whole = survey.book.write(replace(one, extra=((spare[0].name, "C"),)))
    start = survey.book.write(one)
    return whole.removeprefix(start).replace("C", "{}") if whole.startswith(start) else ""


def _stepwise(survey: Survey, view: View, power: str, listed: set[str]) -> list[Data]:
    """Types that may be ordered though they are not listed: there are too many ways to."""
    groups = []
    for kind in survey.book.order_types.values():
        if kind.verb not in listed and is_possible(survey, power, kind):
            fields = [f for f in kind.fields if f.kind != NUMBER]
            group = _group(survey, view, kind, False, fields, [])
            groups.append({**group, "steps": True, "letter": ""})
    return groups
