"""The kernel on what no board holds: trains, a ring, a crowd; and on one battle alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from legation.kernel.batch import solve_batch
from legation.kernel.layout import Packed
from legation.kernel.pack import pack
from legation.rules.battle import Act, Battle, Force

TRAINS = (50, 100, 200, 400)
RING = 200
CROWD = 400
SPELL = 20  # calls of one work before the next has its turn
POWERS = ("A", "B", "C")


def train(count: int) -> Battle:
    """Each goes where the next one leaves, and who leaves last is looked at first.

    The kernel looks at moves from the last index to the first.
    """
    return Battle(tuple(_move(n, n + 1) for n in range(count))[::-1])


def ring(count: int) -> Battle:
    """Each goes where the next one leaves, round and round."""
    return Battle(tuple(_move(n, (n + 1) % count) for n in range(count)))


def crowd(count: int) -> Battle:
    """All go to one place."""
    return Battle(tuple(_move(n, count) for n in range(count)))


def _move(place: int, goal: int) -> Force:
    power = POWERS[place % len(POWERS)]
    return Force(power, "army", f"p{place}", act=Act.MOVE, goal=f"p{goal}")


def shape_times(one: Battle, rounds: int) -> dict[str, float]:
    """Seconds a call, by key, the best of many in turn. `one`: the battle to be called alone."""
    batches: dict[str, Packed] = {f"train-{count}": pack([train(count)]) for count in TRAINS}
    batches[f"crowd-{CROWD}"] = pack([crowd(CROWD)])
    batches |= {f"ring-{RING}": pack([ring(RING)]), "one": pack([one]), "one.wrapper": pack([])}
    works: dict[str, Callable[[], object]] = {
        name: partial(solve_batch, packed) for name, packed in batches.items()
    }
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds * 4):
        for name, work in works.items():
            for _ in range(SPELL):
                began = time.perf_counter()
                work()
                best[name] = min(best[name], time.perf_counter() - began)
    return best
