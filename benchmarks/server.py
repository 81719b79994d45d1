"""How quick the server is, and how heavy its pages: each against a server of its own, here.

    python benchmarks/server.py board players weight ready deadlines lookups
    python benchmarks/server.py players --players 100 --seconds 30

**board**: the board page among 200 games on SQLite, asked for in this process,
from the request to the last byte, gzip and all; the wall clock, and processor
time, apart for the first look at each game since the process began.
**pieces**: what a change on a board of Standard, on its master's desk and in a thread of
press costs in this process, asked for as a whole page and in pieces, by turns; medians of
processor time, and how often the database is asked.
**players**: players on two server processes that have drawn all boards, each with an open stream of
events, who come to the board, save a sheet, are ready or look at the lobby, every
four to six seconds; they keep what they were sent as a browser does, ask whether it
changed, and of what their streams tell them they ask for what a board asks for: its
menu after a sheet that was written elsewhere, its line after a Ready. With `--mix pages`,
as before there were pieces, they look at the board, its menu or the lobby, or save, and hear
without asking.
**weight**: what Chromium loads for a board with an empty cache, as
sent, and when it can be played on at 1.6 Mbit/s and 150 ms.
**ready**: a live game of two people, desk and phone, with its worker: from the
last Ready until its arrows, and the new board, are in both windows.
**deadlines**: phases that end at one moment, two worker processes, PostgreSQL.
**lookups**: what workers, streams and lists ask again and again, of 10,000 games
with 360,000 events, or of `--many`, on SQLite and on PostgreSQL.

Nothing but this machine is asked. Prints the rows of tables for `results.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import server_games

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
MBIT, DELAY = 1.6, 150
SOON = 0.5
"""Seconds that a board waits after a Ready for more of them."""
SHEETS = ("A Par - Bur", "A Vie - Gal\nF Tri - Alb", "", "F Lon - NTH\nA Lpl - Yor", "A Mun - Ruh")


def per_cent(values: Sequence[float], part: float) -> float:
    """The value that so many per cent of all do not pass."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part / 100))]


def row(*cells: object) -> None:
    """Prints a row of a table."""
    print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)


@contextmanager
def serving(env: dict[str, str], *words: str) -> Iterator[str]:
    """A server on a free port of this machine; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "legation.server", "serve", "--port", str(port), *words]
    server = subprocess.Popen(line, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                urlopen(f"http://127.0.0.1:{port}/accounts/sign-in/", timeout=5).close()
            except OSError:
                time.sleep(0.2)
            else:
                break
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


def board(folder: Path, options: argparse.Namespace) -> None:
    """Server time of the board page."""
    server_games.begin(folder)
    import boards
    from django.test import Client

    games, dice = server_games.played(options.games), random.Random(1)
    client = Client(headers={"accept-encoding": "gzip", "host": "localhost"})
    client.cookies["sessionid"] = server_games.session(boards.user("Anna"))
    client.get("/games/")  # imports, and the templates
    first = dice.sample(games, len(games))
    again = [dice.choice(games) for _ in range(options.requests)]
    for name, asked in (("first look", first), ("later", again)):
        walls, cpus, sizes = [], [], []
        for game in asked:
            wall, cpu = time.perf_counter(), time.process_time()
            answer = client.get(f"/games/{game.slug}/")
            walls.append((time.perf_counter() - wall) * 1e3)
            cpus.append((time.process_time() - cpu) * 1e3)
            assert answer.status_code == 200, answer.status_code
            sizes.append(len(answer.content) / 1e3)
        for clock, times in (("wall", walls), ("processor", cpus)):
            p50, p95 = (f"{per_cent(times, part):.1f}" for part in (50, 95))
            row(f"board, {name}, {clock}", f"{len(asked)} requests", p50, p95, "ms")
    row(
        "board, page",
        f"{len(games)} games",
        f"{per_cent(sizes, 50):.1f}",
        f"{max(sizes):.1f}",
        "kB",
    )


def pieces(folder: Path, options: argparse.Namespace) -> None:
    """What a change costs the server on a board, a desk, and in a thread of press."""
    server_games.begin(folder)
    import server_parts
    import tables as rows

    game = rows.started(*POWERS, mastered=True)
    for _ in range(4):
        rows.time_is_up(game)
    game = rows.fresh(game)
    player, master = (_signed_in(rows.person(name)) for name in ("France", "Master"))
    pages = {
        "board": server_parts.board(player, game),
        "desk": server_parts.desk(master, game),
        "thread": server_parts.thread(player, game, rows.person("Austria"), "1-3"),
    }
    for name, page in pages.items():
        page.measured(3)  # imports, templates, pictures
        asked = page.queries()
        for (what, which), costs in sorted(page.measured(options.rounds * 20).items()):
            times, sizes = zip(*costs, strict=True)
            row(
                f"pieces of a {name}, {what}",
                which,
                f"{len(costs)} times",
                f"{server_parts.told(list(times))} ms",
                f"{per_cent(sizes, 50):.1f} kB",
                f"{asked[what, which]} queries",
            )


def _signed_in(user: Any) -> Any:
    """A browser of somebody's, with the cookie that its forms go with."""
    from django.test import Client

    client = Client(headers={"accept-encoding": "gzip", "host": "localhost"})
    client.cookies["sessionid"] = server_games.session(user)
    client.get("/accounts/sign-in/")
    return client


