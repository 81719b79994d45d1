"""The plan of one power made better, as arrays: what `bots.plan` does, act for act.

It adds and multiplies floating point in the order in which `bots.weighing` and
`bots.front` do, so a plan comes to the very same, and the same plan is chosen.
"""

from __future__ import annotations

from legation.kernel import chances
from legation.kernel.acts import (
    AT_STAKE,
    BACK,
    CARRY,
    FEE,
    FOE,
    GO,
    HELP,
    LEAST,
    LOST,
    NONE,
    SPARED,
    UNGUARDED,
    Climb,
    Float64s,
    climb_of,
    work_out,
)
from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.layout import Int64s

_SENSELESS = -1.0  # what a plan comes to that makes no sense
_AT_ONCE = 3  # supports that are tried together


_entering = inlined(chances.entering)
_attacking = inlined(chances.attacking)
_keeping = inlined(chances.keeping)


@inner
def _entry(climb: Climb, act: int, aid: float) -> float:
    """How likely a move gets in, with so much support."""
    places, province = climb.provinces, climb.acts.province[act]
    if places.open[province]:
        return 1.0
    strength = climb.actors.weight[climb.acts.actor[act]] + aid
    foe = places.foe[province]
    if foe == SPARED:
        return 0.0
    if foe == FOE:
        return _attacking(
            strength,
            places.hold[province],
            places.backing[province],
            places.rivals[province],
            places.leaves[province],
        )
    return _entering(
        strength,
        places.resistance[province],
        places.threat[province],
        places.standoff[province],
    )


@inlined
def _stay(climb: Climb, actor: int, aid: float) -> float:
    """How likely an own actor that stays is not driven out."""
    return _keeping(climb.actors.strength[actor] + aid, climb.actors.threat[actor])


@inner
def _together(climb: Climb, plan: Int64s, act: int, success: float) -> float:
    """The chance of a move that hangs on what others of its power do; or less than nothing."""
    acts = climb.acts
    home = climb.actors.home[acts.actor[act]]
    first, last = acts.ship[act], acts.ship[act + 1]
    for at in range(first, last):
        carrier = acts.carrier[at]
        carry = plan[carrier]
        if (
            acts.sort[carry] != CARRY
            or acts.province[carry] != acts.province[act]
            or acts.carried[carry] != home
        ):
            return _SENSELESS
        success *= _stay(climb, carrier, 0.0)
    if acts.other[act] == NONE:
        return success
    away = plan[acts.other[act]]
    if acts.sort[away] != GO or (acts.province[away] == home and first == last):
        return _SENSELESS
    return success * _entry(climb, away, float(climb.scratch.aid[acts.province[away]]))


@inner
def _lay_out(climb: Climb, plan: Int64s) -> bool:
    """Who goes where and with what support; no where two would fight each other or are too dear."""
    acts, scratch, hired, own = climb.acts, climb.scratch, 0, len(climb.actors.here)
    for province in range(len(scratch.aid)):
        scratch.aid[province] = 0.0
        scratch.mover[province] = NONE
    for actor in range(len(plan)):
        act = plan[actor]
        province = acts.province[act]
        if acts.sort[act] == HELP:
            scratch.aid[province] += acts.counts[act]
            hired += actor >= own
        elif acts.sort[act] == GO and not climb.provinces.open[province]:
            if scratch.mover[province] != NONE:
                return False
            scratch.mover[province] = act
    scratch.hired[0] = hired
    return bool(hired <= climb.budget[0])


@inner
def weigh(climb: Climb, plan: Int64s) -> float:
    """What a plan comes to; less than nothing where it makes no sense."""
    acts, actors, numbers, scratch = climb.acts, climb.actors, climb.numbers, climb.scratch
    if not _lay_out(climb, plan):
        return _SENSELESS
    total = -numbers[FEE] * scratch.hired[0]
    for actor in range(len(actors.here)):
        act = plan[actor]
        here = actors.here[actor]
        if acts.sort[act] != GO:
            success = _stay(climb, actor, scratch.aid[actors.home[actor]])
            total += success * here + (1 - success) * numbers[LEAST] * numbers[LOST]
            continue
        success = _entry(climb, act, scratch.aid[acts.province[act]])
        if acts.ship[act] != acts.ship[act + 1] or acts.other[act] != NONE:
            success = _together(climb, plan, act, success)
            if success < 0:
                return _SENSELESS
        total += success * acts.counts[act] + (1 - success) * here * numbers[BACK]
    return float(total) + _guarded(climb, plan)


@inner
def _guarded(climb: Climb, plan: Int64s) -> float:
    """What the plan does for one's own centres into which somebody could walk."""
    charges, scratch, total = climb.charges, climb.scratch, 0.0
    for at in range(len(charges.province)):
        province = charges.province[at]
        home = climb.provinces.home[province]
        mover, aid = scratch.mover[province], scratch.aid[province]
        chance = climb.numbers[UNGUARDED]
        if mover != NONE:
            chance = max(chance, _entry(climb, mover, aid))
        elif home != NONE and climb.acts.sort[plan[home]] != GO:
            chance = _stay(climb, home, aid)
        total += charges.worth[at] * chance
    return float(total * climb.numbers[AT_STAKE])


