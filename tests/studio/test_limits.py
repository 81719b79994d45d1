"""Work on a draft has its bounds: what goes beyond is stopped, and the next one is served."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from thirty import thirty

from legation.studio.document import DraftError, as_data
from legation.studio.limits import BusyError, FailedError, OverError, Worker, run
from legation.studio.scratch import Scratch, sweep

PREVIEW = "legation.studio.preview:preview"


def crowd(spread: float) -> dict[str, Any]:
    """250 places within some degrees, each with borders to its six followers."""
    dice = random.Random(18)
    codes = [f"{a}{b}x" for a in "ABCDEFGHIJ" for b in "abcdefghijklmnopqrstuvwxy"]
    places = [
        {
            "code": code,
            "name": code,
            "points": [[45 + spread * dice.random(), 5 + spread * dice.random()]],
        }
        for code in codes
    ]
    borders = [
        {"a": a, "b": codes[(at + way) % 250], "army": True}
        for at, a in enumerate(codes)
        for way in range(1, 7)
    ]
    return {"places": places, "borders": borders}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    kept = Worker(1024)
    yield kept
    kept.end()


def test_one_process_serves_many_and_refuses_in_words(worker: Worker) -> None:
    seen = worker.ask(PREVIEW, (as_data(thirty()), []), 30)
    first = worker.process
    assert len(seen["areas"]) == 31
    with pytest.raises(DraftError, match="nothing reads the key") as caught:
        worker.ask(PREVIEW, ({"titel": "x"}, []), 30)
    assert caught.value.problems[0].where == {"section": "titel"}
    with pytest.raises(FailedError, match="TypeError"):
        worker.ask(PREVIEW, (), 30)
    assert worker.process is first


def test_a_heap_of_places_is_told_and_a_crowd_is_drawn_or_stopped(worker: Worker) -> None:
    seen = worker.ask(PREVIEW, (crowd(0.0), []), 60)
    assert len(seen["problems"]) > 100
    seen = worker.ask(PREVIEW, (crowd(8.0), []), 60)
    assert len(seen["areas"]) == 250
    assert len(seen["problems"]) == 201


def test_what_takes_too_long_is_killed_and_another_begins(worker: Worker) -> None:
    worker.ask(PREVIEW, ({}, []), 30)
    first = worker.process
    assert first is not None
    assert worker.scratch is not None
    left = Path(worker.scratch.path, "legation-draft-half-written")
    left.mkdir()
    with pytest.raises(OverError, match=r"longer than 0\.2 seconds"):
        worker.ask(PREVIEW, (crowd(8.0), []), 0.2)
    assert first.poll() is not None
    assert not left.parent.exists()
    assert worker.ask(PREVIEW, ({}, []), 30)["areas"] == []
    assert worker.process is not first


def test_who_asks_while_another_is_served_is_told_so(worker: Worker) -> None:
    with worker.turn, pytest.raises(BusyError):
        worker.ask(PREVIEW, ({}, []), 30)


def test_memory_is_bounded() -> None:
    with pytest.raises((OverError, FailedError)):
        run(PREVIEW, (crowd(8.0), []), 60, 120)


def test_only_our_own_functions_are_asked(worker: Worker) -> None:
    with pytest.raises(OverError):
        worker.ask("os:getcwd", (), 30)


def test_what_a_killed_parent_left_is_swept_and_what_lives_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    killed = "from legation.studio.scratch import Scratch; import os; held = Scratch(); os._exit(1)"
    subprocess.run([sys.executable, "-c", killed], env=os.environ | {"TMPDIR": str(tmp_path)})
    (left,) = tmp_path.iterdir()
    (left / "file").touch()
    living = Scratch()
    assert sweep() == 0  # both are young
    for place in tmp_path.iterdir():
        os.utime(place, (0, 0))
    assert sweep() == 1
    assert [str(place) for place in tmp_path.iterdir()] == [living.path]
    living.remove()
    assert not list(tmp_path.iterdir())
