"""Why: the fate of every order of a movement, with the reason and the orders behind it.

Every reason is a report; its causes are other orders of the same turn, so that
following them gives the chain of causes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from legation.board.orders import Order
from legation.board.units import Dislodged, Unit
from legation.rules.battle import Preset, Road
from legation.rules.decided import NO, YES
from legation.rules.intents import UNMATCHED, VOID, Intent, refusal
from legation.rules.movement import Movement, carried
from legation.rules.reports import Fact, Fate, Outcome, Report, shown
from legation.rules.resolve import PARADOX, RING, Resolution
from legation.rules.settle import own_name
from legation.rules.strength import Case, Comparison
from legation.rules.survey import Asked


class Reasoned(Asked):
    """What a rulebook is asked about reasons; `Rulebook` has the standard answer."""

    @abstractmethod
    def retold(
        self, movement: Movement, resolution: Resolution, index: int, told: Outcome
    ) -> Outcome:
        """The outcome of a unit's order, where its result or reason is one of this game's own."""


class Answer(NamedTuple):
    """What became of an order, why, and whose orders brought it about."""

    fate: Fate
    reason: Report
    causes: tuple[int, ...] = ()


class Explainer:
    """Answers why, for one resolved movement."""

    def __init__(self, movement: Movement, resolution: Resolution) -> None:
        self.movement = movement
        self.resolution = resolution
        self.intents = movement.intents
        self.reckoning = resolution.reckoning
        self.reports = movement.survey.book.reports
        self.units = [shown(intent.unit) for intent in movement.intents]
        self.ring: set[int] = set()
        self.paradox: set[int] = set()
        self.cycle: set[int] = set()
        self.aside = set(movement.fallen_back)
        for closing in resolution.closings:
            if closing.rule == RING:
                self.ring.update(closing.moves)
            elif closing.rule == PARADOX:
                self.paradox.update(closing.moves)
                self.aside.update(closing.fleets)
            elif closing.rule != "unique":
                self.cycle.update(closing.moves)

    def answer(self, index: int) -> Answer:
        """The fate of the order of one unit."""
        intent = self.intents[index]
        if intent.remark == VOID:
            assert intent.error is not None
            report = Report("void", intent.error.clause, {"why": str(intent.error)})
            return Answer(VOID, report)
        order = intent.order
        if order is None or order.verb == "hold":
            return self._held(index, intent)
        if order.verb == "move":
            return self._moved(index, intent)
        if order.verb == "support":
            return self._supported(index, intent)
        return self._convoyed(index, intent)

    # Words

    def _rivals(self, indices: Iterable[int]) -> tuple[Unit, ...]:
        units = self.units
        return tuple([units[index] for index in indices])

    def _report(self, kind: str, index: int, clause: str = "", **facts: Fact) -> Report:
        intent = self.intents[index]
        order = intent.order
        facts["unit"] = self.units[index]
        if order is not None:
            if order.goal:
                facts["goal"] = order.goal
            if order.target is not None:
                named = intent.target >= 0
                facts["target"] = self.units[intent.target] if named else order.target
        return Report(kind, clause or self.reports[kind].clause, facts)

    def _backers(self, index: int) -> list[int]:
        """A force and the supports that count for it."""
        supporters = self.reckoning.supporters[index]
        if not supporters:
            return [index]
        support = self.resolution.support
        return [index, *[s for s in supporters if support[s]]]

    # Holding

    def _held(self, index: int, intent: Intent) -> Answer:
        reckoning, place = self.reckoning, intent.unit.province
        power = intent.unit.power
        assaults = [
            a
            for a in reckoning.foreign_into(place, power)
            if any(reckoning.present(m) == YES for m in reckoning.assaults[a].members)
        ]
        if assaults and self.resolution.dislodged_by[index] < 0:
            # what one's own power lends an attacker does not count against one
            strongest = max(assaults, key=lambda a: reckoning.total(a, power)[0])
            attackers = [m for a in assaults for m in reckoning.assaults[a].members]
            attack = reckoning.total(strongest, power)[0]
            against = reckoning.hold(strongest, _HELD)[0]
            beleaguered = attack > against  # they kept each other out
            if beleaguered and (own := self._kept_out_by_own(strongest, attack)) >= 0:
                return self._reinforced(index, own, attack, attackers)
            helped = self._ground_clause(place, [index])
            report = self._report(
                "holds-beleaguered" if beleaguered else "holds-attacked",
                index,
                "" if beleaguered else helped,
                place=place,
                attack=attack,
                against=against,
                rivals=self._rivals(attackers),
            )
            backers = (b for m in attackers for b in self._backers(m))
            return Answer(Fate.HOLDS, report, (*self._backers(index)[1:], *backers))
        if intent.order is None:
            return Answer(Fate.HOLDS, self._report("holds-unordered", index))
        return Answer(Fate.HOLDS, self._report("holds", index, place=place))

    def _kept_out_by_own(self, assault: int, attack: int) -> int:
        """The holder's own move to its place that alone keeps an attack out; -1 where none does."""
        reckoning, goal = self.reckoning, self.reckoning.assaults[assault].goal
        holder = self.intents[reckoning.battle.standing[goal][0]].unit.power
        found = [
            (reckoning.assaults[rival].power != holder, rival)
            for rival in reckoning.into[goal]
            if rival != assault and attack <= reckoning.prevent(rival)[0]
        ]
        return -1 if not found or max(found)[0] else found[0][1]

    def _reinforced(self, index: int, own: int, attack: int, attackers: Sequence[int]) -> Answer:
        """It held, because others of its power were on the way there (STD-SELF)."""
        members = self.reckoning.assaults[own].members
        report = self._report(
            "holds-reinforced",
            index,
            place=self.intents[index].unit.province,
            attack=attack,
            against=self.reckoning.prevent(own)[0],
            rivals=self._rivals(attackers),
            helpers=self._rivals(members),
        )
        backers = (b for m in (*members, *attackers) for b in self._backers(m))
        return Answer(Fate.HOLDS, report, (*self._backers(index)[1:], *backers))

    # Moves

    def _moved(self, index: int, intent: Intent) -> Answer:
        if intent.remark == UNMATCHED:
            return Answer(UNMATCHED, self._report("unmatched-move", index))
        if self.resolution.arrived[index]:
            return self._succeeded(index)
        reckoning = self.reckoning
        force = reckoning.forces[index]
        if force.preset == Preset.BLOCKED and force.preset_clause:
            return Answer(Fate.FAILS, self._report("blocked", index, force.preset_clause))
        if reckoning.present(index) == NO:
            return self._not_carried(index, intent)
        assault = reckoning.assault_of[index]
        if index in self.cycle:
            return Answer(Fate.FAILS, self._report("cycle", index), self._others(index))
        for case in reckoning.cases(assault):
            found = [c for c in reckoning.comparisons(assault, case) if c.verdict == NO]
            if found:
                return self._failed(index, case, found[0])
        report = self._report("cycle", index, "STD-PARA")
        return Answer(Fate.FAILS, report, self._others(index))

    def _winner(self, assault: int) -> int:
        """The other assault that got into the same place; -1 where none did."""
        into = self.reckoning.into[self.reckoning.assaults[assault].goal]
        return next((r for r in into if r != assault and self.reckoning.gets_in[r] == YES), -1)

    def _others(self, index: int) -> tuple[int, ...]:
        return tuple(
            move
            for closing in self.resolution.closings
            if index in closing.moves
            for move in closing.moves
            if move != index
        )

    def _not_carried(self, index: int, intent: Intent) -> Answer:
        fleets = {fleet for route in intent.routes for fleet in route}
        lost = sorted(f for f in fleets if self.resolution.dislodged_by[f] >= 0)
        if index in self.paradox or not lost:
            aside = tuple(sorted(fleets & self.aside))
            return Answer(Fate.FAILS, self._report("no-convoy-paradox", index), aside)
        report = self._report("no-convoy", index, rivals=self._rivals(lost))
        return Answer(Fate.FAILS, report, tuple(lost))

    def _failed(self, index: int, case: Case, comparison: Comparison) -> Answer:
        reckoning = self.reckoning
        assault = reckoning.assault_of[index]
        goal = reckoning.assaults[assault].goal
        holders = [
            i for i in reckoning.battle.standing.get(goal, ()) if not self.resolution.arrived[i]
        ]
        own = (
            bool(holders) and self.intents[holders[0]].unit.power == self.intents[index].unit.power
        )
        winner = self._winner(assault)
        opposing = tuple(k for k, _ in reckoning.opponents(assault))
        lost = any(reckoning.gets_in[reckoning.assault_of[k]] == YES for k in opposing)
        rivals: tuple[int, ...]
        if opposing and not own and (lost or comparison.what == "hold"):
            met = Case(empty=False, opposing=opposing)
            attack = reckoning.total(assault, self._without(met, goal))[0]
            against, rivals = reckoning.hold(assault, met)[0], opposing
            kind, clause = "beaten-head-to-head", ""
        elif winner >= 0:  # who got in tells more than who merely stood in the way
            attack, against = reckoning.total(assault)[0], reckoning.prevent(winner)[0]
            rivals = reckoning.assaults[winner].members
            kind, clause = "outdone", ""
        elif comparison.what == "forbidden" or (own and comparison.what == "hold"):
            kind = "stands-own" if own else "forbidden"
            report = self._report(kind, index, rivals=self._rivals(holders))
            return Answer(Fate.FAILS, report, tuple(holders))
        elif comparison.what == "prevent":
            attack = reckoning.total(assault, self._without(case, goal))[0]
            against = reckoning.prevent(comparison.who)[0]
            rivals = reckoning.assaults[comparison.who].members
            kind, clause = "bounced", ""
        elif comparison.what == "hold":
            attack = reckoning.total(assault, self._without(case, goal))[0]
            against, rivals = reckoning.hold(assault, case)[0], tuple(holders)
            kind = "beaten-by-hold" if holders else "no-vacancy"
            clause = self._ground_clause(goal, holders)
        else:
            return Answer(Fate.FAILS, self._report("no-room", index), tuple(holders))
        report = self._report(
            kind, index, clause, attack=attack, against=against, rivals=self._rivals(rivals)
        )
        # one's own supports are causes too, those above all that were lost
        causes = [backer for rival in rivals for backer in self._backers(rival)]
        return Answer(Fate.FAILS, report, (*causes, *reckoning.supporters[index]))

    def _ground_clause(self, place: str, holders: Sequence[int]) -> str:
        """The clause by which a place helps its holder or resists when empty; or none."""
        ground = self.movement.ground
        powers = {self.intents[index].unit.power for index in holders}
        if powers and not any((place, power) in ground.hold_bonus for power in powers):
            return ""
        return ground.clauses.get(place, "")

    def _without(self, case: Case, goal: str) -> str:
        if case.empty:
            return ""
        return self.intents[self.reckoning.battle.standing[goal][0]].unit.power

    def _succeeded(self, index: int) -> Answer:
        reckoning = self.reckoning
        assault = reckoning.assault_of[index]
        goal = reckoning.assaults[assault].goal
        if index in self.ring:
            return Answer(Fate.SUCCEEDS, self._report("moved-ring", index), self._others(index))
        if goal in reckoning.battle.open_places:
            return Answer(Fate.SUCCEEDS, self._report("moved-open", index))
        standing = reckoning.battle.standing.get(goal, ())
        lost = tuple([i for i in standing if self.resolution.dislodged_by[i] >= 0])
        if lost:
            case = reckoning.cases(assault)[0]
            attack = reckoning.total(assault, self._without(case, goal))[0]
            opposing = bool(reckoning.opponents(assault))
            against = reckoning.hold(assault, case)[0]
            report = self._report(
                "moved-head-to-head" if opposing else "moved-dislodged",
                index,
                attack=attack,
                against=against,
                rivals=self._rivals(lost),
            )
            return Answer(Fate.SUCCEEDS, report, (*self._backers(index)[1:], *lost))
        strong = [r for r in reckoning.into[goal] if r != assault and reckoning.prevent(r)[1] > 0]
        if strong:
            members = [m for r in strong for m in reckoning.assaults[r].members]
            against = max(reckoning.prevent(r)[0] for r in strong)
            report = self._report(
                "moved-beat-rivals",
                index,
                attack=reckoning.total(assault)[0],
                against=against,
                rivals=self._rivals(members),
            )
            return Answer(Fate.SUCCEEDS, report, (*self._backers(index)[1:], *members))
        if reckoning.by_convoy(index) == YES:
            fleets = {f for route in self.intents[index].routes for f in route}
            carried = tuple(sorted(f for f in fleets if self.resolution.dislodged_by[f] < 0))
            return Answer(Fate.SUCCEEDS, self._report("moved-convoy", index), carried)
        if standing:
            report = self._report("moved-behind", index, rivals=self._rivals(standing))
            return Answer(Fate.SUCCEEDS, report, standing)
        return Answer(Fate.SUCCEEDS, self._report("moved", index))

    # Supports and convoys

    def _supported(self, index: int, intent: Intent) -> Answer:
        assert intent.order is not None
        if intent.remark == UNMATCHED and intent.target < 0:
            return Answer(UNMATCHED, self._report("unseen-target", index))
        if intent.remark == UNMATCHED:
            kind = "unmatched-support-move" if intent.order.goal else "unmatched-support-hold"
            return Answer(UNMATCHED, self._report(kind, index), (intent.target,))
        force, worth = self.reckoning.forces[index], self.resolution.support[index]
        if worth == force.weight:
            return Answer(Fate.GIVEN, self._report("given", index), (intent.target,))
        if force.preset == Preset.PRECUT:
            rivals = self._rivals(force.preset_by)
            report = self._report("precut", index, force.preset_clause, rivals=rivals)
            return Answer(Fate.CUT, report, force.preset_by)
        attackers = tuple(
            m for m in self.reckoning.attackers(index) if self.reckoning.present(m) == YES
        )
        if worth:
            rivals = self._rivals(attackers)
            report = self._report("weakened", index, rivals=rivals, worth=worth)
            return Answer(Fate.WEAKENED, report, attackers)
        by = self.resolution.dislodged_by[index]
        if by >= 0 and not attackers:
            report = self._report("cut-dislodged", index, rivals=self._rivals((by,)))
            return Answer(Fate.CUT, report, (by,))
        return self.cut(index, attackers)

    def untold(self, index: int, fate: Fate, kind: str = "unexplained") -> Answer:
        """A fate that is told without a reason (STD-WHY)."""
        return Answer(fate, Report(kind, self.reports[kind].clause, {"unit": self.units[index]}))

    def cut(self, index: int, attackers: tuple[int, ...]) -> Answer:
        """The fate of a support that these attacks cut, be its target seen or not."""
        report = self._report("cut", index, rivals=self._rivals(attackers))
        if self.intents[index].target < 0:
            facts = {name: fact for name, fact in report.facts.items() if name != "target"}
            report = replace(report, facts=facts)
        return Answer(Fate.CUT, report, attackers)

    def _convoyed(self, index: int, intent: Intent) -> Answer:
        if intent.remark == UNMATCHED and intent.target < 0:
            return Answer(UNMATCHED, self._report("unseen-target", index))
        if intent.remark == UNMATCHED:
            return Answer(UNMATCHED, self._report("unmatched-convoy", index), (intent.target,))
        by = self.resolution.dislodged_by[index]
        if by >= 0:
            return Answer(Fate.DISRUPTED, self._report("disrupted", index), (by,))
        if index in self.aside:
            report = self._report("disrupted-paradox", index)
            return Answer(Fate.DISRUPTED, report, (intent.target,))
        kind = "available" if self.resolution.arrived[intent.target] else "available-unused"
        return Answer(Fate.AVAILABLE, self._report(kind, index), (intent.target,))


