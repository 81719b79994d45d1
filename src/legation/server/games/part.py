"""By what somebody reads a game, as it stands in the database: one question.

Whoever was looked for with all that `readers` asks need not be again as long
as nothing of this has changed, nor has come back: so it is only kept where it
says by itself that he reads the game as who he was found to be.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db.models import QuerySet, Subquery
from django.db.models.functions import Now

from legation.server.games.models import OPEN, Game
from legation.server.games.readers import Reader, stands
from legation.server.site.statement import Statement


class Part(NamedTuple):
    """The session and the account of somebody, and what he is to a game."""

    user: int
    session: str | None
    """What is in it; None where it has ended."""
    active: bool
    access: str | None
    token: str | None
    master: int | None
    maker: int | None
    power: str | None
    left: bool
    """Has he left a seat of it?"""
    waits: bool
    account: tuple[object, ...]
    """All else of his account, the password above all."""

    def bears(self, reader: Reader) -> bool:
        """Is it by this that he reads, and with these audiences, whenever it is so?"""
        sits = (self.user, self.power or "", self.master == self.user)
        inside = self.power or self.left or self.waits or self.user in (self.master, self.maker)
        return (
            (self.session is not None and self.active)
            and sits == (reader.user, reader.power, reader.master)
            and (self.access == OPEN or bool(inside))
        )


def part_of(session: str | None, user: int | None, game: int) -> Part | None:
    """What somebody reads a game by; None for who has no account."""
    if user is None:
        return None
    for row in _stands(session or "", user, game):
        facts = len(Part._fields) - 1
        return Part._make([*row[:facts], row[facts:]])
    return None


def _asked(session: str, user: int, game: int) -> QuerySet[Any, tuple[Any, ...]]:
    users, row = get_user_model()._default_manager, Game.objects.filter(pk=game)
    sessions = Session.objects.filter(session_key=session, expire_date__gt=Now())
    return users.filter(pk=user).values_list(
        "pk",
        Subquery(sessions.values("session_data")[:1]),
        "is_active",
        *(Subquery(row.values(name)[:1]) for name in ("access", "token", "master_id", "maker_id")),
        *stands(game, user),
        *(field.name for field in users.model._meta.fields),
    )


_stands = Statement(_asked, str, int, int)
