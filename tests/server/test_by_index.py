"""What is asked again and again is answered by an index, however many games there are.

The plan of each question is looked at, as SQLite makes it; PostgreSQL has the
same indexes. How long ten thousand games take is in `benchmarks/server.py`.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone
from tables import person, reader, started, time_is_up

from legation.server.games import process, sheets, stream, watch
from legation.server.games.models import DUE, REMINDER, START, Game
from legation.server.post import outbox
from legation.server.running import views
from legation.server.running.builder import Builder
from legation.server.running.carrier import Carrier
from legation.server.running.messenger import Messenger
from legation.server.running.tidy import tidy
from legation.server.running.worker import Working
from legation.server.studio import jobs
from legation.server.studio.models import CHECK, Draft, Job

pytestmark = pytest.mark.django_db

FEW = (
    *("running_", "desk_offer", "desk_invitation", "games_standby", "api_token", "subquery"),
    "devices_notice",
)
"""Of a few rows, however many games there are: a subquery is what was found already, and a
notice is one that waits."""

_SCAN = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")
_PARTS = ("deadlines_to_keep", "letters_to_send", "letters_refused", "jobs_to_do")
"""Indexes of the few rows alone that are still to be seen to: reading all of one is no loss."""


@contextmanager
def asked() -> Iterator[list[tuple[str, Any]]]:
    """Every question that is asked meanwhile; what django-axes asks its makers know."""
    found: list[tuple[str, Any]] = []

    def noting(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "axes_" not in sql and sql.startswith(("SELECT", "UPDATE", "DELETE")):
            found.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(noting):
        yield found


def read_whole(questions: list[tuple[str, Any]]) -> list[str]:
    """The questions for which a whole table is read, and which."""
    found = []
    with connection.cursor() as cursor:
        for sql, params in questions:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            for *_, step in cursor.fetchall():
                scan = _SCAN.match(step)
                names = (scan[1], scan[2] or "") if scan else ()
                few = any(name.startswith(FEW) or name in _PARTS for name in names)
                if scan and not few:
                    found.append(f"{step}: {sql[:200]} ... {sql[-200:]}")
    return found


@pytest.fixture
def game() -> Game:
    row = started("France", "Turkey")
    sheets.submit(game=row, power="France", typed="A Par H")
    return row


def _signed_in() -> Client:
    client = Client()
    client.force_login(person("France"), "django.contrib.auth.backends.ModelBackend")
    return client


def _stream(game: Game) -> None:
    watch._read([game.pk])
    request = RequestFactory().get("/")
    request.session = _signed_in().session
    stream._news(request, game.slug, game.pk, reader(game, "France"), (0, 0))


def _page(path: str, game: Game) -> None:
    answer = _signed_in().get(path.format(game.slug))
    assert answer.status_code == 200, answer


def _line_of_jobs(game: Game) -> None:
    """One of a designer, and one of the shelf."""
    asks = {"kind": CHECK, "serial": 1, "asked_at": timezone.now()}
    dates = dict.fromkeys(("made_at", "changed_at"), timezone.now())
    row = Draft.objects.create(owner=person("France"), document=b"", **dates)
    Job.objects.create(draft=row, **asks)
    Job.objects.create(tried=game.slug, **asks)
    assert len(jobs.waiting(timezone.now())) == 2


def _ends(game: Game) -> None:
    assert time_is_up(game) == process.PROCESSED


LOOKS: dict[str, Callable[[Game], object]] = {
    "due": lambda _: process.due(timezone.now(), (DUE, REMINDER, START)),
    "letters": lambda _: outbox.waiting(timezone.now()),
    "a worker's look": lambda _: Working("one").once(),
    "a carrier's look": lambda _: Carrier().once(),
    "a messenger's look": lambda _: Messenger().once(),
    "a builder's look": lambda _: Builder().once(),
    "the line of jobs": _line_of_jobs,
    "tidying": lambda _: tidy(timezone.now() + timedelta(days=60)),
    "health": lambda _: views.health(RequestFactory().get("/health")),
    "a stream": _stream,
    "a save": lambda game: sheets.submit(game=game, power="Turkey", typed="A Con H"),
    "a phase ends": _ends,
    "the board": partial(_page, "/games/{}/"),
    "the menu": partial(_page, "/games/{}/menu"),
    "press": partial(_page, "/games/{}/press/"),
    "the front page": partial(_page, "/"),
    "my games": partial(_page, "/games/?show=own"),
    "the lobby": partial(_page, "/games/"),
    "running games": partial(_page, "/games/?show=running"),
}


@pytest.mark.parametrize("look", LOOKS)
def test_no_table_is_read_as_a_whole(look: str, game: Game) -> None:
    with asked() as questions:
        LOOKS[look](game)
    assert questions, "something was asked"
    whole = read_whole(questions)
    assert not whole, "\n".join(whole)


def test_a_table_that_is_read_as_a_whole_is_found() -> None:
    with asked() as questions:
        Game.objects.filter(name="A game").exists()
    assert len(read_whole(questions)) == 1
