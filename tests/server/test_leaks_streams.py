"""Whoever listens to a real server hears what he may know of, and not that there is more."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from databases import environment
from leak_streams import ONE, THREE, TWO
from test_leaks import Record

from legation.server.games.models import MASTER

HARNESS = Path(__file__).with_name("harness.py")
SEATED = (ONE, TWO, THREE, MASTER)
OUTSIDE = ("anonymous", "watcher", "ex")

# By act: the kinds of the events, who hears it, and by how much the counts that
# all share and those of the hearers' own go up.
TOLD: dict[str, tuple[str, tuple[str, ...], int, int]] = {
    "a sheet": ("sheet", (TWO,), 0, 1),
    "a sheet that is ready": ("sheet", (TWO,), 0, 1),
    "a letter to one": ("press", (ONE, THREE), 0, 1),
    "a letter to two": ("press", (ONE, TWO, THREE), 0, 1),
    "a letter to the master": ("press", (ONE, MASTER), 0, 1),
    "a draft": ("", (), 0, 0),
    "a word to all": ("press", (), 1, 0),
    "an unsigned word": ("press", (), 1, 0),
    "a question": ("press", (ONE, MASTER), 0, 1),
    "its answer": ("press", (ONE, MASTER), 0, 1),
    "its answer to all": ("press", (ONE, MASTER), 1, 1),
    "a proposal": ("news votes", (), 2, 0),
    "a vote": ("votes", (THREE,), 0, 1),
    "the phase ends": ("phase", (), 1, 0),
    "a sheet that comes late": ("", (), 0, 0),
}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("sqlite", marks=pytest.mark.evening),
        pytest.param("postgresql", marks=pytest.mark.night),
    ],
)
def test_who_hears_what(kind: str, tmp_path: Path, record_property: Record) -> None:
    with environment(kind, tmp_path) as env:
        line = [sys.executable, str(HARNESS), "whispered"]
        done = subprocess.run(line, env=env, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    came = json.loads(done.stdout)["whispered"]
    assert list(came["acts"]) == list(TOLD)
    events = 0
    for act, heard in came["acts"].items():
        what, own, of_all, of_own = TOLD[act]
        assert set(heard) == {*SEATED, *OUTSIDE}
        for who, found in heard.items():
            told = bool(of_all) or who in own
            moved = [of_all, of_own if who in own else 0]
            expected = {
                "kinds": what.split() if told else [],
                "moved": moved[: 1 + (who in SEATED)],
            }
            assert found == expected, (act, who)
            events += len(what.split()) * told
    public = ["news", "phase", "press", "seat", "votes"]
    for who in OUTSIDE:  # with a count of an audience that is not his he hears nothing
        assert came["anew"][who] == [public, []], who
    for who in SEATED:
        own_kinds = ["sheet"] if who == TWO else []
        whole = sorted([*public, *own_kinds])
        assert came["anew"][who] == [[], whole], who
        since, *kinds = came["by token"][who]
        assert (since.count("."), kinds) == (1, whole), who
    assert [came["by token"][who] for who in ("watcher", "ex")] == [[since.split(".")[0]]] * 2
    assert not any("canary" in raw for raw in came["raw"]), "an event has no content"
    assert len(came["raw"]) == len(SEATED) + len(OUTSIDE)
    record_property("leaks", {"what": f"streams over HTTP, {kind}", "events": events})
