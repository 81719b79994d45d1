"""The desk's correction of a phase: seen before it is done, told to all, and nothing is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from leak_asking import forget
from stored import stored
from tables import fresh, person, reader, started, time_is_up

from legation.server.games import reads, sheets
from legation.server.games.models import Game, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
FR, DE, AT = "France", "Germany", "Austria"
ALL = (AT, "England", FR, DE, "Italy", "Russia", "Turkey")
NOTE = "Germany wrote Burgundy."


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def _misread() -> Game:
    """Germany's army was to stop France in Burgundy; autumn has begun, and the others hold."""
    game = started(*ALL, mastered=True)
    for power, typed in ((FR, "A Par - Bur"), (DE, "A Mun - Ruh"), (AT, "A Vie - Gal")):
        sheets.submit(game=game, power=power, typed=typed)
    time_is_up(game)
    return fresh(game)


begun = stored(_misread)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def correct(game: Game, name: str = "Master", **form: Any) -> Any:
    form = {"serial": fresh(game).serial, "what": "orders", "note": NOTE, **form}
    return browser(name).post(f"/games/{game.slug}/desk/correct/", form, follow=True)


def page(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def test_it_is_seen_before_it_is_done(game: Game) -> None:
    asked = browser("Master").get(f"/games/{game.slug}/desk/correct/?power=Germany")
    assert "A Mun - Ruh" in page(asked)
    shown = page(correct(game, power=DE, typed="A Mun - Bur"))
    assert "Correct Spring 1901, movement?" in shown
    assert "A Par - Bur (bounced)" in shown
    assert shown.count("<svg") >= 2
    assert fresh(game).serial == game.serial
    assert not LogEntry.objects.filter(game=game, text__contains="corrected").exists()


def test_what_waits_in_a_sealed_game_is_not_at_hand_where_it_is_shown(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Bur - Mun")
    sheets.submit(game=game, power=AT, typed="A Gal - Rum", settled=True)
    shown = correct(game, power=DE, typed="A Mun - Bur")
    tried = shown.context["tried"]
    assert (tried.was.sheets, tried.now.sheets) == ({}, {})
    assert "A Gal - Rum" not in page(shown)
    assert "A Bur - Mun" not in page(shown)


def test_all_are_told_and_sheets_that_wait_are_kept(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Bur - Mun\nF Bre - Mid")
    sheets.submit(game=game, power=AT, typed="A Gal - Rum", settled=True)
    correct(game, power=DE, typed="A Mun - Bur", sure="yes")
    now = fresh(game)
    assert (now.phase, now.state) == ("Autumn 1901, movement", "running")
    assert now.due is not None
    france = Sheet.objects.get(game=game, serial=now.serial, power=FR)
    assert (france.typed, france.orders) == ("A Bur - Mun\nF Bre - Mid", ["F Bre - Mid"])
    austria = Sheet.objects.get(game=game, serial=now.serial, power=AT)
    assert (austria.orders, austria.settled) == (["A Gal - Rum"], False)
    board = page(browser(AT).get(f"/games/{game.slug}/?tab=news"))
    assert "A Par - Bur (bounced)" in board
    assert NOTE in board
    assert "Spring 1901, movement is corrected" in page(browser(AT).get(f"/games/{game.slug}/log/"))
    # The phase goes on from there.
    time_is_up(game)
    units = {str(u) for u in reads.view_for(fresh(game), reader(game, AT)).position.of(AT)}
    assert "A Rum" in units


def test_letters_say_what_changed_and_why(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Bur - Mun")
    correct(game, power=DE, typed="A Mun - Bur", sure="yes")
    letters = {
        each.user.name: each.body
        for each in Letter.objects.filter(kind="phase", subject__contains="corrected")
        if each.user
    }
    assert set(letters) == {*ALL}
    assert "was: A Mun - Ruh\n    now: A Mun - Bur (bounced)" in letters[AT]
    assert NOTE in letters[AT]
    assert "lines of your sheet for Autumn 1901, movement are wrong" in letters[FR]
    assert "A Bur - Mun" not in letters[AT]


def test_the_log_says_why_to_whom_it_was_told(game: Game) -> None:
    why = f"Of the correction the game master says: {NOTE}"
    correct(game, power=DE, typed="A Mun - Bur", sure="yes")
    correct(game, power=AT, typed="A Vie H", note="", sure="yes")
    for name in ("Master", AT, "Watcher"):
        log = page(browser(name).get(f"/games/{game.slug}/log/"))
        assert log.count("is corrected, and carried out again.") == 2
        assert log.count(why) == 1
        last, first = log.split("carried out again.")[1:3]
        assert why in first, "of the first of the two a reason was given"
        assert why not in last
    assert why in page(browser("Master").get(f"/games/{game.slug}/desk/"))
    assert NOTE not in "".join(LogEntry.objects.values_list("text", flat=True))


def test_who_reads_the_same_as_before_reads_no_reason_in_the_log() -> None:
    """What the Theatre-Goers have ordered nobody else sees: they alone are told why."""
    game = started("Theatre-Goers", "Nurses", variant="london_nights", mastered=True)
    time_is_up(game)
    view = reads.view_for(fresh(game), reader(game, "Theatre-Goers"), 0)
    unit = next(unit for unit in view.position.units if unit.power == "Theatre-Goers")
    shown = page(correct(game, power="Theatre-Goers", typed=f"{unit} H"))
    told = set(re.findall(r"<dt>([^<]*)</dt>", shown.partition("Who would read what")[2]))
    correct(game, power="Theatre-Goers", typed=f"{unit} H", sure="yes")
    heard = {
        name
        for name in ("Master", "Theatre-Goers", "Nurses", "Watcher")
        if NOTE in page(browser(name).get(f"/games/{game.slug}/log/"))
    }
    assert heard == {"Master", *told}
    assert told <= {"Theatre-Goers"}


def test_it_is_seen_who_would_read_what(game: Game) -> None:
    shown = page(correct(game, power=DE, typed="A Mun - Bur"))
    assert "<dt>Everybody</dt><dd>All of that.</dd>" in shown


def test_what_cannot_be_done_is_said_and_what_was_typed_stays(game: Game) -> None:
    refused = correct(game, power=DE, typed="A Mun - London\nA Ber - Kie")
    assert refused.status_code == 422
    assert "Line 1" in page(refused)
    assert "A Mun - London" in page(refused)
    assert NOTE in page(refused)
    same = correct(game, power=DE, typed="A Mun - Ruh", sure="yes")
    assert "nothing would be corrected" in page(same)
    stale = correct(game, power=DE, typed="A Mun - Bur", serial=0, sure="yes")
    assert "has gone on since you looked; look again" in page(stale)
    assert fresh(game).serial == game.serial
    young = started(FR, mastered=True)
    nothing = browser("Master").get(f"/games/{young.slug}/desk/correct/")
    assert "No phase has closed yet" in page(nothing)


def test_of_two_who_correct_at_once_the_second_looks_again(game: Game) -> None:
    correct(game, power=DE, typed="A Mun - Bur", sure="yes", serial=game.serial)
    again = correct(game, power=DE, typed="A Mun H", sure="yes", serial=game.serial)
    assert again.status_code == 422
    assert "was corrected since you looked" in page(again)
    assert LogEntry.objects.filter(game=game, text__contains="is corrected").count() == 1


def test_the_log_says_that_a_correction_was_refused_and_nothing_of_it(game: Game) -> None:
    for _ in range(2):
        correct(game, power=DE, typed="A Mun - Bur", serial=0)
    correct(game, power=DE, typed="A Mun - Bur", sure="yes")
    correct(game, power=DE, typed="A Mun H", sure="yes", serial=game.serial)
    refused = "A correction was refused: "
    for name in (AT, "Master", "Watcher"):
        log = page(browser(name).get(f"/games/{game.slug}/log/"))
        assert log.count(refused) == 2, "the same is noted once"
        assert "the game had gone on since its page was opened" in log
        assert "it was corrected meanwhile, in another window or by another game master" in log
    for entry in LogEntry.objects.filter(game=game, text__startswith=refused):
        assert (entry.actor, entry.phase) == ("Master", "Autumn 1901, movement")
        assert "Mun" not in entry.text
        assert "Germany" not in entry.text
    correct(game, power=DE, typed="A Mun - London", sure="yes")
    assert LogEntry.objects.filter(text__startswith=refused).count() == 2, "a slip is only told"


def test_a_sheet_that_came_too_late_says_for_which_phase_it_was_written(game: Game) -> None:
    time_is_up(game)
    stale = page(correct(game, power=DE, typed="A Mun - Bur", serial=game.serial))
    assert "Correct Autumn 1901, movement" in stale
    assert "what you sent is a correction of Spring 1901, movement; look again." in stale
    assert "A Mun - Bur" in stale


def test_it_is_the_masters_alone(game: Game) -> None:
    for name in (FR, "Watcher"):
        assert browser(name).get(f"/games/{game.slug}/desk/correct/").status_code == 404
        assert correct(game, name, power=FR, typed="", sure="yes").status_code == 404
    assert Client().get(f"/games/{game.slug}/desk/correct/").status_code == 404
    assert fresh(game).serial == game.serial


def test_a_rollback_is_told_by_letter_too(game: Game) -> None:
    browser("Master").post(
        f"/games/{game.slug}/desk/back-to/", {"number": 0, "serial": game.serial, "sure": "yes"}
    )
    letters = Letter.objects.filter(subject__contains="went back to Spring 1901, movement")
    assert {each.user.name for each in letters if each.user} == {*ALL}


def test_the_news_say_what_stands_otherwise_on_the_board(game: Game) -> None:
    """Units and centres, as the letter has them: of facts that were mended nothing else tells."""
    correct(game, what="owner", place="Belgium", power=FR, sure="yes")
    news = page(browser(AT).get(f"/games/{game.slug}/?tab=news"))
    mended = "<del>Belgium belongs to nobody.</del><br><ins>Belgium belongs to France.</ins>"
    assert mended in news
    assert NOTE in news
    correct(game, power=DE, typed="A Mun - Bur", note="", sure="yes")
    for name in (AT, "Watcher", "Master"):
        news = page(browser(name).get(f"/games/{game.slug}/?tab=news"))
        assert mended in news, "of the first of the two"
        assert "<del>on the board: A Bur</del><br><ins>on the board: A Par</ins>" in news
    browser("Master").post(
        f"/games/{game.slug}/desk/do/owner/",
        {"serial": fresh(game).serial, "place": "Spain", "power": FR, "sure": "yes"},
    )
    assert "<del>Spain belongs" not in page(browser(AT).get(f"/games/{game.slug}/?tab=news"))


def test_the_news_keep_the_reason_of_a_correction_that_is_taken_back(game: Game) -> None:
    """Nothing is told otherwise then, but that it was so, and why, is no secret of the log."""
    correct(game, power=DE, typed="A Mun - Bur", sure="yes")
    correct(game, power=DE, typed="A Mun - Ruh", note="It did not.", sure="yes")
    for name in (AT, "Watcher", "Master"):
        news = page(browser(name).get(f"/games/{game.slug}/?tab=news"))
        assert "<del>" not in news
        assert news.count(NOTE) == news.count("It did not.") == 1


def test_the_news_say_nothing_of_a_board_that_their_reader_does_not_know() -> None:
    """Twins: where the Theatre-Goers went nobody else sees, nor that it is another place now."""
    game = started("Theatre-Goers", "Nurses", variant="london_nights", mastered=True)
    time_is_up(game)

    def news(name: str, typed: str) -> Any:
        with transaction.atomic():
            correct(game, power="Theatre-Goers", typed=typed, note="", sure="yes")
            shown = browser(name).get(f"/games/{game.slug}/").context["news"]()
            transaction.set_rollback(True)
        forget()
        return shown

    one, other = "U Rus - Hol", "U Rus - Blo"
    assert "U Hol" in str(news("Theatre-Goers", one)[-1].otherwise)
    for name in ("Nurses", "Watcher"):
        assert news(name, one) == news(name, other)
    assert news("Theatre-Goers", one) != news("Theatre-Goers", other)
