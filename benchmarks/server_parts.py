"""What a change costs: the whole page, and the pieces that a browser asks for instead.

Before each request something is written, so that nothing of the page is kept that hangs on it:
a sheet, and in a thread of press a letter. The questions take turns, in another order each
round.
"""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

Data = Mapping[str, Any]
ASKED: dict[str, tuple[Data, Data]] = {
    "a line": ({}, {"parts": "line"}),
    "news and line": ({}, {"parts": "news,line"}),
    "a new phase": ({}, {"parts": "board"}),
    "the phase as it was played": ({"phase": 3}, {"phase": 3, "parts": "stage,slider"}),
}
"""What a page hears of: what it asked for then before, and what since."""
DESK: dict[str, tuple[Data, Data]] = {
    "a sheet, a Ready": ({}, {"parts": "next,handed"}),
    "a question, a letter": ({}, {"parts": "next,answer"}),
    "a vote": ({}, {"parts": "voting,log"}),
    "another deadline": ({}, {"parts": "line,next,handed,clock,answer,log"}),
    "a seat": ({}, {"parts": "next,handed,voting,seats,offers,standing-by,orderly,log"}),
    "news": ({}, {"parts": "line,next,handed,seats,orderly,board,log"}),
    "a phase": ({}, {"parts": "line,next,desk"}),
}
"""The same of a desk, as `desk.js` asks."""
THREAD: dict[str, tuple[Data, Data]] = {"a letter": ({}, {"parts": "messages,closed"})}
"""The same of a thread of press."""
SHEETS = ("A Par - Bur", "A Par - Pic", "A Par - Gas")
PART = {"HX-Request": "true"}
Costs = dict[tuple[str, str], list[tuple[float, float]]]


@dataclass
class Page:
    """A page of a game that hears: where it is, what it asks for, what is written before each."""

    client: Any
    path: str
    asked: Mapping[str, tuple[Data, Data]]
    writes: Callable[[int, str], object]
    more: Callable[[], Data] = dict
    """What goes with each question for pieces."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """And with each for the page."""

    def measured(self, rounds: int) -> Costs:
        """Milliseconds of processor and kB of each answer, as a browser takes them."""
        found = Costs()
        for number in range(rounds):
            for what, which, data in self._by_turns(number):
                more = self.more() if "parts" in data else {}
                self.writes(number, f"{what}, {which}")
                began = time.process_time()
                answer = self._asks(which, {**data, **more})
                cost = (time.process_time() - began) * 1e3
                assert answer.status_code == 200, answer.status_code
                found.setdefault((what, which), []).append((cost, len(answer.content) / 1e3))
        return found

    def queries(self) -> dict[tuple[str, str], int]:
        """How often the database is asked for each answer."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        found = {}
        for what, which, data in self._by_turns(0):
            more = self.more() if "parts" in data else {}
            self.writes(0, f"counted, {what}, {which}")
            with CaptureQueriesContext(connection) as queries:
                self._asks(which, {**data, **more})
            found[what, which] = len(queries)
        return found

    def _asks(self, which: str, data: Data) -> Any:
        headers = self.headers if which == "page" else {}
        return self.client.get(self.path, data, headers=headers)

    def _by_turns(self, number: int) -> Iterator[tuple[str, str, Data]]:
        rows = [
            (what, which, data)
            for what, both in self.asked.items()
            for which, data in zip(("page", "pieces"), both, strict=True)
        ]
        Random(number).shuffle(rows)
        yield from rows


def _sheet(game: Any) -> Callable[[int, str], object]:
    from legation.server.games import sheets

    def writes(number: int, note: str) -> None:
        typed = f"{SHEETS[number % len(SHEETS)]} # {note}"
        sheets.submit(game=game, power="France", typed=typed)

    return writes


def _marked(client: Any, path: str, mark: str, name: str) -> Callable[[], Data]:
    """What a page says that it shows already, as it stands in the page that is there."""

    def more() -> Data:
        page = client.get(path, headers={"accept-encoding": "identity"}).content.decode()
        found = re.search(rf'{mark}="(\w+)"', page)
        assert found
        return {name: found[1]}

    return more


def board(client: Any, game: Any) -> Page:
    """The board of a player."""
    path = f"/games/{game.slug}/"
    ground = _marked(client, path, "data-ground", "ground")()
    return Page(client, path, ASKED, _sheet(game), lambda: ground)


def desk(client: Any, game: Any) -> Page:
    """The desk of its game master."""
    return Page(client, f"/games/{game.slug}/desk/", DESK, _sheet(game))


def thread(client: Any, game: Any, writer: Any, key: str) -> Page:
    """A thread of press in which sixty letters stand; it was fetched as a part before."""
    from legation.server.accounts.models import Attempt
    from legation.server.press import services

    def writes(number: int, note: str) -> None:
        Attempt.objects.all().delete()  # nobody writes so much in an hour
        text = f"The {number}th. " + "A letter as they are written, of some lines. " * 4
        token = f"{number} {note} {time.monotonic_ns()}"
        services.send(game=game, user=writer, key=key, text=text, token=token)

    path = f"/games/{game.slug}/press/{key}/"
    for number in range(60):
        writes(number, "before")
    more = _marked(client, path, "data-shown", "after")
    return Page(client, path, THREAD, writes, more, PART)


def told(times: list[float]) -> str:
    """The median, and between what it lies with 95 of 100: by drawing the rounds anew."""
    dice = Random(1)
    drawn = sorted(statistics.median(dice.choices(times, k=len(times))) for _ in range(1000))
    return f"{statistics.median(times):.1f} ({drawn[25]:.1f} to {drawn[974]:.1f})"
