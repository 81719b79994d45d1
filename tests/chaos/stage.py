"""The stage: two servers and two workers on one database, who come back when they die."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from office import Office
from places import Place

WEB, WORK = "serve", "work"
HERE = Path(__file__).parent
_ENDS = 180.0  # seconds that the programs have for their end: the machine may be very busy
LEASE, PATIENCE = 2, 1
"""Seconds; short, so that much can go wrong in a minute."""


class Process:
    """A server or a worker: the process that plays it now, and those that will."""

    def __init__(self, kind: str, port: int = 0) -> None:
        self.kind, self.port = kind, port
        self.pid = 0
        self.stage = "-"

    @property
    def alive(self) -> bool:
        """Does it live?"""
        if not self.pid:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def signal(self, number: int) -> None:
        """Sends a signal to it, if it lives."""
        if self.alive:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


class Stage:
    """Everything that runs; whoever dies is started again until it is `over`."""

    def __init__(self, place: Place, mail: Office) -> None:
        self.place, self.mail, self.log = place, mail, place.folder / "said"
        self.processes = [Process(WEB, free_port()), Process(WEB, free_port())]
        self.processes += [Process(WORK), Process(WORK)]
        self.deaths = 0
        self.over = False
        self._lock = threading.Lock()
        self._zygote = subprocess.Popen(
            [sys.executable, str(HERE / "zygote.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log.open("ab"),
            text=True,
        )
        self._keeper = threading.Thread(target=self._keep, daemon=True)

    def begin(self) -> None:
        """Starts all, and keeps them."""
        for each in self.processes:
            self._start(each)
        for web in self.of(WEB):
            wait_for(lambda web=web: answers(web.port), 60)
        self._keeper.start()

    def of(self, kind: str) -> list[Process]:
        """The servers, or the workers."""
        return [each for each in self.processes if each.kind == kind]

    def pids(self) -> list[int]:
        """Of all that live."""
        return [each.pid for each in self.processes if each.alive]

    def ports(self) -> list[int]:
        """Where players may ask."""
        return [each.port for each in self.of(WEB)]

    def die_at(self, kind: str, stage: str, patience: float) -> bool:
        """Whoever comes to a stage dies there; did somebody?

        All of a kind are replaced by ones that die, so that nobody else does it.
        """
        before = self.deaths
        for each in self.of(kind):
            each.stage = stage
            each.signal(signal.SIGKILL)
        found = wait_for(lambda: self.deaths >= before + len(self.of(kind)) + 1, patience)
        for each in self.of(kind):
            each.stage = "-"
            each.signal(signal.SIGKILL)
        return found

    def end(self) -> None:
        """Ends all."""
        self.over = True
        if self._keeper.is_alive():
            self._keeper.join(_ENDS)
        for each in self.processes:
            each.signal(signal.SIGKILL)
        assert self._zygote.stdin is not None
        self._zygote.stdin.close()
        self._zygote.wait(_ENDS)
        self.mail.shutdown()
        self.mail.server_close()

    def _start(self, process: Process) -> None:
        words = [process.kind]
        if process.kind == WEB:
            words += ["--port", str(process.port)]
        with self._lock:
            assert self._zygote.stdin is not None
            assert self._zygote.stdout is not None
            print(self.log, process.stage, *words, file=self._zygote.stdin, flush=True)
            process.pid = int(self._zygote.stdout.readline())

    def _keep(self) -> None:
        while not self.over:
            for each in self.processes:
                if not each.alive and not self.over:
                    self.deaths += 1
                    self._start(each)
            time.sleep(0.05)


def environment(place: Place, mail: Office) -> dict[str, str]:
    """The settings of all processes."""
    tests = HERE.parent
    return {
        "DJANGO_SETTINGS_MODULE": "chaos_settings",
        "PYTHONPATH": os.pathsep.join(map(str, (HERE, tests, tests / "server"))),
        "DATABASE_URL": place.address,
        "CHAOS_CLOCK": str(place.clock),
        "LEGATION_DATA": str(place.folder),
        "LEGATION_LEASE": str(LEASE),
        "LEGATION_PATIENCE": str(PATIENCE),
        "LEGATION_POLL_MS": "100",
        "EMAIL_URL": f"smtp://127.0.0.1:{mail.server_address[1]}",
    }


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    """Does somebody listen there?"""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def wait_for(so: object, seconds: float) -> bool:
    """Waits until it is so, or the time is over."""
    assert callable(so)
    end = time.monotonic() + seconds
    while not so():
        if time.monotonic() > end:
            return False
        time.sleep(0.03)
    return True


def either(dice: random.Random, processes: list[Process]) -> Process:
    """One of them that lives, if any does."""
    living = [each for each in processes if each.alive]
    return dice.choice(living or processes)
