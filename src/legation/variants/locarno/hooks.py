"""What Locarno changes in the standard rulebook; see rules.md.

`bids` has the points that buy the orders of minor powers, `minors` their units
and what becomes of a power in civil disorder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from legation.board import ledger
from legation.board.calendar import MOVEMENT
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName
from legation.rules.definition import Definition
from legation.rules.options import Options as Chosen
from legation.rules.refusals import because
from legation.rules.reports import Fact, Report
from legation.rules.rulebook import Rulebook
from legation.rules.standard import Amiss, Ruled
from legation.rules.standings import Standings
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.work import COUNT, OPEN, Steps, after, at_end, before

from . import bearing, bids, minors
from .options import Options


class Rules(Rulebook):
    """The standard rules with the minor powers, their bids and the endings of this game."""

    options: Options

    @classmethod
    def define(cls, definition: Definition, chosen: Chosen) -> Definition:
        """A nationality for every centre; bids; a power in civil disorder falls."""
        game = super().define(definition, chosen)
        options = Options.of(chosen)
        closed = bids.SECRETS if options.reveal_bids_at_end == "no" else frozenset[str]()
        game = game.with_neutrals(*minors.nationalities(game))
        return replace(
            game,
            order_types={**game.order_types, bids.BID: bids.BIDS},
            ledger=minors.Ledger,
            sealed=game.sealed | closed,
            disorder_ends=False,
            victory_at_once=True,
        )

    @cached_property
    def steps(self) -> Steps:
        """Bids are settled before the fighting; minors come back and powers fall after it."""
        steps = before(super().steps, MOVEMENT, "fight", ("bids", bids.settle_bids))
        steps = after(steps, COUNT, "owners", ("minors", minors.restore))
        return at_end(steps, OPEN, ("civil disorder", minors.fall_due))

    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """What a bid may be for, too."""
        return {**super().criteria, **bids.CHECKS}

    def amiss(self, truth: Truth) -> Iterator[Amiss]:
        """Minor powers' units stand at home, in centres that nobody owns."""
        return minors.amiss(self, truth)

    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """Bids within the points that there are."""
        return bids.check_sheet(survey, power, orders)

    @cached_property
    def free_powers(self) -> frozenset[str]:
        """All but the minor powers, whose units stay (LO-MP-4)."""
        return self.players

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """Minor powers stay (LO-MP-4)."""
        return minors.open_steps(survey, unit, steps)

    def support_reach(self, survey: Survey, unit: Unit) -> frozenset[str]:
        """Minor powers may support (LO-MP-4)."""
        return minors.support_reach(survey, unit)

    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """Minor powers do not retreat (LO-MP-2)."""
        return minors.retreats(survey, unit, places)

    def loss(self, power: str, retreats: Sequence[str]) -> tuple[str, str]:
        """What a dislodged unit can still do: a minor power's nothing (LO-MP-2)."""
        if power in self.players:
            return super().loss(power, retreats)
        return "loss-minor", "LO-MP-2"

    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> Report:
        """Why a power cannot build there: colonies are nobody's home (LO-S-1)."""
        province = survey.graph.provinces[name.province]
        if "colony" in province.features:
            return because("colony", place=province.code)
        return super().why_no_build(survey, power, name)

    def disorder(self, truth: Truth, power: str) -> Ruled:
        """A power in civil disorder falls (LO-CD)."""
        return minors.disorder(self, truth, power)

    def victory(self, truth: Truth) -> Ruled:
        """Ends the game for the greatest of those with enough centres (LO-V-1a, LO-V-1b).

        A fallen power counts for nothing.
        """
        fallen = minors.Ledger.of(truth).fallen
        owners = {c: power for c, power in truth.position.owners.items() if power not in fallen}
        ending, reports = super().victory(
            replace(truth, position=replace(truth.position, owners=owners))
        )
        return replace(truth, ending=ending.ending, winner=ending.winner), reports

    def bearings(
        self, survey: Survey, kept: ledger.Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """Minor powers, and bids."""
        common = super().bearings(survey, kept, power, order)
        return (*common, *bearing.bearings(survey, order))

    def standings(
        self, position: Position, kept: ledger.Ledger, lore: Mapping[str, Fact]
    ) -> Standings:
        """Centres, and who is in civil disorder (LO-CD)."""
        return minors.standings(super().standings(position, kept, lore), kept)

    def survivors(self, truth: Truth) -> tuple[str, ...]:
        """Who is still in the game: a fallen power never is again (LO-CD-d)."""
        fallen = minors.Ledger.of(truth).fallen
        return tuple(p for p in super().survivors(truth) if p not in fallen)

    def sharers(self, truth: Truth) -> tuple[str, ...]:
        """Who shares a game without a winner: all who still have a unit (LO-V-2)."""
        position = truth.position
        units = (*position.units, *(lost.unit for lost in position.dislodged))
        return tuple(sorted({unit.power for unit in units} & self.players))

    def abandoned(self, truth: Truth) -> tuple[str, ...]:
        """Who shares a game that its game master ends: the same (LO-V-2)."""
        return self.sharers(truth)

    def lore(self, truth: Truth, power: str | None) -> Mapping[str, Fact]:
        """What everybody knows beside the board: who fell, and one's own points (LO-DP-1a)."""
        kept = minors.Ledger.of(truth).seen_by(power or "")
        listed = {"fallen": kept.fallen, "falling": kept.falling}
        named: dict[str, Fact] = {key: tuple(sorted(who)) for key, who in listed.items() if who}
        if power in self.players and truth.position.phase.kind == MOVEMENT:
            named["points"] = bids.points_of(truth.position, str(power))
        return named
