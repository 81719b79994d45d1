"""Why a unit that stayed held (STD-BAT, STD-SELF)."""

from __future__ import annotations

from collections.abc import Sequence

from legation.rules.decided import YES
from legation.rules.fought import Answer, Fought
from legation.rules.intents import Intent
from legation.rules.reports import Fate, Report
from legation.rules.strength import Case


def held(fought: Fought, index: int, intent: Intent) -> Answer:
    """Who stays held: nobody came, or those who came were kept out."""
    reckoning, place = fought.reckoning, intent.unit.province
    power = intent.unit.power
    assaults = [
        a
        for a in reckoning.foreign_into(place, power)
        if any(reckoning.present(m) == YES for m in reckoning.assaults[a].members)
    ]
    if assaults and fought.resolution.dislodged_by[index] < 0:
        # what one's own power lends an attacker does not count against one
        strongest = max(assaults, key=lambda a: reckoning.total(a, power)[0])
        attackers = [m for a in assaults for m in reckoning.assaults[a].members]
        attack = reckoning.total(strongest, power)[0]
        against = reckoning.hold(strongest, _HELD)[0]
        beleaguered = attack > against  # they kept each other out
        if beleaguered and (own := _kept_out_by_own(fought, strongest, attack)) >= 0:
            return _reinforced(fought, index, own, attack, attackers)
        peace = fought.movement.battle.peace
        if beleaguered and any((fought.intents[m].unit.power, power) in peace for m in attackers):
            report = Report(
                "holds-in-peace",
                fought.reports["holds-in-peace"].clause,
                {"unit": fought.units[index], "place": place, "rivals": fought.rivals(attackers)},
            )
            return Answer(Fate.HOLDS, report, _backers_of(fought, index, attackers))
        helped = fought.ground_clause(place, [index])
        report = fought.report(
            "holds-beleaguered" if beleaguered else "holds-attacked",
            index,
            "" if beleaguered else helped,
            place=place,
            attack=attack,
            against=against,
            rivals=fought.rivals(attackers),
        )
        return Answer(Fate.HOLDS, report, _backers_of(fought, index, attackers))
    if intent.order is None:
        return Answer(Fate.HOLDS, fought.report("holds-unordered", index))
    return Answer(Fate.HOLDS, fought.report("holds", index, place=place))


def _kept_out_by_own(fought: Fought, assault: int, attack: int) -> int:
    """The holder's own move to its place that alone keeps an attack out; -1 where none does."""
    reckoning, goal = fought.reckoning, fought.reckoning.assaults[assault].goal
    holder = fought.intents[reckoning.battle.standing[goal][0]].unit.power
    own = [
        (reckoning.assaults[rival].power != holder, rival)
        for rival in reckoning.into[goal]
        if rival != assault and attack <= reckoning.prevent(rival)[0]
    ]
    return -1 if not own or max(own)[0] else own[0][1]


def _reinforced(
    fought: Fought, index: int, own: int, attack: int, attackers: Sequence[int]
) -> Answer:
    """It held, because others of its power were on the way there (STD-SELF)."""
    members = fought.reckoning.assaults[own].members
    report = fought.report(
        "holds-reinforced",
        index,
        place=fought.intents[index].unit.province,
        attack=attack,
        against=fought.reckoning.prevent(own)[0],
        rivals=fought.rivals(attackers),
        helpers=fought.rivals(members),
    )
    return Answer(Fate.HOLDS, report, _backers_of(fought, index, (*members, *attackers)))


def _backers_of(fought: Fought, index: int, others: Sequence[int]) -> tuple[int, ...]:
    """Who supported a unit that held, and the others with their supports."""
    backers = (backer for other in others for backer in fought.backers(other))
    return (*fought.backers(index)[1:], *backers)


_HELD = Case(empty=False, opposing=())
