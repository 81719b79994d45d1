"""Which open decisions depend on which, and the sets that depend on nothing else (STD-RES).

The *Reads* of ``docs/battle.md``, one function for each formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legation.rules.battle import Preset, Road
from legation.rules.decided import NO, OPEN, YES
from legation.rules.entering import Reckoning
from legation.rules.strength import Case

# A decision is named by its letter and the index of its assault or force.
Decision = tuple[str, int]


def sinks(reckoning: Reckoning, todo: list[Decision]) -> list[list[Decision]]:
    """The sets of open decisions that read each other and nothing else open."""
    reads = {decision: list(_reads(reckoning, decision)) for decision in todo}
    return [
        component
        for component in _components(reads)
        if all(read in component for member in component for read in reads[member])
    ]


def _reads(reckoning: Reckoning, decision: Decision) -> Iterator[Decision]:
    letter, index = decision
    if letter == "C":
        yield from _convoy_reads(reckoning, index)
    elif letter == "S":
        yield from _support_reads(reckoning, index)
    else:
        yield from _assault_reads(reckoning, index)


def _open_a(reckoning: Reckoning, assaults: Iterable[int]) -> Iterator[Decision]:
    return (("A", a) for a in assaults if reckoning.gets_in[a] == OPEN)


def _open_c(reckoning: Reckoning, moves: Iterable[int]) -> Iterator[Decision]:
    for move in moves:
        if reckoning.forces[move].road != Road.LAND and reckoning.runs[move] == OPEN:
            yield ("C", move)


def _open_s(reckoning: Reckoning, supports: Iterable[int]) -> Iterator[Decision]:
    return (("S", s) for s in supports if reckoning.low[s] != reckoning.high[s])


def _convoy_reads(reckoning: Reckoning, index: int) -> Iterator[Decision]:
    every = reckoning.battle.rules.multi_route == "every"
    for route in reckoning.forces[index].routes:
        if not every and any(reckoning.lost(fleet) == YES for fleet in route):
            continue
        for fleet in route:
            force = reckoning.forces[fleet]
            yield from _open_a(reckoning, reckoning.foreign_into(force.place, force.power))


def _support_reads(reckoning: Reckoning, index: int) -> Iterator[Decision]:
    yield from _open_a(reckoning, reckoning.dislodgers(index))
    party = [index]
    if reckoning.battle.rules.cut == "subtract":
        party = [s for s in reckoning.supports if _same_party(reckoning, s, index)]
    for support in party:
        for attacker in reckoning.attackers(support):
            if reckoning.present(attacker) == OPEN:
                yield ("C", attacker)


def _same_party(reckoning: Reckoning, one: int, other: int) -> bool:
    forces = reckoning.forces
    return forces[one].place == forces[other].place and forces[one].preset == Preset.OK


def _assault_reads(reckoning: Reckoning, index: int) -> Iterator[Decision]:
    cases = reckoning.cases(index)
    goal = reckoning.assaults[index].goal
    if len(cases) > 1:
        yield from _leaving(reckoning, reckoning.leavers.get(goal, ()))
        for leaver, status in reckoning.opponents(index):
            if status == OPEN:
                yield from _opposing(reckoning, index, leaver)
    for case in cases:
        if reckoning.case_verdict(index, case) != OPEN:
            continue
        for comparison in reckoning.comparisons(index, case):
            if comparison.verdict != OPEN:
                continue
            if comparison.what == "rival":
                yield ("A", comparison.who)
            elif comparison.what in ("room", "kind"):
                yield from _room(reckoning, index, case, comparison.what)
            else:
                yield from _total(reckoning, index, _holder(reckoning, goal, case))
                if comparison.what == "hold":
                    yield from _hold(reckoning, index, case)
                else:
                    yield from _prevent(reckoning, comparison.who)


def _room(reckoning: Reckoning, assault: int, case: Case, what: str) -> Iterator[Decision]:
    """What says whether the arrivals fit beside one's own who remain, and in kind."""
    ours = reckoning.assaults[assault]
    if what == "room":
        yield from (("C", m) for m in ours.members if reckoning.present(m) == OPEN)
    if _holder(reckoning, ours.goal, case) == ours.power:
        leavers: Iterable[int] = reckoning.leavers.get(ours.goal, ())
        if what == "kind":
            leavers = [k for k in leavers if reckoning.forces[k].kind != ours.kind]
        yield from _leaving(reckoning, leavers)


