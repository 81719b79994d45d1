"""What stands where, as the literature on learning writes it: places by features of 0 and 1.

The features are those of Paquette and others, "No-Press Diplomacy" (2019).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.compiled import compiled, inlined
from legation.kernel.games import ADJUSTMENT, NOBODY, Games
from legation.kernel.layout import Int8s, Int16s, Int64s
from legation.kernel.tables import KINDS, Board, Tables
from legation.kernel.winters import count_due, may_build

POWERS = 7
NONE = 2  # of a kind of unit
UNIT, OF_POWER, BUILDABLE, REMOVABLE, LOST, LOST_POWER, AREA, OWNER = 0, 3, 11, 12, 13, 16, 24, 27
"""The first column of each feature."""
FEATURES = 35
LAND, WATER, COAST = 0, 1, 2


class Outlook(NamedTuple):
    """How places are written. Q places.

    - row: int16 (Q,), the row of a place, or -1 where no unit can ever be.
    - area: int8 (Q,), LAND, WATER or COAST.
    """

    row: Int16s
    area: Int8s


def outlook_of(board: Board) -> Outlook:
    """The rows of a map: its places in their order, without those where nobody can be."""
    graph, tables = board.graph, board.tables
    row, area = np.full(len(board.places), -1, np.int16), np.zeros(len(board.places), np.int8)
    rows = 0
    for number, province in enumerate(tables.province.tolist()):
        code = board.places[province]
        there = graph.provinces[code].places
        army, fleet = (any(graph.can_stand(kind, p) for p in there) for kind in KINDS)
        if army or fleet:
            row[number], rows = rows, rows + 1
            area[number] = LAND if not fleet else COAST if army else WATER
    return Outlook(row, area)


@compiled
def observe(
    tables: Tables,
    outlook: Outlook,
    games: Games,
    span: tuple[int, int],
    due: Int64s,
    seen: Int8s,
) -> None:
    """Write the games from the first number up to the second; `seen`: int8 (B, rows, 35).

    What stands on a coast stands in its province as well, and a province's
    centre is its coasts' too.
    """
    for game in range(span[0], span[1]):
        winter = games.phase[game] == ADJUSTMENT
        if winter:
            count_due(games, game, due)
        for place in range(len(outlook.row)):
            row, province = outlook.row[place], tables.province[place]
            if row < 0:
                continue
            for column in range(FEATURES):
                seen[game, row, column] = 0
            whole = place == province
            power = games.power[game, province]
            if not whole and games.place[game, province] != place:
                power = NOBODY
            mark(seen, game, row, UNIT, power, games.kind[game, province])
            lost = games.lost[game, province]
            if not whole and games.lost_place[game, province] != place:
                lost = NOBODY
            mark(seen, game, row, LOST, lost, games.lost_kind[game, province])
            seen[game, row, AREA + outlook.area[place]] = 1
            if tables.centre[province]:
                owner = games.owner[game, province]
                seen[game, row, OWNER + (owner if owner >= 0 else POWERS)] = 1
            if winter:
                home = tables.home[province]
                if power != NOBODY:
                    seen[game, row, REMOVABLE] = due[power] < 0
                elif home >= 0 and due[home] > 0:
                    seen[game, row, BUILDABLE] = may_build(tables, games, game, home, province)


@inlined
def mark(seen: Int8s, game: int, row: int, column: int, power: int, kind: int) -> None:
    """Write a unit, its kind first and then its power; or that there is none."""
    if power == NOBODY:
        seen[game, row, column + NONE] = 1
        seen[game, row, column + NONE + 1 + POWERS] = 1
    else:
        seen[game, row, column + kind] = 1
        seen[game, row, column + NONE + 1 + power] = 1
