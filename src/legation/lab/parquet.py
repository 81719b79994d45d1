"""The games of a trial as one table in Parquet, for whoever reads many of them (extra `parquet`).

Its columns are the fields of `Played`, in its types: what is counted by province
is a map, a fault is a record, and of a pair the parts are called ``0`` and ``1``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from legation.errors import NotInstalledError
from legation.lab.played import Played

PARQUET = "games.parquet"

Column = tuple[Any, Callable[[Any], object]]
"""A type of Arrow, and what makes its value of one of ours."""


def needed() -> None:
    """Say at once if it cannot be written.

    Raises:
        NotInstalledError: without the extra.
    """
    if find_spec("pyarrow") is None:
        raise NotInstalledError(
            "--parquet needs pyarrow, which is not installed: pip install 'legation[parquet]'"
        )


def write_parquet(path: Path, games: Sequence[Played]) -> None:
    """Write the table of these games."""
    import pyarrow as pa
    from pyarrow import parquet

    whole, row = _column(Played)
    table = pa.Table.from_pylist([row(game) for game in games], schema=pa.schema(list(whole)))
    parquet.write_table(table, path)


def _column(hint: Any) -> Column:
    """What a field of this type is in a table."""
    import pyarrow as pa

    simple = {int: pa.int64(), float: pa.float64(), str: pa.string()}
    if hint in simple or get_origin(hint) is Literal:
        return simple.get(hint, pa.string()), lambda value: value
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        parts = {field.name: _column(hints[field.name]) for field in fields(hint)}
        kind = pa.struct([(name, part) for name, (part, _) in parts.items()])
        return kind, lambda value: {n: made(getattr(value, n)) for n, (_, made) in parts.items()}
    own = get_args(hint)
    if get_origin(hint) is tuple and own[-1] is not ...:
        pair = [_column(each) for each in own]
        kind = pa.struct([(str(at), part) for at, (part, _) in enumerate(pair)])
        return kind, lambda value: {str(at): pair[at][1](each) for at, each in enumerate(value)}
    kind, made = _column(own[-1] if get_origin(hint) is not tuple else own[0])
    if get_origin(hint) is tuple:
        return pa.list_(kind), lambda value: [made(each) for each in value]
    assert get_origin(hint) is Mapping, hint
    return pa.map_(pa.string(), kind), lambda value: [
        (key, made(each)) for key, each in value.items()
    ]
