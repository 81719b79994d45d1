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

With `--seats` a row follows for each seat of *one*. `--keep FILE` writes a line of
JSON for each game as soon as it is over, and does not play those that are in it
already: so a run can be stopped and gone on with, and the files of several, each
with games `--from` another number on, be put together.

Prints the rows of a table for `results.md`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path

from legation.board.calendar import MOVEMENT
from legation.bots.base import OFFERED, Bot, find_bot
from legation.table.game import Game
from legation.variants.find import folders
from legation.variants.load import load

WAYS = ("one", "half")
REDRAWS = 2_000
MEASURES = ("centres", "score", "won", "shared", "squares")
SIDES = ("north", "south")


@dataclass(frozen=True)
class Asked:
    """What is played: games of one variant and way, with a bound each."""

    variant: str
    way: str
    bot: str
    against: str
    phases: int
    years: int


@dataclass(frozen=True)
class Ended:
    """A game: the shares of the seats that are looked at, by measure; a share of none is None.

    `seconds` are those that each of their choices of a movement took.
    """

    number: int
    seats: tuple[str, ...]
    centres: float | None
    score: float | None
    won: float
    shared: float
    squares: float | None
    seconds: tuple[float, ...]


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


def play(asked: Asked, number: int) -> Ended:
    """One game."""
    dice = random.Random(f"{asked.variant} {asked.way} {number}")
    game = Game.new(asked.variant, seed=f"{dice.getrandbits(128):032x}")
    powers = sorted(game.book.players)
    his = {powers[number % len(powers)]}
    if asked.way == "half":
        his = set(dice.sample(powers, len(powers) // 2))
    bots = {p: asked.bot if p in his else asked.against for p in powers}
    seats: dict[str, Bot] = {p: find_bot(name) for p, name in bots.items()}
    last, seconds = game.phase.year + asked.years, list[float]()
    for _ in range(asked.phases):
        if game.over or game.phase.year >= last:
            break
        for power in game.waiting:
            view, own = game.view(power), random.Random(dice.getrandbits(64))
            start = time.process_time()
            sheet = seats[power].choose(game.book, view, own)
            if power in his and view.phase.kind == MOVEMENT:
                seconds.append(round(time.process_time() - start, 4))
            if game.submit(power, sheet, settled=True):
                raise AssertionError(f"{asked.variant}: a sheet of {power} was not accepted")
        game.advance()
    winners = game.view("spectator").winners
    centres, counted = scores(game)
    won, shared = (
        len(his & set(by)) / len(by) if by else 0.0
        for by in (winners, winners or [power for power, n in centres.items() if n])
    )
    squares = share({power: n * n for power, n in centres.items()}, his)
    return Ended(
        number=number,
        seats=tuple(sorted(his)),
        centres=share(centres, his),
        score=share(counted, his),
        won=won,
        shared=shared,
        squares=won if len(winners) == 1 else squares,
        seconds=tuple(seconds),
    )


def kept(file: Path | None, asked: Asked) -> dict[int, Ended]:
    """The games of these that a file has, by number; of a line that was torn off nothing."""
    found: dict[int, Ended] = {}
    if file is None or not file.exists():
        return found
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            both = json.loads(line)
        except ValueError:
            continue
        if both["asked"] == asdict(asked):
            game = both["game"]
            lists = {"seats": tuple(game["seats"]), "seconds": tuple(game["seconds"])}
            found[game["number"]] = Ended(**{**game, **lists})
    return found


def keep(file: Path, asked: Asked, game: Ended) -> None:
    """Write a game down, on a line of its own also after one that was torn off."""
    torn = file.exists() and not file.read_bytes().endswith(b"\n")
    line = json.dumps({"asked": asdict(asked), "game": asdict(game)})
    with file.open("a", encoding="utf-8") as out:
        out.write("\n" * torn + line + "\n")


def played(
    pool: ProcessPoolExecutor, jobs: int, asked: Asked, numbers: Iterable[int], until: float
) -> Iterator[Ended]:
    """Games as they end; none begins after `until`, but one is played."""
    left, running = iter(numbers), set[Future[Ended]]()
    started = 0
    while True:
        while len(running) < jobs and (not started or time.monotonic() < until):
            number = next(left, None)
            if number is None:
                break
            running.add(pool.submit(play, asked, number))
            started += 1
        if not running:
            return
        over, running = wait(running, return_when=FIRST_COMPLETED)
        for each in over:
            yield each.result()


def interval(values: Sequence[float], dice: random.Random) -> tuple[float, float, float]:
    """The mean, and its 95 % interval from drawing the games again."""
    count = len(values)
    means = sorted(sum(dice.choices(values, k=count)) / count for _ in range(REDRAWS))
    return sum(values) / count, means[REDRAWS // 40], means[-1 - REDRAWS // 40]


def row(asked: Asked, games: Sequence[Ended], seat: str = "") -> str:
    """A line of the table: of all games, or of those in which he had one seat."""
    dice = random.Random(1)
    seats = len(load(asked.variant).players)
    his = 1 if asked.way == "one" else seats // 2
    columns = [asked.variant, seat or f"{his} of {seats}", str(len(games))]
    columns.append(f"{100 * his / seats:.0f} %")
    for measure in MEASURES:
        given = [getattr(ended, measure) for ended in games]
        values = [value for value in given if value is not None]
        if not values:
            columns += ["-"]
            continue
        mean, low, high = (100 * value for value in interval(values, dice))
        columns.append(f"**{mean:.0f} %** ({low:.0f} to {high:.0f})")
    times = sorted(second for ended in games for second in ended.seconds)
    late = times[int(0.95 * len(times))] if times else 0.0
    columns.append(f"{1000 * late:.0f}, {1000 * max(times, default=0.0):.0f} ms")
    return f"| {' | '.join(columns)} |"


def rows(asked: Asked, games: Sequence[Ended], seats: bool) -> Iterator[str]:
    """The line of these games, and of each seat where that is asked."""
    if not games:
        return
    yield row(asked, games)
    if seats and asked.way == "one":
        for power in sorted(load(asked.variant).players):
            if own := [game for game in games if game.seats == (power,)]:
                yield row(asked, own, power)


def main() -> None:
    """Play, and print the table."""
    bots = f"one of {', '.join(OFFERED)}, with a temper"
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=60, help="of each variant and way")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first's number")
    parser.add_argument("--minutes", type=float, default=24.0, help="for all of it, at most")
    parser.add_argument("--phases", type=int, default=100, help="of a game, at most")
    parser.add_argument("--years", type=int, default=1000, help="of a game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ways", nargs="*", default=WAYS, choices=WAYS)
    parser.add_argument("--bot", default="steady", help=bots)
    parser.add_argument("--against", default="random", help="likewise")
    parser.add_argument("--variants", nargs="*", default=sorted(folders()))
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seats", action="store_true", help="a row for each seat as well")
    parser.add_argument("--keep", type=Path, help="a file for the games, a line each")
    given = parser.parse_args()
    cells = [
        Asked(variant, way, given.bot, given.against, given.phases, given.years)
        for variant in given.variants
        for way in given.ways
    ]
    end = time.monotonic() + 60 * given.minutes
    first = given.games * (given.seed - 1) + given.first
    numbers = range(first, first + given.games)
    columns = "variant", given.bot, "games", "by chance", *MEASURES, "time"
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}", flush=True)
    with ProcessPoolExecutor(given.jobs) as pool:
        for at, asked in enumerate(cells):
            until = time.monotonic() + (end - time.monotonic()) / (len(cells) - at)
            games = kept(given.keep, asked)
            left = [number for number in numbers if number not in games]
            for game in played(pool, given.jobs, asked, left, until):
                games[game.number] = game
                if given.keep:
                    keep(given.keep, asked, game)
            for line in rows(asked, [games[number] for number in sorted(games)], given.seats):
                print(line, flush=True)


if __name__ == "__main__":
    main()
