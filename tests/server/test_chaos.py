"""The auditor of chaos finds what is planted; chaos itself runs in `make chaos` and at night."""

from collections import Counter
from datetime import timedelta

import pytest
from audit import Found, audit
from django.core import mail
from django.db.models import F
from django.utils import timezone
from players import ACKNOWLEDGED, REFUSED, UNKNOWN, Ledger, Seat, Sent
from tables import SEED, fresh, person, started, tampered, time_is_up

from legation.server.games import create, records, sheets, taking
from legation.server.games.models import DUE, FINISHED, Deadline, Event, Game
from legation.server.games.models.sheet import Sheet
from legation.server.games.offer import Offer
from legation.server.games.process import PROCESSED, process
from legation.server.post.models import Letter
from legation.server.press import services
from legation.server.press.models import Message, Thread
from legation.server.running.carrier import Carrier
from legation.table.positions import read_start
from legation.table.takeover import take_over
from legation.variants.load import load

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """One phase of it is over; of the next a sheet is handed in, and a message was sent."""
    row = started("Turkey", movement=24 * 60)
    sheets.submit(game=row, power="Turkey", typed="A Con - Bul\n# 1", settled=True)
    Deadline.objects.filter(game=row, kind=DUE).update(due_at=timezone.now())
    process(deadline=Deadline.objects.get(game=row, kind=DUE), worker="test")
    sheets.submit(game=row, power="Turkey", typed="A Bul H\n# 3")
    services.send(
        game=row, user=person("Turkey"), key="public", text="message 4", token="0123456789"
    )
    Carrier().once()
    return Game.objects.get(pk=row.pk)


def ledger(game: Game, *sent: tuple[int, int, str]) -> Ledger:
    """Sheets by number, serial and outcome; the message was acknowledged."""
    seat = Seat(game.pk, game.slug, "Turkey", "")
    message = Sent(seat, 4, 1, ACKNOWLEDGED)
    return Ledger([Sent(seat, *each) for each in sent], [message])


def audited(game: Game, *sent: tuple[int, int, str]) -> Found:
    mailed = Counter(str(m.extra_headers["Message-ID"]) for m in mail.outbox)
    return audit(ledger(game, *sent), mailed)


TRUE = ((1, 0, ACKNOWLEDGED), (2, 1, ACKNOWLEDGED), (3, 1, UNKNOWN), (5, 0, REFUSED))


def test_what_is_as_it_was_acknowledged_is_not_blamed(game: Game) -> None:
    found = audited(game, *TRUE)
    assert found.all == []
    assert (found.phases, found.letters, found.letters_again) == (1, len(mail.outbox), 0)


def test_a_sheet_that_is_older_than_one_acknowledged(game: Game) -> None:
    found = audited(game, *TRUE, (6, 1, ACKNOWLEDGED))
    assert found.lost == [f"({game.pk}, 'Turkey', 1): sheet 6 was acknowledged, 3 is there"]


def test_a_sheet_that_is_not_there(game: Game) -> None:
    Sheet.objects.filter(game=game, serial=1).delete()
    assert len(audited(game, *TRUE).lost) == 1


def test_a_sheet_that_was_refused_and_stands(game: Game) -> None:
    found = audited(game, (1, 0, ACKNOWLEDGED), (3, 1, REFUSED))
    assert (len(found.wrong), found.lost) == (1, [])


def test_a_sheet_that_did_not_come_into_the_record(game: Game) -> None:
    Sheet.objects.filter(game=game, serial=0).update(orders=["A Con H"])
    (said,) = audited(game, *TRUE).lost
    assert said.endswith("the record lacks Turkey's sheet 0")


def test_a_message_that_is_lost_or_there_twice(game: Game) -> None:
    kept = Message.objects.get()
    Thread.objects.update(count=2)
    Message.objects.create(
        thread=kept.thread, number=2, sender="Turkey", text=kept.text, made_at=kept.made_at
    )
    assert len(audited(game, *TRUE).doubled) == 1
    Message.objects.all().delete()
    assert len(audited(game, *TRUE).lost) == 1


def test_a_phase_that_was_told_twice(game: Game) -> None:
    last = Event.objects.filter(game=game, audience="").order_by("-number")[0]
    Event.objects.create(
        game=game, audience="", number=last.number + 1, kind="phase", made_at=last.made_at
    )
    found = audited(game, *TRUE)
    assert found.doubled == [f"{game.slug}: 1 phases have ended, and 2 were told"]
    assert len(found.wrong) == 1, "and it was not counted"


def test_the_end_of_a_game_is_told_by_a_letter_of_its_own() -> None:
    """By the end of the last year (STD-PH), as no game that runs for minutes had come to."""
    book = load("standard", {})
    table = take_over(book, read_start({"date": "Autumn 1936", "phase": "movement"}, book))
    row = create.create(user=None, offer=Offer(name="A game", starts="hand", grace=0))
    taking.keep(row, table)
    create.join(game=row, user=person("Turkey"), wishes=["Turkey"])
    Game.objects.filter(pk=row.pk).update(fill_bot="steady")
    row = create.start(game=fresh(row), seed=SEED)
    while fresh(row).state != FINISHED:
        assert time_is_up(row) == PROCESSED
    Carrier().once()
    mailed = Counter(str(m.extra_headers["Message-ID"]) for m in mail.outbox)
    found = audit(Ledger(), mailed)
    assert (found.lost, found.doubled) == ([], [])
    Letter.objects.filter(kind="end").delete()
    (said,) = audit(Ledger(), mailed).lost
    assert said.endswith(f"1 letters of phases to {person('Turkey').pk}")


def test_one_letter_of_a_record_is_another(game: Game) -> None:
    assert "BUL" in records.text_of(game).upper()
    tampered(game, lambda text: text.replace('"Bul"', '"Con"', 1).replace("- Bul", "- Smy", 1))
    assert audited(game, *TRUE).all


def test_a_time_that_was_moved(game: Game) -> None:
    Game.objects.update(due=F("due") + timedelta(days=30))
    assert len(audited(game, *TRUE).wrong) == 2, "too much is left, and its worker has another"


def test_a_letter_that_was_never_taken(game: Game) -> None:
    key = Letter.objects.filter(key__startswith="phase:")[0].key
    mailed = Counter(str(m.extra_headers["Message-ID"]) for m in mail.outbox)
    lost = [mark for mark in mailed if audit(ledger(game, *TRUE), mailed - Counter([mark])).lost]
    assert len(lost) == len(mailed)
    Letter.objects.filter(key=key).delete()
    (said,) = audited(game, *TRUE).lost
    assert "1 letters of phases" in said
