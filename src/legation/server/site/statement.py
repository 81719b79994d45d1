"""Statements that are asked again and again: put into SQL once, and asked again as they stand.

To make the text of one of Django's takes longer than to have it
answered, and a page asks seven. What is asked is a QuerySet like any other;
only the values that it is asked for change from one time to the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState

Row = TypeVar("Row")
Value = int | str | datetime
_FIRST = 2_077_000_001
"""Marks stand for the values while the text is made: nothing else in a statement is as large.

They fit the 32 bits of a whole number of PostgreSQL: of a larger one Django knows, without
asking, that no row has it.
"""
_PLACE = re.compile("(?<!%)%s")


@dataclass(frozen=True, slots=True)
class _Text:
    """A statement as one kind of database is asked it, and how its rows are read."""

    sql: str
    plain: str
    """The same in the words of SQLite, which is asked without Django's way there; or nothing."""
    places: tuple[tuple[int, Any], ...]
    """For each parameter which value it is, or -1 and itself."""
    model: type[Model] | None
    names: tuple[str, ...]
    readers: tuple[tuple[int, Sequence[Any], Any], ...]


class Statement(Generic[Row]):
    """One statement: `make` gives the QuerySet for values of these kinds: `int`, `str`, `datetime`.

    It is of whole rows of a model, with what is annotated, or of tuples (``values_list``).
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Row]], *kinds: type[Value]) -> None:
        self._make, self._kinds = make, kinds
        self._texts: dict[str, _Text] = {}

    def __call__(self, *values: Value) -> list[Row]:
        """The answer for these values."""
        here = connections[DEFAULT_DB_ALIAS]
        text = self._texts.get(here.vendor) or self._put(here)
        given = [own if at < 0 else _asked(values[at], here) for at, own in text.places]
        if text.plain and not here.execute_wrappers and not here.queries_logged:
            rows = _plainly(here, text.plain, given)
        else:
            with here.cursor() as cursor:
                cursor.execute(text.sql, given)
                rows = cursor.fetchall()
        return list(_read(text, rows, here))

    def _put(self, here: BaseDatabaseWrapper) -> _Text:
        made = [_mark(at, kind) for at, kind in enumerate(self._kinds)]
        marks = [_asked(mark, here) for mark in made]
        query = self._make(*made)
        compiler = query.query.get_compiler(connection=here)
        sql, params = compiler.as_sql()
        of_time = getattr(here.ops, "convert_datetimefield_value", None)  # of SQLite
        places = tuple(
            (marks.index(value), None) if value in marks else (-1, value) for value in params
        )
        assert {at for at, _ in places if at >= 0} == set(range(len(marks))), "a value is not asked"
        whole = not query.query.values_select
        columns = [column for column, *_ in compiler.select]
        named = [alias or column.target.attname for column, _, alias in compiler.select if whole]
        readers = {
            at: ([_time if read == of_time else read for read in made], column)
            for at, (made, column) in compiler.get_converters(columns).items()
        }
        text = self._texts[here.vendor] = _Text(
            sql=sql,
            plain=_PLACE.sub("?", sql).replace("%%", "%") if here.vendor == "sqlite" else "",
            places=places,
            model=query.model if whole else None,
            names=tuple(named),
            readers=tuple((at, tuple(made), column) for at, (made, column) in readers.items()),
        )
        return text


def _mark(at: int, kind: type[Value]) -> Value:
    """What stands for the value at this place."""
    if kind is int:
        return _FIRST + at
    return datetime(2077, 1, 1, 0, 0, at, tzinfo=UTC) if kind is datetime else f"\x01{at}\x01"


def _asked(value: Value, here: BaseDatabaseWrapper) -> Any:
    """A value as the database is given it."""
    if isinstance(value, datetime):
        return here.ops.adapt_datetimefield_value(value)
    return value


def _plainly(here: BaseDatabaseWrapper, sql: str, given: Sequence[Any]) -> Sequence[Sequence[Any]]:
    """What SQLite answers; the same is refused, and in the same words, as by a cursor of Django."""
    here.ensure_connection()
    here.validate_no_broken_transaction()
    with here.wrap_database_errors:
        found: list[Sequence[Any]] = here.connection.execute(sql, given).fetchall()
    return found


def _read(text: _Text, rows: Sequence[Sequence[Any]], here: BaseDatabaseWrapper) -> Iterator[Any]:
    """The rows as Django gives them."""
    for row in rows:
        values: Any = [*row] if text.readers else row
        for at, made, column in text.readers:
            for read in made:
                values[at] = read(values[at], column, here)
        yield tuple(values) if text.model is None else _row(text.model, text.names, values, here)


def _row(
    model: type[Model], names: Sequence[str], values: Sequence[Any], here: BaseDatabaseWrapper
) -> Model:
    """A row with all of its columns, as out of a cache: nobody here waits for `post_init`."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    row._state = ModelState()
    row._state.adding, row._state.db = False, here.alias
    return row


def _time(at: datetime | None, *_: Any) -> datetime | None:
    """A time as SQLite keeps it: in UTC, which is not written there."""
    return at and at.replace(tzinfo=UTC)
