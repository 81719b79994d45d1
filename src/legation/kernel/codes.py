"""Orders as numbers: every order that can be legal on a map, and its text.

The numbers are those of one version of this program; texts are what to keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from legation.board.graph import ARMY, FLEET, MapGraph, province_of
from legation.kernel.bits import has
from legation.kernel.compiled import inlined, inner
from legation.kernel.layout import Int8s, Int16s, Int32s
from legation.kernel.menu import Menu, Units
from legation.kernel.orders import (
    BUILDS,
    CONVOYS,
    DISBANDS,
    HOLDS,
    MOVES,
    REMOVES,
    SUPPORTS,
    Orders,
    give,
)
from legation.kernel.tables import IS_ARMY, IS_FLEET, KINDS, Board, Tables

UNORDERED = -1


class Codes(NamedTuple):
    """What the numbers mean, and which number an order has.

    N numbers, P provinces, Q places, S seas. -1 stands for nothing.

    - verb: int8 (N,), see `orders`. kind: int8, place: int16 (N,), the unit.
    - target_kind: int8, target: int16 (N,), the unit supported or convoyed.
    - goal: int16 (N,), the place moved to; of a support or convoy the province,
      of a support also a coast. via: int8 (N,), 1 for a move by convoy.
    - holds, disbands, builds, removes: int32 (2, Q), by kind and place.
    - moves: int32 (2, Q, Q), by kind, place and goal.
    - ferries: int32 (P, P), by the army's province and its goal.
    - stands: int32 (2, Q, 2, Q), supports in place.
    - row: int16 (2, Q, Q), by kind, place and goal; column: int16 (2, Q, Q), by
      kind and place of the target, and its goal; helps: int32 (rows, columns),
      the support of that move.
    - lifts: int32 (S, P, P), by the sea, the army's province and its goal.
    """

    verb: Int8s
    kind: Int8s
    place: Int16s
    target_kind: Int8s
    target: Int16s
    goal: Int16s
    via: Int8s
    holds: Int32s
    disbands: Int32s
    builds: Int32s
    removes: Int32s
    moves: Int32s
    ferries: Int32s
    stands: Int32s
    row: Int16s
    column: Int16s
    helps: Int32s
    lifts: Int32s


@dataclass(frozen=True)
class Lexicon:
    """All orders of a map as numbers and texts. `codes_of` builds it.

    `number` knows, beside the texts, a move overseas that does not say that it
    goes by convoy.
    """

    texts: tuple[str, ...]
    number: Mapping[str, int]
    codes: Codes


@dataclass(frozen=True)
class _Row:
    verb: int
    kind: int
    place: int
    target_kind: int = -1
    target: int = -1
    goal: int = -1
    via: int = 0


def codes_of(board: Board) -> Lexicon:
    """The numbers of all orders of a map."""
    graph, at = board.graph, board.number
    units = [(k, place) for k in KINDS for place in board.places if graph.can_stand(k, place)]
    shape = (2, len(board.places))
    places, provinces = len(board.places), board.provinces
    singles = {verb: np.full(shape, -1, np.int32) for verb in (HOLDS, DISBANDS, BUILDS, REMOVES)}
    moves = np.full((*shape, places), -1, np.int32)
    ferries = np.full((provinces, provinces), -1, np.int32)
    stands = np.full((*shape, *shape), -1, np.int32)
    lifts = np.full((len(board.tables.sea_at), provinces, provinces), -1, np.int32)
    rows: list[_Row] = []
    texts: list[str] = []

    def add(text: str, row: _Row) -> int:
        texts.append(text)
        rows.append(row)
        return len(rows) - 1

    homes = {home for codes in graph.homes.values() for home in codes}
    for kind, place in units:
        k, q, unit = KINDS.index(kind), at[place], f"{kind} {place}"
        singles[HOLDS][k, q] = add(f"{unit} H", _Row(HOLDS, k, q))
        for goal in sorted(graph.steps(kind, place)):
            moves[k, q, at[goal]] = add(f"{unit} - {goal}", _Row(MOVES, k, q, goal=at[goal]))
        singles[DISBANDS][k, q] = add(f"{unit} D", _Row(DISBANDS, k, q))
        singles[REMOVES][k, q] = add(f"Remove {unit}", _Row(REMOVES, k, q))
        if province_of(place) in homes:
            singles[BUILDS][k, q] = add(f"Build {unit}", _Row(BUILDS, k, q))
    overseas = _overseas(graph)
    written = {}
    for start, goals in overseas.items():
        for goal in goals:
            row = _Row(MOVES, IS_ARMY, at[start], goal=at[goal], via=1)
            number = add(f"{ARMY} {start} - {goal} via convoy", row)
            ferries[at[start], at[goal]] = number
            if goal not in graph.steps(ARMY, start):
                written[f"{ARMY} {start} - {goal}"] = number
    for kind, place in units:
        k, q, unit = KINDS.index(kind), at[place], f"{kind} {place}"
        near = graph.reach(kind, place)
        for other, there in units:
            if province_of(there) in near:
                o, t = KINDS.index(other), at[there]
                text, row = f"{unit} S {other} {there}", _Row(SUPPORTS, k, q, o, t)
                stands[k, q, o, t] = add(text, row)
    helps = _helps(board, units, overseas)
    table = np.full((helps.rows, helps.columns), -1, np.int32)
    for kind, place, other, there, goal in helps.orders:
        k, q, o, t, g = KINDS.index(kind), at[place], KINDS.index(other), at[there], at[goal]
        text = f"{kind} {place} S {other} {there} - {goal}"
        table[helps.row[k, q, g], helps.column[o, t, g]] = add(text, _Row(SUPPORTS, k, q, o, t, g))
    for sea, carried in _carried(graph, overseas):
        s, q = board.tables.sea[at[sea]], at[sea]
        for start, goal in carried:
            text = f"{FLEET} {sea} C {ARMY} {start} - {goal}"
            row = _Row(CONVOYS, IS_FLEET, q, IS_ARMY, at[start], at[goal])
            lifts[s, at[start], at[goal]] = add(text, row)
    types = (np.int8, np.int8, np.int16, np.int8, np.int16, np.int16, np.int8)
    fields = ("verb", "kind", "place", "target_kind", "target", "goal", "via")
    columns: dict[str, Any] = {
        name: np.array([getattr(row, name) for row in rows], dtype)
        for name, dtype in zip(fields, types, strict=True)
    }
    codes = Codes(
        **columns,
        holds=singles[HOLDS],
        disbands=singles[DISBANDS],
        builds=singles[BUILDS],
        removes=singles[REMOVES],
        moves=moves,
        ferries=ferries,
        stands=stands,
        row=helps.row,
        column=helps.column,
        helps=table,
        lifts=lifts,
    )
    return Lexicon(tuple(texts), written | {text: n for n, text in enumerate(texts)}, codes)


def _overseas(graph: MapGraph) -> dict[str, list[str]]:
    """Province → the others where fleets, in whatever seas, could take an army."""
    waters = _waters(graph)
    boarded = {code: {waters[sea] for sea in seas} for code, seas in graph.harbours.items()}
    coasts = [code for code in sorted(boarded) if boarded[code] and graph.can_stand(ARMY, code)]
    return {
        start: [goal for goal in coasts if goal != start and boarded[start] & boarded[goal]]
        for start in coasts
    }


def _waters(graph: MapGraph) -> dict[str, str]:
    """Sea → the first sea of those that fleets in a row would join it with."""
    found: dict[str, str] = {}
    for first in sorted(graph.carriers):
        stack = [first]
        while stack:
            sea = stack.pop()
            if sea not in found:
                found[sea] = first
                stack += graph.sea_lanes[sea]
    return found


def _carried(
    graph: MapGraph, overseas: Mapping[str, list[str]]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each sea, with the ways of armies that a fleet there may have a part in."""
    waters = _waters(graph)
    reached = {code: {waters[sea] for sea in seas} for code, seas in graph.harbours.items()}
    for sea in sorted(waters):
        water = waters[sea]
        yield (
            sea,
            [
                (start, goal)
                for start, goals in overseas.items()
                if water in reached[start]
                for goal in goals
                if water in reached[goal]
            ],
        )


