"""All desks of a game master on one page."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from tables import person, started

from legation.server.games import sheets
from legation.server.games.models import Game
from legation.server.site import moment

pytestmark = pytest.mark.django_db


def page_of(name: str) -> str:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    answer = client.get("/desks/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_is_due_first_stands_first() -> None:
    for name, days in (("Later", 5), ("Sooner", 2), ("Whenever", None)):
        game = started("France", mastered=True, name=name)
        due = None if days is None else moment.now() + timedelta(days=days)
        Game.objects.filter(pk=game.pk).update(due=due)
        sheets.submit(game=game, power="France", typed="A Par H", serial=game.serial)
    started("France", name="Not his")
    page = page_of("Master")
    assert re.findall(r">(Later|Sooner|Whenever|Not his)</a>", page) == [
        *("Sooner", "Later", "Whenever")
    ]
    assert page.count("1 in, 0 ready") == 3


def test_who_has_orders_to_seal_is_told_no_number() -> None:
    options = {"police-orders": "game-master"}
    game = started("Nurses", variant="london_nights", mastered=True, options=options)
    sheets.submit(game=game, power="Nurses", typed="", serial=game.serial)
    page = page_of("Master")
    assert "seal your own orders first" in page
    assert " in, " not in page


def test_who_masters_nothing_is_told_how_to() -> None:
    started("France", mastered=True)
    assert "You master no game that goes on." in page_of("France")
    assert Client().get("/desks/").status_code == 302
