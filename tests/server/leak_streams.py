"""Who hears what on the event streams of a real server: a task of `harness.py`.

Each act is followed by two words to all. Whoever has heard the second has
heard everything that was told before the first, so that silence is no guess.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
from django.db import transaction
from django.test import Client
from leak_asking import BACKEND, program
from ordeals import serving
from tables import person, started, time_is_up

from legation.server.accounts.models import User
from legation.server.desk import rulings
from legation.server.desk.models import Ruling
from legation.server.games import events, reads, seats, sheets, votes
from legation.server.games.models import MASTER, Game
from legation.server.press import services
from legation.server.press.members import GREY, PUBLIC, key_of

MARK = events.TIME  # which none of the acts tells
ONE, TWO, THREE = "Austria", "France", "Turkey"


class Stream:
    """An event stream that somebody listens to."""

    def __init__(self, here: str, user: User | None, since: str = "") -> None:
        cookies = {}
        if user is not None:
            browser = Client()
            browser.force_login(user, BACKEND)
            cookies = {"sessionid": browser.cookies["sessionid"].value}
        self.client = httpx.Client(cookies=cookies, timeout=30)
        request = self.client.build_request(
            "GET", here + "events", headers={"Last-Event-ID": since}
        )
        self.answer = self.client.send(request, stream=True)
        self.head = str(self.answer.headers)
        self.lines: list[str] = []
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        with suppress(httpx.HTTPError, OSError):
            for line in self.answer.iter_lines():
                self.lines.append(line)

    def said(self, field: str) -> list[str]:
        """Every value of a field of the stream, so far."""
        return [v.removeprefix(f"{field}: ") for v in list(self.lines) if v.startswith(field)]

    def wait(self, field: str, count: int) -> None:
        """Waits for so many values of a field.

        Raises:
            TimeoutError: if they do not come.
        """
        until = time.monotonic() + 30
        while len(self.said(field)) < count:
            if time.monotonic() > until:
                raise TimeoutError(f"{field} was not said {count} times: {self.lines}")
            time.sleep(0.01)

    def close(self) -> None:
        """Hangs up."""
        self.answer.close()
        self.client.close()


class Room:
    """A game, everybody who listens to it, and what they have heard."""

    def __init__(self, game: Game, people: dict[str, User | None], port: int) -> None:
        self.game, self.people = game, people
        self.here = f"http://127.0.0.1:{port}/games/{game.slug}/"
        self.streams = {who: Stream(self.here, user) for who, user in people.items()}
        self.marks = 0
        self.began = {who: self._first(stream) for who, stream in self.streams.items()}

    def _first(self, stream: Stream) -> str:
        stream.wait("id", 1)
        return stream.said("id")[0]

    def mark(self) -> None:
        """Tells all a word, and waits until everybody has heard it."""
        with transaction.atomic():
            events.tell(self.game, [("", MARK)])
        self.marks += 1
        for stream in self.streams.values():
            stream.wait(f"data: {MARK}", self.marks)

    def heard(self, do: Callable[[], object]) -> dict[str, Any]:
        """What everybody hears when this is done, and by how much his counts go up."""
        before = {who: self._at(who) for who in self.streams}
        do()
        self.mark()
        self.mark()
        found = {}
        for who, stream in self.streams.items():
            _, counts = self._at(who)
            told = [kind for kind in stream.said("data")[len(before[who][0]) :] if kind != MARK]
            moved = [a - b for a, b in zip(counts, before[who][1], strict=True)]
            moved[0] -= 2  # the two words
            found[who] = {"kinds": sorted(told), "moved": moved}
        return found

    def _at(self, who: str) -> tuple[list[str], list[int]]:
        stream = self.streams[who]
        return stream.said("data"), [int(n) for n in stream.said("id")[-1].split(".")]

    def anew(self, who: str, since: str) -> list[str]:
        """What is told to somebody who comes anew, and says that he has heard nothing yet."""
        stream = Stream(self.here, self.people[who], since)
        for count in (1, 2):  # the second is told after all that was told at once
            with transaction.atomic():
                events.tell(self.game, [("", MARK)])
            stream.wait(f"data: {MARK}", count)
        stream.close()
        return sorted({*stream.said("data")} - {MARK})

    def close(self) -> None:
        """Everybody hangs up."""
        for stream in self.streams.values():
            stream.close()


def whispered() -> dict[str, Any]:
    """Every act of a player that others may not hear of, or may; who has heard it."""
    game = started(ONE, TWO, THREE, mastered=True, grey=True, when_ready=False)
    people: dict[str, User | None] = {p: person(p) for p in (ONE, TWO, THREE)}
    people |= {"anonymous": None, "watcher": person("Watcher"), "gm": person("Master")}
    people["ex"] = people[ONE]
    seats.give_up(game=game, user=person(ONE))
    people[ONE] = person("Heir")
    seats.give(game=game, handover=seats.Handover(power=ONE, user=person("Heir")))
    server, port = serving()
    try:
        room = Room(game, people, port)
        found: dict[str, Any] = {"acts": {n: room.heard(do) for n, do in acts(game, people)}}
        found["anew"] = {who: [room.anew(who, s) for s in ("0", "0.0")] for who in people}
        found["by token"] = {who: _by_token(room, user) for who, user in people.items() if user}
        found["raw"] = ["\n".join([s.head, *s.lines]) for s in room.streams.values()]
        room.close()
    finally:
        server.terminate()
        server.wait(20)
    return found


def _by_token(room: Room, user: User) -> list[str]:
    """The counts and kinds that the interface tells to a program with somebody's token."""
    word = program(user).defaults["HTTP_AUTHORIZATION"]
    page = room.here.replace("/games/", "/api/games/") + "events?since=0.0"
    answer = httpx.get(page, headers={"Authorization": word}).json()
    return [answer["since"], *sorted({*answer["kinds"]} - {MARK})]


