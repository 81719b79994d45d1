"""Telling that something happened, in the transaction in which it does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.db import connection, transaction
from django.db.models import Max

from legation.server.games import watch
from legation.server.games.listen import can_listen, notify
from legation.server.games.models import Event, Game
from legation.server.site import moment

PHASE, PRESS, TIME, VOTES, SEAT, SHEET, READY, NEWS = (
    *("phase", "press", "deadline", "votes", "seat", "sheet", "ready", "news"),
)
KINDS = (PHASE, PRESS, TIME, VOTES, SEAT, SHEET, READY, NEWS)
BESIDE = frozenset({PRESS, SHEET, READY})
"""With these nothing changes that a View is of: press is none of it, and sheets wait beside it."""


# As they stand, for every save asks them: Django would take longer to make their text.
_COUNT = (
    "INSERT INTO games_line (game_id, audience, count, views) VALUES (%s, %s, 1, %s)"
    " ON CONFLICT (game_id, audience) DO UPDATE"
    " SET count = games_line.count + 1, views = games_line.views + excluded.views"
    " RETURNING count"
)
_TELL = (
    "INSERT INTO games_event (game_id, audience, number, kind, made_at) VALUES (%s, %s, %s, %s, %s)"
)


def votes_on(games: Iterable[Game]) -> set[int]:
    """The numbers of those games in which something was put to the vote in the open phase."""
    told = Event.objects.filter(game__in=list(games), audience="", kind__in=(PHASE, VOTES))
    last: dict[int, dict[str, int]] = {}
    for game, kind, number in told.values_list("game", "kind").annotate(Max("number")):
        last.setdefault(game, {})[kind] = number
    return {game for game, kinds in last.items() if kinds.get(VOTES, 0) > kinds.get(PHASE, 0)}


def tell(game: Game, told: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Tells audiences of a game what kind of thing happened: pairs of audience and kind.

    Returns for each audience the number of the event that it was told last.

    The rows that count an audience's events are locked in one order, until the
    transaction ends: so whoever has read an event of an audience has read all
    that were counted before it.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("events are told in a transaction")
    counts: dict[str, int] = {}
    made_at = connection.ops.adapt_datetimefield_value(moment.now())
    with connection.cursor() as cursor:
        for audience, kind in sorted(set(told)):
            cursor.execute(_COUNT, [game.pk, audience, int(kind not in BESIDE)])
            (counts[audience],) = cursor.fetchone()
            cursor.execute(_TELL, [game.pk, audience, counts[audience], kind, made_at])
    if can_listen():
        notify(game.pk)
    else:
        transaction.on_commit(partial(watch.moved, game.pk, counts))
    return counts
