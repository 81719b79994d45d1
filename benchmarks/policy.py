"""Fits which orders are likely to games of a bot against itself: a game's `policy.toml`.

    python benchmarks/policy.py --games 40 --seed 0

Plays standard games of at most 12 years with `--bot` (else seeker) in all seats.
All legal orders of each unit in each movement are measured (`kernel/traits.py`):
by the board alone, and beside what the rest of its own side was ordered. By the
one and by the other the weights of a softmax are fitted to what was ordered
(Newton's method, with a ridge), in thousandths of a logit. Every fifth game is
held back, and what is printed is of these: the mean logarithm of the likelihood
of an order, that of the same by drawing any legal one, and how many orders were
the likeliest. Needs the kernel, and a quarter of a minute for a game.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.board.calendar import MOVEMENT
from legation.bots.base import find_bot
from legation.bots.quick import POLICY, trying_of
from legation.bots.seat import Seat
from legation.kernel.ahead import THOUSAND, Ahead, policy_of
from legation.kernel.traits import STATIC, TRAITS
from legation.table.game import Game
from legation.variants.find import folder
from legation.variants.load import load

VARIANT = "standard"
YEARS = 12
HELD_BACK = 5  # every so manyth game
RIDGE = 2.0
ROUNDS = 40

Floats = NDArray[np.float64]


class Choices(NamedTuple):
    """Units that chose. M orders of U units.

    - traits: float (M, traits). begins: int (U,), where the orders of each begin.
    - chosen: int (U,), the order that it had. game: int (U,).
    """

    traits: Floats
    begins: NDArray[np.int64]
    chosen: NDArray[np.int64]
    game: NDArray[np.int64]


def played(ahead: Ahead, bot: str, seed: int) -> list[tuple[NDArray[np.int8], int]]:
    """One game: of each unit in each movement the measures of its orders, and which it had."""
    game, dice, player = Game.new(VARIANT, seed=f"{seed:032x}"), random.Random(seed), find_bot(bot)
    book, trying = game.book, trying_of(game.book)
    last = game.phase.year + YEARS
    found = []
    while not game.over and game.phase.year < last:
        board = game.record.phases[-1].truth.position
        sheets = []
        for power in game.waiting:
            view = game.view(power)
            sheet = player.choose(book, view, dice)
            sheets.append(Seat(book, view, dice).read(sheet).orders)
            game.submit(power, sheet, settled=True)
        if game.phase.kind == MOVEMENT:
            numbers = trying.row(sheets)
            first, listed, traits = ahead.traits(trying.laid(board).game, numbers[None])
            for province, number in enumerate(numbers.tolist()):
                span = slice(first[0, province], first[0, province + 1])
                at = np.flatnonzero(listed[span] == number)
                if len(at) and len(listed[span]) > 1:
                    found.append((traits[span], int(at[0])))
        game.advance()
    return found


def together(games: list[list[tuple[NDArray[np.int8], int]]]) -> Choices:
    """The choices of all games."""
    units = [unit for game in games for unit in game]
    sizes = np.array([len(traits) for traits, _ in units])
    begins = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    return Choices(
        np.concatenate([traits for traits, _ in units]).astype(np.float64),
        begins,
        begins + np.array([at for _, at in units]),
        np.repeat(np.arange(len(games)), [len(game) for game in games]),
    )


def likely(choices: Choices, weights: Floats) -> tuple[Floats, Floats]:
    """The chance of each order, (M,), and the logarithm of the chance of those chosen, (U,)."""
    sizes = np.diff(choices.begins, append=len(choices.traits))
    logits = choices.traits[:, : len(weights)] @ weights
    most = np.maximum.reduceat(logits, choices.begins)
    grown = np.exp(logits - np.repeat(most, sizes))
    total = np.add.reduceat(grown, choices.begins)
    chances = grown / np.repeat(total, sizes)
    return chances, logits[choices.chosen] - most - np.log(total)


def fitted(choices: Choices, traits: int) -> tuple[dict[str, int], str]:
    """What each of the first so many measures counts; and how well that tells what is chosen."""
    sizes = np.diff(choices.begins, append=len(choices.traits))
    seen = choices.game % HELD_BACK != HELD_BACK - 1
    rows, given = np.repeat(seen, sizes), choices.traits[:, :traits]
    weights = np.zeros(traits)
    chances, logs = likely(choices, weights)
    blind = logs
    for _ in range(ROUNDS):
        part = given * (chances * rows)[:, None]
        mean = np.add.reduceat(part, choices.begins, axis=0)
        slope = given[choices.chosen][seen].sum(0) - mean.sum(0) - RIDGE * weights
        bend = given.T @ part - mean.T @ mean + RIDGE * np.eye(traits)
        step = np.linalg.solve(bend, slope)
        before = logs[seen].sum() - RIDGE / 2 * weights @ weights
        while True:  # half as far, until it is better
            tried = weights + step
            chances, logs = likely(choices, tried)
            if logs[seen].sum() - RIDGE / 2 * tried @ tried >= before or abs(step).max() < 1e-6:
                break
            step /= 2
        weights = tried
        if abs(step).max() < 1e-3:
            break
    first = np.maximum.reduceat(chances, choices.begins) == chances[choices.chosen]
    told = (
        f"{(~seen).sum()} units held back: {logs[~seen].mean():.3f}"
        f" (any legal order {blind[~seen].mean():.3f}), {100 * first[~seen].mean():.0f} % likeliest"
    )
    names = zip(TRAITS, weights.tolist(), strict=False)
    return {name: round(THOUSAND * weight) for name, weight in names}, told


def main() -> None:
    """Play, fit, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default="seeker")
    given = parser.parse_args()
    ahead = Ahead(trying_of(load(VARIANT)), policy_of({}, {}))
    numbers = range(given.seed, given.seed + given.games)
    choices = together([played(ahead, given.bot, number) for number in numbers])
    lines = [
        f"# Made by `python benchmarks/policy.py --bot {given.bot} --games {given.games}"
        f" --seed {given.seed}`:",
        "# what each measure in `kernel/traits.py` counts, in thousandths of a logit.",
    ]
    for name, traits in (("alone", STATIC), ("together", len(TRAITS))):
        weights, told = fitted(choices, traits)
        print(f"{name}: {told}")
        lines += ["", f"[{name}]", *(f"{trait} = {weight}" for trait, weight in weights.items())]
    file = Path(str(folder(VARIANT).joinpath(POLICY)))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
