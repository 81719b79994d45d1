"""A record that cannot be read: its page says who was told, the log says why, and others go on."""

import logging
from typing import Any

import pytest
from django.test import Client
from tables import SEED, fresh, person, started, tampered

from legation.server.api import tokens
from legation.server.games import records, sheets
from legation.server.games.models import Deadline, Game
from legation.server.post.models import Letter
from legation.server.running.worker import Working
from legation.server.site import kept, moment

pytestmark = pytest.mark.django_db
CANARY = "Ruhr-canary"


def damaged(**offer: Any) -> Game:
    """A game whose record says an army is where there is no such place."""
    game = started("France", **offer)
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    assert '"place":"Par"' in records.text_of(game)
    tampered(game, lambda text: text.replace('"place":"Par"', f'"place":"{CANARY}"'))
    kept.forget()
    Letter.objects.all().delete()
    return fresh(game)


def player() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(person("France"), "django.contrib.auth.backends.ModelBackend")
    return client


def test_the_page_says_who_was_told_and_the_log_why(caplog: pytest.LogCaptureFixture) -> None:
    game = damaged(mastered=True)
    client = player()
    for path in ("", "report/0/", "board.svg"):
        answer = client.get(f"/games/{game.slug}/{path}")
        assert answer.status_code == 500
        said = answer.content.decode()
        assert "Its game master was told by mail, and the log of this site says why." in said
    letter = Letter.objects.get()
    assert (letter.user, letter.kind) == (person("Master"), "game")
    assert "cannot be read" in letter.body
    lines = [r.getMessage() for r in caplog.records if r.name == "legation.server.games.damage"]
    start = f"the record of game {game.slug} cannot be read: FileError in line "
    assert len(lines) == 3
    assert all(line.startswith(start) for line in lines)
    assert "is no place" in lines[0] or "no such place" in lines[0] or "place" in lines[0]
    for secret in (CANARY, "Bur", SEED):
        assert secret not in said + letter.body + caplog.text


def test_a_program_is_told_so_too() -> None:
    game = damaged(mastered=True)
    word = tokens.make(user=person("France"), name="x", scopes=tokens.SCOPES)
    client = Client(headers={"Authorization": f"Bearer {word}"}, raise_request_exception=False)
    answer = client.get(f"/api/games/{game.slug}/view")
    assert answer.status_code == 500
    assert answer.json()["error"].startswith("What is kept of this game cannot be read.")
    saved = client.put(
        f"/api/games/{game.slug}/sheet",
        {"typed": "A Par H", "serial": 0},
        content_type="application/json",
    )
    assert saved.status_code == 500


def test_without_a_master_the_log_alone_is_told() -> None:
    game = damaged()
    said = player().get(f"/games/{game.slug}/").content.decode()
    assert "Who runs this site is told by its log, which says why." in said
    assert not Letter.objects.exists()


def test_a_worker_says_so_and_goes_on_with_others(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    bad, good = damaged(mastered=True), started("England")
    for game in (bad, good):
        now = moment.now()
        Game.objects.filter(pk=game.pk).update(due=now)
        Deadline.objects.filter(game=game, kind="due").update(due_at=now)
    Working("tests").once()
    assert (fresh(bad).serial, fresh(good).serial) == (0, 1)
    assert Letter.objects.filter(user=person("Master"), kind="game").count() == 1
    assert f"the record of game {bad.slug} cannot be read" in caplog.text
    assert CANARY not in caplog.text


def test_other_pages_of_the_site_go_on() -> None:
    game = damaged()
    client = player()
    assert client.get("/games/?show=running").status_code == 200
    assert client.get("/").status_code == 200
    assert game.name in client.get("/").content.decode()