def acts(game: Game, people: dict[str, Any]) -> list[tuple[str, Callable[[], object]]]:
    """Everything that is done, by name."""
    book = reads.book_of(game)

    def write(who: str, key: str) -> Callable[[], object]:
        text = f"canary of {who} to {key}"
        return lambda: services.send(
            game=game, user=people[who], key=key, text=text, token=f"{who} {key}"
        )

    def sheet(**more: Any) -> Callable[[], object]:
        return lambda: sheets.submit(game=game, power=TWO, typed="canary", serial=0, **more)

    def draft() -> None:
        services.save_draft(
            game=game, user=people[TWO], key=PUBLIC, text="canary", token="a draft of his"
        )

    def ask() -> None:
        rulings.ask(game=game, user=people[ONE], question="canary?", token="a question")

    def answer(told: str) -> Callable[[], object]:
        return lambda: rulings.answer(
            game=game, code=Ruling.objects.get().code, text="canary", told=told, actor="Master"
        )

    return [
        ("a sheet", sheet()),
        ("a sheet that is ready", sheet(settled=True)),
        ("a letter to one", write(ONE, key_of(book, (ONE, THREE)))),
        ("a letter to two", write(TWO, key_of(book, (ONE, TWO, THREE)))),
        ("a letter to the master", write(ONE, key_of(book, (ONE, MASTER)))),
        ("a draft", draft),
        ("a word to all", write(THREE, PUBLIC)),
        ("an unsigned word", write(THREE, GREY)),
        ("a question", ask),
        ("its answer", answer("")),
        ("its answer to all", answer("canary for all")),
        ("a proposal", lambda: votes.propose(game=game, power=ONE, kind="draw")),
        ("a vote", lambda: votes.vote(game=game, power=THREE, proposal=1, answer="yes")),
        ("the phase ends", lambda: time_is_up(game)),
        ("a sheet that comes late", sheet()),
    ]


TASKS = {"whispered": whispered}
