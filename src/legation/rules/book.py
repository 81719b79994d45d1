"""A game's definition and options in use: orders read and written, powers and units named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from legation.board.forms import Grammar
from legation.board.names import END, words_of
from legation.board.notation import SheetError, SheetOrder, format_order, read_order, read_sheet
from legation.board.orders import STANDARD_TYPES, Order
from legation.board.units import Unit, UnitName
from legation.rules.choices import Offers
from legation.rules.convoys import Lanes
from legation.rules.definition import Definition, Power
from legation.rules.options import Options
from legation.rules.reaches import Reaches


class Book:
    """What a rulebook says of itself; its attributes are told by the `Definition`.

    A class of rules that has options of its own annotates `options` with their class.
    """

    options: Options

    def __init__(self, definition: Definition, options: Options) -> None:
        self.definition = definition
        self.options = options
        self.variant = definition.variant
        self.title = definition.title
        self.blurb = definition.blurb
        self.length = definition.length
        self.map_note = definition.map_note
        self.graph = definition.graph
        self.names = definition.names
        self.powers = definition.powers
        self.neutrals = definition.neutrals
        self.calendar = definition.calendar
        self.option_specs = definition.option_specs
        self.editions = definition.editions
        self.victory_centres = definition.victory_centres
        self.builds = definition.builds
        self.aims = definition.aims
        self.sight = definition.sight
        self.reports = definition.reports
        self.lore_words = definition.lore_words
        self.sign_words = definition.sign_words
        self.kinds = definition.kinds
        self.written_kinds = definition.written_kinds
        self.order_types = definition.order_types
        self.open_places = definition.open_places
        self.full = definition.full
        self.ledger = definition.ledger
        self.sealed = definition.sealed
        self.master_powers = definition.master_powers
        self.seal_clause = definition.seal_clause
        self.ranked_retreats = definition.ranked_retreats
        self.disorder_ends = definition.disorder_ends
        self.victory_at_once = definition.victory_at_once
        self.silent = definition.silent
        self.hides_battles = definition.hides_battles

    @cached_property
    def lanes(self) -> Lanes:
        """The map's convoy questions."""
        return Lanes(self.graph, proper=self.options.superfluous_convoy == "void")

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
    def readers(self) -> tuple[str, ...]:
        """Who is told of a phase: whoever is no power (""), then the powers with a player."""
        return ("", *sorted(self.players))

    @cached_property
    def nations(self) -> Mapping[str, Power]:
        """Everybody whose units may stand on the board, by name."""
        return {power.name: power for power in (*self.powers, *self.neutrals)}

    @cached_property
    def possible_centres(self) -> tuple[str, ...]:
        """Provinces that are supply centres, or may turn out to be."""
        return tuple(c for c, p in self.graph.provinces.items() if p.centre != "0")

    # Orders as text

    @cached_property
    def grammar(self) -> Grammar:
        """What can be written in this game."""
        return Grammar(self.names, self.order_types, self.written_kinds)

    def read(self, text: str, phase: str) -> Order:
        """The order that a text is in this kind of phase; raises as `read_order` does."""
        return read_order(text, self.grammar, phase)

    def read_sheet(self, text: str, phase: str) -> tuple[list[SheetOrder], list[SheetError]]:
        """The orders of a sheet, and what in it is none."""
        return read_sheet(text, self.grammar, phase)

    def find_unit(self, text: str) -> UnitName:
        """The unit that a text names: ``A Par``, ``Par``, ``Royals U WAB/2``.

        Raises:
            NameUnknownError: where it names no place.
        """
        words = [*(word.casefold() for word in words_of(text)), END]
        for name, end in self.grammar.units_at(words, 0):
            if words[end] == END:
                return name
        return UnitName(self.names.find_place(text))

    def write(self, order: Order, style: str = "codes") -> str:
        """An order as text, in ``codes`` or in full ``names``."""
        if style == "codes" and not order.extra and order.verb in STANDARD_TYPES:
            return str(order)
        return format_order(order, self.names, style, self.order_types)

    # Powers, units and reasons

    def power(self, name: str) -> Power:
        """The power of this name, with or without a player."""
        return self.nations[name]

    def said(self, unit: Unit) -> str:
        """A unit with its owner, as reports name it: ``French A Par``."""
        nation = self.nations.get(unit.power)
        return f"{nation.adjective if nation else unit.power} {unit}"
