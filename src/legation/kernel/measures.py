"""What boards promise a power, measured: `bots.outlook.Outlook.measures` for many games at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.kernel.compiled import compiled
from legation.kernel.games import NOBODY, Games
from legation.kernel.layout import Int16s, Int64s

SAFE, EVEN, PRESSED, FAILING, EXPOSED, OUTNUMBERED = range(6)
OPEN, DISPUTED, WEAK, STRONGER, EQUAL, WEAKER, NEUTRAL = range(6, 13)
CENTRES, SQUARED, OWNED, LEADER, UNITS, LOST, DRIVEN, NEAREST, FEARED = range(13, 22)
MEASURES = 22


class Ways(NamedTuple):
    """The map as it is measured. C centres, N distances.

    - centre: int64 (C,), their provinces.
    - far: int16 (2, Q, C), by kind and place: moves to each, N where that is too far.
    - nearness: int64 (N + 1,), what is counted by distance, at last 0.
    - leader: int64 (1,), the centres beyond which a rival is measured.
    """

    centre: Int64s
    far: Int16s
    nearness: Int64s
    leader: Int64s


class Room(NamedTuple):
    """Where one board is counted.

    - near: int64 (C, powers), whose units are in a centre or next to it.
    - holder: int64 (C,), whose it would be. sizes: int64 (powers,), how many of them.
    """

    near: Int64s
    holder: Int64s
    sizes: Int64s


def room_for(ways: Ways, powers: int) -> Room:
    """Room for a board."""
    many = len(ways.centre)
    near = np.zeros((many, powers), np.int64)
    return Room(near, np.zeros(many, np.int64), np.zeros(powers, np.int64))


@compiled
def measure(ways: Ways, games: Games, power: int, room: Room, measured: NDArray[np.int64]) -> None:
    """Write the measures of each game, (B, 22), for one power."""
    near, holder, sizes = room.near, room.holder, room.sizes
    provinces = games.power.shape[1]
    for game in range(len(games.year)):
        row = measured[game]
        row[:] = 0
        near[:] = 0
        sizes[:] = 0
        for at in range(len(ways.centre)):
            province = ways.centre[at]
            there = games.power[game, province]
            holder[at] = there if there != NOBODY else games.owner[game, province]
        for province in range(provinces):
            whose = games.power[game, province]
            if whose == NOBODY:
                continue
            best = len(ways.nearness) - 1
            kind, place = games.kind[game, province], games.place[game, province]
            for at in range(len(ways.centre)):
                moves = ways.far[kind, place, at]
                if moves <= 1:
                    near[at, whose] += 1
                if whose != power:
                    if holder[at] == power:
                        row[FEARED] += ways.nearness[moves]
                elif holder[at] != power and moves < best:
                    best = moves
            if whose == power:
                row[UNITS] += 1
                row[NEAREST] += ways.nearness[best]
        for at in range(len(ways.centre)):
            own = near[at, power]
            most = others = 0
            for other in range(len(sizes)):
                if other != power:
                    others += near[at, other]
                    most = max(most, near[at, other])
            if holder[at] != NOBODY:
                sizes[holder[at]] += 1
            row[OWNED] += games.owner[game, ways.centre[at]] == power
            if holder[at] == power:
                if most == 0:
                    row[SAFE] += 1
                elif most <= own:
                    row[EVEN] += 1
                elif most <= own + 1:
                    row[PRESSED] += 1
                else:
                    row[FAILING] += 1
                row[EXPOSED] += own == 0 and most > 0
                row[OUTNUMBERED] += others > own
            elif own > 0:
                row[NEUTRAL] += holder[at] == NOBODY
                there = games.power[game, ways.centre[at]]
                if there == NOBODY:
                    row[OPEN if own > most else DISPUTED] += 1
                elif own > most:
                    row[WEAK] += 1
                elif own == near[at, there]:
                    row[EQUAL] += 1
                elif own > near[at, there]:
                    row[STRONGER] += 1
                else:
                    row[WEAKER] += 1
        row[CENTRES] = sizes[power]
        row[SQUARED] = sizes[power] * sizes[power]
        for other in range(len(sizes)):
            if other != power:
                row[LEADER] = max(row[LEADER], sizes[other] - ways.leader[0])
        for province in range(provinces):
            if games.lost[game, province] == power:
                row[LOST] += 1
            elif games.lost[game, province] != NOBODY:
                row[DRIVEN] += 1
