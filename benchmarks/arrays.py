"""How quick `legation.arrays` is: one position from texts to fates, and many at once.

    python benchmarks/arrays.py [--most 300] [--rounds 7]

Best of so many rounds over the sample, on one core unless it says otherwise.
"Cold" is the first call of a process whose compiled code is in Numba's cache.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from legation import arrays
from legation.board.calendar import MOVEMENT, Phase
from legation.board.position import Position
from legation.board.units import Unit
from legation.env.vector import StandardVectorEnv
from legation.variants.load import load

SAMPLE = Path(__file__).parent / "sample.json.gz"
COLD = """
import time
began = time.perf_counter()
from legation import arrays
imported = time.perf_counter()
import legation
view = legation.position(date="Spring 1901")
laid = time.perf_counter()
arrays.fates(view, ["A Par - Bur"])
first = time.perf_counter()
arrays.fates(view, ["A Par - Bur"])
print(imported - began, first - laid, time.perf_counter() - first)
"""

Row = tuple[Position, list[str]]


def rows(most: int) -> Iterator[Row]:
    """Positions of the sample and all their orders, as this program writes them."""
    for row in json.loads(gzip.decompress(SAMPLE.read_bytes()))[:most]:
        units = tuple(
            Unit(power, *text.split(" ", 1))
            for power, sheet in row["units"].items()
            for text in sheet
        )
        owners = {code: power for power, codes in row["owners"].items() for code in codes}
        phase = Phase(row["season"], row["year"], MOVEMENT)
        texts = [text for sheet in row["orders"].values() for text in sheet]
        yield Position(phase, units, owners), texts


def loosely(text: str, places: Mapping[str, str]) -> str:
    """The same order as people write it: ``army paris - burgundy``."""
    words = [places.get(word, word) for word in text.split(" ")]
    said = {"A": "army", "F": "fleet", "S": "supports", "C": "convoys", "H": "holds"}
    return " ".join(said.get(word, word) for word in words).lower()


def best(rounds: int, count: int, work: Callable[[], object]) -> float:
    """Seconds for one of so many, the best of some rounds."""
    spent = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return min(spent) / count


def singly(found: list[Row], rounds: int) -> Iterator[tuple[str, float]]:
    """One position after the other."""
    names = load("standard").graph.provinces
    places = {code: province.name for code, province in names.items()}
    loose = [(p, [loosely(text, places) for text in texts]) for p, texts in found]

    def all_of(given: list[Row]) -> Callable[[], object]:
        # each position made anew, so that nothing is kept of it
        return lambda: [
            arrays.fates(Position(p.phase, p.units, p.owners), texts) for p, texts in given
        ]

    yield "fates, texts as the program writes them", best(rounds, len(found), all_of(found))
    yield "fates, written freely, the first time", best(1, len(found), all_of(loose))
    yield "fates, written freely, read before", best(rounds, len(found), all_of(loose))
    for (position, given), (_, free) in zip(found, loose, strict=True):
        assert arrays.fates(position, given) == arrays.fates(position, free)
    games = arrays.games_of([p for p, _ in found])
    texts, many = [its for _, its in found], len(found)
    yield (
        "orders_of, as the program writes",
        best(rounds, many, lambda: arrays.orders_of(games, texts)),
    )
    yield "games_of", best(rounds, many, lambda: arrays.games_of([p for p, _ in found]))


def together(found: list[Row], rounds: int) -> Iterator[tuple[str, float]]:
    """Many at once."""
    once = arrays.games_of([position for position, _ in found])
    orders = np.tile(arrays.orders_of(once, [texts for _, texts in found]), (10, 1))
    games = arrays.Games(*(np.concatenate([array] * 10) for array in once))
    many, chance = len(games.year), np.random.default_rng(1)
    lists = arrays.legal_orders(games)
    works: dict[str, Callable[[], object]] = {
        "adjudicate, legality and the next phase with it": lambda: arrays.adjudicate(games, orders),
        "the same on two threads": lambda: arrays.adjudicate(games, orders, threads=2),
        "legal_orders": lambda: arrays.legal_orders(games),
        "draw": lambda: arrays.draw(games),
        "pick": lambda: arrays.pick(games, lists, chance),
        "play, a movement phase and what follows": lambda: arrays.play(games, 1),
    }
    for name, work in works.items():
        work()
        yield f"{name}, batch of {many}", best(rounds, many, work)


def stepped(games: int, threads: int, rounds: int) -> float:
    """Movement phases a second of a vector of environments: legal orders by chance, all written."""
    vector = StandardVectorEnv(games, threads=threads)
    _, infos = vector.reset(seed=1)
    for _ in range(12):  # to mid-game
        *_, infos = vector.step(vector.sample())
    most = 0.0
    for _ in range(rounds):
        moved, began = 0, time.perf_counter()
        for _ in range(8):
            moved += int((infos["phase"] == 0).sum())
            *_, infos = vector.step(vector.sample())
        most = max(most, moved / (time.perf_counter() - began))
    return most


def main() -> None:
    """Print the figures in microseconds for a position; of what is cold, in milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    wanted = parser.parse_args()
    found = list(rows(wanted.most))
    arrays.fates(*found[0])
    for part in (singly, together):
        for name, seconds in part(found, wanted.rounds):
            print(f"{name:<62}{seconds * 1e6:9.1f} µs")
    for games, threads in itertools.product((1000, 4000), (1, 2)):
        told = f"StandardVectorEnv, {games} games, {threads} threads: movement phases a second"
        print(f"{told:<62}{stepped(games, threads, wanted.rounds):9,.0f}")
    cold = subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True)
    named = ("import legation.arrays", "the first fates after it", "the second")
    for name, spent in zip(named, cold.stdout.split(), strict=True):
        print(f"cold: {name:<56}{float(spent) * 1e3:9.2f} ms")


if __name__ == "__main__":
    main()
