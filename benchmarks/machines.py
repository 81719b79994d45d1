"""Two web machines and three workers on one PostgreSQL, while machines fail: here, in a minute.

    python benchmarks/machines.py
    python benchmarks/machines.py --games 14 --phases 8

Each machine is a network namespace of its own, and `legation serve` or `legation
work` runs on it; where no namespace may be made, it is an address of this one.
Seven people play each game: each hears at one web machine and writes at the
other. A phase ends when all are ready, by whichever worker is first. On the way
one worker dies with a phase in hand, one web machine is killed and comes back,
and a worker's and a web machine's cables are pulled out for a while.

Wanted: all are told once of every phase, whichever machine tells them; both
machines show the same board; each phase is ended once, with one letter to each;
whatever was acknowledged is there. The auditor of `docs/chaos.md` looks at the
database in the end. Prints the rows of a table; exit code 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

from network import Machine, Network, go_apart, postgresql

if TYPE_CHECKING:
    from audit import Found
    from office import Office
    from people import Figures, Person
    from players import Seat

TESTS = Path(__file__).parents[1] / "tests"
LEASE, OUT = 3, 5.0
"""Seconds: of a worker's claim, and of a cable's being out; the second is the longer."""
LOOKS = 20_000
"""Milliseconds between two looks of a server, of which it skips nine while it hears of events."""
_SERIAL = re.compile(r'data-serial="(\d+)"')
_PHASE = re.compile(r'<span class="phase">([^<]+)</span>')


class Company:
    """The machines, the people, and what goes wrong."""

    def __init__(self, network: Network, dice: random.Random) -> None:
        self.network, self.dice = network, dice
        self.webs = [network.machine(f"web {letter}") for letter in "AB"]
        self.workers = [network.machine(f"worker {number}") for number in (1, 2, 3)]
        self.people: list[Person] = []
        self.happened: list[str] = []

    def start(self) -> None:
        """Starts all; the first worker will die with a phase in hand."""
        for web in self.webs:
            self.serve(web)
        for web in self.webs:
            assert web.answers(60), f"{web.name} does not answer"
        for worker in self.workers:
            dies = {"LEGATION_DIE_AT": "transaction-open"} if worker is self.workers[0] else {}
            worker.start("work", LEGATION_POLL_MS="200", **dies)

    def serve(self, web: Machine) -> None:
        """Starts a web machine."""
        web.start("serve", "--host", web.address, "--port", "8000", LEGATION_POLL_MS=str(LOOKS))

    async def goes_wrong(self, wanted: int) -> None:
        """One thing after the other, each when so much more has been handed in."""
        from people import until

        def handed_in(part: float) -> object:
            return lambda: sum(len(each.sent) for each in self.people) >= wanted * part

        first, second, _ = self.workers
        await until(handed_in(0.1), "sheets are handed in", 900)
        await until(lambda: not first.lives, "a worker comes to a phase", 30)
        self._note(f"{first.name} died with a phase in hand")
        await until(handed_in(0.3), "sheets are handed in", 900)
        a, b = self.webs
        b.kill()
        self._note(f"{b.name} killed")
        first.start("work", LEGATION_POLL_MS="200")
        await asyncio.sleep(3)
        self.serve(b)
        assert await asyncio.to_thread(b.answers, 30), f"{b.name} does not come back"
        for each in self.people:
            each.go_home()
        await until(handed_in(0.5), "sheets are handed in", 900)
        await self._cut(second)
        await until(handed_in(0.7), "sheets are handed in", 900)
        await self._cut(a)

    async def _cut(self, machine: Machine) -> None:
        machine.pull(out=True)
        how = "cut off" if self.network.apart else "stopped"
        self._note(f"{machine.name} {how} for {OUT:.0f} s")
        await asyncio.sleep(OUT)
        machine.pull(out=False)

    def _note(self, what: str) -> None:
        self.happened.append(what)
        print(f"  {what}", flush=True)


async def played(company: Company, seats: Sequence[Seat], phases: int) -> Figures:
    """Plays so many phases of all games, while things go wrong."""
    from people import Figures, Person

    figures, urls = Figures(), [web.url for web in company.webs]
    for number, seat in enumerate(seats):
        dice = random.Random(company.dice.random())
        company.people.append(Person(seat, urls, number % 2, figures, dice))
    games: dict[int, list[Person]] = {}
    for each in company.people:
        games.setdefault(each.seat.game, []).append(each)
    listening = [asyncio.ensure_future(each.listen()) for each in company.people]
    await asyncio.sleep(2)  # all listen
    try:
        await asyncio.gather(
            company.goes_wrong(len(seats) * phases),
            *(game(people, phases, figures, company.dice) for people in games.values()),
        )
        for people in games.values():
            seen = {_shown(await each.page(web)) for each in people[:2] for web in (0, 1)}
            assert len(seen) == 1, f"two machines show two boards of {people[0].seat.slug}: {seen}"
    finally:
        for line in listening:
            line.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for each in company.people:
            await each.leave()
    return figures


async def game(
    people: Sequence[Person], phases: int, figures: Figures, dice: random.Random
) -> None:
    """Plays a game: all are ready, and wait until each of them has been told."""
    from people import until

    for serial in range(phases):
        for each in dice.sample(list(people), len(people)):
            await asyncio.sleep(dice.uniform(0, 0.6))
            await each.save(serial)
        ready = time.monotonic()
        slug = people[0].seat.slug
        await until(partial(_all_told, people, serial), f"{slug}: all are told of phase {serial}")
        figures.ended += [each.told_of(serial) - ready for each in people]


def _all_told(people: Sequence[Person], serial: int) -> bool:
    return all(len(each.phases) > serial for each in people)


def _shown(page: str) -> tuple[str, str]:
    serial, phase = _SERIAL.search(page), _PHASE.search(page)
    assert serial
    assert phase
    return serial[1], phase[1]


def asleep(figures: Figures) -> list[str]:
    """Whether streams woke when a server looked by itself, not when something was told."""
    late = [wake for wake in figures.wakes if wake > LOOKS / 2000]
    return [f"{len(late)} streams slept on"] if len(late) * 10 > len(figures.wakes) else []


def wrong(company: Company, phases: int) -> list[str]:
    """Who was not told once of each phase."""
    return [
        f"{each.seat.slug}, {each.seat.power}: {phases} phases have ended, he was told {ids}"
        for each in company.people
        if len(ids := each.phases) != phases or len(set(ids)) != phases
    ]


def rows(company: Company, figures: Figures, found: Found, phases: int) -> Iterator[str]:
    """The figures, as rows of a table."""
    from legation.server.games.models import DUE, Deadline

    def two(times: Sequence[float]) -> str:
        parts = quantiles(times, n=20)
        return f"{parts[9] * 1e3:.0f}, {parts[18] * 1e3:.0f} ms"

    people = company.people
    told = [event for each in people for event in each.told if event.kind == "phase"]
    by = Counter(Deadline.objects.filter(kind=DUE, done_at__isnull=False).values_list("claimed_by"))
    ended = {
        worker.name: sum(n for (who,), n in by.items() if int(who.split(":")[1]) in worker.pids)
        for worker in company.workers
    }
    yield f"people, games, phases | {len(people)}, {len(people) // 7}, {found.phases}"
    yield f"phases ended by each worker | {', '.join(str(n) for n in ended.values())}"
    at = Counter(event.web for event in told)
    yield f"told of a phase: wanted, told, of these by A and B | {len(people) * phases}, " + (
        f"{len(told)}, {at[0]} and {at[1]}"
    )
    again = sum(each.begins - 1 for each in people)
    yield f"streams that went on at another machine or again | {again}"
    yield f"sheets acknowledged by A, by B; asked again elsewhere | {figures.asked[0]}, " + (
        f"{figures.asked[1]}; {figures.unanswered}"
    )
    yield f"sent to one machine, heard from the other ({len(figures.wakes)}) | {two(figures.wakes)}"
    yield f"last sheet of a phase until each hears that it is over | {two(figures.ended)}"
    yield f"letters taken; again | {found.letters}; {found.letters_again}"
    yield f"lost, doubled, otherwise wrong | {len(found.lost)}, {len(found.doubled)}, " + (
        f"{len(found.wrong)}"
    )


def environment(network: Network, folder: Path, database: str, mail: Office) -> dict[str, str]:
    """What all processes are told: where the database and the mail server are."""
    return {
        "DJANGO_SETTINGS_MODULE": "legation.server.settings",
        "LEGATION_CONFIG": os.devnull,
        "LEGATION_DATA": str(folder),
        "LEGATION_SECRET_KEY": secrets.token_hex(32),
        "LEGATION_LEASE": str(LEASE),
        "LEGATION_PATIENCE": "2",
        "LEGATION_HOSTS": ",".join(f"{network.net}.{number}" for number in range(1, 9)),
        "DATABASE_URL": database,
        "EMAIL_URL": f"smtp://{network.here}:{mail.server_address[1]}",
    }


def run(folder: Path, stack: ExitStack, asked: argparse.Namespace) -> bool:
    """Starts all of it, plays, and looks; was anything wrong?"""
    from office import Office

    network = Network(folder, stack)
    print("each machine in a network of its own" if network.apart else "no network can be made")
    mail = stack.enter_context(Office(network.here))
    stack.callback(mail.shutdown)
    database = stack.enter_context(postgresql(folder, network.here))
    os.environ |= environment(network, folder, database, mail)
    network.env = dict(os.environ)
    import django

    django.setup()
    from audit import audit
    from people import OPENINGS
    from performance import begin, settle
    from players import Ledger

    seats = begin(asked.games, tuple(OPENINGS))
    company = Company(network, random.Random(asked.seed))
    company.start()
    began = time.monotonic()
    figures = asyncio.run(played(company, seats, asked.phases))
    took, late = time.monotonic() - began, settle()
    found = audit(
        Ledger(sheets=[sent for each in company.people for sent in each.sent]), mail.taken
    )
    found.wrong += late + asleep(figures)
    found.doubled += wrong(company, asked.phases)
    print(f"| {took:.0f} s, load {os.getloadavg()[0]:.1f} | |\n|---|---|")
    for each in rows(company, figures, found, asked.phases):
        print(f"| {each} |")
    for each in found.all:
        print(f"  {each}")
    return bool(found.all)


def main() -> int:
    """Does it in a network of its own, and tidies."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=6, help="seven people in each")
    parser.add_argument("--phases", type=int, default=6, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    go_apart()
    sys.path += [str(TESTS), str(TESTS / "server"), str(TESTS / "chaos")]
    with tempfile.TemporaryDirectory(prefix="legation-machines-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL has a user of its own where this is root's
        try:
            bad = run(folder, stack, asked)
        except AssertionError as error:
            bad = True
            print(f"  {error}")
        if bad:
            print((folder / "said").read_text(errors="replace")[-6000:])
    return bad


if __name__ == "__main__":
    sys.exit(main())
