"""Advice of bots: where the game was offered so, and in every game that is over."""

import random
import re

import pytest
from boards import SEATS, begin, end_phase, user
from django.test import Client

from legation.bots import prospects
from legation.rules.rulebook import Rulebook
from legation.server.archive import decided
from legation.server.desk import acts
from legation.server.games import bots, sheets
from legation.server.games.models import Game
from legation.server.lobby import words
from legation.server.lobby.solo import play_alone
from legation.sight.view import View

pytestmark = pytest.mark.django_db(transaction=True)
LIKELY = {"advise": "likely", "whose": "France", "typed": "France: A Par - Bur"}
THREATS = {"advise": "threats", "place": "Par"}


def signed_in() -> Client:
    client = Client()
    client.force_login(user("Anna"))
    return client


def test_it_is_given_where_the_game_was_offered_so() -> None:
    game, client = begin(), signed_in()
    path = f"/games/{game.slug}/what-if/0"
    plain = client.get(path)
    assert plain.status_code == 200
    assert "Ask the bots" not in plain.content.decode()
    assert {client.post(path, form).status_code for form in (LIKELY, THREATS)} == {404}
    assert dict(words.facts(game))["Advice of bots"] == "only when the game is over"

    Game.objects.filter(pk=game.pk).update(advice=True)
    page = client.get(path).content.decode()
    assert "Ask the bots" in page
    assert f"as known to {SEATS['standard']}" in page, "the board that is tried is his"
    assert "as known to the game master" not in page
    assert '<option value="Spa">' in page
    assert '<option value="Swi">' not in page, "where nobody can go nothing is threatened"
    told = client.post(path, LIKELY).content.decode()
    assert re.search(r'<td class="order">A Par - Bur</td><td class="number">[0-6]</td>', told)
    assert "to be expected two years later" in told
    assert ">France: A Par - Bur</textarea>" in told, "what was typed is not lost"
    near = {"typed": "Germany: A Mun - Bur\nFrance: A Par - Pic", **THREATS}
    assert "Nobody can take it" in client.post(path, near).content.decode()
    on = client.post(path, {"sheet": near["typed"], **THREATS}).content.decode()
    assert "What threatens Paris" in on
    assert '<li class="order">A Bur - Par</li>' in on
    assert 'France</h3><ul class="sheet">' not in on, "its owner is no threat"
    for wrong in (
        {"advise": "x"},
        {**THREATS, "place": "Xyz"},
        {**THREATS, "place": "Swi"},
        {**LIKELY, "whose": "Atlantis"},
    ):
        assert client.post(path, wrong).status_code == 404


def test_games_against_bots_are_offered_so() -> None:
    game = play_alone(user=user("Anna"), variant="standard")
    assert game.advice
    assert dict(words.facts(game))["Advice of bots"] == "to everybody, under What if"


def test_when_a_game_is_over_bots_say_where_it_was_decided() -> None:
    game, client = begin(phases=3, master=user("Master")), signed_in()
    path = f"/games/{game.slug}/archive/decided/"
    assert client.get(path).status_code == 404
    acts.abandon(game=game, actor="Master", serial=game.serial, sure=True)
    page = client.get(path)
    assert page.status_code == 200
    assert client.get(path + "?as=nobody").status_code == 404
    assert "Ask the bots" in client.get(f"/games/{game.slug}/what-if/0").content.decode()


class Marching:
    """A bot by whom Germany goes to Burgundy in Spring, and to Paris in Autumn."""

    name = "marching"

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        del book, rng
        orders = {"Spring": "A Mun - Bur", "Autumn": "A Bur - Par"}
        return [orders[view.phase.season]] if view.viewer.power == "Germany" else []


def test_the_phase_at_which_a_centre_was_lost_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """France leaves Paris in Autumn; nothing else ever changes who stands in a centre."""
    monkeypatch.setattr(bots, "find_bot", lambda _: Marching())
    monkeypatch.setattr(prospects, "outlook_for", lambda *_: None)
    for module in (prospects, decided):
        monkeypatch.setattr(module, "is_fitted", lambda _: False)
    game, client = begin(master=user("Master")), signed_in()
    for typed in ("", "A Par - Pic"):
        sheets.submit(game=game, power="France", typed=typed)
        game = end_phase(game)
    acts.abandon(game=game, actor="Master", serial=game.serial, sure=True)
    page = client.get(f"/games/{game.slug}/archive/decided/").content.decode()
    assert re.findall(r"<h2><a [^>]*>([^<]*)</a></h2>", page) == ["Autumn 1901, movement"]
    assert re.findall(r"<dt>(?:<abbr .*?</abbr> )?([^<]*)</dt><dd>([^<]*)</dd>", page) == [
        ("Germany", "+1.0 centres"),
        ("France", "−1.0 centres"),
    ]
