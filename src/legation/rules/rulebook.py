"""The rulebook of one game: a class whose methods are the questions that a game is asked.

This one has the standard answers. A variant's ``hooks.py`` derives a class
`Rules` from its parent's, overrides what it answers otherwise, and may ask
`super()`. Data is in the `Definition`. A rulebook is itself only: two are
never equal, and each may be a key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.rules import fog
from legation.rules.adjust import adjust, all_idle, counted
from legation.rules.bearings import own_there
from legation.rules.criteria import CRITERIA
from legation.rules.declared import ALL
from legation.rules.definition import Definition
from legation.rules.explain import answer, as_fought
from legation.rules.fought import Answer, Fought
from legation.rules.ground import Ground
from legation.rules.menus import listers_of
from legation.rules.options import Options
from legation.rules.published import Published
from legation.rules.refusals import RefusedOrderError
from legation.rules.removals import farthest
from legation.rules.reports import Adjustment, Outcome, Report
from legation.rules.retreat import heard
from legation.rules.sites import sites, why_not
from legation.rules.survey import Criterion, Lister, SheetFault, Survey, survey_of
from legation.rules.tabled import tables_judge, tables_list
from legation.rules.turn import STANDARD_STEPS
from legation.rules.work import Done, Played, Sheets, Steps


class Rulebook(Played):
    """The standard game's rules."""

    def __init_subclass__(cls, **given: object) -> None:
        """A class that bends ways anew names its own `free_powers`, or has none.

        Those that its parent named were free of what the parent bends, and of that alone.
        """
        super().__init_subclass__(**given)
        for each in cls.__mro__:
            if "free_powers" in vars(each):
                return
            if not vars(each).keys().isdisjoint(("open_steps", "support_reach")):
                setattr(cls, "free_powers", Rulebook.free_powers)  # noqa: B010  mypy takes it for a method
                return

    @classmethod
    def define(cls, definition: Definition, options: Options) -> Definition:
        """What a variant makes of the data that was read from its folder: nothing more."""
        del options
        return definition

    @cached_property
    def steps(self) -> Steps:
        """Moment of the game → the named steps that are taken at it."""
        return STANDARD_STEPS if self.sight.sees == ALL else fog.in_fog(STANDARD_STEPS)

    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """Domain of a field of an order → which values are legal in it."""
        return CRITERIA

    @cached_property
    def tables_list(self) -> bool:
        """Do the map's tables have all standard orders of a movement that may be given?"""
        return tables_list(self)

    @cached_property
    def tables_judge(self) -> bool:
        """Is a standard order legal if the map's tables have it, and no way of its units is closed?

        Of units that are alone in their places.
        """
        return tables_judge(self)

    @cached_property
    def listers(self) -> Sequence[Lister]:
        """What lists each type of order of a unit in a movement, in the order of the types."""
        return listers_of(self)

    # Sheets

    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """What is wrong with a sheet whose orders are each legal, on the board its power knows."""
        del survey, power, orders
        return []

    def instead_of(self, new: Order, old: Order) -> bool:
        """Is an order for what another of its sheet is for, though their types do not say so?"""
        del new, old
        return False

    def bearings(
        self, survey: Survey, kept: Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """The odd rules that bear on an order which a power may give, for who writes it.

        From board and ledger as he knows them; each of a kind of ``[bearing]`` in
        ``words.toml``. Here: that nobody dislodges his own (STD-SELF).
        """
        del kept
        return own_there(survey, power, order)

    def needs_no_offer(self, kept: Ledger, power: str, order: Order) -> bool:
        """Is an order legal, and yet of no use, for it changes nothing or another says it too?"""
        del kept, power, order
        return False

    def warn(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[str]:
        """What a power should know of orders that are legal, on the board it knows: nothing."""
        del survey, power, orders
        return []

    @cached_property
    def warns(self) -> bool:
        """Is there anything that a power is ever warned of?"""
        return type(self).warn is not Rulebook.warn

    # Ways

    @cached_property
    def all_free(self) -> bool:
        """Do all units go, and support, where the map lets them?"""
        own = type(self)
        return (own.open_steps, own.support_reach) == (Rulebook.open_steps, Rulebook.support_reach)

    @cached_property
    def free_powers(self) -> frozenset[str]:
        """The powers whose units go, and support, where the map lets them, if not all do.

        Said by the class that bends ways: one below it that bends them again says it anew.
        """
        return frozenset(self.nations) if self.all_free else frozenset()

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """Of the places that the map lets a unit go to, those it may go to: all."""
        del survey, unit
        return steps

    def support_reach(self, survey: Survey, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into: where it could go (STD-SUP)."""
        return survey.reach(unit)

    def may_mean(self, survey: Survey, name: UnitName, unit: Unit, power: str) -> bool:
        """If the kind that the order names, if any, is that of the unit."""
        del survey, power
        return name.kind in ("", unit.kind, unit.written)

    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """Units that an order may speak of although nobody sees them: none, but in fog."""
        return () if self.sight.sees == ALL else fog.ghosts(survey)

    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """Of the places open to a dislodged unit, those it may go to: all."""
        del survey, unit
        return places

    # Builds and removals (STD-ADJ)

    def due(self, survey: Survey, power: str) -> int:
        """Builds due to a power; removals where negative."""
        position = survey.position
        return position.riches.get(power, 0) - position.sizes.get(power, 0)

    def build_choices(self, survey: Survey, power: str) -> list[UnitName]:
        """The units that a power could build, one by one: where `builds` lets it."""
        graph = survey.graph
        return [
            UnitName(place, kind)
            for site in sites(survey, power, self.builds)
            for kind in self.kinds
            for place in graph.provinces[site].places
            if graph.can_stand(kind, place) and graph.can_build(kind, site)
        ]

    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> Report:
        """Why a power cannot build this unit."""
        return why_not(survey, power, name, self.builds)

    def builds_possible(self, survey: Survey, power: str) -> int:
        """How many builds a power can really use: no more than it has places for."""
        due = survey.due(power)
        if due <= 0:
            return 0
        return min(due, len({name.province for name in self.build_choices(survey, power)}))

    def relief(self, survey: Survey, unit: Unit) -> int:
        """How many removals it counts for that a unit goes: one."""
        del survey, unit
        return 1

    def removals(
        self, survey: Survey, power: str, units: Sequence[Unit], missing: int
    ) -> list[tuple[Unit, Report]]:
        """Which of a power's units go for so many missing removals, each with the reason."""
        del power
        return farthest(survey, units, missing)

    def adjust(self, survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
        """Carry out an adjustment phase."""
        return adjust(survey, orders)

    def counted(
        self, survey: Survey, power: str, orders: Sequence[Order]
    ) -> Sequence[Order | RefusedOrderError]:
        """Each order of a sheet of builds or removals as it counts in `adjust`, or why not."""
        return counted(survey, power, orders)

    # Phases

    def idle(self, position: Position) -> bool:
        """Has nobody anything to decide in this phase, so that it is passed over (STD-PH)?"""
        if position.phase.kind == RETREAT:
            return not any(lost.unit.power in self.players for lost in position.dislodged)
        if position.phase.kind == ADJUSTMENT:
            return all_idle(survey_of(self, position))
        return False

    # What is told (STD-WHY)

    def orders_shown(self, done: Done, power: str) -> Published | None:
        """Whose orders of a movement a power is shown: it reads the truth, but in fog."""
        return fog.orders_shown(done, power) if self.sight.hides else None

    def ground_known(self, done: Done, power: str, survey: Survey, orders: Sheets) -> Ground:
        """What was settled before a battle, as a power knows it with its report: as it was."""
        del power, survey, orders
        return done.once(_faceless)

    def explained(self, done: Done) -> tuple[Outcome, ...]:
        """All that became of the orders of a movement."""
        return as_fought(self, done.movement, done.resolution, done.work.lost)

    def answer(self, fought: Fought, index: int) -> Answer:
        """As the orders were fought out, with the ground and peace of the battle."""
        return answer(fought, index)

    def heard(self, done: Done, power: str) -> tuple[Outcome | None, ...]:
        """All of it, but for what was chosen in vain for a retreat (STD-RET)."""
        told = heard(done.work.outcomes, power)
        if not self.sight.hides:
            return told
        return tuple(fog.heard(done, each, power) if each is not None else None for each in told)


def _faceless(done: Done) -> Ground:
    """The ground of a battle that was fought, as readers see its units."""
    return done.work.ground.faceless()
