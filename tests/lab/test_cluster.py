"""The laboratory on a real Dask scheduler with workers, one of which is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from legation.cli.main import run
from legation.lab import cluster
from legation.lab.diary import GAMES, read_diary
from legation.lab.playing import play
from legation.lab.trial import Task

ENDS = 60  # seconds for each thing that is waited for


def begun(log: Path, *words: str) -> subprocess.Popen[bytes]:
    """A part of Dask in a process of its own, without the page that it would serve."""
    command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
    with log.open("wb") as file:
        return subprocess.Popen(
            [*command, "--no-dashboard"], stdout=file, stderr=subprocess.STDOUT, cwd=log.parent
        )


def until(found, what: str):  # type: ignore[no-untyped-def]
    """What a function finds at last."""
    end = time.monotonic() + ENDS
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.1)
    raise AssertionError(f"no {what} after {ENDS} seconds")


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and the processes of its two workers, of one thread each."""
    pytest.importorskip("distributed")
    log = tmp_path / "scheduler.log"
    everybody = [begun(log, "scheduler", "--host", "127.0.0.1", "--port", "0")]
    try:
        where = re.compile(r"Scheduler at:\s+(tcp://\S+)")
        address = until(lambda: where.search(log.read_text()), "scheduler")[1]
        for number in range(2):
            own = tmp_path / f"worker{number}.log"
            one = ("--nworkers", "1", "--nthreads", "1", "--no-nanny")
            everybody.append(begun(own, "worker", address, *one))
            until(lambda own=own: "Registered to" in own.read_text(), "worker")
        yield address, everybody[1:]
    finally:
        for process in reversed(everybody):
            process.kill()
            process.wait()


@pytest.mark.evening
def test_a_killed_worker_loses_no_game(
    dask: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = dask
    folder = tmp_path / "lab"
    words = ["lab", "standard", "--games", "8", "--phases", "20", "--seed", "lab"]
    with (tmp_path / "lab.log").open("wb") as log:
        lab = subprocess.Popen(
            [sys.executable, "-m", "legation", *words, "--cluster", address, "--out", str(folder)],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    file = folder / GAMES
    try:
        until(lambda: file.exists() and file.stat().st_size, "game")
        assert len(file.read_bytes().splitlines()) < 8, "it is killed in the middle"
        os.kill(workers[0].pid, signal.SIGKILL)
        assert lab.wait(ENDS) == 0, (tmp_path / "lab.log").read_text()
    finally:
        lab.kill()
        lab.wait()
    trial, games = read_diary(folder)
    assert [game.number for game in games] == list(range(8))
    assert not any(game.faults for game in games)
    here = play(trial, Task(5, 0))
    assert replace(games[5], seconds=0) == replace(here, seconds=0)


def test_where_no_scheduler_answers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    words = ["lab", "standard", "--games", "1", "--out", str(tmp_path / "lab")]
    assert run([*words, "--cluster", "tcp://127.0.0.1:1"]) == 2
    said = capsys.readouterr().err
    assert "tcp://127.0.0.1:1: no Dask scheduler answers there" in said
    assert said.count("\n") == 1
    assert run([*words, "--cluster", "tcp://127.0.0.1:1", "--jobs", "2"]) == 2
    assert "not both" in capsys.readouterr().err