MIXES = {
    "browser": ("comes", "comes", "save", "save", "save", "save", "ready", "lobby"),
    "pages": ("board", "menu", "save", "save", "board", "lobby"),
}
"""What players do, each as likely as the next."""
DOING = ("board", "menu", "line", "save", "ready", "lobby")


class Player:
    """One player: what he asks for, and how long it took."""

    def __init__(
        self, client: Any, slug: str, dice: random.Random, counted: float, mix: str
    ) -> None:
        self.client, self.slug, self.dice, self.counted = client, slug, dice, counted
        self.mix = mix
        self.token = self.ground = ""
        self.settled = False
        self.told = 0  # the event by which this window hears of its own last save
        self.saving = asyncio.Lock()
        self.asking: set[asyncio.Task[None]] = set()  # of what was heard
        self.soon: asyncio.TimerHandle | None = None
        self.times: dict[str, list[float]] = {}
        self.had: dict[str, tuple[str, str]] = {}  # what a browser keeps: mark and page
        self.same = 0
        self.wrong: list[str] = []
        self.heard = 0
        self.until = counted

    async def play(self, until: float) -> None:
        """Looks and orders."""
        await asyncio.sleep(self.dice.random() * 5)
        while time.monotonic() < until:
            await self._do(self.dice.choice(MIXES[self.mix]))
            await asyncio.sleep(4 + 2 * self.dice.random())
        await asyncio.gather(*self.asking)

    async def _do(self, what: str) -> None:
        base = f"/games/{self.slug}/"
        if what == "menu":
            await self._ask(what, "GET", f"{base}menu")
        elif what == "lobby":
            await self._ask(what, "GET", "/games/")
        elif what == "line":
            await self._ask(what, "GET", f"{base}?parts=line&ground={self.ground}")
        elif what in ("save", "ready") and self.token:
            data = {"serial": "0", "typed": self.dice.choice(SHEETS)}
            if what == "ready":  # an empty sheet has no fault that would keep it from being ready
                data |= {"typed": "", "ready": "no" if self.settled else "sure"}
            head = {"X-CSRFToken": self.token, "Accept": "application/json"}
            async with self.saving:
                said = await self._ask(what, "POST", f"{base}sheet", data=data, headers=head)
            self.settled = '"settled": true' in said
            told = re.search(r'"told": (\d+)', said)
            self.told = max(self.told, int(told[1])) if told else self.told
        else:
            page = await self._ask("board", "GET", base)
            found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
            self.token = found[1] if found else self.token
            ground = re.search(r'data-ground="(\w+)"', page)
            self.ground = ground[1] if ground else self.ground
            if what == "comes":
                await self._do("menu")

    def _hear(self, kind: str, number: int) -> None:
        """What a board asks for when it hears of something; a line once for several."""
        if self.mix == "pages" or not self.token or time.monotonic() > self.until:
            return
        if kind == "sheet":
            self._follow(self._of_sheet(number))
            return
        if self.soon:
            self.soon.cancel()
        self.soon = asyncio.get_running_loop().call_later(
            SOON, lambda: self._follow(self._do("line"))
        )

    async def _of_sheet(self, number: int) -> None:
        """The menu, unless it is one's own save that is heard of."""
        async with self.saving:
            own = number <= self.told
        if not own:
            await self._do("menu")

    def _follow(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def listen(self, until: float) -> None:
        """Keeps a stream of events open."""
        self.until = until
        try:
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                address = f"/games/{self.slug}/events"
                number = 0
                async with self.client.stream("GET", address, timeout=None) as stream:
                    async for line in stream.aiter_lines():
                        self.heard += 1
                        if line.startswith("id: "):
                            number = int(line.rpartition(".")[2])
                        if line.startswith("event: "):
                            self._hear(line.removeprefix("event: "), number)
        except TimeoutError:
            pass

    async def _ask(self, what: str, method: str, address: str, **more: Any) -> str:
        mark, page = self.had.get(address, ("", "")) if method == "GET" else ("", "")
        if mark:
            more["headers"] = {"If-None-Match": mark}
        began = time.perf_counter()
        try:
            answer = await self.client.request(method, address, **more)
        except Exception as error:  # whatever it was, a player had no answer
            self.wrong.append(f"{what}: {error!r}")
            return ""
        if time.monotonic() > self.counted:
            self.times.setdefault(what, []).append((time.perf_counter() - began) * 1e3)
            self.same += answer.status_code == 304
        if answer.status_code == 304 and mark:
            return page
        if answer.status_code != 200:
            self.wrong.append(f"{what}: {answer.status_code}")
        elif "ETag" in answer.headers:
            self.had[address] = answer.headers["ETag"], answer.text
        return str(answer.text)


def players(folder: Path, options: argparse.Namespace) -> None:
    """Many players at once."""
    env = server_games.begin(folder)
    seats = server_games.full(POWERS, -(-options.players // len(POWERS)))[: options.players]
    sat = [(game.slug, server_games.session(user)) for game, _, user in seats]
    work = [sys.executable, "-m", "legation.server", "work"]
    with serving(env, "--processes", "2") as url:
        worker = subprocess.Popen(work, env=env, stderr=subprocess.DEVNULL)
        try:
            print(f"boards were drawn for {settled():.0f} s", flush=True)
            found, busy, own = asyncio.run(_all_play(url, sat, options))
        finally:
            worker.terminate()
            worker.wait(20)
    wrong = [text for player in found for text in player.wrong]
    for what in (*DOING, "all"):
        times = [t for p in found for k, ts in p.times.items() if what in (k, "all") for t in ts]
        if not times:
            continue
        p50, p95 = (f"{per_cent(times, part):.0f}" for part in (50, 95))
        row(f"players, {what}", f"{len(times)} requests", p50, p95, "ms")
    asked = sum(len(times) for player in found for times in player.times.values())
    share, each = busy / options.seconds, busy / max(asked, 1) * 1e3
    row("players, processor", f"{share:.0%} of one", f"{each:.1f}", "", "ms a request, all in all")
    row("players, who asks", f"{own / options.seconds:.0%} of one processor", "", "", "")
    row("players, not changed (304)", f"{sum(p.same for p in found)} of {asked}", "", "", "")
    heard = sum(1 for player in found if player.heard)
    row(
        "players, errors",
        f"{len(wrong)}, streams that were heard {heard} of {len(found)}",
        "",
        "",
        "",
    )
    for text in wrong[:5]:
        print("   ", text)


async def _all_play(
    url: str, sat: Sequence[tuple[str, str]], options: argparse.Namespace
) -> tuple[list[Player], float, float]:
    """The players, after they have played; the processor time that it took, and their own."""
    import httpx

    # Before the clock runs: a client that could speak TLS takes long to make, and there are many.
    keeps = httpx.Limits(keepalive_expiry=60)  # as browsers do: they come to the open connection
    clients = [
        httpx.AsyncClient(
            base_url=url, cookies={"sessionid": key}, timeout=30, verify=False, limits=keeps
        )
        for _, key in sat
    ]
    counted = time.monotonic() + options.warm
    until = counted + options.seconds
    found = [
        Player(client, slug, random.Random(number), counted, options.mix)
        for number, (client, (slug, _)) in enumerate(zip(clients, sat, strict=True))
    ]
    playing = asyncio.gather(*(p.play(until) for p in found), *(p.listen(until) for p in found))
    await asyncio.sleep(options.warm)
    before, own = processor_time(), time.process_time()
    await playing
    took, own = processor_time() - before, time.process_time() - own
    for player in found:
        await player.client.aclose()
    return found, took, own


def processor_time() -> float:
    """Seconds of processor that this process's children, and theirs, have used."""
    parents, used = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(file.parent.name)] = int(words[1])
        used[int(file.parent.name)] = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used[pid] for pid in ours - {os.getpid()})


def settled(most: float = 180) -> float:
    """Waits until servers that have started draw no more boards; how long that was."""
    began, used = time.monotonic(), processor_time()
    while time.monotonic() - began < most:
        time.sleep(2)
        before, used = used, processor_time()
        if used - before < 0.2:
            break
    return time.monotonic() - began


def weight(folder: Path, options: argparse.Namespace) -> None:
    """What a board weighs in Chromium, and when it can be played on."""
    del options
    env = server_games.begin(folder)
    import boards
    from playwright.sync_api import sync_playwright

    games = [(v, boards.begin(v, phases=1).slug) for v in server_games.VARIANTS]
    key = server_games.session(boards.user("Anna"))
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with serving(env) as url, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for variant, slug in games * 2:  # the first round warms the server
            context = browser.new_context(viewport={"width": 390, "height": 844})
            context.add_cookies([{"name": "sessionid", "value": key, "url": url}])
            page = context.new_page()
            line = context.new_cdp_session(page)
            sizes: list[int] = []
            line.send("Network.enable")
            bits = {"downloadThroughput": MBIT * 1e6 / 8, "uploadThroughput": 750e3 / 8}
            line.send(
                "Network.emulateNetworkConditions", {"offline": False, "latency": DELAY, **bits}
            )
            line.on(
                "Network.loadingFinished", lambda said, s=sizes: s.append(said["encodedDataLength"])
            )
            began = time.perf_counter()
            page.goto(f"{url}/games/{slug}/", wait_until="commit")
            page.wait_for_selector("#board[data-menu=there]")
            usable = time.perf_counter() - began
            page.wait_for_load_state("load")
            page.wait_for_timeout(800)
            row(
                f"weight, {variant}",
                f"{sum(sizes) / 1e3:.0f} kB in {len(sizes)} files",
                f"{usable:.2f} s",
            )
            context.close()
        browser.close()


def ready(folder: Path, options: argparse.Namespace) -> None:
    """From the last Ready of a live game until what came of it is drawn in both windows."""
    from playwright.sync_api import sync_playwright

    sys.path.append(str(server_games.TESTS / "browser"))
    from serving import DESK, PHONE, signed_in
    from serving import serving as served

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for number in range(options.rounds):
            here = folder / str(number)
            here.mkdir()
            with served(here, "live_table.py", "--with-worker") as server:
                pages = []
                views: dict[str, Any] = {"Anna": DESK, "Max": PHONE}
                for who, view in views.items():
                    context = browser.new_context(viewport=view)
                    signed_in(context, server.url, server.made["sessions"][who])
                    pages.append(context.new_page())
                    pages[-1].goto(f"{server.url}/games/{server.made['game']}/")
                    pages[-1].wait_for_selector("#board[data-menu=there]")
                pages[0].click("#ready")
                pages[1].wait_for_selector("#line .awaited:text-is('waits for Germany')")
                began = time.perf_counter()
                pages[1].click("#ready")
                for page in pages:
                    page.wait_for_selector(".came svg")
                drawn = time.perf_counter() - began
                for page in pages:
                    page.wait_for_selector("#line .phase:has-text('Autumn 1901')")
                there = time.perf_counter() - began
                row("ready", f"arrows in both windows after {drawn:.2f} s", f"board {there:.2f} s")
                for page in pages:
                    page.context.close()
        browser.close()


def deadlines(folder: Path, options: argparse.Namespace) -> None:
    """Many phases that end at once."""
    sys.path += [str(server_games.TESTS), str(server_games.TESTS / "server")]
    import postgres

    server = postgres.make(folder / "server")
    env = server_games.begin(folder, postgres.database(server, "bench"))
    from django.db import transaction
    from django.utils import timezone

    from legation.server.games.models import DUE, Deadline, Game

    server_games.due_at_once(options.deadlines, timezone.now() + timedelta(days=1))
    work = [sys.executable, "-m", "legation.server", "work"]
    workers = [subprocess.Popen(work, env=env, stderr=subprocess.DEVNULL) for _ in range(2)]
    try:
        time.sleep(8)  # they have started, and find nothing
        began, until = time.monotonic(), time.monotonic() + options.most
        before = processor_time()
        with transaction.atomic():
            Game.objects.update(due=timezone.now())
            Deadline.objects.filter(kind=DUE).update(due_at=timezone.now())
        open_ones = Deadline.objects.filter(kind=DUE, serial=0, done_at=None)
        while open_ones.exists() and time.monotonic() < until:
            time.sleep(0.2)
        took, left = time.monotonic() - began, open_ones.count()
        each = (processor_time() - before) / options.deadlines * 1e3
        once = Game.objects.filter(serial=1, version=2).count()
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait(60)
        server.cleanup()
    done = f"{options.deadlines} at once, {left} left, {once} played on once"
    row("deadlines", done, f"{took:.1f} s", f"{each:.0f} ms of a worker's processor each")


def lookups(folder: Path, options: argparse.Namespace) -> None:
    """What is asked again and again, on SQLite."""
    server_games.begin(folder)
    _look_up("SQLite", options)


def lookups_postgresql(folder: Path, options: argparse.Namespace) -> None:
    """The same, on PostgreSQL."""
    sys.path += [str(server_games.TESTS), str(server_games.TESTS / "server")]
    import postgres

    server = postgres.make(folder / "server")
    try:
        server_games.begin(folder, postgres.database(server, "bench"))
        _look_up("PostgreSQL", options)
    finally:
        server.cleanup()


def _look_up(name: str, options: argparse.Namespace) -> None:
    import server_lookups
    import tables as rows

    rows.started(*POWERS)
    server_lookups.fill(options.many)
    row(f"look-ups, {name}", server_lookups.held())
    for what, look in server_lookups.looks().items():
        look()
        times = server_lookups.timed(look, options.looks)
        least, p50, p95 = (f"{per_cent(times, part):.1f}" for part in (0, 50, 95))
        row(f"look-up, {what}, {name}", f"{len(times)} times", least, p50, p95, "ms")


PARTS: dict[str, Callable[[Path, argparse.Namespace], None]] = {
    "board": board,
    "pieces": pieces,
    "players": players,
    "weight": weight,
    "ready": ready,
    "deadlines": deadlines,
    "lookups": lookups,
    "lookups-postgresql": lookups_postgresql,
}


def main() -> None:
    """Does the parts that are asked for, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--many", type=int, default=10_000, help="games that are looked up")
    parser.add_argument("--looks", type=int, default=50, help="how often each look-up is timed")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--mix", choices=[*MIXES], default="browser", help="what players ask for")
    parser.add_argument("--warm", type=float, default=30, help="seconds before it counts")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--deadlines", type=int, default=1000)
    parser.add_argument(
        "--rounds", type=int, default=5, help="games that are ended by a Ready; twenty of pieces"
    )
    parser.add_argument("--most", type=float, default=180, help="seconds to wait for deadlines")
    options = parser.parse_args()
    if len(options.parts) == 1:
        folder = Path(tempfile.mkdtemp(prefix="legation-bench-"))
        try:
            print(f"load {os.getloadavg()[0]:.1f} before")
            PARTS[options.parts[0]](folder, options)
            print(f"load {os.getloadavg()[0]:.1f} after")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return
    rest = [f"--{n}={v}" for n, v in vars(options).items() if n != "parts"]
    for part in options.parts or PARTS:
        subprocess.run([sys.executable, __file__, part, *rest], check=False)


if __name__ == "__main__":
    main()