_HELD = Case(empty=False, opposing=())


def attacker_place(movement: Movement, resolution: Resolution, index: int) -> str:
    """The province that the attack on a dislodged unit came from."""
    return movement.intents[resolution.dislodged_by[index]].unit.province


def came_by_convoy(movement: Movement, resolution: Resolution, index: int) -> bool:
    """Did this move travel by convoy?"""
    road = movement.battle.forces[index].road
    return road == Road.CONVOY or (road == Road.EITHER and resolution.convoy[index])


def explained(
    book: Reasoned, movement: Movement, resolution: Resolution, given: Collection[int] = ()
) -> list[Outcome]:
    """The outcome of every unit, with the reason, parallel to the intents.

    Moves that are `given` fail without a reason (STD-WHY).
    """
    explainer, found = Explainer(movement, resolution), []
    for index in range(len(movement.intents)):
        stopped = index in given
        answer = explainer.untold(index, Fate.FAILS) if stopped else explainer.answer(index)
        told = _ended(movement, resolution, index, answer)
        found.append(told if stopped else book.retold(movement, resolution, index, told))
    return found


def as_fought(
    book: Reasoned, movement: Movement, resolution: Resolution, lost: Iterable[Dislodged]
) -> tuple[Outcome, ...]:
    """The outcomes of a movement: of every unit, parallel to the intents, then those refused."""
    open_to = {each.unit: each.retreats for each in lost}
    outcomes = explained(book, movement, resolution)
    return (
        *(
            replace(told, retreats=open_to[intent.unit]) if told.dislodged else told
            for told, intent in zip(outcomes, movement.intents, strict=True)
        ),
        *refusals(movement),
    )


