"""Laws of whole games, variant by variant, over processes, in bounded time.

``games``: every invariant holds in random games, and kernel and resolver agree
on their battles. ``secrets``: two games that differ only in what a viewer was
never told look alike to him.

``python tests/laws/nightly_games.py games --count 300 --first 1 --minutes 20 --jobs 2``
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import interference
import whole_games
from in_time import results

from legation.variants.find import folders

Check = Callable[[str, Sequence[int]], Counter[str]]
LAWS: Mapping[str, tuple[Check, int]] = {
    "games": (whole_games.check, 2),
    "secrets": (interference.check, 1),
}
"""Each law, and how many seeds one task looks at."""


def one(task: tuple[str, str, list[int]]) -> tuple[str, int, Counter[str], str]:
    """Some seeds of one variant: how many, what was met, or what is wrong."""
    law, variant, seeds = task
    try:
        return variant, len(seeds), LAWS[law][0](variant, seeds), ""
    except AssertionError as error:
        return variant, len(seeds), Counter(), str(error)
    except Exception:
        return variant, len(seeds), Counter(), f"{variant} {seeds}: {traceback.format_exc()}"


def main() -> int:
    began = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("law", choices=sorted(LAWS))
    parser.add_argument("--count", type=int, default=300, help="seeds of each variant")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--variant", action="append", choices=sorted(folders()))
    asked = parser.parse_args()
    variants = asked.variant or sorted(folders())
    end, span = asked.first + asked.count, LAWS[asked.law][1]
    tasks = [
        (asked.law, variant, list(range(at, min(at + span, end))))
        for at in range(asked.first, end, span)
        for variant in variants
    ]
    met: dict[str, Counter[str]] = {variant: Counter() for variant in variants}
    done: Counter[str] = Counter()
    wrong: list[str] = []
    for variant, seeds, counts, problem in results(
        one, tasks, asked.jobs, began + 60 * asked.minutes
    ):
        done[variant] += seeds
        met[variant] += counts
        wrong += [problem] if problem else []
    for variant, counts in met.items():
        said = ", ".join(f"{name} {counts[name]}" for name in sorted(counts)) or "nothing to tell"
        print(f"{variant}: {done[variant]} of {asked.count} seeds; {said}")
    print(f"{len(wrong)} broke the law")
    for problem in wrong[:5]:
        print("\n" + problem)
    each = ", ".join(f"{variant} {done[variant]}" for variant in variants)
    print(f"covered: of {asked.count} seeds, from {asked.first}: {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
