"""The marks of powers, and the endings of their classes in a picture."""

from __future__ import annotations

from functools import lru_cache

from legation.atlas.look import power_class
from legation.rules.rulebook import Rulebook

UNKNOWN = "?"

suffix = lru_cache(maxsize=256)(power_class)


def mark_of(book: Rulebook, power: str) -> str:
    """The two letters of a power."""
    nation = book.nations.get(power)
    return nation.mark if nation else UNKNOWN


def class_of(book: Rulebook, power: str) -> str:
    """The ending of the classes of a power; ``none`` for nobody."""
    nation = book.nations.get(power)
    return suffix(nation.mark) if nation else "none"
