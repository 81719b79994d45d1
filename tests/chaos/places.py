"""Where the server's data lie, and what can happen to it there: SQLite, and PostgreSQL."""

import os
import resource
import sqlite3
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from postgres import database, make, start, stop

ROOM = "320m"
"""Of a disk of its own, where one can be had."""

# PostgreSQL looks for a function in `public` before its own: so its clock can jump.
_CLOCK = """
CREATE TABLE public.off_by (seconds double precision);
INSERT INTO public.off_by VALUES (0);
CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT pg_catalog.clock_timestamp()
    + make_interval(secs => (SELECT seconds FROM public.off_by))';
"""
_FIRST = "options=-c%20search_path%3Dpublic,pg_catalog"


def own_disk(folder: Path) -> bool:
    """Mounts a small disk in memory there, if one may."""
    line = ["mount", "-t", "tmpfs", "-o", f"size={ROOM},mode=777", "chaos", str(folder)]
    with suppress(OSError):
        return subprocess.run(line, capture_output=True).returncode == 0
    return False


class Place(ABC):
    """A folder with a database in it; `disk`: it is a disk of its own."""

    address = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir()
        self.data.chmod(0o777)
        self.disk = own_disk(self.data)
        self.clock = folder / "off-by"
        self._ballast = self.data / "ballast"

    def close(self) -> None:
        """Gives the disk back."""
        if self.disk:
            subprocess.run(["umount", "-l", str(self.data)], check=True)

    @contextmanager
    def full(self, processes: Iterable[int]) -> Iterator[None]:
        """No room is left; where there is no disk of its own, no file of these may grow."""
        if not self.disk:
            yield from self._no_file_grows(processes)
            return
        left = os.statvfs(self.data)
        with self._ballast.open("wb", buffering=0) as file:
            with suppress(OSError):
                os.posix_fallocate(file.fileno(), 0, left.f_bavail * left.f_frsize)
            with suppress(OSError):
                while True:
                    file.write(b"x" * 4096)
        try:
            yield
        finally:
            self._ballast.unlink()

    def _no_file_grows(self, processes: Iterable[int]) -> Iterator[None]:
        before = {}
        for pid in processes:
            with suppress(ProcessLookupError):
                before[pid] = resource.prlimit(
                    pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY)
                )
        try:
            yield
        finally:
            for pid, limit in before.items():
                with suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)

    @abstractmethod
    def jump(self, seconds: float) -> None:
        """The clock is off by so many seconds from now on."""

    @abstractmethod
    def held(self, game: int) -> AbstractContextManager[None]:
        """Somebody holds the row of a game, or all."""


class Sqlite(Place):
    """One file."""

    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.file = self.data / "legation.sqlite3"
        self.address = f"sqlite:///{self.file}"

    def jump(self, seconds: float) -> None:
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(str(seconds))
        fresh.rename(self.clock)

    @contextmanager
    def held(self, game: int) -> Iterator[None]:
        del game  # of a file, all
        own = sqlite3.connect(self.file, isolation_level=None, timeout=20)
        own.execute("BEGIN EXCLUSIVE")
        try:
            yield
        finally:
            own.execute("ROLLBACK")
            own.close()


class Postgres(Place):
    """A server of its own."""

    name = "postgresql"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.server = make(self.data / "server")
        self._own = database(self.server, "legation")
        self.address = f"{self._own}{'&' if '?' in self._own else '?'}{_FIRST}"
        self.ask(_CLOCK)

    def ask(self, line: str) -> None:
        import psycopg

        with psycopg.connect(self._own, autocommit=True) as own:
            own.execute(line.encode())

    def close(self) -> None:
        self.go_away()
        super().close()

    def jump(self, seconds: float) -> None:
        self.ask(f"UPDATE public.off_by SET seconds = {seconds}")

    @contextmanager
    def held(self, game: int) -> Iterator[None]:
        import psycopg

        with psycopg.connect(self._own) as own:
            own.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", (game,))
            yield
            own.rollback()

    def go_away(self) -> None:
        """The server stops, whoever is connected; it may have stopped by itself."""
        with suppress(subprocess.SubprocessError):
            stop(str(self.server.pgdata))

    def come_back(self) -> None:
        """It starts again; also after it has fallen over a full disk."""
        start(str(self.server.pgdata))
