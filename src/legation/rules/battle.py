"""The battle: the one form in which every movement problem is put (STD-BAT).

A variant's steps settle everything that is decided before fighting and leave
it here as presets; nothing below knows which variant it was. Places are
provinces: coasts have done their work in legality. ``docs/battle.md`` defines
what a resolution is, for this form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from msgspec import Struct

from legation.board.once import once


class Act(IntEnum):
    """What the order of a force does. A convoying force holds; `routes` name it."""

    HOLD = 0
    MOVE = 1
    SUPPORT = 2
    CONVOY = 3


class Road(IntEnum):
    """How a move travels: over land, by convoy, or over land where its convoy fails."""

    LAND = 0
    CONVOY = 1
    EITHER = 2


class Preset(IntEnum):
    """What is known of an order before fighting starts.

    VOID: the force holds, as if unordered. BLOCKED: a move that cannot cross
    its border; attack and prevent 0, it cuts nothing, and is no holder that
    could be supported in place. PRECUT: a support that is lost already.
    """

    OK = 0
    VOID = 1
    BLOCKED = 2
    PRECUT = 3


class Force(Struct, frozen=True, gc=False):
    """A body that one order moves or keeps.

    `weight` counts units, or men (CL). `routes` are the proper routes of a
    convoyed move, each a tuple of the convoying forces' indices. `target` is
    the index of the force supported: its move if it moves, else its stand. A
    support whose target does something else is VOID. Nothing in it leads back to
    it, so the search for garbage leaves it out.
    """

    power: str
    kind: str
    place: str
    weight: int = 1
    act: Act = Act.HOLD
    goal: str = ""
    road: Road = Road.LAND
    routes: tuple[tuple[int, ...], ...] = ()
    target: int = -1
    preset: Preset = Preset.OK
    preset_by: tuple[int, ...] = ()
    preset_clause: str = ""


@dataclass(frozen=True, slots=True)
class BattleRules:
    """The choices that a whole battle shares; the first value named is standard.

    cut: ``whole`` / ``subtract``. weaken: ``supports-first`` / ``holders-first``.
    joint: moves of one power and kind to one place are one assault; then room
    is the most weight of one power's forces in a place. exchange: whether two
    of its forces of one kind may then change places, ``no`` / ``yes``.
    multi_route: ``any`` / ``every``. paradox: ``szykman`` / ``all-hold``.
    passed: whether a unit dislodged by one that passed it on a convoy still
    ``blocks`` others, or has ``no-effect``. origin: an army attacks from its ``start`` or from the
    ``last-fleet`` of its route.
    """

    cut: str = "whole"
    weaken: str = "supports-first"
    joint: bool = False
    room: int = 0
    exchange: str = "no"
    multi_route: str = "any"
    paradox: str = "szykman"
    passed: str = "blocks"
    origin: str = "start"

    def __post_init__(self) -> None:
        if self.joint != (self.room > 0):
            raise ValueError("joint attacks need room, and room needs joint attacks")
        if self.exchange != "no" and not self.joint:
            raise ValueError("forces of one power change places only where attacks are joint")


class Battle(Struct, frozen=True, dict=True):
    """Forces and the ground they fight on.

    `hold_bonus`: (place, power) → strength added when that power holds it.
    `vacant`: place → (strength when empty, powers exempt). `peace`: (attacker,
    victim) pairs beyond one's own power that may neither dislodge nor cut.
    `shielded`: (support, attacker) pairs of force indices in which the attack
    takes nothing from the support, not even by dislodging (1971, 1982, 2000).
    """

    forces: tuple[Force, ...]
    hold_bonus: Mapping[tuple[str, str], int] = {}
    vacant: Mapping[str, tuple[int, frozenset[str]]] = {}
    open_places: frozenset[str] = frozenset()
    peace: frozenset[tuple[str, str]] = frozenset()
    shielded: frozenset[tuple[int, int]] = frozenset()
    rules: BattleRules = BattleRules()

    @once
    def standing(self) -> Mapping[str, tuple[int, ...]]:
        """Place → the forces that start there."""
        by_place: dict[str, tuple[int, ...]] = {}
        for index, force in enumerate(self.forces):
            place = force.place
            by_place[place] = (*by_place[place], index) if place in by_place else (index,)
        return by_place
