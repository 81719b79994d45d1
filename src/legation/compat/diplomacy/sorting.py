"""`SortedDict`: a dict whose keys stand in order; phases in that of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from legation.compat.diplomacy import calendar

Key = TypeVar("Key", str, int)
Value = TypeVar("Value")


def _place(key: str | int) -> Any:
    if isinstance(key, int):
        return key
    return (calendar.number(key), key)


class SortedDict(dict[Key, Value]):
    """A dict whose keys stand in order: numbers, or short names of phases (``S1901M``)."""

    def put(self, key: Key, value: Value) -> None:
        """Set a value, and put its key in its place."""
        late = not self or key in self or _place(self.last_key()) < _place(key)
        self[key] = value
        if not late:
            rows = sorted(self.items(), key=lambda row: _place(row[0]))
            self.clear()
            self.update(rows)

    def fill(self, dct: Mapping[Key, Value]) -> None:
        """Set all of a dict's values."""
        for key, value in dct.items():
            self.put(key, value)

    def get_next_key(self, key: Key) -> Key | None:
        """The key after one, which need not be there; None after the last."""
        return next((each for each in self if _place(each) > _place(key)), None)

    def get_previous_key(self, key: Key) -> Key | None:
        """The key before one, which need not be there; None before the first."""
        return next((each for each in reversed(self) if _place(each) < _place(key)), None)

    def key_from_index(self, index: int) -> Key | None:
        """The key at a place, negative from the end; None where there is none."""
        keys = list(self)
        return keys[index] if -len(keys) <= index < len(keys) else None

    def first_key(self) -> Key:
        """The first key."""
        return next(iter(self))

    def last_key(self) -> Key:
        """The last key."""
        return next(reversed(self))

    def first_value(self) -> Value:
        """The value of the first key."""
        return self[self.first_key()]

    def last_value(self) -> Value:
        """The value of the last key."""
        return self[self.last_key()]

    def last_item(self) -> tuple[Key, Value]:
        """The last key, and its value."""
        return self.last_key(), self.last_value()

    def reversed_items(self) -> Iterator[tuple[Key, Value]]:
        """Keys and values, the last first."""
        return reversed(self.items())

    def reversed_values(self) -> Iterator[Value]:
        """The values, the last first."""
        return reversed(self.values())

    def sub_keys(self, key_from: Key | None = None, key_to: Key | None = None) -> list[Key]:
        """The keys from one to another, both included."""
        return [
            key
            for key in self
            if (key_from is None or _place(key) >= _place(key_from))
            and (key_to is None or _place(key) <= _place(key_to))
        ]

    def sub(self, key_from: Key | None = None, key_to: Key | None = None) -> list[Value]:
        """The values of the keys from one to another."""
        return [self[key] for key in self.sub_keys(key_from, key_to)]

    def remove(self, key: Key) -> Value | None:
        """Take a key away; its value, or None."""
        return self.pop(key, None)

    def remove_sub(self, key_from: Key | None = None, key_to: Key | None = None) -> None:
        """Take the keys from one to another away, both included."""
        for key in self.sub_keys(key_from, key_to):
            del self[key]

    def copy(self) -> SortedDict[Key, Value]:
        """The same keys and values in another dict."""
        return SortedDict(self)
