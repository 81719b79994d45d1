"""Thousands of games for `server.py`, and what is asked of them again and again.

One game is played by hand; the others are copies of its rows, made by the
database itself, without records: none is read by what is timed here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection, models, transaction
from django.test import RequestFactory
from django.utils import timezone

EVENTS, LETTERS, USERS = 36, 10, 0.3
"""Of each game: events, letters that were sent, and users, whose seats are as many as all have."""

_STATE = (
    "CASE WHEN n.i %% 20 < 12 THEN 'finished' WHEN n.i %% 20 < 19 THEN 'running' ELSE 'forming' END"
)
_COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "


def fill(games: int) -> None:
    """Makes the rows of so many games, beside those of one that is there."""
    from legation.server.accounts.models import User
    from legation.server.games.models import Deadline, Event, Game, Line, Seat
    from legation.server.post.models import Letter

    game, users = Game.objects.get(), int(games * USERS)
    sent = f"'{timezone.now():%Y-%m-%d %H:%M:%S}'"
    sent += "" if connection.vendor == "sqlite" else "::timestamptz"
    mark = "'many' || n.i"
    with transaction.atomic():
        _copy(Game, games, slug=mark, token=mark, head="''", state=_STATE)
        first = Game.objects.order_by("pk")[1].pk
        _copy(User, users, email=f"{mark} || '@example.org'", name="'Many ' || n.i", likeness=mark)
        user = User.objects.filter(name="Many 1").get().pk
        each = f"{first} + (n.i - 1) %% {games}"
        for number, seat in enumerate(Seat.objects.order_by("pk")[:7]):
            who = f"{user} + (n.i * 7 + {number}) %% {users}"
            _copy(Seat, games, one=seat.pk, game_id=each, user_id=who, open="(n.i %% 50 = 0)")
        for line in Line.objects.order_by("pk")[:3]:
            _copy(Line, games, one=line.pk, game_id=each)
        counted = f"(n.i - 1) / {games} + 1"
        for audience in ("''", "'France'", "'Turkey'"):
            many = games * EVENTS // 3
            _copy(Event, many, game_id=each, audience=audience, number=counted)
        for one in Deadline.objects.filter(game=game).values_list("pk", flat=True):
            _copy(Deadline, games, one=one, game_id=each)
            _copy(Deadline, games * 5, one=one, game_id=each, serial=counted, done_at=sent)
        _copy(Letter, games * LETTERS, key="'many' || n.i", sent_at=sent)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _copy(model: type[models.Model], count: int, one: int = 0, **values: str) -> None:
    """Copies a row so often, with these values in the place of its own."""
    one = one or model._default_manager.order_by("pk").values_list("pk", flat=True)[0]
    own = [str(field.column) for field in model._meta.concrete_fields if not field.primary_key]
    table, quote = model._meta.db_table, connection.ops.quote_name
    taken = ", ".join(values.get(name, f"t.{quote(name)}") for name in own)
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_COUNT.format(count)} INSERT INTO {quote(table)} ({', '.join(map(quote, own))})"
            f" SELECT {taken} FROM n, {quote(table)} t WHERE t.id = %s",
            [one],
        )


def looks() -> dict[str, Callable[[], object]]:
    """What is timed, by name."""
    from legation.server.accounts.models import User
    from legation.server.devices import notices
    from legation.server.games import process, reads, watch
    from legation.server.games.models import DUE, REMINDER, START, Event, Game
    from legation.server.home.waiting import home_of
    from legation.server.post import outbox
    from legation.server.running import views
    from legation.server.running.tidy import tidy
    from legation.server.studio import jobs

    now = timezone.now()
    some = list(Game.objects.order_by("pk").values_list("pk", flat=True)[100:400])
    user = User.objects.get(name="Many 17")
    since: dict[str, Any] = {"game_id": some[0], "audience": "France", "number__gt": 5}
    return {
        "counts of 300 games with streams": lambda: watch._read(some),
        "counts of one game": lambda: watch._read(some[:1]),
        "events since": lambda: list(Event.objects.filter(**since).order_by("number")[:100]),
        "due games": lambda: process.due(now, (DUE, REMINDER, START)),
        "letters that wait": lambda: outbox.waiting(now),
        "notices that wait": lambda: notices.waiting(now),
        "jobs that wait": lambda: jobs.waiting(now),
        "tidying, nothing to do": lambda: tidy(now),
        "health": lambda: views.health(RequestFactory().get("/health")),
        "one's own games": lambda: home_of(user),
        "open games": lambda: list(reads.open_games(user)[:30]),
        "seats that are free": lambda: list(reads.seats_wanted(user)[:30]),
    }


def timed(look: Callable[[], object], times: int) -> Sequence[float]:
    """Milliseconds that it takes, each time."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        look()
        took.append((time.perf_counter() - began) * 1e3)
    return took


def held() -> str:
    """How much there is."""
    from legation.server.games.models import Event, Game

    return f"{Game.objects.count():,} games, {Event.objects.count():,} events"