def _holder(reckoning: Reckoning, goal: str, case: Case) -> str:
    if case.empty:
        return ""
    return reckoning.forces[reckoning.battle.standing[goal][0]].power


def _leaving(reckoning: Reckoning, leavers: Iterable[int]) -> Iterator[Decision]:
    for leaver in leavers:
        if reckoning.gone(leaver) == OPEN:
            yield from _open_a(reckoning, (reckoning.assault_of[leaver],))
            if reckoning.present(leaver) == OPEN:
                yield ("C", leaver)


def _opposing(reckoning: Reckoning, assault: int, leaver: int) -> Iterator[Decision]:
    """The open convoys that say whether a leaver opposes an assault."""
    goal = reckoning.forces[leaver].goal
    yield from _open_c(reckoning, (leaver,))
    members = reckoning.assaults[assault].members
    yield from _open_c(reckoning, (m for m in members if reckoning.forces[m].place == goal))


def _total(reckoning: Reckoning, assault: int, without: str = "") -> Iterator[Decision]:
    for member in reckoning.assaults[assault].members:
        if reckoning.present(member) == NO:
            continue
        if reckoning.present(member) == OPEN:
            yield ("C", member)
        for support in reckoning.supporters[member]:
            if reckoning.forces[support].power != without:
                yield from _open_s(reckoning, (support,))


def _hold(reckoning: Reckoning, assault: int, case: Case) -> Iterator[Decision]:
    if case.empty:
        return
    goal = reckoning.assaults[assault].goal
    for stayer in reckoning.stayers.get(goal, ()):
        yield from _open_s(reckoning, reckoning.supporters[stayer])
    others = (k for k in reckoning.leavers.get(goal, ()) if k not in case.opposing)
    yield from _leaving(reckoning, others)
    for party in {reckoning.assault_of[k] for k in case.opposing}:
        yield from _total(reckoning, party)


def _prevent(reckoning: Reckoning, rival: int) -> Iterator[Decision]:
    if reckoning.beaten(rival) == YES:
        return
    yield from _total(reckoning, rival)
    passing = reckoning.battle.rules.passed == "no-effect"
    for leaver, status in reckoning.opponents(rival, passing=passing):
        party = reckoning.assault_of[leaver]
        if reckoning.gets_in[party] == NO:
            continue
        yield from _open_a(reckoning, (party, rival) if passing else (party,))
        if status == OPEN:
            yield from _opposing(reckoning, rival, leaver)


def _components(reads: dict[Decision, list[Decision]]) -> Iterator[list[Decision]]:
    """Strongly connected components, by Tarjan's algorithm without recursion."""
    number: dict[Decision, int] = {}
    lowest: dict[Decision, int] = {}
    stack: list[Decision] = []
    waiting: set[Decision] = set()
    for root in reads:
        if root in number:
            continue
        work = [(root, iter(reads[root]))]
        number[root] = lowest[root] = len(number)
        stack.append(root)
        waiting.add(root)
        while work:
            node, edges = work[-1]
            for read in edges:
                if read not in number:
                    number[read] = lowest[read] = len(number)
                    stack.append(read)
                    waiting.add(read)
                    work.append((read, iter(reads[read])))
                    break
                if read in waiting:
                    lowest[node] = min(lowest[node], number[read])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    at = stack.index(node)
                    yield stack[at:]
                    waiting.difference_update(stack[at:])
                    del stack[at:]