def refusals(movement: Movement) -> list[Outcome]:
    """The outcomes of orders that no unit carries out, where that of no unit tells it already."""
    survey = movement.survey
    return [refusal(survey, each) for each in movement.refused if not carried(movement, each)]


def end_of(movement: Movement, resolution: Resolution, index: int) -> str:
    """Where a unit is when a movement is over; empty where it is dislodged."""
    intent = movement.intents[index]
    if resolution.arrived[index] and intent.order is not None:
        return intent.order.goal
    return "" if resolution.dislodged_by[index] >= 0 else intent.unit.place


def _ended(movement: Movement, resolution: Resolution, index: int, answer: Answer) -> Outcome:
    """The outcome of one order, with where its unit then is."""
    intent, by = movement.intents[index], resolution.dislodged_by[index]
    unit, order = intent.unit, intent.order or intent.written
    if unit in movement.ground.written:
        unit, order = movement.ground.written[unit]
    causes = answer.causes
    if by >= 0 and by not in causes:
        causes = (*causes, by)
    return Outcome(
        power=unit.power,
        unit=shown(unit),
        order=order or Order("hold", own_name(unit)),
        fate=answer.fate,
        at=end_of(movement, resolution, index),
        reason=answer.reason,
        causes=causes,
        dislodged=by >= 0,
        by=attacker_place(movement, resolution, index) if by >= 0 else "",
    )
