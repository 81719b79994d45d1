"""The worker and the outbox: what is due is done, what fails keeps nobody else waiting."""

import logging
from datetime import timedelta
from smtplib import SMTPResponseException
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from tables import fresh, person, reader, started

from legation.server.accounts.models import User
from legation.server.games import process, publish, reads, seats, sheets, votes
from legation.server.games.models import DUE, REMINDER, Deadline, Event, Game
from legation.server.games.so_far import so_far
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.running.carrier import Carrier
from legation.server.running.tidy import tidy
from legation.server.running.worker import Working

pytestmark = pytest.mark.django_db
BUSY = SMTPResponseException(451, b"try again later")


def fall_due(game: Game) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(due=past)
    Deadline.objects.filter(game=game, kind=DUE, done_at=None).update(due_at=past)


def letter(key: str = "one", **more: object) -> Letter:
    now = timezone.now()
    values = {"kind": "game", "subject": "News", "body": "News.\n", "made_at": now, "due_at": now}
    return Letter(key=key, **{"user": person("Ann"), **values, **more})


def test_a_worker_ends_phases_and_sends_each_player_his_own_news() -> None:
    game = started("France", "Turkey", mastered=True)
    Letter.objects.all().delete()
    fall_due(game)
    while Working("one").once():
        pass
    assert fresh(game).serial == 1
    assert not mail.outbox, "a worker needs no network"
    assert Carrier().once() == 3
    assert {m.to[0] for m in mail.outbox} == {
        f"{name}@example.org" for name in ("France", "Turkey", "Master")
    }
    texts = {m.to[0].partition("@")[0]: m for m in mail.outbox}
    assert texts["France"].subject == "A game: Spring 1901, movement"
    assert "for France" in texts["France"].body
    assert f"/games/{game.slug}/" in texts["France"].body
    assert not Letter.objects.exclude(body="").exists(), "what was sent is not kept"


def test_nobody_is_written_to_who_does_not_wish_it() -> None:
    game = started("France")
    Letter.objects.all().delete()
    User.objects.filter(name="France").update(mail_phase=False)
    fall_due(game)
    Working("one").once()
    votes.propose(game=game, power="France", kind="draw")
    Carrier().once()
    assert not mail.outbox
    assert not Letter.objects.filter(kind="votes").exists()


def test_live_games_write_no_letters_but_the_last() -> None:
    game = started("France", movement=5, retreat=3, adjustment=3)
    Letter.objects.all().delete()
    fall_due(game)
    Working("one").once()
    assert not Letter.objects.exists()
    votes.propose(game=game, power="France", kind="concession", powers=["Turkey"])
    assert [found.kind for found in Letter.objects.all()] == ["end"]


def test_quiet_hours_are_kept() -> None:
    now = timezone.now()
    start, end = (now - timedelta(hours=1)).time(), (now + timedelta(hours=1)).time()
    person("France", quiet_from=start, quiet_to=end)
    game = started("France")
    found = Letter.objects.get(key__startswith="game:")
    assert found.due_at - now > timedelta(minutes=59)
    Carrier().once()
    assert not mail.outbox
    fall_due(game)


def test_reminders_go_to_those_who_have_not_settled_and_wish_it() -> None:
    game = started("France", "Turkey", "Italy", when_ready=False)
    User.objects.filter(name="Italy").update(mail_deadline=False)
    sheets.submit(game=game, power="Turkey", typed="", settled=True)
    Letter.objects.all().delete()
    Deadline.objects.filter(game=game, kind=REMINDER).update(due_at=timezone.now())
    Working("one").once()
    Carrier().once()
    (found,) = mail.outbox
    assert found.to == ["France@example.org"]
    assert "France is not ready" in found.body
    assert "Spring 1901, movement ends at" in found.body
    assert not Deadline.objects.filter(kind=REMINDER, done_at=None).exists()


# What fails


