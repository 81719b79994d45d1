"""Compare kernel and resolver on very many battles, over processes, in bounded time.

``python tests/laws/nightly_battles.py --count 1000000 --jobs 2 --minutes 35``
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from test_kernel_agrees import MET, check

SPAN = 5_000  # seeds in one task


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=35)
    asked = parser.parse_args()
    check(range(1, 3))  # compile once, before the processes start
    end = time.monotonic() + 60 * asked.minutes
    planted: Counter[str] = Counter()
    met: Counter[str] = Counter()
    wrong: list[str] = []
    done = 0
    seeds = range(asked.first, asked.first + asked.count)
    spans = [seeds[at : at + SPAN] for at in range(0, len(seeds), SPAN)]
    with ProcessPoolExecutor(asked.jobs) as pool:
        for at in range(0, len(spans), asked.jobs):
            if time.monotonic() > end:
                break
            round_of = spans[at : at + asked.jobs]
            for span, told in zip(round_of, pool.map(check, round_of), strict=True):
                planted += told[0]
                met += told[1]
                wrong += told[2]
                done += len(span)
    short = 10 * done < asked.count
    late = " when the time ran out" if done < asked.count else ""
    print(f"{done} of {asked.count} battles compared{late}")
    if short:
        print("FAILED: fewer than a tenth of the battles were compared; give it more --minutes")
    for name, counts in (("planted", planted), ("met", met)):
        print(f"{name}: " + ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts)))
    print(f"{len(wrong)} disagreements")
    for battle in wrong[:5]:
        print("\n" + battle)
    return 1 if short or wrong or any(not met[name] for name in MET) else 0


if __name__ == "__main__":
    sys.exit(main())
