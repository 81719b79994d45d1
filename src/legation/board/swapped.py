"""Places whose latitude and longitude have changed places, as their neighbours tell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from legation.board.graph import Border, Province

_FARTHER = 2.0  # as many times as far from its neighbours as it would be the other way round
_NEAR = 3.0  # degrees; nearer ones are no sign of anything

At = tuple[float, float]


def misplaced(
    provinces: Mapping[str, Province], borders: Sequence[Border]
) -> Iterator[tuple[str, str]]:
    """The code of each such place, and a sentence.

    One is told where all its neighbours are far from it, and each would be
    nearer if its two numbers were the other way round.
    """
    near: dict[str, set[str]] = {}
    for border in borders:
        near.setdefault(border.a, set()).add(border.b)
        near.setdefault(border.b, set()).add(border.a)
    for code, province in provinces.items():
        at = (province.lat, province.lon)
        if any(map(math.isnan, at)) or abs(province.lon) > 90:
            continue
        others = [(provinces[c].lat, provinces[c].lon) for c in near.get(code, ())]
        others += province.points
        if len(others) < 2:
            continue
        here = [_apart(at, other) for other in others]
        there = [_apart((at[1], at[0]), other) for other in others]
        nearer = all(other < this for this, other in zip(here, there, strict=True))
        if nearer and min(here) > _NEAR and sum(here) > _FARTHER * sum(there):
            yield code, f"{code} lies far from its neighbours: have lat and lon changed places?"


def _apart(one: At, other: At) -> float:
    """How far apart two places are, in degrees of latitude."""
    wide = math.cos(math.radians((one[0] + other[0]) / 2))
    east = (one[1] - other[1] + 180) % 360 - 180
    return math.hypot(one[0] - other[0], east * wide)