@inlined
def _copy(plan: Int64s, to: Int64s) -> None:
    for actor in range(len(plan)):
        to[actor] = plan[actor]


@inner
def _take(climb: Climb, plan: Int64s) -> bool:
    """Takes what is tried for the plan, if it is another and comes to more."""
    tried, best, other = climb.scratch.tried, climb.scratch.best, False
    for actor in range(len(plan)):
        other |= tried[actor] != plan[actor]
    better = False
    if other:
        score = weigh(climb, tried)
        if score > best[0]:
            better = True
            best[0] = score
            _copy(tried, plan)
    _copy(plan, tried)
    return better


@inner
def _want(climb: Climb, plan: Int64s) -> None:
    """Where a unit of one's own stays, or goes."""
    acts, wanted = climb.acts, climb.scratch.wanted
    for province in range(len(wanted)):
        wanted[province] = 0
    for actor in range(len(climb.actors.here)):
        act = plan[actor]
        if acts.sort[act] == GO:
            wanted[acts.province[act]] = 1
        else:
            wanted[climb.actors.home[actor]] = 1


@inner
def _able(climb: Climb, go: int) -> int:
    """Who could support a move, those first who lose least by it; how many they are."""
    acts, scratch, province = climb.acts, climb.scratch, climb.acts.province[go]
    able, busy, count = scratch.able, scratch.busy, 0
    for at in range(climb.choices.helped[province], climb.choices.helped[province + 1]):
        act = climb.choices.helper[at]
        actor = acts.actor[act]
        now = scratch.before[actor]
        if actor == acts.actor[go] or now == act:
            continue
        lost = acts.counts[now] - climb.actors.here[actor] if acts.sort[now] == GO else 0.0
        place = count
        while place > 0 and busy[place - 1] > lost:
            able[place], busy[place] = able[place - 1], busy[place - 1]
            place -= 1
        able[place], busy[place] = act, lost
        count += 1
    return count


@inner
def _move(climb: Climb, plan: Int64s, go: int) -> bool:
    """Tries a move, alone, and with one supporter, two, or more."""
    acts, tried, better = climb.acts, climb.scratch.tried, False
    province, actor = acts.province[go], acts.actor[go]
    tried[actor] = go
    better |= _take(climb, plan)
    if climb.provinces.open[province]:
        return better
    count = min(_able(climb, go), _AT_ONCE)
    for many in range(1, count + 1):
        tried[actor] = go
        for at in range(many):
            helper = climb.scratch.able[at]
            tried[acts.actor[helper]] = helper
        better |= _take(climb, plan)
    return better


@inner
def _exchange(climb: Climb, plan: Int64s, actor: int) -> bool:
    """Tries what an actor could do instead, with what others would do for it; is it better?"""
    acts, choices, scratch = climb.acts, climb.choices, climb.scratch
    tried, before = scratch.tried, scratch.before
    _copy(plan, before)
    _copy(plan, tried)
    tried[actor] = actor
    better = _take(climb, plan)
    _want(climb, before)
    for act in range(choices.helps[actor], choices.helps[actor + 1]):
        if scratch.wanted[acts.province[act]]:
            tried[actor] = act
            better |= _take(climb, plan)
    if actor >= len(climb.actors.here):
        return better
    for go in range(choices.goes[actor], choices.goes[actor + 1]):
        if acts.other[go] == NONE or acts.sort[before[acts.other[go]]] == GO:
            better |= _move(climb, plan, go)
    for way in range(choices.ways[actor], choices.ways[actor + 1]):
        for act in range(choices.starts[way], choices.starts[way + 1]):
            tried[acts.actor[act]] = act
        better |= _take(climb, plan)
    return better


@compiled
def value(whole: Int64s, real: Float64s, room: Int64s, space: Float64s, plan: Int64s) -> float:
    """What a plan comes to; the rest is as `acts.climb_of` and `acts.room` say."""
    climb = climb_of(whole, real, room, space)
    work_out(climb)
    return weigh(climb, plan)


@compiled
def climb_once(
    whole: Int64s,
    real: Float64s,
    room: Int64s,
    space: Float64s,
    plan: Int64s,
    order: Int64s,
    first: bool,
) -> bool:
    """Exchanges acts, actor by actor in this order, as long as the plan comes to more.

    `plan` is replaced in place. `first` is whether it is the first time with this
    plan, room and space; later they must be as they were left. True where the plan is
    better now. The rest is as `acts.climb_of` and `acts.room` say.
    """
    climb = climb_of(whole, real, room, space)
    known, better = climb.scratch.known, False
    if first:
        work_out(climb)
        climb.scratch.best[0] = weigh(climb, plan)
        for each in range(len(known)):
            known[each] = 0
    for at in range(len(order)):
        actor = order[at]
        if not known[actor]:
            known[actor] = 1
            if _exchange(climb, plan, actor):
                better = True
                for each in range(len(known)):
                    known[each] = 0
    return better
