"""The folder of a trial: what is played, and each finished game as soon as it is finished.

`trial.json` says what is played, `games.jsonl` has a line for each game (`Played`),
in the order in which they were finished; `saved` has the games that went wrong. A
line is written at once and at the end of the file, so that a run that is stopped
leaves at most one half line, which the next one takes away.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from legation.documents.packed import unpacked
from legation.errors import FileError, InputError, StateError
from legation.lab.played import Fault, Played
from legation.lab.trial import Task, Trial
from legation.table.saving.whole import write_whole

try:
    import fcntl
except ImportError:  # where there is none, nobody is kept from running two trials at once
    fcntl = None  # type: ignore[assignment]

TRIAL, GAMES, SAVED = "trial.json", "games.jsonl", "saved"


class Diary:
    """What was played of a trial so far; open, it takes more."""

    def __init__(self, folder: Path, trial: Trial, resume: bool = False) -> None:
        """Begins a folder, or opens one that was begun.

        Raises:
            InputError: where something is there and is not to be resumed, or
                another trial is.
            FileError: for a file that cannot be read or written.
            StateError: where another run writes there.
        """
        self.folder, self.trial = folder, trial
        self.played: dict[Task, Played] = {}
        begun = folder / TRIAL
        if begun.exists():
            self._check(begun, resume)
        elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(f"{folder} has other things in it; name a new folder with --out.")
        folder.mkdir(parents=True, exist_ok=True)
        self._file = os.open(folder / GAMES, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            self._read()
            write_whole(begun, msgspec.json.format(msgspec.json.encode(trial)).decode() + "\n")
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        sort: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    @property
    def missing(self) -> list[Task]:
        """The games that are still to be played."""
        return [task for task in self.trial.tasks if task not in self.played]

    def keep(self, played: Played) -> Played:
        """Keeps a finished game; it is on the disk when this returns.

        Raises:
            InputError: for one that another version of the program has played.
            FileError: where it cannot be written.
        """
        task = Task(played.number, played.side)
        if task in self.played:
            return self.played[task]
        side = self.trial.sides[task.side]
        if (played.engine, played.rules) != (self.trial.engine, side.rules):
            raise InputError(
                f"a worker has another version of this program or of {side.variant}"
                f" ({played.engine}, {played.rules[:8]}; here it is {self.trial.engine},"
                f" {side.rules[:8]}). Install the same there, and go on with --resume."
            )
        played = replace(
            played, faults=tuple(self._saved(played, at) for at in range(len(played.faults)))
        )
        try:
            os.write(self._file, msgspec.json.encode(played) + b"\n")
            os.fsync(self._file)
        except OSError as error:
            name = str(self.folder / GAMES)
            raise FileError(name, f"it cannot be written: {error.strerror}.") from None
        self.played[task] = played
        return played

    def _saved(self, played: Played, at: int) -> Fault:
        """A fault whose game lies in a file of its own."""
        fault = played.faults[at]
        if not fault.save:
            return fault
        (self.folder / SAVED).mkdir(exist_ok=True)
        name = f"{SAVED}/{'ab'[played.side]}{played.number}-phase{fault.phase}-{at}.json"
        write_whole(self.folder / name, fault.save)
        return replace(fault, save=name)

    def _check(self, begun: Path, resume: bool) -> None:
        if not resume:
            raise InputError(
                f"{self.folder} has a trial in it: --resume goes on with it,"
                " --out names a new folder."
            )
        try:
            other = msgspec.json.decode(begun.read_bytes(), type=Trial)
        except msgspec.MsgspecError as error:
            raise FileError(str(begun), f"this is no trial: {error}.") from None
        differs = self.trial.beside(other)
        if differs:
            raise InputError(
                f"{self.folder} was begun with other {differs}; go on with the same,"
                " or name a new folder with --out."
            )

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StateError(f"{self.folder}: another run writes there.") from None

    def _read(self) -> None:
        """The lines there are. What is left of one that was torn off is taken away."""
        path = self.folder / GAMES
        text = path.read_bytes()
        whole, newline, torn = text.rpartition(b"\n")
        if torn:
            os.ftruncate(self._file, len(whole) + len(newline))
        for played in _lines(path, whole):
            task = Task(played.number, played.side)
            if task.number < self.trial.games:
                self.played[task] = played


def _lines(path: Path, text: bytes) -> list[Played]:
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            lines.append(msgspec.json.decode(line, type=Played))
        except msgspec.MsgspecError as error:
            raise FileError(str(path), f"this is no game of a trial: {error}.", number) from None
    return lines


def read_diary(folder: Path) -> tuple[Trial, list[Played]]:
    """A trial that was kept, and its games in their order.

    Raises:
        FileError: where there is none, or one that cannot be read.
    """
    try:
        trial = msgspec.json.decode((folder / TRIAL).read_bytes(), type=Trial)
        text = unpacked((folder / GAMES).read_bytes(), str(folder / GAMES))
    except (OSError, msgspec.MsgspecError) as error:
        raise FileError(str(folder), f"there is no trial in it: {error}") from None
    games = _lines(folder / GAMES, text.rpartition(b"\n")[0])
    return trial, sorted(games, key=lambda played: (played.number, played.side))
