"""What is worked out of a board when it is first asked for, and then kept with it.

`functools.cached_property` does the same, but before Python 3.12 takes a lock
each time: half a microsecond, ten times in a turn. What is worked out twice by
two threads is the same both times, so nothing here needs one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

K = TypeVar("K")
T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  it is written like a property
    """A property that is asked of an object once; for boards, of which each turn makes some."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> T: ...
    def __get__(self, instance: object | None, owner: type | None = None) -> Self | T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._work_out(instance)
        return value


class Each(dict[K, T]):
    """The answers of a function, each worked out when it is first asked for, by its argument."""

    def __init__(self, work_out: Callable[[K], T]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, key: K) -> T:
        value = self[key] = self._work_out(key)
        return value
