"""Whole random games of every variant, over processes, in bounded time.

``python tests/laws/nightly_games.py --games 300 --jobs 2 --minutes 25``
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from whole_games import check

from legation.variants.find import folders

SPAN = 5  # games in one task


def one(task: tuple[str, list[int]]) -> tuple[str, Counter[str], str]:
    """Some games of one variant: what was met, or what is wrong."""
    variant, seeds = task
    try:
        return variant, check(variant, seeds), ""
    except AssertionError as error:
        return variant, Counter(), str(error)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="of each variant")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--variant", action="append", choices=sorted(folders()))
    asked = parser.parse_args()
    variants = asked.variant or sorted(folders())
    spans = range(asked.first, asked.first + asked.games, SPAN)
    end = asked.first + asked.games
    tasks = [(v, list(range(at, min(at + SPAN, end)))) for at in spans for v in variants]
    stop = time.monotonic() + 60 * asked.minutes
    met: dict[str, Counter[str]] = {variant: Counter() for variant in variants}
    wrong: list[str] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for at in range(0, len(tasks), asked.jobs):
            if time.monotonic() > stop:
                break
            for variant, counts, problem in pool.map(one, tasks[at : at + asked.jobs]):
                met[variant] += counts
                wrong += [problem] if problem else []
    short = [v for v in variants if 10 * met[v]["games"] < asked.games]
    for variant, counts in met.items():
        said = ", ".join(f"{name} {counts[name]}" for name in sorted(counts) if name != "games")
        print(f"{variant}: {counts['games']} of {asked.games} games; {said}")
    if short:
        print(f"FAILED: fewer than a tenth of the games of {', '.join(short)}; more --minutes")
    print(f"{len(wrong)} games broke a law")
    for problem in wrong[:5]:
        print("\n" + problem)
    return 1 if short or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
