"""What a picture is made of, as data: areas, units, order lines. No geometry, no style."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from legation.board.units import Unit
from legation.rules.marks import Mark

# Forms of order lines.
MOVE, SUPPORT, CONVOY, HOLD, RETREAT, DISBAND, BUILD, REMOVE, BORDER, OTHER = (
    "move",
    "support",
    "convoy",
    "hold",
    "retreat",
    "disband",
    "build",
    "remove",
    "border",
    "other",
)
IDLE = "idle"
"""A unit without an order worth a line, of which there is something else to say."""

# Fates of orders.
OK, BOUNCE, CUT, VOID, FAILED, PENDING = "ok", "bounce", "cut", "void", "failed", "pending"

# Where a unit is drawn: on its spot, pushed off it, beaten there, or as a report alone had it.
STANDS, PUSHED, BEATEN, TOLD = "stands", "pushed", "beaten", "told"

GUARD = "G"
"""The shape of a unit of the only kind that a game has, where nobody plays its power."""


class Stop(NamedTuple):
    """Where an order line passes: a unit there, or (without a power) the bare place."""

    place: str
    power: str = ""
    number: int = 0
    pushed: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """A province: its owner, if it is known to have one, and what is said of it."""

    code: str
    terrain: str
    owner: str
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit. `shape` is its kind or GUARD; `count` are men or ships, where units are counted.

    `by` is the province from which it was dislodged, `bearer` whom it carries,
    `side` ends the class of the power on whose side it is, ``none`` of somebody
    else; `crowned`: its own power leads that side and has the crown.
    """

    unit: Unit
    shape: str
    said: str
    state: str = STANDS
    count: int = 0
    by: str = ""
    bearer: str = ""
    side: str = ""
    crowned: bool = False

    @property
    def stop(self) -> Stop:
        """Where order lines find it."""
        unit = self.unit
        return Stop(unit.place, unit.power, unit.number, self.state == PUSHED)


@dataclass(frozen=True, slots=True)
class Line:
    """An order. `stops` are where it leads, the unit that is ordered first.

    `beaten` says that the unit was dislodged, whatever the `fate` of its order.
    `kind` and `strength` are those of the unit that is ordered or built, `count`
    how many men, ships or points the order names. `bid` is an order for a unit
    that is not one's own, `by_sea` a move that was to be carried.
    """

    form: str
    power: str
    stops: tuple[Stop, ...]
    fate: str
    said: str
    text: str
    kind: str = ""
    strength: int = 1
    count: int = 0
    beaten: bool = False
    bid: bool = False
    by_sea: bool = False


@dataclass(frozen=True)
class Scene:
    """All that a picture of a View shows.

    `centres` are the supply centres that are known to be one, with their
    owners; `counts` how many each power has, None where not all are known.
    """

    title: str
    reader: str
    phase: str
    areas: tuple[Area, ...]
    centres: tuple[tuple[str, str], ...]
    pieces: tuple[Piece, ...]
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    counts: tuple[tuple[str, int | None], ...]

    @property
    def said(self) -> str:
        """What it is a picture of."""
        return f"{self.title}. {self.phase}, as known to {self.reader}"
