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
    - blank: int8 (rows * FEATURES,), what is seen of a board without units or owners.
    """

    row: Int16s
    blank: Int8s


def outlook_of(board: Board) -> Outlook:
    """The rows of a map: its places in their order, without those where nobody can be."""
    graph, tables = board.graph, board.tables
    row = np.full(len(board.places), -1, np.int16)
    areas: list[int] = []
    blank = np.zeros((len(board.places), FEATURES), np.int8)
    for number, province in enumerate(tables.province.tolist()):
        code = board.places[province]
        there = graph.provinces[code].places
        army, fleet = (any(graph.can_stand(kind, p) for p in there) for kind in KINDS)
        if army or fleet:
            row[number] = len(areas)
            blank[len(areas), OWNER + POWERS] = tables.centre[province]
            areas.append(LAND if not fleet else COAST if army else WATER)
    for number, area in enumerate(areas):
        blank[number, [UNIT + NONE, OF_POWER + POWERS, LOST + NONE, LOST_POWER + POWERS]] = 1
        blank[number, AREA + area] = 1
    return Outlook(row, blank[: len(areas)].reshape(-1))


@compiled
def observe(
    tables: Tables,
    outlook: Outlook,
    games: Games,
    span: tuple[int, int],
    due: Int64s,
    seen: Int8s,
) -> None:
    """Write the games from the first number up to the second; `seen`: int8 (B, rows * FEATURES).

    What stands on a coast stands in its province as well, and a province's
    centre is its coasts' too.
    """
    for game in range(span[0], span[1]):
        for at in range(len(outlook.blank)):
            seen[game, at] = outlook.blank[at]
        winter = games.phase[game] == ADJUSTMENT
        if winter:
            count_due(games, game, due)
        for place in range(len(outlook.row)):
            if outlook.row[place] < 0:
                continue
            at, province = FEATURES * outlook.row[place], tables.province[place]
            whole = place == province
            power = games.power[game, province]
            if not whole and games.place[game, province] != place:
                power = NOBODY
            if power != NOBODY:
                mark(seen, game, at + UNIT, power, games.kind[game, province])
            lost = games.lost[game, province]
            if lost != NOBODY and (whole or games.lost_place[game, province] == place):
                mark(seen, game, at + LOST, lost, games.lost_kind[game, province])
            owner = games.owner[game, province]
            if owner != NOBODY:
                seen[game, at + OWNER + POWERS] = 0
                seen[game, at + OWNER + owner] = 1
            if winter:
                home = tables.home[province]
                if power != NOBODY:
                    seen[game, at + REMOVABLE] = due[power] < 0
                elif home >= 0 and due[home] > 0:
                    seen[game, at + BUILDABLE] = may_build(tables, games, game, home, province)


@inlined
def mark(seen: Int8s, game: int, at: int, power: int, kind: int) -> None:
    """Write a unit where it says that there is none: its kind first, and then its power."""
    seen[game, at + NONE] = seen[game, at + NONE + 1 + POWERS] = 0
    seen[game, at + kind] = 1
    seen[game, at + NONE + 1 + power] = 1
