"""Colours of powers that nobody could tell apart, or see on paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from legation.atlas.palette import contrast, difference
from legation.studio.document import Document, Problem

PAPER = "#f6f1e4"
PALE = 1.3
"""Contrast with paper below which a colour is not seen."""
ALIKE, ALIKE_WITHOUT_GREEN = 12.0, 7.0
"""CIEDE2000: less is too little to tell two powers by, for all eyes and for deuteranopes."""


def faults(draft: Document) -> Iterator[Problem]:
    """A sentence for each colour, and each two, with what would work."""
    for row, power in enumerate(draft.powers):
        if contrast(power.colour, PAPER) < PALE:
            said = f"The colour of {power.name} is as pale as the paper; take a darker one."
            yield Problem(said, _where(row))
    for (_, one), (row, other) in combinations(enumerate(draft.powers), 2):
        names = f"{one.name} and {other.name}"
        if difference(one.colour, other.colour) < ALIKE:
            yield Problem(f"The colours of {names} look alike; change one.", _where(row))
        elif difference(one.colour, other.colour, "deutan") < ALIKE_WITHOUT_GREEN:
            said = f"Who sees no green cannot tell the colours of {names} apart;"
            yield Problem(f"{said} make one darker or lighter.", _where(row))


def _where(row: int) -> dict[str, object]:
    return {"section": "powers", "row": row, "key": "colour"}
