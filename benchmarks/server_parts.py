"""What a change on a board costs: the whole page, and the pieces that a browser asks for instead.

Before each request the reader's sheet is saved anew, so that nothing of his page is
kept; the questions take turns, in another order each round.
"""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

ASKED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a line": ({}, {"parts": "line"}),
    "news and line": ({}, {"parts": "news,line"}),
    "a new phase": ({}, {"parts": "board"}),
    "the phase as it was played": ({"phase": 3}, {"phase": 3, "parts": "stage,slider"}),
}
"""What a page hears of: what it asked for then before, and what since."""
SHEETS = ("A Par - Bur", "A Par - Pic", "A Par - Gas")
Costs = dict[tuple[str, str], list[tuple[float, float]]]


def measured(client: Any, game: Any, rounds: int) -> Costs:
    """Milliseconds of processor and kB of each answer, as a browser takes them."""
    from legation.server.games import sheets

    path, found = f"/games/{game.slug}/", Costs()
    page = client.get(path, headers={"accept-encoding": "identity"}).content.decode()
    ground = re.search(r'data-ground="(\w+)"', page)
    assert ground
    for number in range(rounds):
        for what, which, data in _by_turns(number):
            more = {"ground": ground[1]} if "parts" in data else {}
            text = f"{SHEETS[number % len(SHEETS)]} # {what}, {which}"
            sheets.submit(game=game, power="France", typed=text)
            began = time.process_time()
            answer = client.get(path, {**data, **more})
            cost = (time.process_time() - began) * 1e3
            assert answer.status_code == 200, answer.status_code
            found.setdefault((what, which), []).append((cost, len(answer.content) / 1e3))
    return found


def _by_turns(number: int) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    rows = [
        (what, which, data)
        for what, both in ASKED.items()
        for which, data in zip(("page", "pieces"), both, strict=True)
    ]
    Random(number).shuffle(rows)
    yield from rows


def told(times: list[float]) -> str:
    """The median, and between what it lies with 95 of 100: by drawing the rounds anew."""
    dice = Random(1)
    drawn = sorted(statistics.median(dice.choices(times, k=len(times))) for _ in range(1000))
    return f"{statistics.median(times):.1f} ({drawn[25]:.1f} to {drawn[974]:.1f})"
