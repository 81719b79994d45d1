"""The rulebook of one game: map, powers, calendar, options, order types, hooks.

The standard game is this record with its defaults. A variant joins its own
functions onto its parent's with `dataclasses.replace`; each hook is one
question with the standard answer as default, added when a clause needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from legation.board.calendar import Calendar
from legation.board.graph import ARMY, FLEET, MapGraph, province_of
from legation.board.names import END, NameTable, words_of
from legation.board.notation import (
    SheetError,
    SheetOrder,
    format_order,
    grammar_of,
    parse_order,
    parse_sheet,
)
from legation.board.orders import STANDARD_TYPES, Order, OrderType
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName
from legation.errors import OrderError
from legation.rules import standard
from legation.rules.choices import Offers
from legation.rules.convoys import Lanes
from legation.rules.dice import Dice
from legation.rules.marks import Mark
from legation.rules.options import Options, OptionSpec
from legation.rules.reaches import Reaches
from legation.rules.reports import Fact, Outcome, Report, sentence
from legation.rules.work import Steps

if TYPE_CHECKING:
    from legation.rules.adjust import Adjustment
    from legation.rules.legality import Criterion
    from legation.rules.survey import Survey


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


class SheetFault(NamedTuple):
    """What is wrong with a sheet as a whole: in its order number `at`, or (-1) in none."""

    at: int
    error: OrderError


Told = tuple[Truth, tuple[Report, ...]]


@dataclass(frozen=True)
class Rulebook:
    """Everything that the engine asks of a game before its first phase.

    `map_note` says what of the map is a reconstruction. `powers` have players,
    `neutrals` have none: they own no centres and neither build nor vote.
    `kinds` are the letters of units, `written_kinds` what may stand for them in
    an order (``2U``). `open_places` hold any number of units. `full` is the
    greatest strength of each kind of unit, where men or ships are counted.
    `ledger_keys` declares the keys of the variant's ledger, `sealed` the verbs
    and kinds of report that stay closed even when the game is over.
    `master_powers` are ordered by the game master, who reads nobody's sheet
    before he has sealed theirs (by `seal_clause`). In phases of a `silent` kind
    nobody may write to anybody. The rest are hooks; `rules.standard` has the
    standard answers, and says what each is asked.
    """

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
    steps: Steps
    map_note: str = ""
    neutrals: tuple[Power, ...] = ()
    kinds: tuple[str, ...] = (ARMY, FLEET)
    written_kinds: tuple[str, ...] = (ARMY, FLEET)
    order_types: Mapping[str, OrderType] = field(default_factory=lambda: STANDARD_TYPES)
    open_places: frozenset[str] = frozenset()
    full: Mapping[str, int] = field(default_factory=dict)
    ledger_keys: Mapping[str, str] = field(default_factory=dict)
    sealed: frozenset[str] = frozenset()
    master_powers: tuple[str, ...] = ()
    seal_clause: str = "STD-GM"
    ranked_retreats: bool = False
    disorder_ends: bool = True
    victory_at_once: bool = False
    silent: frozenset[str] = frozenset()

    criteria: Mapping[str, Criterion] = field(default_factory=dict)
    setup: Callable[[Rulebook, Truth, Dice], Told] = standard.setup
    check_sheet: Callable[[Survey, str, Sequence[Order]], list[SheetFault]] = standard.check_sheet
    warn: Callable[[Survey, str, Sequence[Order]], list[str]] = standard.warn
    steps_of: Callable[[Survey, Unit, frozenset[str]], frozenset[str]] | None = None
    support_reach: Callable[[Survey, Unit], frozenset[str]] | None = None
    ghosts: Callable[[Survey], tuple[Unit, ...]] | None = None
    retreats: Callable[[Survey, Unit, tuple[str, ...]], tuple[str, ...]] = standard.retreats
    loss: Callable[[Rulebook, str, Sequence[str]], tuple[str, str]] = standard.loss
    due: Callable[[Survey, str], int] = standard.due
    build_choices: Callable[[Survey, str], list[UnitName]] = standard.build_choices
    why_no_build: Callable[[Survey, str, UnitName], tuple[str, str]] = standard.why_no_build
    cost: Callable[[Rulebook, UnitName], int] = standard.cost
    relief: Callable[[Survey, Unit], int] = standard.relief
    builds_possible: Callable[[Survey, str], int] = standard.builds_possible
    removals: Callable[[Survey, str, Sequence[Unit], int], list[tuple[Unit, Report]]] = (
        standard.removals
    )
    adjust: Callable[[Survey, Mapping[str, Sequence[Order]]], Adjustment] | None = None
    idle: Callable[[Survey], bool] = standard.idle
    victory: Callable[[Rulebook, Truth], Told] = standard.victory
    survivors: Callable[[Rulebook, Truth], tuple[str, ...]] = standard.survivors
    sharers: Callable[[Rulebook, Truth], tuple[str, ...]] = standard.sharers
    abandoned: Callable[[Rulebook, Truth], tuple[str, ...]] = standard.abandoned
    disorder: Callable[[Rulebook, Truth, str], Told] = standard.disorder
    resettle: Callable[[Rulebook, Truth, Position], Truth] = standard.resettle
    known: Callable[[Rulebook, Truth, str], Position] = standard.known
    lore: Callable[[Rulebook, Truth, str | None], Mapping[str, Fact]] = standard.lore
    marks: Callable[[Rulebook, Position, Mapping[str, Fact]], tuple[Mark, ...]] = standard.marks

    @cached_property
    def lanes(self) -> Lanes:
        """The map's convoy questions."""
        return Lanes(self.graph)

    @cached_property
    def reaches(self) -> Reaches:
        """Whom a unit could support, as far as the map says."""
        return Reaches(self.graph, self.kinds, self.open_places)

    @cached_property
    def offers(self) -> Offers:
        """What units may do, as far as the map says."""
        return Offers(self.graph, self.reaches)

    @cached_property
    def players(self) -> frozenset[str]:
        """The names of the powers that have a player."""
        return frozenset(power.name for power in self.powers)

    @cached_property
    def nations(self) -> Mapping[str, Power]:
        """Everybody whose units may stand on the board, by name."""
        return {power.name: power for power in (*self.powers, *self.neutrals)}

    def with_neutrals(self, *more: Power) -> Rulebook:
        """This rulebook with more nationalities that have no player; known ones stay."""
        neutrals = (*self.neutrals, *(power for power in more if power.name not in self.nations))
        names = names_of(self.graph, self.powers, neutrals)
        return replace(self, neutrals=neutrals, names=names)

    @cached_property
    def possible_centres(self) -> tuple[str, ...]:
        """Provinces that are supply centres, or may turn out to be."""
        return tuple(c for c, p in self.graph.provinces.items() if p.centre != "0")

    # Orders as text

    def read(self, text: str, phase: str) -> Order:
        """The order that a text is in this kind of phase; raises as `parse_order` does."""
        return parse_order(text, self.names, self.order_types, phase, self.written_kinds)

    def read_sheet(self, text: str, phase: str) -> tuple[list[SheetOrder], list[SheetError]]:
        """The orders of a sheet, and what in it is none."""
        return parse_sheet(text, self.names, self.order_types, phase, self.written_kinds)

    def find_unit(self, text: str) -> UnitName:
        """The unit that a text names: ``A Par``, ``Par``, ``Royals U WAB/2``.

        Raises:
            NameUnknownError: where it names no place.
        """
        grammar = grammar_of(self.names, self.order_types, self.written_kinds)
        words = [*(word.casefold() for word in words_of(text)), END]
        for name, end in grammar.units_at(words, 0):
            if words[end] == END:
                return name
        return UnitName(self.names.find_place(text))

    def write(self, order: Order, style: str = "codes") -> str:
        """An order as text, in ``codes`` or in full ``names``."""
        if style == "codes" and not order.extra and order.verb in STANDARD_TYPES:
            return str(order)
        return format_order(order, self.names, style, self.order_types)

    # Powers

    def power(self, name: str) -> Power:
        """The power of this name, with or without a player."""
        return self.nations[name]

    def said(self, unit: Unit) -> str:
        """A unit with its owner, as reports name it: ``French A Par``."""
        nation = self.nations.get(unit.power)
        return f"{nation.adjective if nation else unit.power} {unit}"

    def why(self, outcome: Outcome) -> str:
        """The reason of an outcome in words, with whose units they are that share a place."""
        facts = dict(outcome.reason.facts)
        shared = province_of(outcome.unit.rpartition(" ")[2]) in self.open_places
        if shared and facts.get("unit") == outcome.unit:
            facts["unit"] = f"{self.power(outcome.power).adjective} {outcome.unit}"
        supported = outcome.order.partition(" S ")[2].partition(" - ")[0]
        if supported and supported.endswith(f" {facts.get('target')}"):
            facts["target"] = supported  # with its power, as it was written
        return sentence(replace(outcome.reason, facts=facts), self.wording)

    def why_lost(self, outcome: Outcome) -> tuple[str, str]:
        """What a dislodged unit can still do, in words, and the clause; empty for any other."""
        if outcome.at != "dislodged":
            return "", ""
        kind, clause = self.loss(self, outcome.power, outcome.retreats)
        attack = f"the attack from {outcome.by}" if outcome.by else "an attack"
        facts = {"attack": attack, "places": " or ".join(outcome.retreats)}
        return sentence(Report(kind, clause, facts), self.wording), clause
