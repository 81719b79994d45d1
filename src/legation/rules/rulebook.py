"""The rulebook of one game: map, powers, calendar, options, order types, hooks.

The standard game is this record with its defaults. A variant joins its own
functions onto its parent's with `dataclasses.replace`; each hook is one
question with the standard answer as default, added when a clause needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from legation.board.calendar import Calendar
from legation.board.graph import ARMY, FLEET, MapGraph
from legation.board.names import NameTable
from legation.board.orders import STANDARD_TYPES, OrderType
from legation.rules.convoys import Lanes
from legation.rules.options import Options, OptionSpec


@dataclass(frozen=True, slots=True)
class Power:
    """A power: its name, the adjective, a two-letter mark and a colour."""

    name: str
    adjective: str
    mark: str
    colour: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """Everything that the engine asks of a game before its first phase."""

    variant: str
    title: str
    blurb: str
    length: str
    graph: MapGraph
    names: NameTable
    powers: tuple[Power, ...]
    calendar: Calendar
    options: Options
    option_specs: tuple[OptionSpec, ...]
    editions: Mapping[str, Mapping[str, str]]
    victory_centres: int
    wording: Mapping[str, str]
    kinds: tuple[str, ...] = (ARMY, FLEET)
    order_types: Mapping[str, OrderType] = field(default_factory=lambda: STANDARD_TYPES)

    @cached_property
    def lanes(self) -> Lanes:
        """The map's convoy questions."""
        return Lanes(self.graph)

    def power(self, name: str) -> Power:
        """The power of this name."""
        return next(p for p in self.powers if p.name == name)
