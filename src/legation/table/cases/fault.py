"""What a case expected and did not get."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from legation.board.units import Unit


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that a case expected and did not get."""

    case: str
    what: str
    expected: str
    actual: str

    def __str__(self) -> str:
        return f"{self.case}: {self.what}: expected {self.expected}, got {self.actual}"


def differs(case: str, what: str, expected: object, actual: object) -> list[Failure]:
    """One failure where the two are not the same; none where they are."""
    if expected == actual:
        return []
    return [Failure(case, what, shown(expected), shown(actual))]


def shown(value: object) -> str:
    """A value in a failure; ``none`` where it is empty."""
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value) or "none"
    return str(value) if value not in ("", None, {}) else "none"


_NUMBER = re.compile(r"/\d+$")
"""How a case writes the number of a unit in an open place."""


def alike(
    expected: Collection[str], actual: Iterable[Unit], powers: bool = False
) -> tuple[list[str], list[str]]:
    """Units in order, with their `powers` or without; with numbers where the case has some."""
    wanted, numbered = sorted(expected), any(map(_NUMBER.search, expected))
    units = (unit if numbered else replace(unit, number=0) for unit in actual)
    return wanted, sorted(f"{unit.power} {unit}" if powers else str(unit) for unit in units)
