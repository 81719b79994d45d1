"""Rows of named numbers that are worked on: an array for the compiler, objects for Python.

A number of a numpy record takes Python some microseconds, one of an object a few
hundredths of that, and the rules of a battle ask for little else.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from legation.kernel.compiled import COMPILED


def rows(count: int, dtype: np.dtype[np.void]) -> Any:
    """So many rows of zeros: ``rows[at].name``, or a column, ``rows.name[at]``."""
    if COMPILED:
        return np.zeros(count, dtype).view(np.recarray)
    kind = _kind(dtype)
    return _Rows(kind() for _ in range(count))


class _Rows(list[Any]):
    def __getattr__(self, name: str) -> _Column:
        return _Column(self, name)


class _Column:
    """One number of each row."""

    __slots__ = ("_name", "_rows")

    def __init__(self, rows: list[Any], name: str) -> None:
        self._rows = rows
        self._name = name

    def __getitem__(self, at: int) -> int:
        value: int = getattr(self._rows[at], self._name)
        return value

    def __setitem__(self, at: int, value: int) -> None:
        setattr(self._rows[at], self._name, value)


@cache
def _kind(dtype: np.dtype[np.void]) -> type:
    """A row as an object. What is written is an int afterwards, as in an array."""
    names = dtype.names or ()

    def begin(row: Any) -> None:
        for name in names:
            setattr(row, name, 0)

    def write(row: Any, name: str, value: Any) -> None:
        object.__setattr__(row, name, int(value))

    return type("Row", (), {"__slots__": names, "__init__": begin, "__setattr__": write})
