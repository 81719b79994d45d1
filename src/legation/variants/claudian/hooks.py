"""What Claudian Diplomacy changes in the standard rulebook; see rules.md.

`sizes` has the numbers, `orders` how they are written, `shares` and `ships`
what a sheet may ask of them; `parts` divides forces by their orders,
`crossings` deals equal parts out to ships, `loads` weighs convoys, `fight` lets
the parts fight and joins them, `told` says what came of it; `retreats` and
`builds` are what follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from legation.board.calendar import MOVEMENT, RETREAT
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.rules.definition import Definition
from legation.rules.options import Options as Chosen
from legation.rules.refusals import RefusedOrderError
from legation.rules.reports import Adjustment, Fact, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.standings import Standings
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.work import Done, Steps, instead

from . import bearing, builds, fight, orders, retreats, shares, sizes
from .options import Options


class Rules(Rulebook):
    """The standard rules with men and ships, forces in parts, and the standing armies."""

    options: Options

    @classmethod
    def define(cls, definition: Definition, chosen: Chosen) -> Definition:
        """Forces have numbers, and so have orders."""
        game = super().define(definition, chosen)
        full = {kind: size.full for kind, size in sizes.SIZES.items()}
        return replace(game, full=full, order_types=orders.types(game.order_types))

    @cached_property
    def steps(self) -> Steps:
        """The parts fight; those who retreat to one place may join."""
        steps = instead(super().steps, MOVEMENT, "fight", ("fight", fight.fight))
        return instead(steps, RETREAT, "retreat", ("retreat", retreats.retreat))

    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """Which numbers may be ordered, too."""
        return {**super().criteria, **orders.CHECKS}

    def bearings(
        self, survey: Survey, kept: Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """Numbers: what weakens, joins and carries; one's own are joined, and not in the way."""
        del kept
        return tuple(bearing.bearings(survey, power, order))

    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """No more men and ships than there are."""
        return shares.check_sheet(survey, power, orders)

    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """Standing armies do not retreat (CL-13b)."""
        return retreats.retreats(survey, unit, places)

    def loss(self, power: str, retreats: Sequence[str]) -> tuple[str, str]:
        """What a dislodged force can still do: a standing army nothing (CL-13b)."""
        return (
            super().loss(power, retreats) if power in self.players else ("loss-standing", "CL-13b")
        )

    def due(self, survey: Survey, power: str) -> int:
        """Builds by strength (CL-12a)."""
        return builds.due(survey, power)

    def build_choices(self, survey: Survey, power: str) -> list[UnitName]:
        """What a power could build: also where a force in its home can grow (CL-12b)."""
        return [*super().build_choices(survey, power), *builds.growing(survey, power)]

    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> Report:
        """Why a power cannot build this force there."""
        said = builds.why_no_growth(survey, power, name)
        return said or super().why_no_build(survey, power, name)

    def adjust(self, survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
        """Builds and removals by men and ships (CL-12)."""
        return builds.adjust(survey, orders)

    def counted(
        self, survey: Survey, power: str, orders: Sequence[Order]
    ) -> Sequence[Order | RefusedOrderError]:
        """Which builds and removals count, by men and ships (CL-12)."""
        return builds.counted(survey, power, orders)

    def standings(self, position: Position, kept: Ledger, lore: Mapping[str, Fact]) -> Standings:
        """Centres, forces, and what these come to in men (CL-12a)."""
        return builds.standings(super().standings(position, kept, lore), position)

    def explained(self, done: Done) -> tuple[Outcome, ...]:
        """One outcome for each order and each rest of a force (CL-10b)."""
        return fight.explained(done)
