"""Men and ships: how many a force may have, and what they weigh (CL-7, CL-8, CL-9, CL-11a-2)."""

from __future__ import annotations

from typing import NamedTuple

from legation.board.graph import ARMY, FLEET
from legation.board.units import Unit

STEP = 5
CREW = 40  # men that a ship counts as
CARRIES = 20  # soldiers that a ship carries
FULL_ARMY = 10_000


class Size(NamedTuple):
    """What a kind of force may number, what one of it weighs in men, and how it is called.

    Two clauses: why it has no more, and why it has no fewer.
    """

    least: int
    full: int
    worth: int
    noun: str
    no_more: str
    no_fewer: str


SIZES = {
    ARMY: Size(1_000, FULL_ARMY, 1, "men", "CL-7a", "CL-7b"),
    FLEET: Size(50, 250, CREW, "ships", "CL-8a", "CL-8a"),
}


def weight(unit: Unit) -> int:
    """The men that a force counts as in combat, and for builds (CL-11a-2, CL-12a)."""
    return unit.strength * SIZES[unit.kind].worth


def splits(kind: str, left: int) -> bool:
    """Can so many men or ships be parted at all?"""
    return left >= 2 * SIZES[kind].least


def leaves_too_few(kind: str, rest: int) -> bool:
    """Would this rest be too small to be a force (CL-7b, CL-8a)?"""
    return 0 < rest < SIZES[kind].least


def legal_parts(kind: str, left: int) -> str:
    """Which parts of so many men or ships an order may name, in words."""
    least = SIZES[kind].least
    if not splits(kind, left):
        return str(left)
    if left == 2 * least:
        return f"{least} or {left}"
    return f"{least} to {left - least} in steps of {STEP}, or {left}"
