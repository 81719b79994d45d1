"""Compare kernel and resolver on very many battles, over processes, in bounded time.

``python tests/laws/nightly_battles.py --count 1000000 --first 1 --minutes 8 --jobs 2``
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from in_time import results
from test_kernel_agrees import MET, check

SPAN = 1_000  # seeds in one task
ENOUGH = 20_000
"""Among so many battles every shape that the kernel treats apart is to be met."""


def main() -> int:
    began = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=35)
    asked = parser.parse_args()
    check(range(1, 3))  # compile once, before the processes start
    planted: Counter[str] = Counter()
    met: Counter[str] = Counter()
    wrong: list[str] = []
    seeds = range(asked.first, asked.first + asked.count)
    spans = (seeds[at : at + SPAN] for at in range(0, len(seeds), SPAN))
    done = 0
    for span, told in results(one, spans, asked.jobs, began + 60 * asked.minutes):
        planted += told[0]
        met += told[1]
        wrong += told[2]
        done += len(span)
    for name, counts in (("planted", planted), ("met", met)):
        print(f"{name}: " + ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts)))
    missed = [name for name in MET if not met[name]] if done >= ENOUGH else []
    if missed:
        print(f"FAILED: never met {', '.join(missed)}")
    print(f"{len(wrong)} disagreements")
    for battle in wrong[:5]:
        print("\n" + battle)
    print(f"covered: {done:,} of {asked.count:,} battles, from seed {asked.first}")
    return 1 if wrong or missed else 0


def one(span: range) -> tuple[range, tuple[Counter[str], Counter[str], list[str]]]:
    """What came of the battles of some seeds."""
    return span, check(span)


if __name__ == "__main__":
    sys.exit(main())
