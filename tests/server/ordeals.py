"""What is done to a server without pages, in processes that are killed: tasks of `harness.py`."""

import hashlib
import logging
import os
import queue
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from email import message_from_bytes
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.test import Client
from django.utils import timezone

from legation.server.accounts.models import User
from legation.server.games import clock, create, process, records, seats, sheets
from legation.server.games.models import DUE, Deadline, Event, Game
from legation.server.games.models.sheet import Sheet
from legation.server.games.offer import Offer
from legation.server.games.stages import DIE_AT, STAGES
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.running.carrier import Carrier
from legation.server.running.worker import Working

SEED = "0123456789abcdef0123456789abcdef"
MAIL = Path(os.environ["EMAIL_URL"].removeprefix("file://"))
PLAYERS = ("Austria", "Turkey")
ORDERS = {"Austria": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb", "Turkey": "A Con - Bul"}


def users() -> list[User]:
    """Two players, the same in every game."""
    known = list(User.objects.order_by("pk"))
    return known or [
        User.objects.make(email=f"{p}@example.org".lower(), name=p, password=None) for p in PLAYERS
    ]


def game(due: bool = True) -> Game:
    """A game of two players and five bots, with sheets handed in; its deadline has come."""
    # Alike but for its number, so that two of them must come to the same record.
    found = create.create(
        user=None, offer=Offer(name="Alike", fill_bot="random", starts="hand", when_ready=False)
    )
    for user, power in zip(users(), PLAYERS, strict=True):
        create.join(game=found, user=user, wishes=[power])
    found = create.start(game=found, seed=SEED)
    Letter.objects.filter(sent_at=None).update(sent_at=timezone.now())
    for power, typed in ORDERS.items():
        sheets.submit(game=found, power=power, typed=typed, settled=True, serial=0)
    if due:
        past = timezone.now() - timedelta(minutes=1)
        Game.objects.filter(pk=found.pk).update(due=past)
        Deadline.objects.filter(game=found, kind=DUE).update(due_at=past)
    return Game.objects.get(pk=found.pk)


def told(row: Game) -> dict[str, Any]:
    """How a game stands, as far as a phase may be lost or doubled."""
    record = records.text_of(row)
    now = Game.objects.get(pk=row.pk)
    return {
        "serial": now.serial,
        "version": now.version,
        "phase": now.phase,
        "record": hashlib.sha256(record.encode()).hexdigest(),
        "phase_events": Event.objects.filter(game=row, audience="", kind="phase").count() - 1,
        "letters": Letter.objects.filter(key__startswith=f"phase:{row.pk}:").count(),
        "unsent": Letter.objects.filter(key__startswith=f"phase:{row.pk}:", sent_at=None).count(),
        "open": list(
            Deadline.objects.filter(game=row, done_at=None, kind=DUE).values_list(
                "serial", flat=True
            )
        ),
    }


def leave_database() -> None:
    """Closes every connection: a child that is forked must not share one."""
    connections.close_all()
    close_pool = getattr(connection, "close_pool", None)  # PostgreSQL has one
    if close_pool is not None:
        close_pool()


def in_child(work: Callable[[], object], step: str = "") -> int:
    """Does it in a process of its own; how that ended."""
    leave_database()
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    try:
        own_mailbox()
        if step:
            os.environ[DIE_AT] = step
        work()
        os._exit(0)
    except BaseException:
        logging.exception("a child")
        os._exit(1)


def own_mailbox() -> None:
    """Forked processes would write into one file, and into each other's letters."""
    settings.EMAIL_FILE_PATH = str(MAIL / str(os.getpid()))


def mail() -> Counter[str]:
    """The Message-ID of every letter that was sent, and how often."""
    return Counter(
        str(message_from_bytes(text.lstrip())["Message-ID"])  # a file may hold several
        for file in MAIL.rglob("*.log")
        for text in file.read_bytes().split(b"-" * 79)
        if text.strip()
    )


def work(name: str, now: datetime | None = None) -> int:
    """What a worker does in one look, and then what a carrier does."""
    return Working(name).once(now) + Carrier().once(now)


def killed() -> dict[str, Any]:
    """A worker is killed at every step; another comes when the lease is over."""
    whole = game()
    in_child(lambda: work("first"))
    found: dict[str, Any] = {"whole": told(whole)}
    for step in STAGES:
        row = game()
        before = mail()
        died = in_child(lambda: work("first"), step)
        at_death = told(row)
        at_once = in_child(lambda: work("second"))
        waiting = told(row)
        later = timezone.now() + timedelta(seconds=settings.LEASE_SECONDS + 1)
        in_child(partial(work, "third", later))
        mailed = mail() - before
        found[step] = {
            "died": died,
            "at_death": at_death,
            "at_once": at_once,
            "under_lease": waiting,
            "after": told(row),
            "mails": mailed.total(),
            "different_mails": len(mailed),
        }
    return found


def ahead() -> dict[str, Any]:
    """This machine's clock is a month ahead of the database's; PostgreSQL only."""
    row = game(due=False)
    kept = Deadline.objects.get(game=row, kind=DUE).due_at
    wrong = timezone.now() + timedelta(days=30)
    client = Client()
    client.force_login(users()[0])
    with patch("django.utils.timezone.now", return_value=wrong):
        home = client.get("/", HTTP_HOST="localhost").content.decode()
        Working("ahead").once()
        clock.pause(game=row, actor="Master")
        clock.resume(game=row, actor="Master")
        resumed = Deadline.objects.get(game=row, kind=DUE).due_at
        assert resumed is not None
        assert kept is not None
        Working("ahead").once()
    moved = (resumed - kept).total_seconds()
    return {
        "moved": moved,
        "signed_in": "Sign out" in home,
        "left": "1 day left" in home,
        **told(row),
    }


def silent() -> dict[str, Any]:
    """The mail server takes the line and says nothing; meanwhile a phase falls due."""
    row = game(due=False)
    letter = Letter(key="news", user=users()[0], kind="game", subject="S", body="B")
    letter.made_at = letter.due_at = timezone.now()
    outbox.post([letter])
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        env = os.environ | {"EMAIL_URL": f"smtp://127.0.0.1:{server.getsockname()[1]}"}
        env["PYTHONPATH"] = str(Path(__file__).parents[1])
        line = [sys.executable, "-m", "legation.server", "work"]
        worker = subprocess.Popen(line, env=env, stderr=subprocess.DEVNULL)
        try:
            held, _ = server.accept()
            past = timezone.now()
            Game.objects.filter(pk=row.pk).update(due=past)
            Deadline.objects.filter(game=row, kind=DUE).update(due_at=past)
            while not Game.objects.get(pk=row.pk).serial and worker.poll() is None:
                time.sleep(0.05)
            held.setblocking(False)
            waits = False
            with held, suppress(ConnectionError):
                try:
                    waits = bool(held.recv(1))
                except BlockingIOError:
                    waits = True  # nothing was said, and nobody has hung up
        finally:
            worker.terminate()
            code = worker.wait(30)
    tries = Letter.objects.get(key="news").tries
    Letter.objects.filter(sent_at=None).delete()
    return {"waits": waits, "code": code, "tries": tries, **told(row)}


def raced() -> dict[str, Any]:
    """Three workers, and many games whose deadlines come at once."""
    rows = [game() for _ in range(12)]
    before = mail()
    leave_database()
    children = []
    for number in range(3):
        child = os.fork()
        if not child:
            try:
                own_mailbox()
                while work(f"worker {number}"):
                    pass
                os._exit(0)
            except BaseException:
                logging.exception("a worker")
                os._exit(1)
        children.append(child)
    ends = [os.waitpid(child, 0)[1] for child in children]
    mailed = mail() - before
    done = Deadline.objects.filter(game__in=rows).exclude(done_at=None)
    workers = set(done.values_list("claimed_by", flat=True))
    return {
        "ends": ends,
        "games": [told(row) for row in rows],
        "workers": len(workers),
        "mails": mailed.total(),
        "different_mails": len(mailed),
    }


def closed() -> dict[str, Any]:
    """A sheet is handed in while the transaction that closes its phase is open."""
    row = game()
    other: dict[str, Any] = {}
    reached, go_on = threading.Event(), threading.Event()

    def stopping(step: str) -> None:
        if step == "record-written":
            reached.set()
            go_on.wait(60)

    def closing() -> None:
        deadline = Deadline.objects.get(game=row, kind=DUE)
        with patch.object(process, "reached", stopping):
            other["processed"] = process.process(deadline=deadline, worker="closing")
        connections.close_all()

    def submitting() -> None:
        saved = sheets.submit(
            game=row, power="Turkey", typed="A Con - Smy", settled=False, serial=0
        )
        other["closed"] = saved.closed
        connections.close_all()

    threads = [threading.Thread(target=closing), threading.Thread(target=submitting)]
    threads[0].start()
    reached.wait(60)
    threads[1].start()
    threads[1].join(0.3)
    other["waited"] = threads[1].is_alive()
    go_on.set()
    for thread in threads:
        thread.join(60)
    sheet = Sheet.objects.get(game=row, serial=0, power="Turkey")
    return {**other, "typed": sheet.typed, "late": sheet.late, **told(row)}


def away() -> dict[str, Any]:
    """The database is stopped while a worker runs, and comes back; PostgreSQL only."""
    from postgres import start, stop

    row = game(due=False)
    working = Working("patient")
    thread = threading.Thread(target=working.run, daemon=True)
    thread.start()
    sheets.submit(game=row, power="Turkey", typed="A Con - Smy", settled=True, serial=0)
    stop(os.environ["PGDATA"])
    failed = 0
    try:
        sheets.submit(game=row, power="Austria", typed="A Vie H", serial=0)
    except DatabaseError:
        failed = 1
    alive = thread.is_alive()
    start(os.environ["PGDATA"])
    past = timezone.now() - timedelta(minutes=1)
    for _ in range(20):
        try:
            Game.objects.filter(pk=row.pk).update(due=past)
            Deadline.objects.filter(game=row, kind=DUE).update(due_at=past)
            break
        except DatabaseError:
            connection.close()
    for _ in range(600):
        if Game.objects.get(pk=row.pk).serial:
            break
        threading.Event().wait(0.1)
    working.stop()
    thread.join(60)
    orders = dict(Sheet.objects.filter(game=row, serial=0).values_list("power", "typed"))
    return {"failed": failed, "alive": alive, "orders": orders, **told(row)}


def busy() -> dict[str, Any]:
    """Somebody else holds the database for a while; SQLite only."""
    row = game()
    other: dict[str, Any] = {}
    held = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")

    def submitting() -> None:
        saved = sheets.submit(game=row, power="Turkey", typed="A Con - Smy", serial=0)
        other["closed"] = saved.closed
        Working("patient").once()
        connections.close_all()

    thread = threading.Thread(target=submitting)
    thread.start()
    thread.join(0.5)
    other["waited"] = thread.is_alive()
    held.execute("ROLLBACK")
    held.close()
    thread.join(60)
    return {**other, "typed": Sheet.objects.get(game=row, power="Turkey").typed, **told(row)}


def streamed() -> dict[str, Any]:
    """Two players listen at two server processes; one loses his line, and then his seat."""
    row = game(due=False)
    servers = [serving(), serving()]
    austria, turkey = (
        Ear(port, user, row) for (_, port), user in zip(servers, users(), strict=True)
    )
    found: dict[str, Any] = {}
    try:
        austria.listen()
        turkey.listen()
        sheets.submit(game=row, power="Austria", typed="A Vie H", serial=0)
        found["own"] = (austria.hear("sheet"), turkey.hear("sheet", 0.5))
        Game.objects.filter(pk=row.pk).update(due=timezone.now())
        Deadline.objects.filter(game=row, kind=DUE).update(due_at=timezone.now())
        turkey.hang_up()
        Working("worker").once()
        found["phase"] = austria.hear("phase")
        turkey.listen()  # from the last that it has heard, at the other server
        found["resumed"] = turkey.hear("phase")
        seats.give(game=row, handover=seats.Handover(power="Austria", open=True))
        found["left"] = austria.hear("seat")
        other = User.objects.make(email="new@example.org", name="New", password=None)
        seats.take(game=row, user=other, power="Austria")
        sheets.submit(game=row, power="Austria", typed="", serial=1)
        found["after"] = austria.hear("sheet", 1.5)
        found["ids"] = (austria.last.count("."), turkey.last.count("."))
        found["nowhere"] = austria.ask("/games/nowhere/events").status_code
        Game.objects.filter(pk=row.pk).update(access="link")
        found["stranger"] = httpx.get(austria.here + austria.page).status_code
    finally:
        for ear in (austria, turkey):
            ear.hang_up()
        for server, _ in servers:
            server.terminate()
        for server, _ in servers:
            server.wait(20)
    return found


def deaf() -> dict[str, Any]:
    """The line by which a server hears is cut; it makes another; PostgreSQL only."""
    row = game(due=False)
    server, port = serving()
    turkey = Ear(port, users()[1], row)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s"
    listening = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %%'"
    try:
        turkey.listen()
        sheets.submit(game=row, power="Turkey", typed="A Con H", serial=0)
        before = turkey.hear("sheet")
        with connection.cursor() as cursor:
            cursor.execute(listening)
            (lines,) = cursor.fetchone()
            cursor.execute(cut, ["LISTEN legation_told"])
        sheets.submit(game=row, power="Turkey", typed="A Con - Smy", serial=0)
        meanwhile = turkey.hear("sheet", 30)
    finally:
        turkey.hang_up()
        server.terminate()
        server.wait(20)
    return {"before": before, "lines": lines, "meanwhile": meanwhile}


def flooded() -> dict[str, Any]:
    """A request whose head does not end is broken off, before it takes a megabyte."""
    server, port = serving()
    sent, answer = 0, b""
    try:
        with socket.create_connection(("127.0.0.1", port), 10) as line, suppress(OSError):
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
            line.settimeout(0.05)
            while sent < 2**20 and not answer:
                line.sendall(b"a" * 2**13)
                sent += 2**13
                with suppress(TimeoutError):
                    answer = line.recv(100)
    finally:
        server.terminate()
        server.wait(20)
    return {"broken off": sent < 2**20, "answer": answer[:12].decode()}


def serving() -> tuple[subprocess.Popen[bytes], int]:
    """A server process, and the port that it listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    line = [sys.executable, "-m", "legation.server", "serve", "--port", str(port)]
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    server = subprocess.Popen(line, env=env, stderr=subprocess.DEVNULL)
    while server.poll() is None:
        with suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/health")
            return server, port
        time.sleep(0.1)
    raise OSError("the server does not come up")


class Ear:
    """A player's browser, as far as it hears events."""

    def __init__(self, port: int, user: User, row: Game) -> None:
        client = Client()
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        cookie = client.cookies["sessionid"].value
        self.here = f"http://127.0.0.1:{port}"
        self.page = f"/games/{row.slug}/events"
        self.client = httpx.Client(cookies={"sessionid": cookie}, timeout=20)
        self.heard: queue.Queue[str] = queue.Queue()
        self.last = ""
        self.answer: httpx.Response | None = None

    def ask(self, path: str) -> httpx.Response:
        """The answer to a request."""
        return self.client.get(self.here + path)

    def listen(self) -> None:
        """Begins to hear, from the last event on that was heard."""
        headers = {"Last-Event-ID": self.last} if self.last else {}
        request = self.client.build_request("GET", self.here + self.page, headers=headers)
        self.answer = self.client.send(request, stream=True)
        assert self.answer.headers["Content-Type"] == "text/event-stream"
        lines = self.answer.iter_lines()
        while not self.last:
            self._note(next(lines))
        threading.Thread(target=self._hear, args=(lines,), daemon=True).start()

    def _hear(self, lines: Iterator[str]) -> None:
        with suppress(httpx.HTTPError, OSError):
            for line in lines:
                self._note(line)

    def _note(self, line: str) -> None:
        if line.startswith("id: "):
            self.last = line.removeprefix("id: ")
        if line.startswith("data: "):
            self.heard.put(line.removeprefix("data: "))

    def hear(self, kind: str, patience: float = 15) -> bool:
        """Is an event of this kind heard, among others?"""
        until = time.monotonic() + patience
        while (left := until - time.monotonic()) > 0:
            with suppress(queue.Empty):
                if self.heard.get(timeout=left) == kind:
                    return True
        return False

    def hang_up(self) -> None:
        """Loses the line."""
        if self.answer is not None:
            self.answer.close()


TASKS = {
    "killed": killed,
    "raced": raced,
    "silent": silent,
    "ahead": ahead,
    "closed": closed,
    "away": away,
    "busy": busy,
    "streamed": streamed,
    "deaf": deaf,
    "flooded": flooded,
}
