"""The sets of open decisions that read one another (round 2), those that read no other last.

Tarjan's way, with a path instead of calls: a decision waits on the path until
all that it reads, at first or at last, is known to lead back to it or not.
"""

from __future__ import annotations

import numpy as np

from legation.kernel.compiled import allocating, inner
from legation.kernel.dependencies import Graph, draw_assault, draw_convoy, draw_support
from legation.kernel.knots import SETS, Knot
from legation.kernel.layout import SUPPORT, Fight, Int64s, Special


@allocating
def part(fight: Fight, special: Special | None, knot: Knot, begin: int, end: int) -> None:
    """Order the open decisions ``order[begin:end]`` by their sets, and number these.

    Each set is marked by `first` where it begins, and reads none before it.
    """
    rows, counts = fight.knot, knot.counts
    counts[SETS] += 1
    for at in range(begin, end):
        number = rows[at].order
        rows[number].ward = counts[SETS]
        rows[number].seen = -1
        rows[number].rank = 0
        decision = rows[number].decision
        rows[~decision if decision < 0 else decision].stirred = 0
    drawn = np.zeros(1, np.int64)
    edges = np.empty(4 * (end - begin), np.int64)
    for at in range(begin, end):
        if len(edges) - drawn[0] < end - begin:
            more = np.empty(2 * (len(edges) + end - begin), np.int64)
            for edge in range(drawn[0]):
                more[edge] = edges[edge]
            edges = more
        graph = Graph(rows.own, rows.ferry, rows.ward, rows.seen, edges, drawn)
        number = rows[at].order
        rows[number].edges = drawn[0]
        draw_decision(fight, special, graph, number)
        rows[number].edges_end = drawn[0]
    find(fight, knot, edges, begin, end)


@inner
def draw_decision(fight: Fight, special: Special | None, graph: Graph, number: int) -> None:
    """What one decision reads."""
    decision = fight.knot[number].decision
    if decision < 0:
        draw_convoy(fight, special, graph, ~decision)
    elif fight.body[decision].deed == SUPPORT:
        draw_support(fight, special, graph, decision)
    else:
        draw_assault(fight, special, graph, decision)


@allocating
def find(fight: Fight, knot: Knot, edges: Int64s, begin: int, end: int) -> None:
    """Find the sets along the edges."""
    rows = fight.knot
    roots = np.empty(end - begin, np.int64)
    for at in range(begin, end):
        roots[at - begin] = rows[at].order
    filled = end  # in `order` again from here on
    held = ranked = 0  # in `path`, of no set yet; ranks given
    for root in roots:
        if rows[root].rank:
            continue
        rows[0].trunk = root
        depth = 1  # in `trunk`, the way from the root to where the search is
        while depth > 0:
            number = rows[depth - 1].trunk
            if rows[number].rank == 0:
                ranked += 1
                rows[number].rank = rows[number].low = ranked
                rows[held].path = number
                held += 1
            deeper = follow(fight, edges, number)
            if deeper >= 0:
                rows[depth].trunk = deeper
                depth += 1
                continue
            depth -= 1
            if rows[number].low == rows[number].rank:
                members = cut_off(fight, knot, number, held, filled)
                held -= members
                filled -= members


@inner
def follow(fight: Fight, edges: Int64s, number: int) -> int:
    """The next decision that one reads where the search was not yet, or -1.

    `low` is the least rank known to be reached of those that are of no set yet.
    """
    rows = fight.knot
    while rows[number].edges < rows[number].edges_end:
        read = edges[rows[number].edges]
        if rows[read].rank == 0:
            return int(read)
        if rows[read].ward == rows[number].ward:
            rows[number].low = min(rows[number].low, rows[read].low)
        rows[number].edges += 1
    return -1


@inner
def cut_off(fight: Fight, knot: Knot, root: int, held: int, filled: int) -> int:
    """Make a set of the end of the path, from its root on; how many members it has."""
    rows = fight.knot
    knot.counts[SETS] += 1
    members = 0
    number = -1
    while number != root:
        number = rows[held - 1 - members].path
        rows[number].ward = knot.counts[SETS]
        members += 1
        rows[filled - members].order = number
        rows[filled - members].first = number == root
    return members
