"""A player that learns by playing itself: REINFORCE on `legation.env`, with NumPy alone.

    .venv/bin/python examples/learn.py --seconds 60

Each order gets a score, which is linear in what the order does (`FEATURES`);
a unit draws among its orders by them. Seven copies play each other, and what
brought centres soon after is made likelier. Then one copy plays against six
bots that draw legal orders, in every seat, and its centres are counted.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from legation import env
from legation.bots.base import find_bot
from legation.library.boards import book_of

Floats = npt.NDArray[np.float64]
Step = tuple[list[Floats], list[Floats], list[int]]  # of a sheet: features, odds, what was drawn

DOES = ("hold", "move", "by sea", "support to hold", "support to move", "convoy", "build", "end")
"""What an order does; `end` is to disband or remove, and no order is a hold."""
AT = ("nobody's centre", "another's, empty", "another's, held", "own, held", "own centre", "empty")
"""Where it goes, or whom it helps to go or stay."""
FEATURES = len(DOES) + 2 * len(AT)  # where a unit goes counts otherwise in autumn

PACE, FADING, PHASES = 0.6, 0.7, 24


@cache
def read(order: str) -> tuple[int, str]:
    """What an order does, and the province that it is about."""
    words = order.split()
    if not words or words[-1] == "H":
        return (3, words[-2]) if "S" in words else (0, "")
    if "S" in words:
        return (4 if "-" in words else 3), words[-1]
    if "C" in words:
        return 5, words[-1]
    if "-" in words:
        return (2 if "via" in words else 1), words[words.index("-") + 1]
    return (6 if words[0] == "Build" else 7), ""


def features(games: env.GameEnv, seen: Any, power: str, orders: Sequence[str]) -> Floats:
    """What each order does and where, as 0 and 1: (orders, FEATURES)."""
    board, own = seen["board"], 1 + games.encoding.powers.index(power)
    autumn = len(AT) * (games.view(power).phase.season == "Autumn")
    table = np.zeros((len(orders), FEATURES))
    for row, order in zip(table, orders, strict=True):
        deed, place = read(order)
        row[deed] = 1
        if place:
            there = board[rows(games)[place.partition("/")[0]]]
            centre, unit = there[6], there[1]
            at = 5 if not centre else 0 if centre == 1 else 4 if centre == own + 1 else 1
            at = 3 if unit == own else 2 if unit else at
            row[len(DOES) + autumn + at] = 1
    return table


@cache
def rows(games: env.GameEnv) -> dict[str, int]:
    """Province → its row of a board."""
    return {place: row for row, place in enumerate(games.encoding.places)}


def draw(weights: Floats, table: Floats, dice: np.random.Generator) -> tuple[Floats, int]:
    """How likely each order is, and which was drawn."""
    scores = table @ weights
    odds = np.exp(scores - scores.max())
    odds /= odds.sum()
    drawn = int(np.searchsorted(np.cumsum(odds), dice.random()))
    return odds, min(drawn, len(odds) - 1)  # a sum of odds may end just below 1


def sheet(
    games: env.GameEnv, seen: Any, info: Any, power: str, weights: Floats, dice: np.random.Generator
) -> tuple[list[int], Step]:
    """Numbers for every slot, and what they were drawn from."""
    numbers = [0] * 40
    step: Step = ([], [], [])
    for slot, orders in enumerate(info["orders"]):
        table = features(games, seen, power, orders)
        odds, numbers[slot] = draw(weights, table, dice)
        step[0].append(table)
        step[1].append(odds)
        step[2].append(numbers[slot])
    return numbers, step


def play(games: env.GameEnv, weights: Floats, seed: int) -> tuple[Floats, float]:
    """One game of seven copies: the gradient of what they won, and centres won by all."""
    dice = np.random.default_rng(seed)
    seen, infos = games.reset(seed=seed)
    steps: list[dict[str, Step]] = []
    won: list[dict[str, float]] = []
    while games.agents:
        drawn = {p: sheet(games, seen[p], infos[p], p, weights, dice) for p in games.agents}
        seen, rewards, *_, infos = games.step({p: numbers for p, (numbers, _) in drawn.items()})
        steps.append({p: step for p, (_, step) in drawn.items()})
        won.append(rewards)
    gradient, total = np.zeros(FEATURES), 0.0
    for power in games.possible_agents:
        later, returns = 0.0, []
        for rewards in reversed(won):
            later = rewards[power] + FADING * later
            returns.append(later)
        usual = float(np.mean(returns))
        for step, gain in zip(steps, reversed(returns), strict=True):
            for table, odds, number in zip(*step[power], strict=True):
                gradient += (gain - usual) * (table[number] - odds @ table)
        total += sum(rewards[power] for rewards in won)
    return gradient / len(steps), total


def learn(
    seconds: float, seed: int = 0, most: float = math.inf, say: Callable[[str], None] = print
) -> Floats:
    """Plays itself for so long, or that many games; the weights that came of it."""
    games = env.parallel_env("standard", phases=PHASES, reward=env.by_centres, words=False)
    weights, begun, number, gains = np.zeros(FEATURES), time.monotonic(), 0, []
    while number < most and time.monotonic() - begun < seconds:
        gradient, total = play(games, weights, seed + number)
        weights += PACE * gradient
        gains.append(total)
        number += 1
        if number % 25 == 0:
            say(f"{number} games: {np.mean(gains[-25:]):.1f} centres won in each by all")
    return weights


def compare(weights: Floats, seats: Sequence[str], seed: int) -> list[tuple[str, int, float]]:
    """One learned player among bots that draw: seat, its centres, and the mean of the others'."""
    games = env.parallel_env("standard", phases=PHASES, words=False)
    bot, found = find_bot("random"), []
    for number, seat in enumerate(seats):
        dice, others = np.random.default_rng(seed + number), random.Random(seed + number)
        seen, infos = games.reset(seed=seed + number)
        while games.agents:
            sheets: dict[str, Any] = {}
            for power in games.agents:
                if power == seat:
                    sheets[power], _ = sheet(games, seen[power], infos[power], power, weights, dice)
                else:
                    view = games.view(power)
                    sheets[power] = "\n".join(bot.choose(book_of(view), view, others))
            seen, *_, infos = games.step(sheets)
        centres = {p: len(games.view(seat).position.centres_of(p)) for p in games.possible_agents}
        own = centres.pop(seat)
        found.append((seat, own, sum(centres.values()) / len(centres)))
    return found


def main() -> None:
    """Learns, and says what it learned and what it is worth."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--seconds", type=float, default=60, help="how long it plays itself")
    asked.add_argument("--rounds", type=int, default=3, help="games in each seat afterwards")
    asked.add_argument("--seed", type=int, default=0)
    said = asked.parse_args()
    weights = learn(said.seconds, said.seed)
    names = [*DOES, *(f"{season}: {at}" for season in ("spring", "autumn") for at in AT)]
    for name, weight in zip(names, weights, strict=True):
        print(f"  {weight:+.2f} {name}")
    seats = env.parallel_env("standard").possible_agents * said.rounds
    for label, chosen in (("before", np.zeros(FEATURES)), ("after", weights)):
        found = compare(chosen, seats, said.seed + 1_000_000)
        own, rest = (np.mean([row[at] for row in found]) for at in (1, 2))
        print(f"{label} learning: {own:.2f} centres, the bots {rest:.2f}, {len(found)} games")


if __name__ == "__main__":
    main()
