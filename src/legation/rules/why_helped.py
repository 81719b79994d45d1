"""Why a support or a convoy counted, or did not (STD-SUP, STD-CUT, STD-CON)."""

from __future__ import annotations

from dataclasses import replace

from legation.rules.battle import Preset
from legation.rules.decided import YES
from legation.rules.fought import Answer, Fought
from legation.rules.intents import UNMATCHED, Intent
from legation.rules.reports import Fate


def supported(fought: Fought, index: int, intent: Intent) -> Answer:
    """A support was given, cut, or for nothing that happened."""
    assert intent.order is not None
    if intent.target < 0:
        return Answer(UNMATCHED, fought.report("unseen-target", index))
    if intent.remark == UNMATCHED:
        kind = "unmatched-support-move" if intent.order.goal else "unmatched-support-hold"
        return Answer(UNMATCHED, fought.report(kind, index), (intent.target,))
    force, worth = fought.reckoning.forces[index], fought.resolution.support[index]
    if worth == force.weight:
        return Answer(Fate.GIVEN, fought.report("given", index), (intent.target,))
    if force.preset == Preset.PRECUT:
        rivals = fought.rivals(force.preset_by)
        report = fought.report("precut", index, force.preset_clause, rivals=rivals)
        return Answer(Fate.CUT, report, force.preset_by)
    attackers = tuple(
        m for m in fought.reckoning.attackers(index) if fought.reckoning.present(m) == YES
    )
    if worth:
        rivals = fought.rivals(attackers)
        report = fought.report("weakened", index, rivals=rivals, worth=worth)
        return Answer(Fate.WEAKENED, report, attackers)
    by = fought.resolution.dislodged_by[index]
    if by >= 0 and not attackers:
        report = fought.report("cut-dislodged", index, rivals=fought.rivals((by,)))
        return Answer(Fate.CUT, report, (by,))
    return cut(fought, index, attackers)


def cut(fought: Fought, index: int, attackers: tuple[int, ...]) -> Answer:
    """The fate of a support that these attacks cut, be its target seen or not."""
    report = fought.report("cut", index, rivals=fought.rivals(attackers))
    if fought.intents[index].target < 0:
        facts = {name: fact for name, fact in report.facts.items() if name != "target"}
        report = replace(report, facts=facts)
    return Answer(Fate.CUT, report, attackers)


def convoyed(fought: Fought, index: int, intent: Intent) -> Answer:
    """A convoy was there for its army, or was disrupted."""
    if intent.target < 0:
        return Answer(UNMATCHED, fought.report("unseen-target", index))
    if intent.remark == UNMATCHED:
        return Answer(UNMATCHED, fought.report("unmatched-convoy", index), (intent.target,))
    by = fought.resolution.dislodged_by[index]
    if by >= 0:
        return Answer(Fate.DISRUPTED, fought.report("disrupted", index), (by,))
    if index in fought.aside:
        report = fought.report("disrupted-paradox", index)
        return Answer(Fate.DISRUPTED, report, (intent.target,))
    kind = "available-unused"
    if fought.resolution.arrived[intent.target]:
        by_sea = fought.reckoning.by_convoy(intent.target) == YES
        kind = "available" if by_sea else "available-by-land"
    return Answer(Fate.AVAILABLE, fought.report(kind, index), (intent.target,))
