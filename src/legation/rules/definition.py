"""What a game is made of before anybody asks it anything: map, powers, calendar, numbers.

Read from a variant's folder by `legation.variants.load`. A variant that must
change some of it does so in `Rulebook.define`, before its rulebook is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from legation.board.calendar import Calendar
from legation.board.graph import ARMY, FLEET, MapGraph
from legation.board.ledger import Ledger
from legation.board.names import NameTable
from legation.board.orders import STANDARD_TYPES, OrderType
from legation.rules.declared import Aims, Builds, Sight
from legation.rules.kinds import Kind, Known
from legation.rules.options import OptionSpec


@dataclass(frozen=True, slots=True)
class Power:
    """A power: its name, the adjective, a two-letter mark and a colour."""

    name: str
    adjective: str
    mark: str
    colour: str
    aliases: tuple[str, ...] = ()


def names_of(graph: MapGraph, powers: Iterable[Power], neutrals: Iterable[Power]) -> NameTable:
    """What the places of a map and these powers may be called."""
    players, others = (
        {p.name: (p.adjective, *p.aliases) for p in each} for each in (powers, neutrals)
    )
    return NameTable(graph, players, others)


@dataclass(frozen=True)
class Definition:
    """The data of a game; what there is to ask of it is the `Rulebook`.

    `map_note` says what of the map is a reconstruction. `powers` have players,
    `neutrals` have none: they own no centres and neither build nor vote.
    `kinds` are the letters of units, `written_kinds` what may stand for them in
    an order (``2U``). `builds` says where units may be built, `aims` what wins
    beside a number of centres, `sight` how far powers see. `open_places` hold any
    number of units. `full` is the greatest strength of each kind of unit, where
    men or ships are counted.
    `reports` are the kinds of report, `lore_words` how what one knows beside the
    board reads, `sign_words` what signs on the map mean, by their names. `ledger`
    is the class of what the variant keeps beside the board, `sealed` are the verbs
    and kinds of report that stay closed even when the game is over.
    `master_powers` are ordered by the game master, who reads nobody's sheet
    before he has sealed theirs (by `seal_clause`). In phases of a `silent` kind
    nobody may write to anybody. `hides_battles` says that a battle may hide
    something from some readers (STD-WHY).
    """

    variant: str
    title: str
    blurb: str
    length: str
    graph: MapGraph
    names: NameTable
    powers: tuple[Power, ...]
    calendar: Calendar
    option_specs: tuple[OptionSpec, ...]
    editions: Mapping[str, Mapping[str, str]]
    victory_centres: int
    reports: Mapping[str, Kind]
    lore_words: Mapping[str, Known]
    sign_words: Mapping[str, str] = field(default_factory=dict)
    map_note: str = ""
    neutrals: tuple[Power, ...] = ()
    kinds: tuple[str, ...] = (ARMY, FLEET)
    written_kinds: tuple[str, ...] = (ARMY, FLEET)
    builds: Builds = field(default_factory=Builds)
    aims: Aims = field(default_factory=Aims)
    sight: Sight = field(default_factory=Sight)
    order_types: Mapping[str, OrderType] = field(default_factory=lambda: STANDARD_TYPES)
    open_places: frozenset[str] = frozenset()
    full: Mapping[str, int] = field(default_factory=dict)
    ledger: type[Ledger] = Ledger
    sealed: frozenset[str] = frozenset()
    master_powers: tuple[str, ...] = ()
    seal_clause: str = "STD-GM"
    ranked_retreats: bool = False
    disorder_ends: bool = True
    victory_at_once: bool = False
    silent: frozenset[str] = frozenset()
    hides_battles: bool = False

    def with_map(self, graph: MapGraph) -> Definition:
        """This game on another map."""
        return replace(self, graph=graph, names=names_of(graph, self.powers, self.neutrals))

    def with_neutrals(self, *more: Power) -> Definition:
        """This game with more nationalities that have no player; known ones stay."""
        known = {power.name for power in (*self.powers, *self.neutrals)}
        neutrals = (*self.neutrals, *(power for power in more if power.name not in known))
        names = names_of(self.graph, self.powers, neutrals)
        return replace(self, neutrals=neutrals, names=names)
