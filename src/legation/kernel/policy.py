"""Orders by a fitted policy: each unit draws by the measures of what it could do.

First each unit draws by what the board says alone; then, a few times over, by
what its own side has drawn as well, so that supports and moves find each other.
What is drawn hangs on a seed, the step and the order alone: the same order of
two boards has the same luck, so that boards that differ little are played on
alike, and on every machine, for the numbers are whole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.bits import UInt64s
from legation.kernel.codes import UNORDERED, Codes
from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.games import ADJUSTMENT, MOVEMENT, NOBODY, RETREAT, Games
from legation.kernel.layout import Int32s, Int64s
from legation.kernel.measures import Ways
from legation.kernel.orders import BUILDS, MOVES
from legation.kernel.tables import Tables
from legation.kernel.traits import (
    NEAR,
    NEARER,
    STATIC,
    Sense,
    enter,
    judge_alone,
    judge_together,
    look,
    nearness,
    weigh,
)

LUCK = 1024
"""So many quantiles of the chance that is drawn."""

_SWEEPS = 2  # draws after the first
_DISBAND = -1_000_000
_ROUNDS = 3
_HIGH, _LOW = np.uint64(0x9E3779B9), np.uint64(0x85EBCA6B)
_HALF, _LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)
_DOWN, _TENTH, _INDEX = np.uint64(29), np.uint64(20), np.uint64(LUCK - 1)


class Policy(NamedTuple):
    """What each measure counts, in thousandths of a logit.

    - weights: int64 (2, traits): what the board says alone, and with one's own side.
    - luck: int64 (LUCK,), what is added by chance, equally likely each.
    """

    weights: Int64s
    luck: Int64s


@inlined
def chance(policy: Policy, seed: np.uint64, number: int) -> int:
    """What chance adds to an order: the same for the same seed and order."""
    mixed = seed ^ (np.uint64(number) << _HALF)
    for _ in range(_ROUNDS):  # products of halves do not overflow
        mixed = (mixed >> _HALF) * _HIGH ^ (mixed & _LOWER) * _LOW
        mixed ^= mixed >> _DOWN
    return int(policy.luck[(mixed >> _TENTH) & _INDEX])


@compiled
def choose_orders(
    tables: Tables,
    codes: Codes,
    ways: Ways,
    policy: Policy,
    games: Games,
    sense: Sense,
    first: Int64s,
    listed: Int32s,
    seeds: UInt64s,
    scores: Int64s,
    due: Int64s,
    numbers: Int32s,
) -> None:
    """Choose an order for each unit out of those listed, in whatever phase each game is.

    `seeds`, (B,), are of this phase; `scores`, int64 (M,), and `due`, (powers,), are room.
    """
    for game in range(len(games.year)):
        numbers[game, :] = UNORDERED
        phase = games.phase[game]
        look(tables, games, game, sense)
        if phase == MOVEMENT:
            move_by(
                tables, codes, ways, policy, games, game, sense, first, listed, seeds, scores,
                numbers,
            )  # fmt: skip
        elif phase == RETREAT:
            for province in range(games.power.shape[1]):
                power = games.lost[game, province]
                best = _DISBAND - 1
                for at in range(first[game, province], first[game, province + 1]):
                    number, score = listed[at], _DISBAND
                    if codes.verb[number] == MOVES:
                        judge_alone(
                            tables, codes, ways, games, game, sense, power, province, number
                        )
                        score = weigh(sense.row, policy.weights[0], 0, STATIC)
                        score += chance(policy, seeds[game], number)
                    if score > best:
                        best = score
                        numbers[game, province] = number
        elif phase == ADJUSTMENT:
            build_by(
                tables, codes, ways, policy, games, game, first, listed, seeds, due,
                numbers,
            )  # fmt: skip


@inner
def move_by(
    tables: Tables,
    codes: Codes,
    ways: Ways,
    policy: Policy,
    games: Games,
    game: int,
    sense: Sense,
    first: Int64s,
    listed: Int32s,
    seeds: UInt64s,
    scores: Int64s,
    numbers: Int32s,
) -> None:
    """A movement: each unit by the board alone, then beside its own side's orders."""
    provinces = games.power.shape[1]
    for province in range(provinces):
        power = games.power[game, province]
        best = chosen = -1
        for at in range(first[game, province], first[game, province + 1]):
            number = listed[at]
            judge_alone(tables, codes, ways, games, game, sense, power, province, number)
            luck = chance(policy, seeds[game], number)
            alone = weigh(sense.row, policy.weights[0], 0, STATIC) + luck
            scores[at] = weigh(sense.row, policy.weights[1], 0, STATIC) + luck
            if chosen < 0 or alone > best:
                best, chosen = alone, number
        numbers[game, province] = chosen
    for province in range(provinces):
        enter(tables, codes, games, game, sense, numbers[game, province], 1)
    for _ in range(_SWEEPS):
        for province in range(provinces):
            power = games.power[game, province]
            if power == NOBODY:
                continue
            enter(tables, codes, games, game, sense, numbers[game, province], -1)
            best = chosen = -1
            for at in range(first[game, province], first[game, province + 1]):
                number = listed[at]
                judge_together(tables, codes, games, game, sense, numbers, power, province, number)
                score = scores[at] + weigh(sense.row, policy.weights[1], STATIC, len(sense.row))
                if chosen < 0 or score > best:
                    best, chosen = score, number
            numbers[game, province] = chosen
            enter(tables, codes, games, game, sense, chosen, 1)


@inner
def build_by(
    tables: Tables,
    codes: Codes,
    ways: Ways,
    policy: Policy,
    games: Games,
    game: int,
    first: Int64s,
    listed: Int32s,
    seeds: UInt64s,
    due: Int64s,
    numbers: Int32s,
) -> None:
    """A winter: builds where a centre of others is near, one by one; removals go by the rule."""
    provinces = games.power.shape[1]
    due[:] = 0
    for province in range(provinces):
        if games.owner[game, province] != NOBODY:
            due[games.owner[game, province]] += 1
        if games.power[game, province] != NOBODY:
            due[games.power[game, province]] -= 1
    weight = policy.weights[0, NEARER]
    for power in range(len(due)):
        for _ in range(due[power]):
            best = chosen = where = -1
            for province in range(provinces):
                if tables.home[province] != power or numbers[game, province] >= 0:
                    continue
                for at in range(first[game, province], first[game, province + 1]):
                    number = listed[at]
                    if codes.verb[number] != BUILDS:
                        continue
                    kind, place = codes.kind[number], codes.place[number]
                    score = nearness(ways, games, game, power, kind, place) * weight // NEAR
                    score += chance(policy, seeds[game], number)
                    if chosen < 0 or score > best:
                        best, chosen, where = score, number, province
            if chosen < 0:
                break
            numbers[game, where] = chosen
