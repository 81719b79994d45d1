"""Phases by their long names (``SPRING 1901 MOVEMENT``) and short ones (``S1901M``)."""

from __future__ import annotations

from functools import lru_cache

FIRST_YEAR = 1901
DRAWN_IN = f"W{FIRST_YEAR + 99}A"
"""In the hundredth year nobody has won: a draw of all who are left, as in the package."""
KINDS = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}
FLOW = ("SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS")
SEQUENCE = (
    "NEWYEAR",
    "SPRING MOVEMENT",
    "SPRING RETREATS",
    "FALL MOVEMENT",
    "FALL RETREATS",
    "WINTER ADJUSTMENTS",
)
COASTS = {"NC": "NORTH COAST", "SC": "SOUTH COAST", "EC": "EAST COAST", "WC": "WEST COAST"}
FORMING, COMPLETED = "FORMING", "COMPLETED"
_CODES = ("SM", "SR", "FM", "FR", "WA")
_WORDS = tuple(tuple(name.split()) for name in SEQUENCE[1:])


@lru_cache(4096)
def short(phase: str, default: str = "?????") -> str:
    """``SPRING 1901 MOVEMENT`` → ``S1901M``; `default` for what is none."""
    if phase in (FORMING, COMPLETED):
        return phase
    words = phase.upper().split()
    if len(words) == 3 and words[1].isdecimal() and (words[0], words[2]) in _WORDS:
        return f"{words[0][0]}{words[1]}{words[2][0]}"
    return default


@lru_cache(4096)
def long(phase: str, default: str = "?????") -> str:
    """``S1901M`` → ``SPRING 1901 MOVEMENT``; `default` for what is none."""
    code, year = phase[:1].upper() + phase[-1:].upper(), phase[1:-1]
    if code not in _CODES or not year.isdecimal():
        return default
    season, kind = _WORDS[_CODES.index(code)]
    return f"{season} {year} {kind}"


def _number(phase: str) -> int | None:
    """A phase by its long name, counted from the year 0."""
    code = short(phase, "")
    if not code or code in (FORMING, COMPLETED):
        return None
    return int(code[1:-1]) * len(_CODES) + _CODES.index(code[0] + code[-1])


@lru_cache(4096)
def beside(phase: str, step: int, phase_type: str | None = None, skip: int = 0) -> str:
    """The next phase (`step` 1) or the one before (-1), by its long name.

    `phase_type` (``M``, ``R`` or ``A``): of this kind only; `skip`: so many
    are passed over. What is no phase stays as it is.
    """
    counted = _number(phase)
    if counted is None:
        return phase
    while True:
        counted += step
        year, place = divmod(counted, len(_CODES))
        if phase_type in (None, _CODES[place][1]):
            if skip == 0:
                season, kind = _WORDS[place]
                return f"{season} {year} {kind}"
            skip -= 1


def compare(one: str, other: str) -> int:
    """-1, 0 or 1: the first is earlier than the second, the same, or later."""
    first, second = number(one), number(other)
    return (first > second) - (first < second)


@lru_cache(4096)
def number(phase: str) -> float:
    """A phase by either name, counted; what is none comes first, the end last."""
    if phase == COMPLETED:
        return float("inf")
    counted = _number(phase)
    if counted is None:
        counted = _number(long(phase, ""))
    return -1 if counted is None else counted
