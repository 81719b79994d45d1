"""A row that is held open elsewhere stops its own game alone, and nobody who reads.

What happens, happens in `holding.py`, on a real PostgreSQL and on SQLite.
"""

import pytest
from apart import Came, carried_out
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.test import Client, RequestFactory

from legation.server.running.overload import SAID, busy
from legation.server.site.patience import for_now, held

PATIENCE = "1"


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Came:
    tasks = ["row_held", "worker_beside", "clocks_of_all", "settings_of_connection"]
    folder = tmp_path_factory.mktemp("held-postgresql")
    return carried_out("postgresql", folder, tasks, LEGATION_PATIENCE=PATIENCE)


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Came:
    folder = tmp_path_factory.mktemp("held-sqlite")
    return carried_out("sqlite", folder, ["row_held"], LEGATION_PATIENCE=PATIENCE)


def refused(found: Came) -> None:
    """Every save of what was held was refused in time, with what was typed; and later it goes."""
    assert found["health"] == [True] * 3
    assert found["pages"] == [200] * 6
    assert found["refused"] == [["data", PATIENCE, SAID], ["page", PATIENCE, "with what was typed"]]
    assert found["stored"] == "A Con - Bul", "nothing of it was stored"
    assert found["after"] == 200
    assert found["then"].startswith("A Con - Smy ; kept")
    assert found["goes on"]
    assert found["tries"] == 1, "what was held is no failure of the phase"


@pytest.mark.evening
def test_a_row_that_is_held_stops_its_own_game_alone(postgresql: Came) -> None:
    assert "error" not in postgresql, postgresql["error"]
    found = postgresql["row_held"]
    assert found["other"] == 200
    assert found["advanced"], "the worker goes on with the others"
    assert found["waits"]
    refused(found)


@pytest.mark.evening
def test_a_file_that_is_held_can_be_read(sqlite: Came) -> None:
    assert "error" not in sqlite, sqlite["error"]
    refused(sqlite["row_held"])


@pytest.mark.evening
def test_a_worker_passes_by_rows_that_are_held(postgresql: Came) -> None:
    found = postgresql["worker_beside"]
    assert found["running_clock"], "its own clock"
    assert found["running_worker"], "its own sign of life"
    assert found["given back"] == [0, "", None]
    assert found["other"] == [True, False]
    assert found["let go"]
    assert found["after an outage"] == [[0, 3], [3, 3]], "one row keeps no other game waiting"


@pytest.mark.evening
def test_all_clocks_are_stopped_but_where_a_game_is_held(postgresql: Came) -> None:
    found = postgresql["clocks_of_all"]
    still, on = "The clocks of {} games stand still.", "The clocks of {} games go on."
    again = " Somebody holds 1 more at this moment: do it once more."
    assert found["stop_all"] == [[still.format(2) + again, still.format(1)], ["paused"], 3]
    assert found["go_on_all"] == [[on.format(2) + again, on.format(1)], ["running"], 0]
    assert found["log"] == [
        "The clocks of 2 running games were stopped.",
        "The clocks of all 1 running games were stopped.",
        on.format(2),
        on.format(1),
    ]


@pytest.mark.evening
def test_postgresql_ends_what_takes_too_long(postgresql: Came) -> None:
    found = postgresql["settings_of_connection"]
    assert found["before"] == ["1s", "30s", "30s"]
    assert found["without end"] == ["1s", "0", "0"]


def _error(cause: Exception) -> OperationalError:
    error = OperationalError("no")
    error.__cause__ = cause
    return error


def test_what_may_be_tried_again_is_told_from_mistakes() -> None:
    import sqlite3

    import psycopg.errors

    locked, wrong = sqlite3.OperationalError("locked"), sqlite3.OperationalError("no such table")
    full = sqlite3.OperationalError("full")
    locked.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    wrong.sqlite_errorcode = sqlite3.SQLITE_ERROR
    assert [for_now(_error(cause)) for cause in (locked, full, wrong)] == [True, True, False]
    assert [held(_error(cause)) for cause in (locked, full, wrong)] == [False] * 3
    row, disk = psycopg.errors.LockNotAvailable(), psycopg.errors.DiskFull()
    assert [for_now(_error(cause)) for cause in (row, disk)] == [True, True]
    assert [held(_error(cause)) for cause in (row, disk)] == [True, False]
    assert for_now(InterfaceError("the connection is closed"))
    assert not for_now(ValueError("a mistake"))
    assert not for_now(None)


def test_a_stream_is_let_to_come_again() -> None:
    """A browser that is told 503 never opens its stream again, until the page is loaded."""
    asked = RequestFactory().get("/games/x/events", headers={"Accept": "text/event-stream"})
    answer = busy(asked, "held")
    assert answer.status_code == 200
    assert answer.content.startswith(f"retry: {settings.PATIENCE_SECONDS * 1000}\n".encode())
    assert b"data" not in answer.content, "and nothing is told in it"


@pytest.mark.parametrize("name", ["password", "new_password1"])
def test_no_password_is_shown_again(name: str) -> None:
    asked = RequestFactory().post("/x", {name: "a long enough one", "email": "me@example.org"})
    page = busy(asked, "held").content.decode()
    assert "a long enough one" not in page
    assert "<form" not in page
    assert "Go back, and send it again." in page


def test_what_was_typed_is_shown_as_it_was() -> None:
    typed = "\n<b>A Par H</b>\nF Bre - ENG"
    asked = RequestFactory().post("/games/x/sheet", {"typed": typed, "edition": "3"})
    page = busy(asked, "held").content.decode()
    assert "\n\n&lt;b&gt;A Par H&lt;/b&gt;\nF Bre - ENG</textarea>" in page
    assert '<input type="hidden" name="edition" value="3">' in page


@pytest.mark.django_db
def test_who_is_known_only_by_the_database_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any view is asked the session is read; what fails there is 503 too."""

    def away(*_: object, **__: object) -> None:
        raise OperationalError("the server closed the connection")

    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", away)
    answer = client.get("/games/")
    assert (answer.status_code, answer["Retry-After"]) == (503, str(settings.PATIENCE_SECONDS))
    assert SAID in answer.content.decode()
