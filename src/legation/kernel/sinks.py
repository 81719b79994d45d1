"""Rounds 2 and 3 of ``docs/battle.md``: sets that wait for nothing but themselves.

Rare, so arrays are allocated here as they are needed. A decision is written as
one number: its force for A and S (a force has never both), ``~force`` for C.
"""

from __future__ import annotations

import numpy as np

from legation.kernel.compiled import allocating, inner
from legation.kernel.layout import (
    ALL_HOLD,
    MET_ALL_FAIL,
    MET_PARADOX,
    MET_RING,
    MET_UNIQUE,
    SUPPORT,
    Fight,
    Int8s,
    Int64s,
    Special,
)
from legation.kernel.reads import Graph, draw_assault, draw_convoy, draw_support
from legation.kernel.rounds import (
    assault_again,
    convoy_again,
    open_assault,
    open_convoy,
    open_support,
    set_convoy,
    set_support,
    worth_again,
)
from legation.kernel.terms import rule

# What `follow` comes to when it names no assault to guess.
SETTLED = -1  # every decision of the set has the value that its formula gives
REFUTED = -2  # some decision has another value than its formula gives


@allocating
def close_round(fight: Fight, special: Special | None, size: int, count: int) -> int:
    """Rounds 2 and 3 for the first `count` pending of `size` forces; bits MET_*.

    Every set that reads nothing outside itself is settled.
    """
    decisions, graph = draw_graph(fight, special, size, count)
    reach = graph.edges
    reach_on(reach)
    met = 0
    total = len(decisions)
    settled = np.zeros(total, np.int8)
    for number in range(total):
        members = np.empty(total, np.int64)
        many = 0
        sink = settled[number] == 0
        for other in range(total):
            if other == number or reach[number, other]:
                members[many] = decisions[other]
                many += 1
                sink = sink and (other == number or reach[other, number] != 0)
        if sink:
            for other in range(total):
                settled[other] |= reach[number, other]
            met |= close_set(fight, special, members[:many])
    return met


@allocating
def draw_graph(
    fight: Fight, special: Special | None, size: int, count: int
) -> tuple[Int64s, Graph]:
    """The open decisions of the pending forces, and what they read."""
    decisions = np.empty(2 * count, np.int64)
    own = np.full(size, -1, np.int64)
    ferry = np.full(size, -1, np.int64)
    total = 0
    for at in range(count):
        force = fight.body[at].pending
        if open_support(fight, force) or open_assault(fight, force):
            own[force] = total
            decisions[total] = force
            total += 1
        if open_convoy(fight, force):
            ferry[force] = total
            decisions[total] = ~force
            total += 1
    graph = Graph(own, ferry, np.zeros((total, total), np.int8))
    for decision in decisions[:total]:
        if decision < 0:
            draw_convoy(fight, special, graph, ~decision)
        elif fight.body[decision].deed == SUPPORT:
            draw_support(fight, special, graph, decision)
        else:
            draw_assault(fight, special, graph, decision)
    return decisions[:total], graph


@inner
def reach_on(edges: Int8s) -> None:
    """Make edges, (M, M), of paths: Warshall's way."""
    total = len(edges)
    for middle in range(total):
        for reader in range(total):
            if edges[reader, middle]:
                for read in range(total):
                    edges[reader, read] |= edges[middle, read]


@allocating
def close_set(fight: Fight, special: Special | None, decisions: Int64s) -> int:
    """Round 3 for one set of decisions; the bit MET_* of the rule that settled it."""
    before = np.empty((len(decisions), 2), np.int64)
    only = np.empty((len(decisions), 2), np.int64)
    keep(fight, decisions, before)
    found = search(fight, special, decisions, only)
    if found == 1:
        put_back(fight, decisions, only)
        return MET_UNIQUE
    put_back(fight, decisions, before)
    return close_by_rule(fight, special, decisions)


@inner
def close_by_rule(fight: Fight, special: Special | None, decisions: Int64s) -> int:
    """Round 3 for a set that has not exactly one consistent assignment."""
    body = fight.body
    paradox = supported = False
    for decision in decisions:
        if decision < 0:
            paradox = True
        elif body[decision].deed == SUPPORT:
            supported = True
    if not paradox and not supported:
        set_assaults(fight, decisions, 2)
        if consistent(fight, special, decisions):
            return MET_RING
    if not paradox or rule(special, ALL_HOLD):
        set_assaults(fight, decisions, 0)
    for decision in decisions:
        if decision < 0:
            set_convoy(fight, ~decision, 0)
    return MET_PARADOX if paradox else MET_ALL_FAIL


