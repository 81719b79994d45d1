"""Decisions that are still open: settled by the formulas, or closed set by set (STD-RES)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from legation.rules.decided import NO, OPEN, YES
from legation.rules.dependencies import Decision
from legation.rules.entering import Reckoning

Values = dict[Decision, tuple[int, int]]

UNIQUE, RING, PARADOX, CYCLE = "unique", "ring", "paradox", "cycle"


@dataclass(frozen=True, slots=True)
class Closing:
    """A set of decisions that were closed together, by which rule, and the moves in it.

    `fleets` are the convoying forces that a paradox set aside.
    """

    rule: str
    moves: tuple[int, ...]
    fleets: tuple[int, ...] = ()


def tighten(reckoning: Reckoning, todo: list[Decision], fixed: set[Decision]) -> list[Decision]:
    """Settle every decision that the formulas settle; returns the open ones.

    Decisions in `fixed` were closed by rule and keep their value.
    """
    runs, gets_in, low, high = reckoning.runs, reckoning.gets_in, reckoning.low, reckoning.high
    changed = True
    while changed and todo:
        changed = False
        left: list[Decision] = []
        for decision in todo:
            letter, index = decision
            if letter == "A":
                if gets_in[index] == OPEN:
                    gets_in[index] = reckoning.verdict(index)
                if gets_in[index] != OPEN:
                    changed = True
                    continue
            elif letter == "S":
                bounds = reckoning.support(index)
                if bounds != (low[index], high[index]):
                    low[index], high[index] = bounds
                    changed = True
                if bounds[0] == bounds[1]:
                    continue
            else:
                if decision not in fixed:
                    runs[index] = reckoning.convoy(index)
                if runs[index] != OPEN:
                    changed = True
                    continue
            left.append(decision)
        todo = left
    return todo


# Closing a set


def close(reckoning: Reckoning, members: list[Decision], fixed: set[Decision]) -> Closing:
    """Close one set of decisions by the first rule of STD-RES that fits."""
    assaults = [index for letter, index in members if letter == "A"]
    convoys = [index for letter, index in members if letter == "C"]
    moves = tuple(sorted(m for a in assaults for m in reckoning.assaults[a].members))
    ways = list(_assignments(reckoning, members, fixed))
    if len(ways) == 1:
        _put(reckoning, ways[0])
        return Closing(UNIQUE, moves)
    if len(assaults) == len(members) and _all_yes(reckoning, members):
        for a in assaults:
            reckoning.gets_in[a] = YES
        return Closing(RING, moves)
    if convoys:
        fleets = _at_stake(reckoning, convoys)
        for i in convoys:
            reckoning.runs[i] = NO
            fixed.add(("C", i))
        if reckoning.battle.rules.paradox == "all-hold":
            for a in assaults:
                reckoning.gets_in[a] = NO
        return Closing(PARADOX, tuple(sorted({*moves, *convoys})), fleets)
    for a in assaults:
        reckoning.gets_in[a] = NO
    return Closing(CYCLE, moves)


def _at_stake(reckoning: Reckoning, convoys: list[int]) -> tuple[int, ...]:
    fleets = {fleet for i in convoys for route in reckoning.forces[i].routes for fleet in route}
    return tuple(sorted(fleet for fleet in fleets if reckoning.lost(fleet) == OPEN))


def _assignments(
    reckoning: Reckoning, members: list[Decision], fixed: set[Decision], most: int = 2
) -> Iterator[Values]:
    """The consistent assignments of a set, at most `most` of them.

    Depth first over the assaults: assume one, tighten, and drop the branch
    where a formula contradicts what was assumed.
    """
    before = _take(reckoning, members)
    assumed: list[tuple[int, int]] = []
    number = 0

    def search() -> Iterator[Values]:
        nonlocal number
        start = _take(reckoning, members)
        open_ones = tighten(reckoning, [m for m in members if _is_open(reckoning, m)], fixed)
        if _contradicted(reckoning, assumed):
            _put(reckoning, start)
            return
        choice = next((index for letter, index in open_ones if letter == "A"), None)
        if choice is None:
            number += 1
            yield _take(reckoning, members)
        else:
            for value in (YES, NO):
                if number >= most:
                    break
                middle = _take(reckoning, members)
                reckoning.gets_in[choice] = value
                assumed.append((choice, value))
                yield from search()
                assumed.pop()
                _put(reckoning, middle)
        _put(reckoning, start)

    yield from search()
    _put(reckoning, before)


def _contradicted(reckoning: Reckoning, assumed: list[tuple[int, int]]) -> bool:
    for assault, value in assumed:
        reckoning.gets_in[assault] = OPEN
        verdict = reckoning.verdict(assault)
        reckoning.gets_in[assault] = value
        if verdict not in (OPEN, value):
            return True
    return False


def _all_yes(reckoning: Reckoning, members: list[Decision]) -> bool:
    before = _take(reckoning, members)
    for _, assault in members:
        reckoning.gets_in[assault] = YES
    consistent = all(reckoning.verdict(assault) == YES for _, assault in members)
    _put(reckoning, before)
    return consistent


def _is_open(reckoning: Reckoning, decision: Decision) -> bool:
    letter, index = decision
    if letter == "A":
        return reckoning.gets_in[index] == OPEN
    if letter == "C":
        return reckoning.runs[index] == OPEN
    return reckoning.low[index] != reckoning.high[index]


def _take(reckoning: Reckoning, members: Iterable[Decision]) -> Values:
    values: Values = {}
    for letter, index in members:
        if letter == "A":
            values[letter, index] = (reckoning.gets_in[index],) * 2
        elif letter == "C":
            values[letter, index] = (reckoning.runs[index],) * 2
        else:
            values[letter, index] = (reckoning.low[index], reckoning.high[index])
    return values


def _put(reckoning: Reckoning, values: Values) -> None:
    for (letter, index), (low, high) in values.items():
        if letter == "A":
            reckoning.gets_in[index] = low
        elif letter == "C":
            reckoning.runs[index] = low
        else:
            reckoning.low[index], reckoning.high[index] = low, high
