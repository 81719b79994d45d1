"""News of the first phase: what was dealt to somebody stands there, for him alone."""

from datetime import timedelta

import pytest
from asking import browser
from tables import fresh, person, started, time_is_up

from legation.server.games import clock
from legation.server.games.models import Game

pytestmark = pytest.mark.django_db
DEALT = "The City Boys know hidden centres in"


def news(game: Game, name: str) -> str:
    text: str = browser(name).get(f"/games/{game.slug}/").content.decode()
    return text


def test_what_was_dealt_at_the_start_is_news_at_once() -> None:
    game = started("City Boys", "Nurses", variant="london_nights", mastered=True)
    person("Watcher")
    assert DEALT in news(game, "City Boys")
    assert DEALT in news(game, "Master")
    for name in ("Nurses", "Watcher"):
        assert DEALT not in news(game, name)
        assert "Nothing has happened yet" in news(game, name)
    time_is_up(game)
    assert DEALT in news(fresh(game), "City Boys")


def test_what_all_are_told_before_a_phase_has_ended_is_news() -> None:
    game = started("France", mastered=True)
    assert "Nothing has happened yet" in news(game, "France")
    clock.shift(game=game, by=timedelta(hours=1), actor="Master")
    page = news(fresh(game), "France")
    assert "The deadline was extended" in page
    assert "<h3>Centres</h3>" not in page
