"""How much better one bot is than another, in every variant; and how quick.

    python benchmarks/bots.py --games 60 --minutes 24 --seed 1
    python benchmarks/bots.py --bot steady --against dumb --variants standard

Plays whole games through `Game`, all options standard, in two ways. *one*: a
single bot of the one sort (`--bot`, else steady), in each seat in turn, and
others (`--against`, else random) in all others. *half*: half of the seats, drawn
for each game (the smaller half of an odd number), are his. A game that is not
over after `--phases` phases, or so many `--years`, is broken off.

Five measures of his seats together, each beside what they would have if
all bots were alike (his seats of all seats). **centres**: their share of the
centres that players own in the end. **score**: their share of what the game
itself counts: the products of northern and southern centres where centres have
those regions, else the centres. **won**: the games that they won, a joint win or
draw counted in parts; a game broken off is won by nobody. **shared**: the same,
but a game broken off is a draw of all who own a centre. **squares**: a game
that one wins alone is all his, any other is shared by the squares of the
centres. Intervals (95 %) come
from drawing whole games again, 2,000 times. **time** is the processor time for
one power and movement phase, 95 of 100 and the longest.

Prints the rows of a table for `results.md`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from legation.board.calendar import MOVEMENT
from legation.bots.base import Bot, find_bot
from legation.table.game import Game
from legation.variants.find import folders
from legation.variants.load import load

WAYS = ("one", "half")
REDRAWS = 2_000
MEASURES = ("centres", "score", "won", "shared", "squares")
SIDES = ("north", "south")


@dataclass(frozen=True)
class Ended:
    """A game: the shares of the seats that are looked at, by measure; a share of none is None."""

    centres: float | None
    score: float | None
    won: float
    shared: float
    squares: float | None


@dataclass
class Cell:
    """The games of one variant and way, and the seconds that each choice of a movement took."""

    variant: str
    way: str
    bot: str
    against: str
    games: list[Ended] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def scores(game: Game) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The centres of each power in the end, secret ones included; and what the game counts."""
    provinces = game.book.graph.provinces
    regions: dict[str, Counter[str]] = {power: Counter() for power in game.book.players}
    for centre, owner in game.record.phases[-1].truth.position.owners.items():
        regions[owner][provinces[centre].region] += 1
    centres = {power: by.total() for power, by in regions.items()}
    if {provinces[c].region for c in game.book.possible_centres} != {*SIDES}:
        return centres, centres
    return centres, {power: by["north"] * by["south"] for power, by in regions.items()}


def share(counts: Mapping[str, int], seats: Iterable[str]) -> float | None:
    """What these seats have of everybody's."""
    whole = sum(counts.values())
    return sum(counts[power] for power in seats) / whole if whole else None


def play(cell: Cell, seed: int, phases: int, years: int) -> None:
    """One game."""
    dice = random.Random(f"{cell.variant} {cell.way} {seed}")
    game = Game.new(cell.variant, seed=f"{dice.getrandbits(128):032x}")
    powers = sorted(game.book.players)
    his = {powers[seed % len(powers)]}
    if cell.way == "half":
        his = set(dice.sample(powers, len(powers) // 2))
    bots = {p: cell.bot if p in his else cell.against for p in powers}
    seats: dict[str, Bot] = {p: find_bot(name) for p, name in bots.items()}
    last = game.phase.year + years
    for _ in range(phases):
        if game.over or game.phase.year >= last:
            break
        for power in game.waiting:
            view, own = game.view(power), random.Random(dice.getrandbits(64))
            start = time.process_time()
            sheet = seats[power].choose(game.book, view, own)
            if power in his and view.phase.kind == MOVEMENT:
                cell.seconds.append(time.process_time() - start)
            if game.submit(power, sheet, settled=True):
                raise AssertionError(f"{cell.variant}: a sheet of {power} was not accepted")
        game.advance()
    winners = game.view("spectator").winners
    centres, counted = scores(game)
    won, shared = (
        len(his & set(by)) / len(by) if by else 0.0
        for by in (winners, winners or [power for power, n in centres.items() if n])
    )
    squares = share({power: n * n for power, n in centres.items()}, his)
    ended = Ended(share(centres, his), share(counted, his), won, shared, squares)
    cell.games.append(replace(ended, squares=won) if len(winners) == 1 else ended)


def interval(values: Sequence[float], dice: random.Random) -> tuple[float, float, float]:
    """The mean, and its 95 % interval from drawing the games again."""
    count = len(values)
    means = sorted(sum(dice.choices(values, k=count)) / count for _ in range(REDRAWS))
    return sum(values) / count, means[REDRAWS // 40], means[-1 - REDRAWS // 40]


def row(cell: Cell) -> str:
    """A line of the table."""
    dice = random.Random(1)
    seats = len(load(cell.variant).players)
    his = 1 if cell.way == "one" else seats // 2
    columns = [cell.variant, f"{his} of {seats}", str(len(cell.games))]
    columns.append(f"{100 * his / seats:.0f} %")
    for measure in MEASURES:
        given = [getattr(ended, measure) for ended in cell.games]
        values = [value for value in given if value is not None]
        if not values:
            columns += ["-"]
            continue
        mean, low, high = (100 * value for value in interval(values, dice))
        columns.append(f"**{mean:.0f} %** ({low:.0f} to {high:.0f})")
    times = sorted(cell.seconds)
    late = times[int(0.95 * len(times))] if times else 0.0
    columns.append(f"{1000 * late:.0f}, {1000 * max(times, default=0.0):.0f} ms")
    return f"| {' | '.join(columns)} |"


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=60, help="of each variant and way")
    parser.add_argument("--minutes", type=float, default=24.0, help="for all of it, at most")
    parser.add_argument("--phases", type=int, default=100, help="of a game, at most")
    parser.add_argument("--years", type=int, default=1000, help="of a game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ways", nargs="*", default=WAYS, choices=WAYS)
    parser.add_argument("--bot", default="steady", help="one of {', '.join(BOTS)}, with a temper")
    parser.add_argument("--against", default="random", help="likewise")
    parser.add_argument("--variants", nargs="*", default=sorted(folders()))
    given = parser.parse_args()
    cells = [
        Cell(variant, way, given.bot, given.against)
        for variant in given.variants
        for way in given.ways
    ]
    end = time.monotonic() + 60 * given.minutes
    columns = "variant", given.bot, "games", "by chance", *MEASURES, "time"
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}", flush=True)
    for at, cell in enumerate(cells):
        until = time.monotonic() + (end - time.monotonic()) / (len(cells) - at)
        for number in range(given.games):
            if cell.games and time.monotonic() > until:
                break
            play(cell, given.games * (given.seed - 1) + number, given.phases, given.years)
        print(row(cell), flush=True)


if __name__ == "__main__":
    main()
