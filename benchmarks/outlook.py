"""Fits what boards are worth to games of the steady player: a game's `outlook.toml`.

    python benchmarks/outlook.py --variant standard --games 50 --seed 0

Plays games of at most 20 years with `steady` in all seats. The board after each
movement, as each power knows it, is measured for that power
(`legation.bots.outlook`), and a line is fitted by least squares, with a ridge,
from the measures to what becomes of the power two years later: its centres, each
as it counted to the power when the board was measured; `WIN` for a game won by
then, nothing for one that another has won. A year is what lies between two times
that centres change owner: in a game of hours, the rounds of one. Turns after
which they do have a line of their own. Needs NumPy, and two to ten seconds for a
game; prints how much of the spread the lines explain, and writes the file.
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
from legation.bots.outlook import MEASURES, OUTLOOK, UNIT, Outlook, Weights, search_for
from legation.bots.seat import Seat
from legation.bots.steady import Steady
from legation.table.game import Game
from legation.table.supposing import world_of
from legation.variants.find import folder

BOT = "steady"
YEARS = 20
LATER = 2  # years
WIN = 34  # in centres
RIDGE = 20.0  # of measures that each have a spread of one

UNWEIGHED: Weights = {False: (), True: ()}

Rows = dict[bool, list[tuple[list[float], float]]]
"""Do centres change owner? → measures of a board, and what became of it."""


def play(variant: str, seed: int, rows: Rows) -> None:
    """One game."""
    game, dice, steady = Game.new(variant, seed=f"{seed:032x}"), random.Random(seed), find_bot(BOT)
    book, year, over = game.book, 0, False
    measured: list[tuple[int, bool, str, list[float], Mapping[str, float]]] = []
    owners: dict[int, Mapping[str, str]] = {}
    while not game.over:
        phase = game.phase
        if phase.kind == MOVEMENT and over:
            year, over = year + 1, False
        if year >= YEARS:
            break
        seats = {power: Seat(book, game.view(power), dice) for power in sorted(book.players)}
        orders = {}
        for power in game.waiting:
            sheet = steady.choose(book, seats[power].view, dice)
            orders[power] = seats[power].read(sheet).orders
            game.submit(power, sheet, settled=True)
        for power, seat in seats.items() if phase.kind == MOVEMENT else ():
            over, shares = seat.harvest, Steady(seat).values.shares
            after = world_of(book, seat.view).after(orders, 0).position
            if power in after.powers():
                measures = Outlook(seat, UNWEIGHED, shares).measures(after)
                measured.append((year, seat.harvest, power, measures, shares))
        game.advance()
        owners[year] = game.record.phases[-1].truth.position.owners
    winners, last = game.view("spectator").winners, max(owners)
    for year, harvest, power, measures, shares in measured:
        if winners and year + LATER >= last:
            rows[harvest].append((measures, WIN / len(winners) if power in winners else 0.0))
        elif year + LATER <= last:
            kept = [shares.get(at, 0.0) for at, by in owners[year + LATER].items() if by == power]
            rows[harvest].append((measures, sum(kept)))


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
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rows: Rows = defaultdict(list)
    for seed in range(given.seed, given.seed + given.games):
        play(given.variant, seed, rows)
    asked = f"--variant {given.variant} --games {given.games} --seed {given.seed}"
    lines = [
        f"# Made by `python benchmarks/outlook.py {asked}`:",
        "# what each measure in `outlook.py` counts, in ten-thousandths of a centre.",
    ]
    for harvest, name in ((False, "early"), (True, "harvest")):
        weights, explained = fitted(rows[harvest])
        print(f"{name}: {len(rows[harvest])} boards, {explained:.3f} of the spread")
        pairs = zip(MEASURES, weights, strict=True)
        lines += ["", f"[{name}]", *(f"{measure} = {weight}" for measure, weight in pairs)]
    if most := search_for(given.variant):  # set by hand
        lines += ["", "[search]", *(f"{what} = {n}" for what, n in most.items())]
    file = Path(str(folder(given.variant).joinpath(OUTLOOK)))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
