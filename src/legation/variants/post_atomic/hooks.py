"""What Post-Atomic changes in the standard rulebook; see rules.md.

A file for each room: `ledger` has the secrets and `country` the lists of the
map; `opening` the Winter before the first year, `ranges` the mountains and
`sea` convoys past them, `publish` what a movement lets one find, `centres` who
finds and owns them, `mutants` and `builds` the Winters, `unseen` units built out
of sight, `sights` who knows what, `shown` who reads what of a phase.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from legation.board import ledger
from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP
from legation.board.graph import ARMY, FLEET, MUTANT
from legation.board.orders import RANKED_RETREAT, Order, OrderType
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName
from legation.rules.definition import Definition
from legation.rules.dice import Dice
from legation.rules.fought import Answer, Fought
from legation.rules.ground import Ground
from legation.rules.marks import Mark
from legation.rules.options import Options as Chosen
from legation.rules.published import Published
from legation.rules.reports import Fact, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.standard import Amiss, Ruled
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.work import CLOSE, COUNT, Done, Sheets, Steps, after, at_end, before, instead

from . import (
    bearing,
    builds,
    centres,
    country,
    given,
    mutants,
    opening,
    publish,
    ranges,
    shown,
    sights,
    unseen,
)
from .ledger import Ledger
from .options import Options


class Rules(builds.Building, Rulebook):
    """The standard rules with dealt centres, secret ranges, mutants, and the first Winter."""

    options: Options

    @classmethod
    def define(cls, definition: Definition, chosen: Chosen) -> Definition:
        """Mutants, ranges, and units whose start their players choose."""
        game = super().define(definition, chosen)
        options = Options.of(chosen)
        ranked = options.retreat_list == "ranked"
        types: dict[str, OrderType] = {
            **game.order_types,
            **opening.TYPES,
            mutants.MUTATE: mutants.TYPE,
        }
        if ranked:
            types["retreat"] = RANKED_RETREAT
        return replace(
            game.with_map(country.started(game.graph)),
            kinds=(ARMY, FLEET, MUTANT),
            written_kinds=(ARMY, FLEET, MUTANT),
            order_types=types,
            ledger=Ledger,
            ranked_retreats=ranked,
            silent=frozenset({SETUP}),
            hides_battles=True,
        )

    @cached_property
    def begin(self) -> opening.Opening:
        """The first Winter on this map."""
        return opening.Opening(country.starts(self.graph))

    @cached_property
    def steps(self) -> Steps:
        """What is hidden counts before the fighting, and is published after it."""
        closed = (("unseen", unseen.let_name), ("ranges", ranges.close))
        steps = before(super().steps, MOVEMENT, "fight", *closed)
        steps = after(steps, MOVEMENT, "fight", ("publish", publish.publish))
        steps = instead(steps, RETREAT, "retreat", ("retreat", publish.falling_back))
        steps = instead(steps, ADJUSTMENT, "adjust", ("adjust", builds.adjusting))
        steps = at_end(steps, SETUP, ("set up", self.begin.process))
        steps = at_end(steps, CLOSE, ("find", centres.find))
        return instead(steps, COUNT, "owners", ("owners", centres.change_owners))

    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """What may be ordered in the first Winter, and of mutants, too."""
        return {**super().criteria, **self.begin.criteria(), **mutants.CRITERIA}

    def setup(self, truth: Truth, dice: Dice) -> Ruled:
        """The centres are dealt (PA-3, PA-4)."""
        return opening.deal(self, truth, dice)

    def amiss(self, truth: Truth) -> Iterator[Amiss]:
        """What is kept beside the board has to be whole, and to fit it."""
        return given.amiss(self, truth)

    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """What is wrong with a sheet of the first Winter, or of another."""
        if survey.position.phase.kind == SETUP:
            return self.begin.check_sheet(survey, power, orders)
        if survey.position.phase.kind == ADJUSTMENT:
            return builds.check_sheet(survey, power, orders)
        return super().check_sheet(survey, power, orders)

    def instead_of(self, new: Order, old: Order) -> bool:
        """A unit starts once (PA-1a, PA-1b)."""
        return self.begin.instead_of(new, old)

    def warn(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[str]:
        """Of ranges that a power knows in the way of its orders."""
        return ranges.warn(survey, power, orders)

    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """Units built out of sight, where builds are published so."""
        return unseen.ghosts(survey) if self.options.publish_builds == "unit-only" else ()

    def may_mean(self, survey: Survey, name: UnitName, unit: Unit, power: str) -> bool:
        """A unit built out of sight may be of another kind than others think (PA-10b)."""
        return super().may_mean(survey, name, unit, power) or unseen.may_mean(survey, unit, power)

    def idle(self, position: Position) -> bool:
        """Adjustments are never passed over: that would tell of centres (PA-10a)."""
        return position.phase.kind != ADJUSTMENT and super().idle(position)

    def survivors(self, truth: Truth) -> tuple[str, ...]:
        """Who is out must not tell who has a centre (PA-10a)."""
        return centres.survivors(self, truth)

    def resettle(self, truth: Truth, position: Position) -> Truth:
        """What is out of sight stays so when the game master moves a unit."""
        return unseen.resettle(self, truth, position)

    def centres(self, truth: Truth) -> Collection[str]:
        """Those that were drawn (PA-3, PA-4)."""
        return opening.centres(self, truth)

    def known(self, truth: Truth, power: str) -> Position:
        """The units, and the owners of the centres that a power found (PA-10a)."""
        return sights.known(self, truth, power)

    def lore(self, truth: Truth, power: str | None) -> Mapping[str, Fact]:
        """The centres that a power has, the ranges that it knows."""
        return sights.lore(self, truth, power)

    def orders_shown(self, done: Done, power: str) -> Published:
        """All orders, but those of units that only others have seen (PA-10b)."""
        return shown.orders_shown(done, power)

    def ground_known(self, done: Done, power: str, survey: Survey, orders: Sheets) -> Ground:
        """The ranges that a power knows of (PA-8)."""
        return shown.ground_known(done, power, survey, orders)

    def answer(self, fought: Fought, index: int) -> Answer:
        """What a range stopped says so (PA-6c, PA-6d)."""
        return shown.answer(fought, index, super().answer(fought, index))

    def heard(self, done: Done, power: str) -> tuple[Outcome | None, ...]:
        """What a Winter lets a power hear (PA-10)."""
        return shown.heard(super().heard(done, power), done, power)

    def bearings(
        self, survey: Survey, kept: ledger.Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """The ranges that a power knows of."""
        common = super().bearings(survey, kept, power, order)
        return (*common, *bearing.bearings(survey, kept, power, order))

    def marks(self, position: Position, kept: ledger.Ledger) -> tuple[Mark, ...]:
        """The centres and ranges that a viewer knows of (PA-8, PA-10)."""
        return sights.marks(super().marks(position, kept), kept, self.options)