@dataclass(frozen=True)
class _Helps:
    """Supports of moves: kind and place of who supports and who moves, and the goal."""

    orders: list[tuple[str, str, str, str, str]]
    row: Int16s
    column: Int16s
    rows: int
    columns: int


def _helps(board: Board, units: list[tuple[str, str]], overseas: Mapping[str, list[str]]) -> _Helps:
    graph, at, places = board.graph, board.number, len(board.places)
    movers: dict[str, list[tuple[str, str]]] = {place: [] for place in board.places}
    for kind, place in units:
        goals = set(graph.steps(kind, place))
        goals |= {province_of(goal) for goal in goals}
        if kind == ARMY:
            goals |= set(overseas.get(place, ()))
        for goal in goals:
            movers[goal].append((kind, place))
    row = np.full((2, places, places), -1, np.int16)
    column = np.full((2, places, places), -1, np.int16)
    rows = columns = 0
    orders = []
    for goal, coming in movers.items():
        for number, (kind, place) in enumerate(coming):
            column[KINDS.index(kind), at[place], at[goal]] = number
        columns = max(columns, len(coming))
        for kind, place in units:
            if province_of(goal) not in graph.reach(kind, place):
                continue
            row[KINDS.index(kind), at[place], at[goal]] = rows
            rows += 1
            own = province_of(place)
            orders += [(kind, place, *c, goal) for c in coming if province_of(c[1]) != own]
    return _Helps(orders, row, column, rows, columns)