def test_a_game_that_fails_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    bad, good = started("France"), started("Turkey")
    for game in (bad, good):
        fall_due(game)

    def failing(row: Game, *rest: Any, **more: Any) -> object:
        if row.pk == bad.pk:
            raise RuntimeError("a mistake in a hook")
        return prepared(row, *rest, **more)

    prepared = publish.prepare
    with patch.object(process, "prepare", failing):
        Working("one").once()
    assert (fresh(bad).serial, fresh(good).serial) == (0, 1)
    deadline = Deadline.objects.get(game=bad, kind=DUE)
    assert deadline.lease_until is not None
    assert deadline.lease_until > timezone.now() + timedelta(seconds=50)
    # It is tried again, and the mistake is mended.
    Working("two").once(timezone.now() + timedelta(minutes=59))
    assert fresh(bad).serial == 1


def test_a_letter_that_fails_is_sent_later_or_given_up(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    outbox.post([letter()])
    later = timezone.now()
    with patch.object(outbox, "send", side_effect=BUSY):
        for number in range(1, outbox.MOST_TRIES + 1):
            Carrier().once(later)
            assert Letter.objects.get().tries == number
            later += timedelta(days=1)
    assert Letter.objects.get().failed
    Carrier().once(later)
    assert not mail.outbox


def test_a_letter_that_failed_once_arrives() -> None:
    outbox.post([letter()])
    with patch.object(outbox, "send", side_effect=BUSY):
        Carrier().once()
    Carrier().once(timezone.now() + timedelta(hours=1))
    assert len(mail.outbox) == 1


def test_a_letter_is_written_once_and_its_subject_is_a_line() -> None:
    outbox.post([letter(subject="News\r\nBcc: all@example.org")])
    outbox.post([letter(subject="Again")])
    assert Letter.objects.get().subject == "News Bcc: all@example.org"
    Carrier().once()
    assert mail.outbox[0].bcc == []


def test_a_letter_goes_with_its_user() -> None:
    outbox.post([letter()])
    User.objects.all().delete()
    assert not Letter.objects.exists()


# Health


def test_health() -> None:
    answer = Client().get("/health")
    assert answer.status_code == 503, "no worker lives"
    Working("one").once()
    answer = Client().get("/health")
    assert (answer.status_code, answer.json()["workers"]) == (200, 1)
    game = started("France")
    long_ago = timezone.now() - timedelta(hours=1)
    Deadline.objects.filter(game=game, kind=DUE).update(due_at=long_ago)
    answer = Client().get("/health")
    assert (answer.status_code, answer.json()["late_deadlines"]) == (503, 1)


def test_a_seat_that_was_left_hears_by_mail_no_more() -> None:
    game = started("France", "Turkey")
    seats.give_up(game=game, user=person("France"))
    Letter.objects.all().delete()
    fall_due(game)
    Working("one").once()
    Carrier().once()
    assert [m.to for m in mail.outbox] == [["Turkey@example.org"]]
    assert reader(game, "France").power == ""
    assert reads.seats_wanted(person("Ann")).count() == 1


def test_what_is_over_is_thrown_away_and_nothing_of_a_game() -> None:
    game = started("France")
    outbox.post([letter("old"), letter("new"), letter("waits")])
    long_ago = timezone.now() - timedelta(days=40)
    Letter.objects.filter(key="old").update(sent_at=long_ago)
    Letter.objects.filter(key="new").update(sent_at=timezone.now())
    Event.objects.filter(game=game).update(made_at=long_ago)
    before = so_far(fresh(game)).told(reader(game, "France").audiences)
    tidy(timezone.now())
    kept = set(Letter.objects.values_list("key", flat=True))
    assert {"new", "waits"} <= kept
    assert "old" not in kept
    assert not Event.objects.exists()
    assert so_far(fresh(game)).told(reader(game, "France").audiences) == before
    fall_due(game)
    Working("one").once()
    assert Event.objects.get(kind="phase").number == before[0] + 1
