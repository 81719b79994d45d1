"""Fits what boards are worth to games of the steady player: the standard game's `outlook.toml`.

    python benchmarks/outlook.py --games 50 --seed 0

Plays standard games of at most 20 years with `steady` in all seats. The board
after each movement is measured for each power (`legation.bots.outlook`), and a
line is fitted by least squares, with a ridge, from the measures to what becomes
of the power two years later: its centres; `WIN` for a game won by then, nothing
for one that another has won. Turns after which centres change owner have a line
of their own. Needs NumPy, and a second or two for a game; prints how much of the
spread the lines explain, and writes the file.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from legation.board.calendar import MOVEMENT
from legation.bots.base import find_bot
from legation.bots.outlook import MEASURES, OUTLOOK, Outlook, Weights
from legation.bots.seat import Seat
from legation.table.game import Game
from legation.table.supposing import world_of
from legation.variants.find import folder

VARIANT, BOT = "standard", "steady"
YEARS = 20
LATER = 2  # years
WIN = 34  # in centres
RIDGE = 20.0  # of measures that each have a spread of one
UNIT = 10_000  # what is written is in parts of a centre

UNWEIGHED: Weights = {False: (), True: ()}

Rows = dict[bool, list[tuple[list[float], float]]]
"""Do centres change owner? → measures of a board, and what became of it."""


def play(seed: int, rows: Rows) -> None:
    """One game."""
    game, dice, steady = Game.new(VARIANT, seed=f"{seed:032x}"), random.Random(seed), find_bot(BOT)
    book, first, shares = game.book, game.phase.year, dict.fromkeys(game.book.possible_centres, 1.0)
    measured: list[tuple[int, bool, str, list[float]]] = []
    counts: dict[int, Mapping[str, int]] = {}
    while not game.over and game.phase.year < first + YEARS:
        phase, world = game.phase, world_of(book, game.view("spectator"))
        seats = {power: Seat(book, game.view(power), dice) for power in sorted(book.players)}
        orders = {}
        for power in game.waiting:
            sheet = steady.choose(book, seats[power].view, dice)
            orders[power] = seats[power].read(sheet).orders
            game.submit(power, sheet, settled=True)
        if phase.kind == MOVEMENT:
            after = world.after(orders, 0).position
            for power in after.powers():
                measures = Outlook(seats[power], UNWEIGHED, shares).measures(after)
                measured.append((phase.year, seats[power].harvest, power, measures))
        game.advance()
        position = game.view("spectator").position
        counts[phase.year] = {power: len(position.centres_of(power)) for power in seats}
    winners, last = game.view("spectator").winners, max(counts)
    for year, harvest, power, measures in measured:
        if winners and year + LATER >= last:
            rows[harvest].append((measures, WIN / len(winners) if power in winners else 0.0))
        elif year + LATER <= last:
            rows[harvest].append((measures, counts[year + LATER][power]))


def fitted(rows: list[tuple[list[float], float]]) -> tuple[list[int], float]:
    """What each measure counts, and the part of the spread that this explains."""
    given, wanted = np.array([m for m, _ in rows]), np.array([value for _, value in rows])
    spread = given.std(0)
    spread[spread == 0] = 1
    scaled, centred = (given - given.mean(0)) / spread, wanted - wanted.mean()
    square = scaled.T @ scaled + RIDGE * np.eye(len(MEASURES))
    found = np.linalg.solve(square, scaled.T @ centred)
    left = centred - scaled @ found
    explained = 1 - (left @ left) / (centred @ centred)
    return [round(UNIT * weight) for weight in found / spread], float(explained)


def main() -> None:
    """Play, fit, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rows: Rows = defaultdict(list)
    for seed in range(given.seed, given.seed + given.games):
        play(seed, rows)
    told = f"python benchmarks/outlook.py --games {given.games} --seed {given.seed}"
    lines = [
        f"# Made by `{told}`: what each measure in",
        "# `outlook.py` counts, in ten-thousandths of a centre.",
    ]
    for harvest, name in ((False, "early"), (True, "harvest")):
        weights, explained = fitted(rows[harvest])
        print(f"{name}: {len(rows[harvest])} boards, {explained:.3f} of the spread")
        pairs = zip(MEASURES, weights, strict=True)
        lines += ["", f"[{name}]", *(f"{measure} = {weight}" for measure, weight in pairs)]
    file = Path(str(folder(VARIANT).joinpath(OUTLOOK)))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
