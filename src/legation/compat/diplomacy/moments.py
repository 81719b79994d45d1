"""A board at a time: what is copied of it at once, and its state as a dict, made later."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from legation.compat.diplomacy.ground import POWERS


def now() -> int:
    """The time in microseconds since 1970."""
    return time.time_ns() // 1000


class _Marks(dict[str, int]):
    """A number for each thing that may be on a board, drawn from what it is called."""

    def __init__(self, of: str) -> None:
        self.of = of

    def __missing__(self, thing: str) -> int:
        digest = hashlib.blake2b(f"{self.of} {thing}".encode(), digest_size=8).digest()
        return self.setdefault(thing, int.from_bytes(digest, "big"))


_LARGEST = (1 << 63) - 1
_MARKS = {
    name: [
        _Marks(f"{name} {kept}").__getitem__ for kept in ("units", "retreats", "centers", "homes")
    ]
    for name in POWERS
}


Held = tuple[
    str,
    list[str],
    dict[str, list[str]],
    list[str],
    list[str],
    list[str],
    int,
    dict[str, Any] | None,
]


class Moment(NamedTuple):
    """A board at a time, of which its state as a dict can be made later, once.

    `held` has a row for each power: its name, units, retreats, centres, homes, influence,
    civil disorder, and in an adjustment phase its builds. They are tuples, and each
    value stands in the state as it is here.
    """

    timestamp: int
    note: str
    name: str
    held: list[Held]


def hash_of(held: Iterable[Held]) -> str:
    """A number, as a text, that is the same for the same board."""
    total = 0
    for name, units, retreats, centers, homes, *_ in held:
        unit, retreat, centre, home = _MARKS[name]
        total += sum(map(unit, units)) + sum(map(retreat, retreats))
        total += sum(map(centre, centers)) + sum(map(home, homes))
    return str(total & _LARGEST)


def state_of(moment: Moment) -> dict[str, Any]:
    """The board as plain values: units, retreats, centres, homes, influence, builds due."""
    timestamp, note, name, held = moment
    names, units, retreats, centers, homes, influence, disorder, builds = zip(*held, strict=True)
    told = {
        "retreats": retreats,
        "centers": centers,
        "homes": homes,
        "influence": influence,
        "civil_disorder": disorder,
    }
    return {
        "timestamp": timestamp,
        "zobrist_hash": hash_of(held),
        "note": note,
        "name": name,
        "units": {
            power: its + [f"*{unit}" for unit in lost]
            for power, its, lost in zip(names, units, retreats, strict=True)
        },
        **{key: dict(zip(names, values, strict=True)) for key, values in told.items()},
        "builds": {
            power: due or {"count": 0, "homes": []}
            for power, due in zip(names, builds, strict=True)
        },
    }
