"""Standing by for a seat of a game that goes on: one's name on a list that its master reads."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.games import seats
from legation.server.games.models import PAUSED, RUNNING, Game
from legation.server.games.models.standby import Standby
from legation.server.site import moment
from legation.server.site.outdated import Outdated

MOST = 50
"""Standbys of a game."""
_KEPT = timedelta(days=30)


def add(
    *, game: Game, user: User | None = None, address: str = "", himself: bool = False
) -> Standby:
    """Puts somebody on the list, at its end: a user, perhaps he `himself`, or an address.

    Raises:
        InputError: for who is on it.
        StateError: for a game without a master, or that is not played; for who may
            not play in it, or has no address; where the list is full.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.master_id is None:
            raise StateError("this game has no game master who hands seats on.")
        if not row.going_on:
            raise StateError("the game is not being played.")
        rows = Standby.objects.filter(game=row)
        if rows.count() >= MOST:
            raise StateError(f"{MOST} stand by already, as many as may.")
        if user is not None:
            if not user.reachable:
                raise StateError("a seat is offered by mail: give your account an address first.")
            seats.check_new(row, user, "")
            there = rows.filter(user=user)
        else:
            there = rows.filter(address__iexact=address)
        if there.exists():
            raise InputError("who stands by already is on the list once.")
        return Standby.objects.create(
            game=row, user=user, address=address, himself=himself, made_at=moment.now()
        )


def stand_down(*, game: Game, user: User) -> None:
    """Takes oneself off the list.

    Raises:
        StateError: for who is not on it.
    """
    if not Standby.objects.filter(game=game, user=user).delete()[0]:
        raise StateError("you do not stand by for this game.")


def take_off(*, game: Game, number: str) -> None:
    """Takes somebody off the list, as its game master.

    Raises:
        StateError: where he is not on it.
    """
    pk = int(number) if number.isascii() and number.isdecimal() and len(number) < 15 else 0
    if not Standby.objects.filter(game=game, pk=pk).delete()[0]:
        raise StateError("nobody of this number stands by.")


def stands_by(game: Game, user: int | None) -> bool:
    """Is a user on the list?"""
    return user is not None and Standby.objects.filter(game=game, user_id=user).exists()


def games_of(user: User) -> list[Game]:
    """The games that go on for whose seats a user stands by."""
    rows = Game.objects.filter(standbys__user=user, state__in=(RUNNING, PAUSED))
    return list(rows.order_by("name", "pk"))


def listed(game: Game) -> list[Standby]:
    """Who stands by, the first at the top: for the game master alone."""
    return list(Standby.objects.filter(game=game).select_related("user").order_by("pk"))


def _gone(then: datetime) -> QuerySet[Standby]:
    may_go_on = Q(game__state__in=(RUNNING, PAUSED)) | Q(game__ended_at__gt=then)
    kept = Standby.objects.filter(may_go_on, game__master__isnull=False)
    return Standby.objects.exclude(pk__in=kept.values("pk"))


_GONE = Outdated(_gone, datetime)


def tidy(now: datetime) -> None:
    """Forgets who stands by for a game that has no master to hand seats on, or is long over.

    One that ended not long ago may be taken back, and go on.
    """
    _GONE.throw(now - _KEPT)
