"""A row that somebody holds open, and what goes on beside it: tasks of `harness.py`."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
from django.db import connection
from django.test import Client
from django.utils import timezone
from ordeals import game, leave_database, serving, users

from legation.server.games import clock
from legation.server.games.models import DUE, Deadline, Game
from legation.server.games.models.sheet import Sheet
from legation.server.office import acts
from legation.server.office.models import Stopped
from legation.server.running.models import Clock, Worker
from legation.server.running.worker import Working
from legation.server.site import patience

SAVES = 20
"""At once, of one game: more than a process has threads."""

KEPT = "A Con - Smy ; kept word for word"
PATIENT = 60  # seconds until a test gives up on what should have come long before


@contextmanager
def held(table: str, pk: int) -> Iterator[None]:
    """A row that is held by a transaction which does nothing more; on SQLite, the file."""
    if connection.vendor == "sqlite":
        own = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
        own.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            own.execute("ROLLBACK")
            own.close()
        return
    import psycopg

    with psycopg.connect(os.environ["DATABASE_URL"]) as other:
        other.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR UPDATE", (pk,))
        yield
        other.rollback()


class Browser:
    """A player's browser: a session, and what a form needs."""

    def __init__(self, port: int, row: Game, number: int) -> None:
        client = Client()
        client.force_login(users()[number], "django.contrib.auth.backends.ModelBackend")
        cookies = {"sessionid": client.cookies["sessionid"].value}
        self.here = f"http://127.0.0.1:{port}"
        self.game = f"/games/{row.slug}/"
        self.client = httpx.Client(cookies=cookies, timeout=PATIENT)
        self.get(self.game)
        self.token = self.client.cookies["csrftoken"]

    def get(self, path: str) -> httpx.Response:
        """A page."""
        return self.client.get(self.here + path)

    def save(self, typed: str, serial: int = 0, accept: str = "application/json") -> httpx.Response:
        """Hands in a sheet."""
        return self.client.post(
            f"{self.here}{self.game}sheet",
            data={"serial": str(serial), "typed": typed, "csrfmiddlewaretoken": self.token},
            headers={"Accept": accept},
        )

    def put(self, typed: str, serial: int = 0) -> httpx.Response:
        """Hands in a sheet as a program does."""
        return self.client.put(
            f"{self.here}/api{self.game}sheet",
            json={"typed": typed, "serial": serial},
            headers={"X-CSRFToken": self.token},
        )


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the server's own verbs."""
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    line = [sys.executable, "-m", "legation.server", *words]
    process = subprocess.Popen(line, env=env, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def fall_due(row: Game) -> None:
    """Lets the time of a phase be over."""
    past = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(pk=row.pk).update(due=past)
    Deadline.objects.filter(game=row, kind=DUE).update(due_at=past)


def until(so: Callable[[], bool]) -> bool:
    """Waits until it is so, or for too long."""
    end = time.monotonic() + PATIENT
    while not so():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def ended(row: Game) -> bool:
    """Is its first phase over?"""
    return bool(Game.objects.get(pk=row.pk).serial)


def _refused(answer: httpx.Response) -> tuple[str, ...]:
    """How somebody was refused, and when he may come again; of any other answer all that it is."""
    later, safe = answer.headers.get("Retry-After"), "Content-Security-Policy" in answer.headers
    if answer.status_code != 503 or later is None or not safe:
        return answer.request.method, str(answer.status_code), str(later), answer.text[:200]
    if answer.headers["Content-Type"] == "application/json":
        return "data", later, answer.json()["error"]
    return "page", later, "with what was typed" if KEPT in answer.text else answer.text


def row_held() -> dict[str, Any]:
    """A game's row is held: it is asked for alone, and then all at once, beside another game.

    Who comes alone waits for the row; of many most are turned away before they come to it.
    """
    mine, other = game(due=False), game(due=False)
    fall_due(mine)
    server, port = serving()
    found: dict[str, Any] = {}
    try:
        here, there = Browser(port, mine, 1), Browser(port, other, 1)
        pool = ThreadPoolExecutor(SAVES)
        with held("games_game", mine.pk):
            alone = [here.put(KEPT), here.save(KEPT, accept="text/html"), here.save(KEPT)]
            saves = [pool.submit(here.save, KEPT) for _ in range(SAVES - 2)]
            form = pool.submit(here.save, KEPT, accept="text/html")
            program = pool.submit(here.put, KEPT)
            found["health"] = [here.get("/health").json()["database"] for _ in range(3)]
            found["pages"] = [b.get(b.game).status_code for b in (here, there) for _ in range(3)]
            if connection.vendor == "postgresql":
                found["other"] = there.save("A Con - Smy").status_code
                fall_due(other)
                with running("work"):
                    found["advanced"] = until(lambda: ended(other))
                    found["waits"] = not ended(mine)
            answers = [*alone, form.result(), program.result()]
            answers += [save.result() for save in saves]
        found["refused"] = sorted({_refused(answer) for answer in answers})
        found["stored"] = Sheet.objects.get(game=mine, serial=0, power="Turkey").typed
        found["after"] = here.save(KEPT).status_code
        found["then"] = Sheet.objects.get(game=mine, serial=0, power="Turkey").typed
        with running("work"):
            found["goes on"] = until(lambda: ended(mine))
        tries = Deadline.objects.get(game=mine, kind=DUE, serial=0).tries
        found["tries"] = tries
    finally:
        server.terminate()
        server.wait(20)
    return found


def worker_beside() -> dict[str, Any]:
    """Rows that a worker needs are held, one after the other; PostgreSQL only."""
    found: dict[str, Any] = {}
    Working("before").once()
    looked = Clock.objects.get()
    Clock.objects.update(seen_at=looked.seen_at - timedelta(seconds=30))
    worker = Working("beside")
    worker.once()
    beat = Worker.objects.get(name="beside")
    for table, pk in (("running_clock", looked.pk), ("running_worker", beat.pk)):
        row = game()
        Clock.objects.update(seen_at=timezone.now() - timedelta(seconds=30))
        worker._beat_at = None
        with held(table, pk):
            worker.once()
            found[table] = ended(row)
    # Held only after it was looked for: the claim is given back, and not counted as a failure.
    row, other = game(), game()
    deadline = Deadline.objects.get(game=row, kind=DUE, serial=0)
    with held("games_game", row.pk):
        worker._guarded(deadline, lambda: worker._meet(deadline, timezone.now))
        deadline.refresh_from_db()
        found["given back"] = [deadline.tries, deadline.claimed_by, deadline.lease_until]
        worker.once()
        found["other"] = [ended(other), ended(row)]
    worker.once()
    found["let go"] = ended(row)
    found["after an outage"] = _outage(worker)
    return found


def _outage(worker: Working) -> list[list[int]]:
    """By how many hours two games are moved, the first held, after an outage; and let go.

    One that is paused is held as well: nothing of it is moved, and it keeps nobody waiting.
    """
    row, other, paused = game(), game(), game(due=False)
    clock.pause(game=paused, actor="Master")

    def moved() -> list[int]:
        dues = [(each.due, Game.objects.get(pk=each.pk).due) for each in (row, other)]
        return [round((now - then) / timedelta(hours=1)) for then, now in dues if then and now]

    Clock.objects.update(seen_at=timezone.now() - timedelta(hours=3))
    with held("games_game", row.pk), held("games_game", paused.pk):
        worker.once()
        found = [moved()]
    worker.once()
    return [*found, moved()]


def clocks_of_all() -> dict[str, Any]:
    """All clocks are stopped, and go on, while a game is held; PostgreSQL only."""
    Game.objects.update(state="finished")  # those of other tasks
    rows = [game(due=False) for _ in range(3)]
    found: dict[str, Any] = {}
    for act in (acts.stop_all, acts.go_on_all):
        with held("games_game", rows[1].pk):
            said = [act(why="the disk is changed")]
        said.append(act(why="the disk is changed"))
        states = [Game.objects.get(pk=row.pk).state for row in rows]
        found[act.__name__] = [said, sorted(set(states)), Stopped.objects.count()]
    found["log"] = [each.said for each in acts.log()][::-1]
    return found


def settings_of_connection() -> dict[str, Any]:
    """What PostgreSQL knows of our time-outs, and of those of a verb that may take its time."""
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")

    def shown() -> list[str]:
        with connection.cursor() as cursor:
            return [str(cursor.execute(f"SHOW {name}").fetchone()[0]) for name in names]

    leave_database()
    before = shown()
    patience.without_end()
    return {"before": before, "without end": shown()}


TASKS = {
    "row_held": row_held,
    "worker_beside": worker_beside,
    "clocks_of_all": clocks_of_all,
    "settings_of_connection": settings_of_connection,
}
