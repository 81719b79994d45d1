"""The examples on a server: a board in fog, and a game that begins without units."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from tables import person, started

from legation.server.lobby.catalogue import cards
from legation.server.site import kept
from legation.variants.find import PATH
from legation.variants.load import forget

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(PATH, str(EXAMPLES))
    for clear in (kept.forget, forget, cards.cache_clear):
        clear()
    yield
    for clear in (kept.forget, forget, cards.cache_clear):
        clear()


def test_one_whose_look_cannot_be_read_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page of a game of it could be made; one with a look of its own is played."""
    for name, style in (("fair", ""), ("torn", 'papre = "#ffeedd"\n')):
        shutil.copytree(EXAMPLES / "secret_orders", tmp_path / name)
        (tmp_path / name / "style.toml").write_text(f"[light]\n{style}", "utf-8")
    monkeypatch.setenv(PATH, str(tmp_path))
    forget()
    listed = {card.name for card in cards()}
    assert "fair" in listed
    assert "torn" not in listed
    game = started("France", variant="fair")
    assert 'data-unit="A Par"' in page(f"/games/{game.slug}/", "France")


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
