"""What legality looks up in a position: computed once, asked by every order.

Works on a Position as somebody knows it, so it cannot tell what he does not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from legation.board.calendar import MOVEMENT
from legation.board.graph import ARMY
from legation.board.ledger import Ledger
from legation.board.once import once
from legation.board.orders import CHOICE, NUMBER, Field, Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.rules.choices import Choices
from legation.rules.refusals import RefusedOrderError
from legation.rules.reports import Adjustment, Report
from legation.rules.standard import Standard
from legation.rules.supporting import Supporting


@dataclass(frozen=True, slots=True)
class Criterion:
    """Which values a field of an order may have, and why another may not stand.

    `values` gets the survey, the unit that is ordered and the order; `why`
    the same, and returns why it is refused, which rests on `clause` if on no other.
    """

    clause: str
    values: Callable[[Survey, Unit, Order], Collection[object]]
    why: Callable[[Survey, Unit, Order], Report]


class SheetFault(NamedTuple):
    """What is wrong with a sheet as a whole: in its order number `at`, or (-1) in none."""

    at: int
    error: RefusedOrderError


class Asked(Standard, ABC):
    """What a rulebook is asked about a survey; `Rulebook` has the standard answers."""

    @property
    @abstractmethod
    def criteria(self) -> Mapping[str, Criterion]:
        """Domain of a field of an order → which values are legal in it."""

    @property
    @abstractmethod
    def all_free(self) -> bool:
        """Do all units go, and support, where the map lets them, so that nobody need be asked?"""

    @property
    @abstractmethod
    def free_powers(self) -> frozenset[str]:
        """The powers whose units go, and support, where the map lets them, if not all do."""

    @property
    @abstractmethod
    def tables_list(self) -> bool:
        """Do the map's tables (`rules.choices`) have all standard orders of a movement?"""

    @property
    @abstractmethod
    def tables_judge(self) -> bool:
        """Is a standard order of units alone legal if they have it, and no way is closed?"""

    @property
    @abstractmethod
    def listers(self) -> Sequence[Lister]:
        """What lists each type of order of a unit in a movement, in the order of the types."""

    @cached_property
    def checked(self) -> Mapping[str, tuple[tuple[Field, Criterion | None], ...]]:
        """Verb → the fields of such orders in which a value may be wrong, with the criterion."""
        checks = {}
        for verb, kind in self.order_types.items():
            fields = ((field, self.criteria.get(field.domain)) for field in kind.fields)
            checks[verb] = tuple((f, c) for f, c in fields if c or f.kind in (CHOICE, NUMBER))
        return checks

    @abstractmethod
    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """What is wrong with a sheet whose orders are each legal, on the board its power knows."""

    @abstractmethod
    def warn(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[str]:
        """What a power should know of orders that are legal, on the board it knows."""

    @abstractmethod
    def bearings(
        self, survey: Survey, kept: Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """The odd rules that bear on an order, for who writes it."""

    @abstractmethod
    def needs_no_offer(self, kept: Ledger, power: str, order: Order) -> bool:
        """Is an order legal, and yet of no use?"""

    @abstractmethod
    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """Of the places that the map lets a unit go to, those it may go to without a convoy."""

    @abstractmethod
    def support_reach(self, survey: Survey, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into."""

    @abstractmethod
    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """Units that an order may speak of although nobody sees them."""

    @abstractmethod
    def may_mean(self, survey: Survey, name: UnitName, unit: Unit, power: str) -> bool:
        """Could an order of a power mean this unit, by the kind that it names?"""

    @abstractmethod
    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """Of the places open to a dislodged unit, those it may go to."""

    @abstractmethod
    def due(self, survey: Survey, power: str) -> int:
        """Builds due to a power; removals where negative."""

    @abstractmethod
    def build_choices(self, survey: Survey, power: str) -> list[UnitName]:
        """The units that a power could build, one by one."""

    @abstractmethod
    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> Report:
        """Why a power cannot build this unit."""

    @abstractmethod
    def builds_possible(self, survey: Survey, power: str) -> int:
        """How many builds a power can really use."""

    @abstractmethod
    def relief(self, survey: Survey, unit: Unit) -> int:
        """How many removals it counts for that a unit goes."""

    @abstractmethod
    def removals(
        self, survey: Survey, power: str, units: Sequence[Unit], missing: int
    ) -> list[tuple[Unit, Report]]:
        """Which of a power's units go for so many missing removals, each with the reason."""

    @abstractmethod
    def adjust(self, survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
        """Carry out an adjustment phase."""

    @abstractmethod
    def counted(
        self, survey: Survey, power: str, orders: Sequence[Order]
    ) -> Sequence[Order | RefusedOrderError]:
        """Each order of a sheet of builds or removals as it counts, or why it does not."""

    @abstractmethod
    def idle(self, position: Position) -> bool:
        """Has nobody anything to decide in this phase, so that it is passed over?"""


Judged = dict[tuple[str, Order], Order | RefusedOrderError]
"""A power and its order → the order as it stands, or why it does not."""

Lister = Callable[["Survey", Unit], Iterable[Choices]]
"""Lists a unit's orders of one type."""


class Survey(Supporting):
    """A position seen through a rulebook: who stands where, and who could go where.

    `owed` says what is due to the powers in it, whatever their centres come to.
    `terms` are what a variant lets hold for orders while they are carried out,
    a value of its own class; None on a board for which orders are written.
    """

    book: Asked

    def __init__(
        self,
        book: Asked,
        position: Position,
        owed: Mapping[str, int] | None = None,
        terms: object | None = None,
    ) -> None:
        self.book = book
        self.owed = owed or {}
        self.terms = terms
        self.graph = book.graph
        self.position = position
        self.phase = position.phase.kind
        self.lanes = book.lanes
        self.all_free = book.all_free
        self.free_powers = book.free_powers
        self.tables_list = book.tables_list and self.phase == MOVEMENT and terms is None
        """Do the map's tables have all standard orders that may be given?"""
        self.tables_judge = book.tables_judge and self.phase == MOVEMENT
        """Is one of who is `alone` legal if they have it, and no way is closed?"""
        self.judged: Judged | None = None
        """What was found of orders, where it is kept: never on a board that a View holds."""

    @once
    def units(self) -> tuple[Unit, ...]:
        """The units on the board, and those that may be there and are not seen, last."""
        seen = self.position.units
        self.__dict__["units"] = seen  # for who asks which there may be more
        return (*seen, *self.book.ghosts(self))

    def due(self, power: str) -> int:
        """Builds due to a power; removals where negative."""
        owed = self.owed.get(power)
        return self.book.due(self, power) if owed is None else owed

    # Where units could go

    def steps(self, unit: Unit) -> frozenset[str]:
        """The places that a unit could go to without a convoy."""
        steps = self.graph.steps(unit.kind, unit.place)
        if self.is_free(unit):
            return steps
        return self.book.open_steps(self, unit, steps)

    def support_reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into: where it could go, or as a variant says."""
        if self.is_free(unit):
            return self.graph.reach(unit.kind, unit.place)
        return self.book.support_reach(self, unit)

    # Who could come

    def falls_back(self, unit: Unit) -> bool:
        """Does it go to a neighbour by land where no convoy takes it (option `land-fallback`)?"""
        return unit.kind == ARMY and self.book.options.land_fallback == "yes"


def survey_of(book: Asked, position: Position, terms: object | None = None) -> Survey:
    """The survey of a board, made once and kept with it, for all who know this very board."""
    survey = position.surveys.get((book, terms))
    if not isinstance(survey, Survey):
        survey = position.surveys[book, terms] = Survey(book, position, terms=terms)
    return survey
