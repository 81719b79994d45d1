"""Accounts that nobody has, or can come back to, are thrown away in time."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from tables import fresh, person, started

from legation.server.accounts import services
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.games import create
from legation.server.games.models import Game
from legation.server.games.offer import Offer
from legation.server.running.tidy import tidy

pytestmark = pytest.mark.django_db
NOW = timezone.now


def ago(user: User, days: int) -> None:
    at = NOW() - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(joined_at=at, last_login=at)


def names() -> set[str]:
    return set(User.objects.values_list("name", flat=True))


def test_an_account_that_is_never_confirmed() -> None:
    person("Anna")
    for name, address, days in (
        ("Late", "late@example.org", 8),
        ("Taken", "anna@example.org", 8),
        ("Soon", "soon@example.org", 6),
        ("Soon too", "Anna@example.org", 6),
    ):
        services.sign_up(email=address, name=name, password="a long enough one")
        ago(User.objects.get(name=name), days)
    ago(person("Anna"), 900)
    tidy(NOW())
    assert names() == {"Anna", "Soon", "Soon too"}


def guest(*, days: int, out: bool = True) -> tuple[User, Game]:
    """A guest who came so many days ago and began a game alone; `out`: nowhere signed in."""
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    game = Game.objects.latest("pk")
    user = game.seats.get(user__isnull=False).user
    assert user is not None
    ago(user, days)
    if out:
        client.session.flush()
    return user, game


def test_guests_who_cannot_come_back() -> None:
    (gone, game), (young, _) = guest(days=61), guest(days=59)
    (here, _), (busy, company) = guest(days=61, out=False), guest(days=61)
    program, _ = guest(days=61)
    other = company.seats.filter(user=None).order_by("pk")[0]
    other.user = person("Anna")
    other.save()
    tokens.make(user=program, name="a bot of his")
    ago(person("Anna"), 900)
    tidy(NOW())
    assert names() == {"Anna", *(user.name for user in (young, here, busy, program))}
    assert fresh(game).going_on, "a game stays"
    assert not game.seats.filter(user__isnull=False).exists()
    assert gone.name not in names()


def test_nobody_who_has_an_address_is_thrown_away() -> None:
    game = started("France")
    person("Idle")
    create.create(user=person("Maker"), offer=Offer(name="Waits"))
    for name in ("France", "Idle", "Maker"):
        ago(person(name), 900)
    tidy(NOW())
    assert names() == {"France", "Idle", "Maker"}
    assert fresh(game).seats.filter(user__isnull=False).exists()
