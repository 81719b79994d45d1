"""Fits what boards are worth to games of the steady player: a game's `outlook.toml`.

    python benchmarks/outlook.py --variant standard --games 50 --seed 0

Plays games of at most 20 years with `steady` in all seats. The board after each
movement, as each power knows it, is measured for that power
(`legation.bots.outlook`), and a line is fitted by least squares, with a ridge,
from the measures to what becomes of the power two years later: its centres, each
as it counted to the power when the board was measured; `WIN` for a game won by
then, nothing for one that another has won. A year is what lies between two times
that centres change owner: in a game of hours, the rounds of one. Turns after
which they do have a line of their own. With `--regions`, for a game whose score is
the product of what one owns in several regions, each has a line of its own, fitted
to the centres that the power owns there when four movements more are over, or in
the end if that comes before, whoever wins. Needs NumPy, and two to ten seconds for a
game; prints how much of the spread the lines explain, and writes the file.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from legation.board.calendar import MOVEMENT
from legation.bots.base import find_bot
from legation.bots.outlook import BASE, MEASURES, OUTLOOK, UNIT, Outlook, Weights, search_for
from legation.bots.seat import Seat
from legation.bots.steady import Steady
from legation.table.game import Game
from legation.table.supposing import world_of
from legation.variants.find import folder

BOT = "steady"
YEARS = 20
LATER = 2  # years
MORE = 4  # movements, of what is expected of regions
WIN = 34  # in centres
RIDGE = 20.0  # of measures that each have a spread of one

UNWEIGHED: Weights = {False: (), True: ()}

Rows = dict[tuple[bool, str], list[tuple[list[float], float]]]
"""Do centres change owner, and region (or none) → measures of a board, and what became of it."""


@dataclass(frozen=True)
class Measured:
    """A board of one power, in which it asks for these places, each by what it counts."""

    year: int
    movement: int
    key: tuple[bool, str]
    power: str
    measures: list[float]
    shares: Mapping[str, float]


def parts(seat: Seat, regions: Sequence[str]) -> Iterator[tuple[str, Mapping[str, float]]]:
    """What places count: all of them together, or those of each region as centres alone."""
    values, provinces = Steady(seat).values, seat.book.graph.provinces
    if not regions:
        yield "", values.shares
    sure = values.centres
    for region in regions:
        yield region, {at: n for at, n in sure.items() if n and provinces[at].region == region}


def play(variant: str, seed: int, regions: Sequence[str], rows: Rows) -> None:
    """One game."""
    game, dice, steady = Game.new(variant, seed=f"{seed:032x}"), random.Random(seed), find_bot(BOT)
    book, year, over = game.book, 0, False
    measured: list[Measured] = []
    owners: dict[int, Mapping[str, str]] = {}
    stood: list[Mapping[str, str]] = []
    """After each movement, and the retreats and adjustments that follow it."""
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
            over = seat.harvest
            after = world_of(book, seat.view).after(orders, 0).position
            for region, shares in parts(seat, regions) if power in after.powers() else ():
                measures = Outlook(seat, UNWEIGHED, shares).measures(after)
                now = year, len(stood), (over, region)
                measured.append(Measured(*now, power, measures, shares))
        game.advance()
        owners[year] = game.record.phases[-1].truth.position.owners
        stood[len(stood) - (phase.kind != MOVEMENT) :] = [owners[year]]
    winners, last = game.view("spectator").winners, max(owners)
    for each in measured:
        if regions:
            then = stood[min(each.movement + MORE, len(stood) - 1)].items()
            own = [by for at, by in then if book.graph.provinces[at].region == each.key[1]]
            rows[each.key].append((each.measures, float(own.count(each.power))))
        elif winners and each.year + LATER >= last:
            won = WIN / len(winners) if each.power in winners else 0.0
            rows[each.key].append((each.measures, won))
        elif each.year + LATER <= last:
            then = owners[each.year + LATER].items()
            kept = [each.shares.get(at, 0.0) for at, by in then if by == each.power]
            rows[each.key].append((each.measures, sum(kept)))


def fitted(rows: list[tuple[list[float], float]]) -> tuple[list[int], int, float]:
    """What each measure counts, what there is without any, and what part of the spread they say."""
    given, wanted = np.array([m for m, _ in rows]), np.array([value for _, value in rows])
    spread = given.std(0)
    spread[spread == 0] = 1
    scaled, centred = (given - given.mean(0)) / spread, wanted - wanted.mean()
    square = scaled.T @ scaled + RIDGE * np.eye(len(MEASURES))
    found = np.linalg.solve(square, scaled.T @ centred)
    left = centred - scaled @ found
    explained = 1 - (left @ left) / (centred @ centred)
    weights = found / spread
    base = wanted.mean() - weights @ given.mean(0)
    return [round(UNIT * weight) for weight in weights], round(UNIT * base), float(explained)


def main() -> None:
    """Play, fit, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--regions", nargs="*", default=(), help="of which the score is a product")
    given = parser.parse_args()
    rows: Rows = defaultdict(list)
    for seed in range(given.seed, given.seed + given.games):
        play(given.variant, seed, given.regions, rows)
    asked = f"--variant {given.variant} --games {given.games} --seed {given.seed}"
    if given.regions:
        asked += f" --regions {' '.join(given.regions)}"
    lines = [
        f"# Made by `python benchmarks/outlook.py {asked}`:",
        "# what each measure in `outlook.py` counts, in ten-thousandths of a centre.",
    ]
    for harvest, name in ((False, "early"), (True, "harvest")):
        for region in given.regions or ("",):
            boards, title = rows[harvest, region], f"{name}.{region}" if region else name
            weights, base, explained = fitted(boards)
            print(f"{title}: {len(boards)} boards, {explained:.3f} of the spread")
            lines += ["", f"[{title}]", *([f"{BASE} = {base}"] if region else [])]
            lines += [f"{what} = {n}" for what, n in zip(MEASURES, weights, strict=True)]
    if most := search_for(given.variant):  # set by hand
        lines += ["", "[search]", *(f"{what} = {n}" for what, n in most.items())]
    file = Path(str(folder(given.variant).joinpath(OUTLOOK)))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
