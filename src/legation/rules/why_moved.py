"""Why a move succeeded or failed (STD-MOVE)."""

from __future__ import annotations

from legation.rules.battle import Preset
from legation.rules.decided import NO, YES
from legation.rules.entering import Comparison
from legation.rules.fought import Answer, Fought
from legation.rules.intents import UNMATCHED, Intent
from legation.rules.reports import Fate
from legation.rules.strength import Case


def moved(fought: Fought, index: int, intent: Intent) -> Answer:
    """A move got in, or what kept it out."""
    if intent.remark == UNMATCHED:
        return Answer(UNMATCHED, fought.report("unmatched-move", index))
    if fought.resolution.arrived[index]:
        return _succeeded(fought, index)
    reckoning = fought.reckoning
    force = reckoning.forces[index]
    if force.preset == Preset.BLOCKED:
        return Answer(Fate.FAILS, fought.report("blocked", index, force.preset_clause))
    if reckoning.present(index) == NO:
        return _not_carried(fought, index, intent)
    assault = reckoning.assault_of[index]
    if index in fought.cycle:
        return Answer(Fate.FAILS, fought.report("cycle", index), fought.others(index))
    for case in reckoning.cases(assault):
        lost_to = [c for c in reckoning.comparisons(assault, case) if c.verdict == NO]
        if lost_to:
            return _failed(fought, index, case, lost_to[0])
    report = fought.report("cycle", index, "STD-PARA")
    return Answer(Fate.FAILS, report, fought.others(index))


def _not_carried(fought: Fought, index: int, intent: Intent) -> Answer:
    fleets = {fleet for route in intent.routes for fleet in route}
    lost = sorted(f for f in fleets if fought.resolution.dislodged_by[f] >= 0)
    if index in fought.paradox or not lost:
        aside = tuple(sorted(fleets & fought.aside))
        return Answer(Fate.FAILS, fought.report("no-convoy-paradox", index), aside)
    report = fought.report("no-convoy", index, rivals=fought.rivals(lost))
    return Answer(Fate.FAILS, report, tuple(lost))


def _failed(fought: Fought, index: int, case: Case, comparison: Comparison) -> Answer:
    reckoning = fought.reckoning
    assault = reckoning.assault_of[index]
    goal = reckoning.assaults[assault].goal
    holders = [
        i for i in reckoning.battle.standing.get(goal, ()) if not fought.resolution.arrived[i]
    ]
    own = (
        bool(holders) and fought.intents[holders[0]].unit.power == fought.intents[index].unit.power
    )
    winner = _winner(fought, assault)
    opposing = tuple(k for k, _ in reckoning.opponents(assault))
    lost = any(reckoning.gets_in[reckoning.assault_of[k]] == YES for k in opposing)
    rivals: tuple[int, ...]
    met = Case(empty=False, opposing=opposing)
    if opposing and not own and (lost or comparison.what == "hold" or _defended(fought, assault)):
        attack = reckoning.total(assault, fought.without(met, goal))[0]
        against, rivals = reckoning.hold(assault, met)[0], opposing
        kind, clause = "beaten-head-to-head", ""
    elif winner >= 0:  # who got in tells more than who merely stood in the way
        attack, against = reckoning.total(assault)[0], reckoning.prevent(winner)[0]
        rivals = reckoning.assaults[winner].members
        kind, clause = "outdone", ""
    elif comparison.what == "forbidden" or (own and comparison.what == "hold"):
        kind = "stands-own" if own else "forbidden"
        report = fought.report(kind, index, rivals=fought.rivals(holders))
        return Answer(Fate.FAILS if own else Fate.FORBIDDEN, report, tuple(holders))
    elif comparison.what == "prevent":
        attack = reckoning.total(assault, fought.without(case, goal))[0]
        against = reckoning.prevent(comparison.who)[0]
        rivals = reckoning.assaults[comparison.who].members
        kind, clause = "bounced", ""
    elif comparison.what == "hold":
        attack = reckoning.total(assault, fought.without(case, goal))[0]
        against, rivals = reckoning.hold(assault, case)[0], tuple(holders)
        kind = "beaten-by-hold" if holders else "no-vacancy"
        clause = fought.ground_clause(goal, holders)
    else:
        return Answer(Fate.FAILS, fought.report("no-room", index), tuple(holders))
    report = fought.report(
        kind, index, clause, attack=attack, against=against, rivals=fought.rivals(rivals)
    )
    # one's own supports are causes too, those above all that were lost
    causes = [backer for rival in rivals for backer in fought.backers(rival)]
    return Answer(Fate.FAILS, report, (*causes, *reckoning.supporters[index]))


def _defended(fought: Fought, assault: int) -> bool:
    """Would a move against a unit at peace have failed by its strength, head to head (STD-H2H)?"""
    reckoning = fought.reckoning
    goal = reckoning.assaults[assault].goal
    met = Case(empty=False, opposing=tuple(k for k, _ in reckoning.opponents(assault)))
    attack = reckoning.total(assault, fought.without(met, goal))[0]
    return attack <= reckoning.hold(assault, met)[0]


def _winner(fought: Fought, assault: int) -> int:
    """The other assault that got into the same place; -1 where none did."""
    into = fought.reckoning.into[fought.reckoning.assaults[assault].goal]
    return next((r for r in into if r != assault and fought.reckoning.gets_in[r] == YES), -1)


def _succeeded(fought: Fought, index: int) -> Answer:
    reckoning = fought.reckoning
    assault = reckoning.assault_of[index]
    goal = reckoning.assaults[assault].goal
    if index in fought.ring:
        return Answer(Fate.SUCCEEDS, fought.report("moved-ring", index), fought.others(index))
    if goal in reckoning.battle.open_places:
        return Answer(Fate.SUCCEEDS, fought.report("moved-open", index))
    standing = reckoning.battle.standing.get(goal, ())
    lost = tuple([i for i in standing if fought.resolution.dislodged_by[i] >= 0])
    if lost:
        case = reckoning.cases(assault)[0]
        attack = reckoning.total(assault, fought.without(case, goal))[0]
        opposing = bool(reckoning.opponents(assault))
        against = reckoning.hold(assault, case)[0]
        report = fought.report(
            "moved-head-to-head" if opposing else "moved-dislodged",
            index,
            attack=attack,
            against=against,
            rivals=fought.rivals(lost),
        )
        return Answer(Fate.SUCCEEDS, report, (*fought.backers(index)[1:], *lost))
    strong = [r for r in reckoning.into[goal] if r != assault and reckoning.prevent(r)[1] > 0]
    if strong:
        members = [m for r in strong for m in reckoning.assaults[r].members]
        against = max(reckoning.prevent(r)[0] for r in strong)
        report = fought.report(
            "moved-beat-rivals",
            index,
            attack=reckoning.total(assault)[0],
            against=against,
            rivals=fought.rivals(members),
        )
        return Answer(Fate.SUCCEEDS, report, (*fought.backers(index)[1:], *members))
    if reckoning.by_convoy(index) == YES:
        fleets = {f for route in fought.intents[index].routes for f in route}
        carried = tuple(sorted(f for f in fleets if fought.resolution.dislodged_by[f] < 0))
        return Answer(Fate.SUCCEEDS, fought.report("moved-convoy", index), carried)
    if standing:
        report = fought.report("moved-behind", index, rivals=fought.rivals(standing))
        return Answer(Fate.SUCCEEDS, report, standing)
    return Answer(Fate.SUCCEEDS, fought.report("moved", index))
