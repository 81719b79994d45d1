"""What a case expected and did not get."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


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


def alike(expected: Iterable[str], actual: Iterable[str]) -> tuple[list[str], list[str]]:
    """Units in order; where a case writes no numbers, those in open places are left out."""
    expected, actual = sorted(expected), sorted(actual)
    if any(map(_NUMBER.search, expected)):
        return expected, actual
    return expected, sorted(_NUMBER.sub("", unit) for unit in actual)
