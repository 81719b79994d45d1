"""By what somebody reads a game: whether any of it has changed is one question.

It is asked in place of the five by which it was found out who he is, wherever
he would otherwise be looked for again and again. All is compared as it stands
in the database, what cannot matter too: what is not the same is asked anew.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db.models import Exists, QuerySet, Subquery
from django.db.models.functions import Now

from legation.server.games.models import Entry, Game, Holding, Seat
from legation.server.site.statement import Statement

_OF_GAME = ("access", "token", "master_id", "maker_id")


def read(session: str | None, user: int | None, game: int) -> Hashable:
    """His session, his account and his part in the game; None for who is not signed in."""
    for found in _stands(session or "", user or 0, game):  # of which there is none
        return found if found[0] is not None else None  # his session has ended
    return None


def _asked(session: str, user: int, game: int) -> QuerySet[Any, tuple[Hashable, ...]]:
    users, row = get_user_model()._default_manager, Game.objects.filter(pk=game)
    sessions = Session.objects.filter(session_key=session, expire_date__gt=Now())
    of_game, of_user = {"game": game, "user": user}, [f.name for f in users.model._meta.fields]
    return users.filter(pk=user).values_list(
        Subquery(sessions.values("session_data")[:1]),
        *of_user,
        *(Subquery(row.values(name)[:1]) for name in _OF_GAME),
        Subquery(Seat.objects.filter(**of_game).values("power")[:1]),
        Exists(Holding.objects.filter(seat__game=game, user=user, serial_to__isnull=False)),
        Exists(Entry.objects.filter(**of_game)),
    )


_stands = Statement(_asked, str, int, int)
