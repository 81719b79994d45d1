"""What somebody may not, where one check alone stands before it: mutants have named them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from tables import fresh, person, reader, started, view_as
from test_lobby_pages import letter_link

from legation.errors import StateError
from legation.server.accounts import limits
from legation.server.accounts.models import User
from legation.server.desk import rulings
from legation.server.desk.models import Ruling
from legation.server.games import reads, seats
from legation.server.games.models import MASTER, Game
from legation.server.games.readers import SPECTATING
from legation.server.lobby import guests
from legation.server.post.models import Letter
from legation.server.press import inbox, reading, services
from legation.server.press.members import PUBLIC, key_of
from legation.server.press.models import Custom, Draft, Message

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"


def told(game: Game, name: str) -> list[tuple[str, str]]:
    """Question and answer, as somebody reads them, the latest first."""
    return [(r.question, r.answer) for r in rulings.own(fresh(game), reader(game, name))]


def ask(game: Game, name: str, question: str) -> str:
    rulings.ask(game=game, user=person(name), question=question, token=question)
    return Ruling.objects.latest("pk").code


def answer(game: Game, code: str, text: str) -> None:
    rulings.answer(game=game, code=code, text=text, told="", actor="Master")


def hand_on(game: Game) -> None:
    seats.give(game=game, handover=seats.Handover(power=AT, user=person("Heir")))


def test_an_answer_to_the_successor_is_not_for_who_left() -> None:
    game = started(AT, FR, mastered=True)
    early, late = ask(game, AT, "early?"), ask(game, AT, "late?")
    answer(game, early, "answered him")
    hand_on(game)
    answer(game, late, "answered the heir")
    answer(game, ask(game, "Heir", "later?"), "of the heir")
    assert told(game, AT) == [("late?", ""), ("early?", "answered him")]
    assert told(game, "Heir") == [
        ("later?", "of the heir"),
        ("late?", "answered the heir"),
        ("early?", "answered him"),
    ]
    assert told(game, FR) == []
    assert rulings.own(fresh(game), SPECTATING) == []


def test_what_was_asked_before_is_not_for_heirs_where_the_game_says_so() -> None:
    game = started(AT, FR, mastered=True)
    Custom.objects.create(game=game, heirs_read=False, grey_told=False)
    code = ask(game, AT, "early?")
    hand_on(game)
    answer(game, code, "to whom?")
    answer(game, ask(game, "Heir", "later?"), "to him")
    assert told(game, "Heir") == [("later?", "to him")]
    assert told(game, AT) == [("early?", "")]


def test_rulings_are_of_one_game() -> None:
    game, other = (started(AT, FR, mastered=True) for _ in range(2))
    code = ask(game, AT, "mine?")
    assert told(other, AT) == []
    assert [r.question for r in rulings.own(fresh(other), reader(other, "Master"))] == []
    with pytest.raises(Exception, match="no such question"):
        answer(other, code, "from another desk")
    rulings.answer(game=game, code=code, text="yes", told="May one?", actor="Master")
    assert rulings.published(other, SPECTATING) == []


def test_of_two_letters_to_a_guest_the_last_one_counts(settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    guest = guests.make()
    guests.keep(user=guest, email="old@example.org", name="Anna", zone="UTC")
    old = letter_link("/keep/")
    guests.keep(user=guest, email="new@example.org", name="Anna", zone="UTC")
    new = letter_link("/keep/")
    wish = {"name": "Anna", "password": "a long enough one"}
    for client in (Client(), Client()):
        assert client.get(old).status_code == 404
        assert client.post(old, wish).status_code == 404
        guest.refresh_from_db()
        assert guests.is_guest(guest)
    assert Client().get(new).status_code == 200
    assert Client().post(new, wish).status_code == 302
    guest.refresh_from_db()
    assert guest.email == "new@example.org"


@pytest.mark.parametrize("power", ["archive", FR, AT])
def test_nothing_is_opened_while_a_game_is_played(power: str) -> None:
    game = started(AT, FR, mastered=True)
    for who in (SPECTATING, reader(game, AT), reader(game, "Master")):
        with pytest.raises(StateError, match="opens when the game is over"):
            view_as(fresh(game), who, opened=power)


# Press


def send(game: Game, name: str, key: str, text: str, token: str) -> None:
    services.send(game=game, user=person(name), key=key, text=text, token=token)


def test_a_token_is_of_one_thread() -> None:
    game, other = started(AT, FR), started(AT, FR)
    among = key_of(reads.book_of(game), (AT, FR))
    for row, key in ((game, PUBLIC), (game, among), (other, PUBLIC)):
        for _ in range(2):
            send(row, AT, key, "once in each", "the same token")
    assert Message.objects.count() == 3


def test_a_draft_is_of_one_thread() -> None:
    game = started(AT, FR)
    among = key_of(reads.book_of(game), (AT, FR))
    for key, text in ((PUBLIC, "for all"), (among, "for one")):
        services.save_draft(game=game, user=person(AT), key=key, text=text, token="a token")
    scope = reading.scope_of(game, reader(game, AT))
    for key, text in ((PUBLIC, "for all"), (among, "for one")):
        draft = inbox.draft_of(scope, key)
        assert draft is not None
        assert draft.text == text
    services.save_draft(game=game, user=person(AT), key=among, text=" ", token="a token")
    assert [draft.key for draft in Draft.objects.all()] == [PUBLIC]
    assert inbox.draft_of(reading.scope_of(game, reader(game, FR)), PUBLIC) is None
    assert inbox.draft_of(reading.scope_of(game, SPECTATING), PUBLIC) is None


def test_letters_of_press_are_for_members_who_want_them() -> None:
    game = started(AT, FR, "Italy", mastered=True)
    for name in (AT, FR, "Italy", "Master"):
        User.objects.filter(name=name).update(mail_press=True)
    book = reads.book_of(game)
    Letter.objects.all().delete()
    send(game, AT, key_of(book, (AT, FR)), "a word", "1")
    assert told_by_mail() == [FR]
    send(game, AT, key_of(book, (AT, MASTER)), "a question", "2")
    assert told_by_mail() == ["Master"]
    send(game, "Master", key_of(book, (AT, MASTER)), "an answer", "3")
    assert told_by_mail() == [AT]
    User.objects.filter(name="Italy").update(mail_press=False)
    User.objects.filter(name=FR).update(is_active=False)
    send(game, AT, PUBLIC, "to all", "4")
    assert told_by_mail() == ["Master"]


def told_by_mail() -> list[str]:
    """Who was written to since this was asked last."""
    names = sorted(letter.user.name for letter in Letter.objects.all() if letter.user)
    Letter.objects.all().delete()
    return names


def test_who_writes_very_much_waits() -> None:
    game = started(AT, FR)
    for n in range(200):
        assert limits.allowed("press", str(person(AT).pk), 200, timedelta(hours=1)), n
    with pytest.raises(StateError, match="very much"):
        send(game, AT, PUBLIC, "one more", "a token")
    send(game, FR, PUBLIC, "another may", "a token")


# Questions


def test_who_may_ask() -> None:
    game, alone = started(AT, FR, mastered=True), started(AT, FR)
    for row, name in ((game, "Master"), (game, "Watcher"), (alone, AT)):
        with pytest.raises(StateError, match="only players ask"):
            ask(row, name, "May I?")
    for n in range(10):
        ask(game, AT, f"Question {n}?")
    with pytest.raises(StateError, match="wait for an answer"):
        ask(game, AT, "One more?")
    ask(game, FR, "And mine?")
    with pytest.raises(StateError, match="wait for an answer"):
        ask(game, AT, "One more?")
    answer(game, Ruling.objects.filter(power=AT).earliest("pk").code, "Yes.")
    ask(game, AT, "One more?")


def test_an_answer_is_written_to_who_asked_while_he_sits_there() -> None:
    game = started(AT, FR, mastered=True)
    for name in (AT, FR, "Master", "Heir"):
        person(name)
        User.objects.filter(name=name).update(mail_press=True)
    Letter.objects.all().delete()
    code = ask(game, AT, "May I?")
    assert told_by_mail() == ["Master"]
    answer(game, code, "You may.")
    assert told_by_mail() == [AT]
    answer(game, code, "You may.")
    assert told_by_mail() == [], "the same answer is no news"
    hand_on(game)
    Letter.objects.all().delete()
    answer(game, code, "You may not.")
    assert told_by_mail() == [], "the heir has not asked"
    seats.give(game=game, handover=seats.Handover(power=AT, bot="random"))
    Letter.objects.all().delete()
    answer(game, code, "You may after all.")
    assert told_by_mail() == []


def test_the_master_reads_all_questions_with_their_codes() -> None:
    game = started(AT, FR, mastered=True)
    codes = [ask(game, name, f"{name}?") for name in (AT, FR)]
    found = rulings.own(fresh(game), reader(game, "Master"))
    assert [(r.power, r.code) for r in found] == [(FR, codes[1]), (AT, codes[0])]
    assert [r.code for r in rulings.own(fresh(game), reader(game, AT))] == [""]


def test_a_question_without_an_answer_is_one_for_who_left() -> None:
    game = started(AT, FR, mastered=True)
    ask(game, AT, "unanswered?")
    hand_on(game)
    assert told(game, AT) == [("unanswered?", "")]
