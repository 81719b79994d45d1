"""What a variant lets a picture of the board show beside units and owners."""

from __future__ import annotations

from dataclasses import dataclass

CENTRE, RANGE, DOUBLE_RANGE, LAST_SEEN, BEARER, FOG, SIDE, LEADER = (
    "centre",
    "range",
    "double-range",
    "last-seen",
    "bearer",
    "fog",
    "side",
    "leader",
)
MARKS = (CENTRE, RANGE, DOUBLE_RANGE, LAST_SEEN, BEARER, FOG, SIDE, LEADER)
"""A supply centre that the map's table leaves open, mountains on the border of
two places, two ranges of them there, where a unit was last seen, a unit
that carries somebody, provinces out of sight, on whose side a unit is, and the
units of who leads it and is crowned."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at a place, or on the border of two, as one viewer knows it.

    `text` is what is written beside it, or said of it: the time when a unit was
    seen, who is carried, whose side it is. `power` is whose unit it was, `number` which of several
    in one place.
    """

    kind: str
    places: tuple[str, ...]
    text: str = ""
    power: str = ""
    number: int = 0
