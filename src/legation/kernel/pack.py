"""Battles as arrays: from `rules.battle.Battle` to `layout.Packed`.

What each array means stands in `layout`. Array code that has no Battles (see
`play`) fills the same arrays itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from legation.errors import RefusedError
from legation.kernel.layout import (
    ALL_HOLD,
    BLOCKED,
    EVERY,
    EXCHANGE,
    HOLDERS_FIRST,
    JOINT,
    MOST_FORCES,
    MOST_POWERS,
    MOST_WEIGHT,
    MOVE,
    NO_EFFECT,
    PRECUT,
    STAY,
    SUBTRACT,
    SUPPORT,
    Extra,
    Forces,
    Packed,
)
from legation.rules.battle import Act, Battle, BattleRules, Force, Preset

_BITS = {
    ("cut", "subtract"): SUBTRACT,
    ("weaken", "holders-first"): HOLDERS_FIRST,
    ("joint", True): JOINT,
    ("multi_route", "every"): EVERY,
    ("paradox", "all-hold"): ALL_HOLD,
    ("passed", "no-effect"): NO_EFFECT,
    ("exchange", "yes"): EXCHANGE,
}
_STANDARD = BattleRules()


def pack(battles: Iterable[Battle]) -> Packed:
    """A batch of battles as arrays.

    Places, powers and kinds are numbered battle by battle, in order of
    appearance. Raises RefusedError for what the kernel does not do.
    """
    rows = _Rows()
    for battle in battles:
        rows.add(battle)
    return rows.packed()


def flags_of(rules: BattleRules) -> int:
    """The bits of `Extra.flags` for these rules; 0 is standard.

    Raises RefusedError, naming the option, for rules that the kernel does not know.
    """
    flags = 0
    for name in BattleRules.__slots__:
        value = getattr(rules, name)
        if name == "room" or value == getattr(_STANDARD, name):
            continue
        if (name, value) not in _BITS:
            raise RefusedError(f"{name} = {value}")
        flags |= _BITS[name, value]
    return flags


def is_plain(battle: Battle) -> bool:
    """Whether a battle needs no `Extra` (see `layout`)."""
    return (
        battle.rules == _STANDARD
        and not (battle.hold_bonus or battle.vacant or battle.open_places)
        and not (battle.peace or battle.shielded)
        and len(battle.standing) == len(battle.forces)
        and all(f.weight == 1 and deed_of(f) in (STAY, MOVE, SUPPORT) for f in battle.forces)
    )


def deed_of(force: Force) -> int:
    """What a force does, its preset taken into account: a value of `Forces.deed`."""
    if force.preset is Preset.VOID or force.act in (Act.HOLD, Act.CONVOY):
        return STAY
    if force.act is Act.MOVE:
        return BLOCKED if force.preset is Preset.BLOCKED else MOVE
    return PRECUT if force.preset is Preset.PRECUT else SUPPORT


class _Numbers(dict[str, int]):
    """Names to numbers, in order of appearance."""

    def __missing__(self, name: str) -> int:
        return self.setdefault(name, len(self))


class _Rows:
    """The columns of a batch while it grows."""

    def __init__(self) -> None:
        self.off = [0]
        self.places = 0
        self.plain = True
        self.forces: dict[str, list[int]] = {name: [] for name in Forces._fields}
        self.extra: dict[str, list[int]] = {name: [] for name in Extra._fields}
        self.forces["route_at"].append(0)
        self.forces["fleet_at"].append(0)
        self.extra["shield_at"].append(0)

    def add(self, battle: Battle) -> None:
        """Append a battle."""
        place, power, kind = _Numbers(), _Numbers(), _Numbers()
        self.extra["flags"].append(flags_of(battle.rules))
        self.extra["room"].append(battle.rules.room)
        for index, force in enumerate(battle.forces):
            deed = deed_of(force)
            moves = deed in (MOVE, BLOCKED)
            row = self.forces
            row["power"].append(power[force.power])
            row["place"].append(place[force.place])
            row["deed"].append(deed)
            row["goal"].append(place[force.goal] if moves else -1)
            row["road"].append(force.road.value if moves else 0)
            row["target"].append(force.target if deed in (SUPPORT, PRECUT) else -1)
            for fleets in force.routes if moves else ():
                row["fleets"].extend(fleets)
                row["fleet_at"].append(len(row["fleets"]))
            row["route_at"].append(len(row["fleet_at"]) - 1)
            self._add_extra(battle, index, moves)
            self.extra["kind"].append(kind[force.kind])
        for force in battle.forces:
            self.extra["peace"].append(_peace(battle, force, power))
        _refuse_sizes(battle, len(power), len(kind))
        self.places = max(self.places, len(place))
        self.plain = self.plain and is_plain(battle)
        self.off.append(self.off[-1] + len(battle.forces))

    def _add_extra(self, battle: Battle, index: int, moves: bool) -> None:
        force, row = battle.forces[index], self.extra
        strength, exempt = battle.vacant.get(force.goal, (0, frozenset()))
        row["weight"].append(force.weight)
        row["bonus"].append(battle.hold_bonus.get((force.place, force.power), 0))
        row["vacant"].append(strength if moves and force.power not in exempt else 0)
        row["open_place"].append(force.place in battle.open_places)
        row["open_goal"].append(moves and force.goal in battle.open_places)
        row["attackers"].extend(sorted(by for support, by in battle.shielded if support == index))
        row["shield_at"].append(len(row["attackers"]))

    def packed(self) -> Packed:
        """The arrays."""
        forces = Forces(*_arrays(Forces, self.forces))
        extra = None if self.plain else Extra(*_arrays(Extra, self.extra))
        return Packed(forces, extra, np.array(self.off, np.int64), self.places)


_TYPES = {
    "power": np.int8,
    "deed": np.int8,
    "road": np.int8,
    "kind": np.int8,
    "open_place": np.int8,
    "open_goal": np.int8,
    "place": np.int16,
    "goal": np.int16,
    "target": np.int16,
    "fleets": np.int16,
    "attackers": np.int16,
    "flags": np.int16,
    "peace": np.int64,
}


def _arrays(shape: type[Forces] | type[Extra], rows: dict[str, list[int]]) -> Iterable[np.ndarray]:
    return [np.array(rows[name], _TYPES.get(name, np.int32)) for name in shape._fields]


def _peace(battle: Battle, force: Force, power: dict[str, int]) -> int:
    bits = 1 << power[force.power]
    for attacker, victim in battle.peace:
        if attacker == force.power and victim in power:
            bits |= 1 << power[victim]
    return bits


def _refuse_sizes(battle: Battle, powers: int, kinds: int) -> None:
    """Refuse numbers that the arrays have no room for."""
    sizes: Sequence[tuple[str, int, int]] = (
        ("forces in one battle", len(battle.forces), MOST_FORCES),
        ("powers in one battle", powers, MOST_POWERS),
        ("kinds of unit in one battle", kinds, MOST_POWERS),
        ("men in one battle", _men(battle), MOST_WEIGHT),
    )
    for what, size, most in sizes:
        if size > most:
            raise RefusedError(f"more than {most} {what} (here {size})")


def _men(battle: Battle) -> int:
    """More than any strength in a battle can be."""
    bonus = sum(battle.hold_bonus.values())
    vacant = sum(strength for strength, _ in battle.vacant.values())
    return sum(force.weight for force in battle.forces) + bonus + vacant