@inner
def set_assaults(fight: Fight, decisions: Int64s, state: int) -> None:
    """Write every A of a set."""
    for decision in decisions:
        if decision >= 0 and fight.body[decision].deed != SUPPORT:
            fight.body[decision].won = state


@inner
def consistent(fight: Fight, special: Special | None, decisions: Int64s) -> bool:
    """Whether the formula of each decision gives the value that it has."""
    body = fight.body
    agreed = True
    for decision in decisions:
        if decision < 0:
            agreed = agreed and convoy_again(fight, special, ~decision) == body[~decision].runs
        elif body[decision].deed == SUPPORT:
            agreed = agreed and body[decision].least == body[decision].most
        else:
            agreed = agreed and assault_again(fight, special, decision) == body[decision].won
    return agreed


@allocating
def search(fight: Fight, special: Special | None, decisions: Int64s, only: Int64s) -> int:
    """Count the consistent assignments of a set, but no further than 2.

    Values of A are guessed one by one; what the formulas make of a guess is
    certain, since they are monotone. The first assignment found is kept in
    `only`, as `keep` does. The decisions of the set are left in disorder.
    """
    total = len(decisions)
    kept = np.empty((total + 1, total, 2), np.int64)
    guessed = np.empty(total + 1, np.int64)  # the A tried with yes; -1: tried with no as well
    depth = found = 0
    while True:
        guess = follow(fight, special, decisions)
        if guess >= 0:
            keep(fight, decisions, kept[depth])
            guessed[depth] = guess
            fight.body[guess].won = 2
            depth += 1
            continue
        if guess == SETTLED:
            found += 1
            if found == 2:
                return found
            keep(fight, decisions, only)
        while depth > 0 and guessed[depth - 1] < 0:
            depth -= 1
        if depth == 0:
            return found
        guess = guessed[depth - 1]
        guessed[depth - 1] = -1
        put_back(fight, decisions, kept[depth - 1])
        fight.body[guess].won = 0


@inner
def follow(fight: Fight, special: Special | None, decisions: Int64s) -> int:
    """Follow the formulas from the values of A given; SETTLED, REFUTED, or the next A to guess."""
    body = fight.body
    changed = True
    guess = SETTLED
    while changed:
        changed = False
        guess = SETTLED
        for decision in decisions:
            if decision < 0:
                state = convoy_again(fight, special, ~decision)
                if state != body[~decision].runs:
                    set_convoy(fight, ~decision, state)
                    changed = True
            elif body[decision].deed == SUPPORT:
                low, high = worth_again(fight, special, decision)
                if low != body[decision].least or high != body[decision].most:
                    set_support(fight, decision, low, high)
                    changed = True
            else:
                state = assault_again(fight, special, decision)
                if body[decision].won == 1:
                    if state == 1:
                        guess = decision
                    else:
                        body[decision].won = state
                        changed = True
                elif state == 2 - body[decision].won:
                    return REFUTED
    if guess == SETTLED and not consistent(fight, special, decisions):
        return REFUTED
    return guess


@inner
def keep(fight: Fight, decisions: Int64s, kept: Int64s) -> None:
    """Copy the decisions of a set to `kept`, (M, 2): states, or bounds of S."""
    body = fight.body
    for at in range(len(decisions)):
        force = decisions[at]
        if force < 0:
            kept[at, 0] = body[~force].runs
        elif body[force].deed == SUPPORT:
            kept[at, 0] = body[force].least
            kept[at, 1] = body[force].most
        else:
            kept[at, 0] = body[force].won


@inner
def put_back(fight: Fight, decisions: Int64s, kept: Int64s) -> None:
    """Write the decisions of a set as `keep` found them."""
    body = fight.body
    for at in range(len(decisions)):
        force = decisions[at]
        if force < 0:
            set_convoy(fight, ~force, kept[at, 0])
        elif body[force].deed == SUPPORT:
            set_support(fight, force, kept[at, 0], kept[at, 1])
        else:
            body[force].won = kept[at, 0]