@inlined
def may(tables: Tables, codes: Codes, units: Units, menu: Menu, unit: int, number: int) -> bool:
    """Is this order of a movement legal for a unit, by the menu of its position?

    A wrong coast of the place where a fleet stands does not matter (STD-ORD).
    """
    own = tables.province[codes.place[number]]
    if codes.kind[number] != units.kind[unit] or own != units.province[unit]:
        return False
    verb, goal = codes.verb[number], codes.goal[number]
    if verb == HOLDS:
        return True
    if verb == MOVES:
        return has(menu.ferry[unit] if codes.via[number] else menu.walk[unit], goal)
    if verb != SUPPORTS and verb != CONVOYS:
        return False
    kind, there = codes.target_kind[number], tables.province[codes.target[number]]
    target = units.at[there]
    if target < 0 or units.kind[target] != kind:
        return False
    if goal < 0:
        return has(menu.stand[unit], there)
    if verb == SUPPORTS:
        for row in range(menu.pair_at[unit], menu.pair_at[unit + 1]):
            if menu.pair_target[row] == target:
                province = tables.province[goal]
                coast = goal != province
                return has(menu.pair_goals[row], province) and (
                    not coast or has(tables.steps[kind, units.place[target]], goal)
                )
        return False
    row = menu.lift_first[unit]
    while row >= 0:
        if menu.lift_army[row] == target:
            return has(menu.lift_goals[row], goal)
        row = menu.lift_after[row]
    return False


@inlined
def give_numbered(
    tables: Tables, codes: Codes, units: Units, orders: Orders, unit: int, number: int
) -> None:
    """Give a unit the order of a number, a legal one of a movement."""
    target = -1
    if codes.target[number] >= 0:
        target = units.at[tables.province[codes.target[number]]]
    give(orders, unit, codes.verb[number], target, codes.goal[number], codes.via[number])


@inner
def number_of(tables: Tables, codes: Codes, units: Units, orders: Orders, unit: int) -> int:
    """The number of the order of a unit in a movement."""
    kind, place, verb = units.kind[unit], units.place[unit], orders.verb[unit]
    target, goal = orders.target[unit], orders.goal[unit]
    if verb == HOLDS:
        return int(codes.holds[kind, place])
    if verb == MOVES:
        if orders.via[unit]:
            return int(codes.ferries[place, goal])
        return int(codes.moves[kind, place, goal])
    other, there = units.kind[target], units.place[target]
    if verb == CONVOYS:
        return int(codes.lifts[tables.sea[units.province[unit]], there, goal])
    if goal < 0:
        return int(codes.stands[kind, place, other, there])
    return int(codes.helps[codes.row[kind, place, goal], codes.column[other, there, goal]])
