"""What a row of ``provinces.csv`` must agree with in itself: a check a question.

Each check yields a sentence for everything that is wrong; the first part of a
sentence names the province or what stands in its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from legation.board.graph import (
    BRIDGE,
    CLAIMED,
    COAST,
    COAST_NAMES,
    IMPASSABLE,
    SEA,
    TERRAINS,
    Province,
)
from legation.board.names import any_of

LAND_IN_SEA = "land-in-sea"
FEATURES = frozenset(
    {
        *("canal", LAND_IN_SEA, "two-parts", "island", "fortified", "garrison"),
        *("port", "police", "northbank", "southbank", "minor", "colony", CLAIMED),
    }
)

Check = Callable[[Province], Iterator[str]]


def _name(province: Province) -> Iterator[str]:
    if not province.name:
        yield f"{province.code} has no name."


def _terrain(province: Province) -> Iterator[str]:
    if province.terrain not in TERRAINS:
        yield f'"{province.terrain}" is no terrain. Terrains are {any_of(TERRAINS)}.'


def _features(province: Province) -> Iterator[str]:
    for feature in sorted(province.features - FEATURES):
        yield f'"{feature}" is no feature. Features are {any_of(sorted(FEATURES))}.'
    if LAND_IN_SEA in province.features and province.terrain != SEA:
        yield f"only a sea can have {LAND_IN_SEA}; {province.code} is {province.terrain}."


def _letters(province: Province) -> Iterator[str]:
    """Waters are written in capitals, lands as words; a land in the sea may be either."""
    code, terrain = province.code, province.terrain
    if LAND_IN_SEA in province.features or terrain not in TERRAINS:
        return
    if terrain in (SEA, BRIDGE):
        if not code.isupper():
            yield f"{code} is a {terrain}: write its code in capitals, {code.upper()}."
    elif code.isupper() or not code[0].isupper():
        yield f"{code} is land: write its code as {code.title()}."


def _centre(province: Province) -> Iterator[str]:
    code, centre = province.code, province.centre
    if centre not in ("0", "1", "?"):
        yield f'"{centre}" does not say whether {code} is a centre. Write 1, ? or 0.'
    if centre != "0" and province.terrain == IMPASSABLE:
        yield f"{code} is impassable, so it cannot be a centre."


def _coasts(province: Province) -> Iterator[str]:
    code, coasts = province.code, province.coasts
    for coast in coasts:
        if coast not in COAST_NAMES:
            yield f'"{coast}" is no coast. Coasts are {any_of(list(COAST_NAMES))}.'
    if coasts and province.terrain != COAST:
        yield f"{code} is {province.terrain}; only a coast province has coasts."
    if len(coasts) == 1 or len(set(coasts)) < len(coasts):
        yield f"{code} needs two different coasts or none."


CHECKS: tuple[Check, ...] = (_name, _terrain, _features, _letters, _centre, _coasts)
