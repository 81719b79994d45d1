"""What a process keeps of answers that take long to make: one place, bounded, for one reader each.

Every store says how large a value is, and forgets those not asked for longest
when they are more than its room. A key names the game, its version and who
reads; without all three nothing is found, so that an answer made for one
reader can never be given to another, nor one of an earlier version.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from cachetools import LRUCache

T = TypeVar("T")


class Key(NamedTuple):
    """What an answer is of: a game, its version, who reads it, and what he asked.

    `version` is that of the record, or what stands for it to this reader
    (`games.so_far`). `reader` is his Viewer, or what else settles what he may know; `HOST` where
    the value never leaves the services. `asked` tells answers to one reader apart.
    """

    game: Hashable
    version: Hashable
    reader: Hashable
    asked: Hashable = None


HOST: Final = "host"
"""The reader of what only services hold: the record itself."""

_all: WeakSet[Kept[object]] = WeakSet()


class Kept(Generic[T]):
    """A store of answers.

    `size` gives the size of a value, and `room` bounds the sum of them, in the
    same unit. A single value larger than the room is not kept.
    """

    def __init__(self, room: int, size: Callable[[T], int]) -> None:
        self.room = room
        self._size = size
        self._lock = threading.Lock()
        self._values: LRUCache[Key, T] = LRUCache(room, getsizeof=size)
        _all.add(self)  # type: ignore[arg-type]

    def find(self, key: Key) -> T | None:
        """The answer, if it is kept."""
        with self._lock:
            return self._values.get(key)

    def keep(self, key: Key, value: T) -> T:
        """Keeps an answer, and returns it."""
        with self._lock:
            if self._size(value) <= self.room:
                self._values[key] = value
        return value

    def drop(self, key: Key) -> None:
        """Forgets one answer."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._values.clear()

    def __len__(self) -> int:
        return len(self._values)


def stores() -> tuple[Kept[object], ...]:
    """All stores of this process."""
    return tuple(_all)


def forget() -> None:
    """Empties all stores: a version was taken back, or somebody measures."""
    for store in stores():
        store.clear()
