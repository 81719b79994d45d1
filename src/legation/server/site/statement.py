"""Statements that every request asks: put into SQL once, and asked again as they stand.

To make the text of one of Django's takes longer than to have it
answered, and a page asks eight. What is asked is a QuerySet like any other;
only the values that it is asked for change from one time to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row")
Value = int | str | datetime
_FIRST = 2_077_000_001
"""Marks stand for the values while the text is made: nothing else in a statement is as large.

They fit the 32 bits of a whole number of PostgreSQL: of a larger one Django knows, without
asking, that no row has it.
"""


@dataclass(frozen=True, slots=True)
class _Text:
    """A statement as one kind of database is asked it, and how its rows are read."""

    sql: str
    places: tuple[tuple[int, Any], ...]
    """For each parameter which value it is, or -1 and itself."""
    model: type[Model] | None
    names: tuple[str, ...]
    readers: tuple[tuple[int, Sequence[Any], Any], ...]


class Statement(Generic[Row]):
    """One statement: `make` gives the QuerySet for values of these kinds: `int`, `str`, `datetime`.

    It is of whole rows of a model, or of tuples (``values_list``).
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Row]], *kinds: type[Value]) -> None:
        self._make, self._kinds = make, kinds
        self._texts: dict[str, _Text] = {}

    def __call__(self, *values: Value) -> list[Row]:
        """The answer for these values."""
        text = self._texts.get(connection.vendor) or self._put()
        given = [own if at < 0 else _asked(values[at]) for at, own in text.places]
        with connection.cursor() as cursor:
            cursor.execute(text.sql, given)
            rows = cursor.fetchall()
        return list(_read(text, rows))

    def _put(self) -> _Text:
        made = [_mark(at, kind) for at, kind in enumerate(self._kinds)]
        marks = [_asked(mark) for mark in made]
        query = self._make(*made)
        compiler = query.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        places = tuple(
            (marks.index(value), None) if value in marks else (-1, value) for value in params
        )
        assert {at for at, _ in places if at >= 0} == set(range(len(marks))), "a value is not asked"
        whole = not query.query.values_select
        columns = [column for column, *_ in compiler.select]
        readers = compiler.get_converters(columns)
        text = self._texts[connection.vendor] = _Text(
            sql=sql,
            places=places,
            model=query.model if whole else None,
            names=tuple(column.target.attname for column in columns) if whole else (),
            readers=tuple((at, tuple(made), column) for at, (made, column) in readers.items()),
        )
        return text


def _mark(at: int, kind: type[Value]) -> Value:
    """What stands for the value at this place."""
    if kind is int:
        return _FIRST + at
    return datetime(2077, 1, 1, 0, 0, at, tzinfo=UTC) if kind is datetime else f"\x01{at}\x01"


def _asked(value: Value) -> Any:
    """A value as the database is given it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def _read(text: _Text, rows: Sequence[Sequence[Any]]) -> Iterator[Any]:
    """The rows as Django gives them."""
    for row in rows:
        values = list(row)
        for at, made, column in text.readers:
            for read in made:
                values[at] = read(values[at], column, connection)
        if text.model is None:
            yield tuple(values)
        else:
            yield text.model.from_db(connection.alias, text.names, values)
