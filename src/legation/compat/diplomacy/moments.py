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
    name: [_Marks(f"{name} {kept}") for kept in ("units", "retreats", "centers", "homes")]
    for name in POWERS
}


class Holding(NamedTuple):
    """What a power had at a time; `builds` is None but in an adjustment phase."""

    name: str
    units: list[str]
    retreats: dict[str, list[str]]
    centers: list[str]
    homes: list[str]
    influence: list[str]
    civil_disorder: int
    builds: dict[str, Any] | None


class Moment(NamedTuple):
    """A board at a time, of which its state as a dict can be made later, once.

    `held` are rows as `Holding`, which takes longer to make than all that is in it.
    """

    timestamp: int
    note: str
    name: str
    held: list[tuple[Any, ...]]


def hash_of(held: Iterable[tuple[Any, ...]]) -> str:
    """A number, as a text, that is the same for the same board."""
    total = 0
    for name, units, retreats, centers, homes, *_ in held:
        for marks, things in zip(_MARKS[name], (units, retreats, centers, homes), strict=True):
            total += sum([marks[thing] for thing in things])
    return str(total & _LARGEST)


def state_of(moment: Moment) -> dict[str, Any]:
    """The board as plain values: units, retreats, centres, homes, influence, builds due."""
    timestamp, note, name, rows = moment
    held = [Holding(*row) for row in rows]
    return {
        "timestamp": timestamp,
        "zobrist_hash": hash_of(rows),
        "note": note,
        "name": name,
        "units": {each.name: each.units + [f"*{u}" for u in each.retreats] for each in held},
        "retreats": {each.name: each.retreats for each in held},
        "centers": {each.name: each.centers for each in held},
        "homes": {each.name: each.homes for each in held},
        "influence": {each.name: each.influence for each in held},
        "civil_disorder": {each.name: each.civil_disorder for each in held},
        "builds": {each.name: each.builds or {"count": 0, "homes": []} for each in held},
    }
