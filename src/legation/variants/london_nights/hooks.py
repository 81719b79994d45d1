"""What London Nights changes in the standard rulebook; see rules.md.

A file for each room: `hours` has the clock and the score, `hidden` what is
dealt; `taxis`, `fortress` and `patrol` what comes before a battle, `crossing`
the bridges; `conflict` and `theatre` what is published, `shown` who reads what
of it, `sights` who knows what; `builds` the adjustments; `police` the policy of the Police.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from legation.rules.fought import Answer, Fought
from legation.rules.marks import Mark
from legation.rules.options import Options as Chosen
from legation.rules.published import Published
from legation.rules.reports import Fact, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.standard import Amiss, Ruled
from legation.rules.standings import Standings
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.turn import adjusting, retreating
from legation.rules.work import (
    CLOSE,
    COUNT,
    Done,
    Step,
    Steps,
    Work,
    after,
    at_end,
    before,
    instead,
)

from . import (
    bearing,
    builds,
    fortress,
    given,
    hidden,
    hours,
    orders,
    patrol,
    shown,
    sights,
    taxis,
    theatre,
)
from .cast import POLICE, TWO, Ledger, bridges
from .crossing import address, placed, resettle, unseen_ids
from .options import Options


class Rules(builds.Building, Rulebook):
    """The standard rules with the seven factions, the Police, the bridges and the clock."""

    options: Options

    @classmethod
    def define(cls, definition: Definition, chosen: Chosen) -> Definition:
        """One kind of unit, single or double; bridges for all; the clock of a night."""
        game = super().define(definition, chosen)
        options = Options.of(chosen)
        ranked = options.retreat_list == "ranked"
        return replace(
            game,
            kinds=(UNIT,),
            written_kinds=(UNIT, TWO, "3U"),
            calendar=hours.calendar(options.clock),
            order_types=orders.types(ranked),
            open_places=bridges(game.graph),
            ledger=Ledger,
            master_powers=(POLICE,) if options.police_orders == "game-master" else (),
            seal_clause="LN-3c",
            ranked_retreats=ranked,
            hides_battles=True,
        )

    @cached_property
    def beat(self) -> patrol.Beat:
        """Where the Police may be (LN-3b)."""
        return patrol.beat(self.graph, self.options.police_leash)

    @cached_property
    def steps(self) -> Steps:
        """What comes before a battle and after it, and the hours that strike."""
        steps = before(
            super().steps,
            MOVEMENT,
            "fight",
            ("police", patrol.order),
            ("taxis", taxis.first_leg),
            ("election", fortress.elect),
            ("fortresses", fortress.fortify),
            ("bridges", address),
            ("unseen", theatre.let_name),
        )
        steps = after(
            steps,
            MOVEMENT,
            "fight",
            ("publish", theatre.publish),
            ("police retreats", patrol.fall_back),
            ("first 2U", follow),
        )
        steps = instead(steps, RETREAT, "retreat", ("retreat", keeping(retreating)))
        steps = instead(steps, ADJUSTMENT, "adjust", ("adjust", keeping(adjusting)))
        steps = at_end(steps, CLOSE, ("discoveries", hours.discover), ("dawn", hours.dawn))
        return instead(steps, COUNT, "owners", ("owners", hours.change_owners))

    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """What the factions may order, too."""
        return {**super().criteria, **orders.CRITERIA}

    def setup(self, truth: Truth, dice: Dice) -> Ruled:
        """The hidden centres are dealt (LN-5)."""
        return hidden.deal(self, truth, dice)

    def amiss(self, truth: Truth) -> Iterator[Amiss]:
        """What is kept beside the board has to be whole, and to fit it."""
        return given.amiss(self, truth)

    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """One double move, which must be needed (LN-1F)."""
        return taxis.check_sheet(survey, power, orders)

    @cached_property
    def free_powers(self) -> frozenset[str]:
        """Only the Police are bound (LN-3b)."""
        return frozenset(self.nations) - {POLICE}

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """The Police stay within their beat (LN-3b)."""
        return self.beat.steps(survey, unit, steps)

    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """Units that may be where they are not seen (LN-1A-c)."""
        return sights.ghosts(survey)

    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """The Police are bound in retreats too (LN-3b)."""
        return self.beat.retreats(survey, unit, places)

    def loss(self, power: str, retreats: Sequence[str]) -> tuple[str, str]:
        """What a dislodged unit can still do."""
        return patrol.loss(retreats) if power == POLICE else super().loss(power, retreats)

    def victory(self, truth: Truth) -> Ruled:
        """The highest product of northern and southern centres, at dawn (LN-7)."""
        return hours.victory(self, truth)

    def standings(
        self, position: Position, kept: ledger.Ledger, lore: Mapping[str, Fact]
    ) -> Standings:
        """The products of northern and southern centres (LN-7)."""
        del kept
        return hours.standings(self, position, lore)

    def resettle(self, truth: Truth, position: Position) -> Truth:
        """Who is unseen stays so when the game master moves a unit."""
        return resettle(self, truth, position)

    def centres(self, truth: Truth) -> Collection[str]:
        """Those of the map, and the hidden ones that were drawn (LN-5a)."""
        return hidden.centres(self, truth)

    def known(self, truth: Truth, power: str) -> Position:
        """The board without those who are not seen (LN-1A)."""
        return sights.known(self, truth, power)

    def lore(self, truth: Truth, power: str | None) -> Mapping[str, Fact]:
        """Rumours, and one's own secrets."""
        return sights.lore(self, truth, power)

    def orders_shown(self, done: Done, power: str) -> Published | None:
        """The orders that are published; the Theatre-Goers see everything (LN-1A-a)."""
        return shown.orders_shown(done, power)

    def answer(self, fought: Fought, index: int) -> Answer:
        """What rests on a first leg says so (LN-1F-b)."""
        return taxis.stuck(fought, index, super().answer(fought, index))

    def heard(self, done: Done, power: str) -> tuple[Outcome | None, ...]:
        """Units are named so that nobody unseen is betrayed (LN-1A-b)."""
        return shown.heard(super().heard(done, power), done, power)

    def bearings(
        self, survey: Survey, kept: ledger.Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """Who is told, bridges, fortresses, the double move."""
        common = super().bearings(survey, kept, power, order)
        return (*common, *bearing.bearings(survey, power, order))

    def marks(self, position: Position, kept: ledger.Ledger) -> tuple[Mark, ...]:
        """The centres that a viewer knows of, where units were last seen (LN-1A-c, LN-5b)."""
        return sights.marks(super().marks(position, kept), kept)


def follow(work: Work) -> Work:
    """After a movement: where the Shoppers' starting 2U is now (LN-6d)."""
    assert work.movement is not None
    return work.on(builds.followed(work.movement.survey.position, work.position))


def keeping(step: Step) -> Step:
    """A step after which it is still known who is not seen, and which 2U was the first.

    Who retreats or is built is seen (LN-1A-b).
    """

    def kept(work: Work) -> Work:
        start = work.position
        standing = frozenset(unit.id for unit in start.units)
        unseen = unseen_ids(work.truth) & standing
        work = step(work)
        work = work.keep(replace(Ledger.of(work.truth), contested=frozenset()))
        work = placed(work, builds.followed(start, work.position), unseen)
        return theatre.report_seen(work, standing - unseen)

    return kept
