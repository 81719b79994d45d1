"""Whoever dies on the way, a phase is neither lost nor doubled: on SQLite, and on PostgreSQL.

What happens, happens in `harness.py`, in processes that can be killed. What
came of it is looked at here, step by step.
"""

import fcntl
import json
import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from apart import Came, carried_out

from legation.server.games.stages import STAGES

BEFORE_COMMIT = STAGES[: STAGES.index("after-commit")]
pytestmark = pytest.mark.evening
ON_EACH = ["sqlite", "postgresql"]
CameOf = Callable[[str], Came]


@pytest.fixture(scope="session")
def came_of(tmp_path_factory: pytest.TempPathFactory) -> CameOf:
    """What came of all tasks on a database; each is run once, however many run the tests."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    @cache
    def once(kind: str) -> Came:
        with (shared / f"{kind}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = shared / f"{kind}.json"
            if not done.exists():
                done.write_text(ordeal(kind, tmp_path_factory.mktemp(kind)))
        came: Came = json.loads(done.read_text())
        assert "error" not in came, came["error"]
        return came

    return once


def ordeal(kind: str, folder: Path) -> str:
    """Goes through all tasks on a database; what came of them, or the error."""
    own = ["ahead", "away"] if kind == "postgresql" else ["silent", "busy", "streamed", "flooded"]
    return json.dumps(carried_out(kind, folder, ["killed", "raced", "closed", *own]))


@pytest.mark.parametrize("kind", ON_EACH)
@pytest.mark.parametrize("step", STAGES)
def test_killed_at_a_step(step: str, kind: str, came_of: CameOf) -> None:
    killed = came_of(kind)["killed"]
    whole, found = killed["whole"], killed[step]
    assert found["died"] == signal.SIGKILL
    at_death = found["at_death"]
    if step in BEFORE_COMMIT:  # nothing is to be seen of it
        assert (at_death["serial"], at_death["version"], at_death["open"]) == (0, 1, [0])
        assert (at_death["phase_events"], at_death["letters"]) == (0, 0)
        # Who comes before the lease is over leaves it alone.
        assert found["under_lease"] == at_death
    else:  # all of it is
        assert {**at_death, "unsent": 0} == whole
    assert found["at_once"] == 0
    assert found["after"] == whole, "it came to the same as if nobody had died"
    # A letter is sent at least once; one that is sent twice is the same letter.
    assert found["mails"] == (3 if step == "letter-sent" else 2)
    assert found["different_mails"] == 2


@pytest.mark.parametrize("kind", ON_EACH)
def test_workers_that_race_end_each_phase_once(kind: str, came_of: CameOf) -> None:
    raced, whole = came_of(kind)["raced"], came_of(kind)["killed"]["whole"]
    assert raced["ends"] == [0, 0, 0]
    assert all(game == whole for game in raced["games"])
    assert (raced["mails"], raced["different_mails"]) == (24, 24)


@pytest.mark.parametrize("kind", ON_EACH)
def test_a_sheet_handed_in_while_its_phase_is_closed(kind: str, came_of: CameOf) -> None:
    closed = came_of(kind)["closed"]
    assert closed["waited"], "it waits for the transaction that closes the phase"
    assert closed["processed"] == "processed"
    assert closed["closed"]
    assert (closed["typed"], closed["late"]) == ("A Con - Bul", "A Con - Smy")
    assert closed["record"] == came_of(kind)["killed"]["whole"]["record"]


def test_postgresql_stops_and_comes_back(came_of: CameOf) -> None:
    away = came_of("postgresql")["away"]
    assert away["failed"] == 1, "who hands in a sheet meanwhile is not told that it is saved"
    assert away["alive"], "the worker waits"
    assert away["orders"]["Turkey"] == "A Con - Smy"
    assert away["orders"]["Austria"].startswith("A Vie - Gal")
    assert (away["serial"], away["version"], away["phase_events"], away["letters"]) == (1, 2, 1, 2)


def test_the_time_is_the_databases_and_not_that_of_a_machine(came_of: CameOf) -> None:
    ahead = came_of("postgresql")["ahead"]
    assert (ahead["serial"], ahead["phase_events"]) == (0, 0)
    assert 0 <= ahead["moved"] < 600, "a pause of a moment, and not of a month"
    assert ahead["signed_in"], "who visits such a machine is not signed out by it"
    assert ahead["left"], "two days, less a moment"


def test_a_phase_does_not_wait_for_a_mail_server_that_says_nothing(came_of: CameOf) -> None:
    silent = came_of("sqlite")["silent"]
    assert (silent["serial"], silent["phase_events"]) == (1, 1)
    assert silent["waits"], "the line was held all the while"
    assert silent["code"] == 0, "and keeps nobody from stopping"
    assert silent["tries"] == 0, "the letter is not blamed for it"


def test_sqlite_is_locked_for_a_while(came_of: CameOf) -> None:
    busy = came_of("sqlite")["busy"]
    assert busy["waited"]
    assert (busy["closed"], busy["typed"]) == (False, "A Con - Smy")
    assert (busy["serial"], busy["version"], busy["letters"]) == (1, 2, 2)


def test_a_request_whose_head_does_not_end_is_broken_off(came_of: CameOf) -> None:
    assert came_of("sqlite")["flooded"] == {"broken off": True, "answer": "HTTP/1.1 400"}


def test_events_are_heard_at_every_server_and_by_nobody_else(
    came_of: CameOf,
) -> None:
    heard = came_of("sqlite")["streamed"]
    assert heard["own"] == [True, False], "a sheet is told to its own power"
    assert heard["phase"]
    assert heard["resumed"], "what happened while the line was lost"
    assert heard["left"]
    assert not heard["after"], "who has left a seat hears no more of it"
    assert heard["ids"] == [0, 1], "one audience is left to him"
    assert (heard["nowhere"], heard["stranger"]) == (404, 404)
