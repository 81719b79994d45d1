"""What Warwick changes in the standard rulebook; see rules.md.

A file for each room: `cast` has the names and the ledger, `factions` the
alignments and void supports, `crown` the sole claimant's peace, London and who
wins, `court` how the game stands, `wishes` joint wins, `henry` the token and
his ways, `holding` the orders about him, `seas` the ports and coasts, `cuts`
the guesses at sea; `sheet` which orders units carry out and what is said in
any phase, `orders` what may be written, `sights` who knows what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from legation.board import ledger
from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import UNIT
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.definition import Definition
from legation.rules.dice import Dice
from legation.rules.marks import Mark
from legation.rules.options import Options as Chosen
from legation.rules.reports import Fact, Report
from legation.rules.rulebook import Rulebook
from legation.rules.standard import Amiss, Ruled
from legation.rules.standings import Standings
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.turn import adjusting, retreating
from legation.rules.work import CLOSE, COUNT, OPEN, Steps, after, at_end, before, instead

from . import bearing, court, crown, cuts, factions, given, henry, orders, seas, sights, wishes
from .cast import Ledger
from .options import Options
from .orders import check_sheet


class Rules(Rulebook):
    """The standard rules with the court, the hidden king and units that sail."""

    options: Options

    @classmethod
    def define(cls, definition: Definition, chosen: Chosen) -> Definition:
        """One kind of unit, which sails; the orders of the court."""
        game = super().define(definition, chosen)
        return replace(
            game,
            kinds=(UNIT,),
            written_kinds=(UNIT,),
            order_types=orders.types(),
            open_places=seas.seas(game.graph),
            ledger=Ledger,
        )

    @cached_property
    def steps(self) -> Steps:
        """Declarations, Henry, void supports and guesses come before the fighting."""
        steps = before(
            super().steps,
            MOVEMENT,
            "fight",
            ("declarations", factions.declare),
            ("henry", henry.prepare),
            ("wishes", wishes.wish),
            ("factions", factions.void_supports),
            ("cuts", cuts.settle_cuts),
            ("ground", crown.lay_ground),
        )
        steps = after(
            steps,
            MOVEMENT,
            "fight",
            ("henry's way", henry.follow),
        )
        for phase, step in ((RETREAT, "retreat"), (ADJUSTMENT, "adjust")):
            said = (("declarations", factions.declare), ("wishes", wishes.wish))
            steps = before(steps, phase, step, *said)
        steps = instead(steps, RETREAT, "retreat", ("retreat", henry.followed(retreating, True)))
        steps = instead(steps, ADJUSTMENT, "adjust", ("adjust", henry.followed(adjusting, False)))
        for moment in (MOVEMENT, RETREAT, ADJUSTMENT, COUNT):
            steps = at_end(steps, moment, ("joint win", wishes.win_jointly))
        steps = at_end(steps, OPEN, ("wishes", wishes.forget))
        for moment in (CLOSE, COUNT, ADJUSTMENT):
            steps = at_end(steps, moment, ("eliminated", factions.bury))
        return steps

    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """What may be declared, guessed and done with Henry, too."""
        return {**super().criteria, **orders.CRITERIA}

    def setup(self, truth: Truth, dice: Dice) -> Ruled:
        """The court of 1470, and Henry with his first unit (WA-3d, WA-3e)."""
        return henry.setup(self, truth, dice)

    def amiss(self, truth: Truth) -> Iterator[Amiss]:
        """What is kept beside the board has to be whole, and to fit it."""
        return given.amiss(self, truth)

    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """What a sheet may hold together."""
        return check_sheet(survey, power, orders)

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """By land and by sea (WA-4a)."""
        return seas.open_steps(survey, unit, steps)

    def support_reach(self, survey: Survey, unit: Unit) -> frozenset[str]:
        """From a sea in all of its coasts (WA-4b)."""
        return seas.support_reach(survey, unit)

    def victory(self, truth: Truth) -> Ruled:
        """Who holds enough centres, London among them, is King (WA-2a)."""
        return crown.victory(self, truth)

    def standings(
        self, position: Position, kept: ledger.Ledger, lore: Mapping[str, Fact]
    ) -> Standings:
        """Who claims the throne, who is for whom, who holds London (WA-2a, WA-3)."""
        del lore
        return court.standings(self, position, kept)

    def known(self, truth: Truth, power: str) -> Position:
        """All but where Henry is."""
        return sights.known(self, truth, power)

    def lore(self, truth: Truth, power: str | None) -> Mapping[str, Fact]:
        """The court, and Henry for his holder."""
        return sights.lore(self, truth, power)

    def bearings(
        self, survey: Survey, kept: ledger.Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """Alignments, the sole claimant, the sea."""
        common = super().bearings(survey, kept, power, order)
        return (*common, *bearing.bearings(survey, kept, power, order))

    def needs_no_offer(self, kept: ledger.Ledger, power: str, order: Order) -> bool:
        """Nobody is asked to declare what he is, or himself by his name (WA-3a-1)."""
        return factions.is_nothing_new(self, kept, power, order)

    def marks(self, position: Position, kept: ledger.Ledger) -> tuple[Mark, ...]:
        """For whom units are, and where Henry is, for who knows it; no marks of centres."""
        return sights.marks(self, position, kept)
