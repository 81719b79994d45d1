"""Telling that something happened, in the transaction in which it does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.db import connection, transaction
from django.db.models import F

from legation.server.games import watch
from legation.server.games.listen import can_listen, notify
from legation.server.games.models import Event, Game, Line
from legation.server.site import moment
from legation.server.site.statement import Statement

PHASE, PRESS, TIME, VOTES, SEAT, SHEET, NEWS = (
    *("phase", "press", "deadline", "votes", "seat", "sheet", "news"),
)
KINDS = (PHASE, PRESS, TIME, VOTES, SEAT, SHEET, NEWS)


_counted = Statement(
    lambda game, audience: Line.objects.filter(game=game, audience=audience).values_list("count"),
    *(int, str),
)


def tell(game: Game, told: Iterable[tuple[str, str]]) -> None:
    """Tells audiences of a game what kind of thing happened: pairs of audience and kind.

    The rows that count an audience's events are locked in one order, until the
    transaction ends: so whoever has read an event of an audience has read all
    that were counted before it.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("events are told in a transaction")
    now = moment.now()
    if can_listen():
        notify(game.pk)
    else:
        transaction.on_commit(partial(watch.moved, game.pk))
    for audience, kind in sorted(set(told)):
        line = Line.objects.filter(game=game, audience=audience)
        if not line.update(count=F("count") + 1):
            Line.objects.get_or_create(game=game, audience=audience)
            line.update(count=F("count") + 1)
        ((number,),) = _counted(game.pk, audience)
        Event.objects.create(game=game, audience=audience, number=number, kind=kind, made_at=now)
