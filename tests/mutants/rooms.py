"""Rooms of the source with the tests of each: what a night follows that is too short for all."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import sites
from sites import Mutant
from trying import Way


class Item(Protocol):
    """A test, as far as it is asked here."""

    path: Path


@dataclass(frozen=True, slots=True)
class Room:
    """Where mutants live, by how their files begin, and its own tests by their number."""

    name: str
    tests: tuple[int, ...]


def room_of(file: str) -> str:
    """The room of a file: of those of `checks.toml` that hold it, the innermost."""
    return max((name for name in sites.TESTS if file.startswith(name)), key=len, default="")


def rooms(items: Sequence[Item], mutants: Iterable[Mutant], first: int) -> list[Room]:
    """The rooms in which these mutants live, in the order of a seed."""
    names = sorted({room_of(mutant.file) for mutant in mutants} - {""})
    random.Random(first).shuffle(names)
    return [Room(name, _own(name, items)) for name in names]


def _own(name: str, items: Sequence[Item]) -> tuple[int, ...]:
    found = [n for f in sites.TESTS[name] for n, item in enumerate(items) if item.path.match(f)]
    return tuple(dict.fromkeys(found))


def own_tests(found: Sequence[Room]) -> list[int]:
    """The numbers of the tests of these rooms, those of the first room first."""
    return list(dict.fromkeys(n for room in found for n in room.tests))


def ordered(found: Sequence[Room], number: int) -> list[int]:
    """The numbers of all tests: first those of these rooms."""
    return list(dict.fromkeys([*own_tests(found), *range(number)]))


@dataclass(frozen=True, slots=True)
class Followed:
    """What may be said of mutants after some of the tests were followed.

    `all_of_them`: every test was, and what none catches lives. Else `begun` are the rooms of
    whose own tests some were.
    """

    all_of_them: bool
    begun: Sequence[str] = ()

    @classmethod
    def of(cls, found: Sequence[Room], way: Way, number: int) -> Followed:
        """By the tests that were followed, of so many."""
        done = way.seconds.keys()
        begun = [room.name for room in found if not done.isdisjoint(room.tests)]
        return cls(len(done) == number, begun)

    def tries(self, mutant: Mutant) -> bool:
        """Is it tried at all?"""
        return self.all_of_them or room_of(mutant.file) in self.begun

    def said(self) -> str:
        """What the night says of it."""
        which = f"of tests only those of {', '.join(self.begun)}" if self.begun else "no tests"
        return "" if self.all_of_them else f"; {which} were followed, for want of time"
