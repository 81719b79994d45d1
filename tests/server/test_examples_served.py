"""The examples on a server: a board in fog, and a game that begins without units."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from tables import person, started

from legation.server.lobby.catalogue import cards
from legation.server.site import kept
from legation.variants.find import PATH
from legation.variants.load import forget

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(PATH, str(Path(__file__).parents[2] / "examples"))
    for clear in (kept.forget, forget, cards.cache_clear):
        clear()
    yield
    for clear in (kept.forget, forget, cards.cache_clear):
        clear()


def page(address: str, who: str) -> str:
    client = Client()
    client.force_login(person(who), "django.contrib.auth.backends.ModelBackend")
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_player_sees_ground_out_of_sight_on_the_board() -> None:
    seen = page(f"/games/{started('France', variant='fog').slug}/", "France")
    assert 'class="fogged"' in seen
    assert "Moscow. Supply centre of Russia. Out of sight." in seen
    assert "Brest. Supply centre of France. French fleet." in seen


def test_a_game_that_begins_without_units_is_taken_over() -> None:
    """Everybody builds first (CHA-1); how a board is typed is shown all the same."""
    assert "Ankara: A Ank" in page("/games/new/chaos/taken-over/", "Paris")
