"""More time for one power: the phase waits for its sheet alone, and nobody else hears for whose."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
import visits
from asking import asked, browser
from django.test import Client
from django.utils import timezone
from leak_asking import ask, forget, normal
from tables import fresh, person, reader, seat, started
from visits import Place, Visit

from legation.errors import InputError, StateError
from legation.server.accounts.models import Attempt
from legation.server.desk import acts
from legation.server.games import (
    clock,
    entering,
    lost,
    more_time,
    process,
    reads,
    remind,
    respites,
    seats,
    sheets,
)
from legation.server.games.models import DUE, Deadline, Event, Game, LogEntry, Seat
from legation.server.games.models.respite import Respite
from legation.server.post.models import Letter
from legation.server.running import backup
from legation.server.running.worker import Working
from legation.server.site.templatetags.moments import clock as clock_said

pytestmark = pytest.mark.django_db
AT, FR, TU = "Austria", "France", "Turkey"
MASTER = "Master"
HOUR = timedelta(hours=1)
MORE = timedelta(hours=6)
OVER = "The more time that you were given is over"


def played(**offer: object) -> Game:
    """Three players, of whom France alone has handed in a sheet; the phase has two hours left."""
    game = started(AT, FR, TU, mastered=True, movement=120, **offer)
    sheets.submit(game=game, power=FR, typed="A Par - Bur", serial=0)
    return fresh(game)


def give(game: Game, power: str = TU, more: timedelta = MORE) -> datetime:
    """Gives a power so much more than the others have."""
    row = fresh(game)
    assert row.closes is not None
    until = row.closes + more
    more_time.give(game=row, power=power, until=until, actor=MASTER, serial=row.serial)
    return until


def passes(game: Game, span: timedelta) -> None:
    """Lets so much of the phase pass: all that is kept of its time comes nearer."""
    row = fresh(game)
    assert row.due is not None
    Game.objects.filter(pk=game.pk).update(due=row.due - span)
    kept = Deadline.objects.get(game=game, kind=DUE, serial=row.serial)
    assert kept.due_at is not None
    Deadline.objects.filter(pk=kept.pk).update(due_at=kept.due_at - span, lease_until=None)


def work(game: Game) -> list[str]:
    """Lets a worker come until nothing is due; what it did."""
    done = []
    while found := [d for d in process.due(timezone.now(), (DUE,)) if d.game_id == game.pk]:
        done.append(process.process(deadline=found[0], worker="tests"))
        assert len(done) < 5
    return done


def write(game: Game, power: str, typed: str, settled: bool | None = None) -> None:
    sheets.submit(game=game, power=power, typed=typed, settled=settled, serial=0)


def test_the_phase_waits_for_one_sheet_and_all_others_are_closed() -> None:
    game = played()
    closes = game.due
    until = give(game)
    row = fresh(game)
    assert (row.due, row.closes) == (until, closes)
    write(game, FR, "A Par H")
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    assert Deadline.objects.get(game=game, kind=DUE).due_at == fresh(game).due
    for power in (FR, AT):
        with pytest.raises(StateError, match="it waits only for who was given more time"):
            write(game, power, "A Par - Pic")
        with pytest.raises(StateError, match="are closed"):
            sheets.settle(game=game, power=power, settled=False)
    write(game, TU, "A Con - Bul")
    passes(game, MORE)
    assert work(game) == [process.PROCESSED]
    told = reads.view_for(fresh(game), reader(game, FR)).told
    orders = {(o.power, str(o.order)) for each in told for o in each.outcomes}
    assert (FR, "A Par H") in orders
    assert (TU, "A Con - Bul") in orders
    after = fresh(game)
    assert (after.serial, after.waits) == (1, None)
    assert respites.of(after) == {}


def test_it_ends_as_soon_as_who_is_waited_for_is_ready() -> None:
    game = played()
    give(game)
    write(game, TU, "A Con - Bul", True)
    assert work(game) == [], "the others have their time still"
    passes(game, 2 * HOUR)
    assert work(game) == [process.PROCESSED], "nobody is waited for at their end"
    assert seat(game, AT).missed == 1
    game = played()
    give(game)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    write(game, TU, "A Con - Bul", True)
    assert work(game) == [process.PROCESSED]
    assert (seat(game, AT).missed, seat(game, TU).missed) == (1, 0)


def test_it_waits_for_him_for_whom_a_bot_stands_in() -> None:
    """The bot plays where he writes nothing; he was promised until when he may write."""
    game = played(missed="substitute")
    Seat.objects.filter(game=game, power=TU).update(bot="random", missed=1)
    give(game)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    assert fresh(game).serial == 0
    write(game, TU, "A Con - Bul", True)
    assert work(game) == [process.PROCESSED]


def test_who_is_late_at_the_others_end_is_not_written_to() -> None:
    game = played()
    give(game)
    passes(game, 2 * HOUR)
    work(game)
    Letter.objects.all().delete()
    remind.chase(game=fresh(game), actor=MASTER)
    letters = Letter.objects.values_list("user__name", flat=True)
    assert list(letters) == [TU], "Austria has no sheet, and cannot write one"


@pytest.mark.parametrize("wish", [{"when_ready": False}, {}])
def test_where_phases_do_not_end_early_it_waits_its_time(wish: dict[str, bool]) -> None:
    game = played(**wish)
    if not wish:
        clock.hold(game=game, held=True, actor=MASTER)
    give(game)
    write(game, TU, "A Con - Bul", True)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    passes(game, MORE)
    assert work(game) == [process.PROCESSED]


def test_who_misses_his_own_time_has_missed_the_turn() -> None:
    game = played(grace=60)
    write(game, AT, "A Vie H")
    give(game)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY], "he is not late yet: no extension for all"
    passes(game, MORE)
    assert work(game) == [process.PROCESSED], "nor is there one after his own"
    assert [seat(game, each).missed for each in (AT, FR, TU)] == [0, 0, 1]


def test_the_extension_for_all_comes_when_the_others_are_late() -> None:
    game = played(grace=60)
    until = give(game)
    passes(game, 2 * HOUR)
    assert work(game) == [process.EXTENDED], "Austria is late"
    row = fresh(game)
    assert row.due is not None
    assert row.closes is not None
    assert abs(row.due - (until - 2 * HOUR)) < timedelta(minutes=1), "as it was"
    assert abs(row.closes - (timezone.now() + HOUR)) < timedelta(minutes=1)
    assert respites.of(row) == {TU: row.due}
    assert not [body for body in letters_to(TU) if OVER in body]
    write(game, FR, "A Par H")
    passes(game, HOUR)
    assert work(game) == [process.TOO_EARLY]
    with pytest.raises(StateError, match="are closed"):
        write(game, FR, "A Par - Bur")


def test_an_extension_leaves_each_what_he_was_given_there() -> None:
    game, other = played(grace=60), played(grace=60)
    for row, more in ((game, 2 * HOUR), (other, 3 * HOUR)):
        give(row, TU)
        give(row, FR, more)
        passes(row, 2 * HOUR)
    left = [respites.of(fresh(row)) for row in (game, other)]
    assert work(game) == [process.EXTENDED]
    assert [respites.of(fresh(row)) for row in (game, other)] == left


def test_who_is_back_when_sheets_are_closed_opens_none_by_it() -> None:
    """Austria is in civil disorder at the end that all had; at that of France it is not."""
    game = played(grace=60)
    give(game, TU)
    give(game, FR, 2 * HOUR)
    acts.disorder(game=game, actor=MASTER, power=AT, declared=True, sure=True)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    acts.disorder(game=game, actor=MASTER, power=AT, declared=False, sure=True)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    assert respites.are_shut(fresh(game), timezone.now())


def test_a_long_extension_for_all_leaves_nobody_alone() -> None:
    game = played(grace=60 * 24)
    give(game)
    passes(game, 2 * HOUR)
    assert work(game) == [process.EXTENDED]
    row = fresh(game)
    assert (row.waits, respites.of(row)) == (None, {})
    assert row.due == row.closes
    assert [OVER in body for body in letters_to(TU)].count(True) == 1
    assert not [body for body in letters_to(FR) + letters_to(AT) if OVER in body]


def test_two_powers_each_have_their_own_time() -> None:
    game = played()
    give(game, TU, MORE)
    until = give(game, AT, 2 * HOUR)
    row = fresh(game)
    assert row.closes is not None
    assert respites.of(row) == {TU: row.closes + MORE, AT: until}
    passes(game, 4 * HOUR)
    work(game)
    with pytest.raises(StateError, match="are closed"):
        write(game, AT, "A Vie H")
    write(game, TU, "A Con H")
    with pytest.raises(StateError, match="are closed"):
        write(game, FR, "A Par H")


def test_a_stopped_clock_and_lost_time_keep_what_was_left() -> None:
    game = played()
    give(game)
    passes(game, HOUR)
    clock.pause(game=game, actor=MASTER)
    write(game, FR, "A Par - Pic")
    clock.resume(game=game, actor=MASTER)
    row, now = fresh(game), timezone.now()
    assert row.closes is not None
    assert row.due is not None
    assert abs(row.closes - (now + HOUR)) < timedelta(minutes=1)
    assert Deadline.objects.get(game=game, kind=DUE).due_at == row.closes
    assert respites.of(row) == {TU: row.due}
    passes(game, HOUR)
    clock.pause(game=game, actor=MASTER)
    with pytest.raises(StateError, match="are closed"):
        write(game, FR, "A Par H")
    write(game, TU, "A Con H")
    clock.resume(game=game, actor=MASTER)
    assert work(game) == []
    lost.add(HOUR)
    lost.catch_up(timezone.now())
    row = fresh(game)
    assert row.due is not None
    assert abs(row.due - (timezone.now() + MORE + HOUR)) < timedelta(minutes=1)
    write(game, FR, "A Par H")


def restored(game: Game, after: timedelta) -> Game:
    """The game as a backup has it that is put back so long after it was made."""
    passes(game, after)
    backup._give_time(after)
    return fresh(game)


@pytest.mark.parametrize("hours", [1, 3, 9])
def test_a_restored_backup_keeps_it_though_all_that_time_is_over(hours: int) -> None:
    """All had two hours when the backup was made, and Turkey eight."""
    game = played()
    give(game)
    Letter.objects.all().delete()
    row, now = restored(game, hours * HOUR), timezone.now()
    assert row.due is not None
    assert row.closes is not None
    assert abs(row.closes - (now + 2 * HOUR)) < timedelta(minutes=1)
    assert abs(row.due - (now + 8 * HOUR)) < timedelta(minutes=1)
    assert respites.of(row) == {TU: row.due}
    assert Deadline.objects.get(game=game, kind=DUE).due_at == row.closes
    assert letters_to(TU) == []
    assert work(game) == []


def test_a_restored_backup_keeps_it_where_the_others_were_closed() -> None:
    """Turkey had five hours when the backup was made; it is put back six hours later."""
    game = played()
    give(game)
    passes(game, 3 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    row, now = restored(game, 6 * HOUR), timezone.now()
    assert row.due is not None
    assert abs(row.due - (now + 5 * HOUR)) < timedelta(minutes=1)
    assert respites.of(row) == {TU: row.due}
    assert work(game) == []
    with pytest.raises(StateError, match="are closed"):
        write(game, FR, "A Par H")
    write(game, TU, "A Con H")
    passes(game, 5 * HOUR)
    assert work(game) == [process.PROCESSED]
    assert seat(game, TU).missed == 0


def test_a_restored_backup_gives_nobody_again_what_was_over_when_it_was_made() -> None:
    """Austria had two hours more, Turkey six; three hours after the others the backup was made."""
    game = played()
    give(game, TU)
    give(game, AT, 2 * HOUR)
    passes(game, 5 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    row = restored(game, 9 * HOUR)
    assert respites.of(row) == {TU: row.due}
    with pytest.raises(StateError, match="are closed"):
        write(game, AT, "A Vie H")


def said_of(game: Game) -> str:
    """What the log says last."""
    return LogEntry.objects.filter(game=game).latest("pk").text


def letters_to(name: str) -> list[str]:
    return list(Letter.objects.filter(user__name=name).values_list("body", flat=True))


def test_another_end_for_all_leaves_who_was_given_more_what_he_has() -> None:
    game = played()
    give(game)
    passes(game, 3 * HOUR)
    work(game)
    until, closes = fresh(game).due, timezone.now() + HOUR
    assert until is not None
    Letter.objects.all().delete()
    clock.put_off(game=game, until=closes, actor=MASTER)
    row = fresh(game)
    assert (row.due, row.closes, respites.of(row)) == (until, closes, {TU: until})
    assert Deadline.objects.get(game=game, kind=DUE).due_at == closes
    assert f"all other sheets close at {closes:%H:%M}" in said_of(game)
    assert letters_to(TU) == []
    write(game, FR, "A Par H")
    passes(game, HOUR)
    assert work(game) == [process.TOO_EARLY]
    with pytest.raises(StateError, match="are closed"):
        write(game, FR, "A Par - Bur")
    write(game, TU, "A Con H")


def test_who_has_no_more_than_all_any_more_is_told_so_alone() -> None:
    game = played()
    until = give(game)
    Letter.objects.all().delete()
    clock.put_off(game=game, until=until + HOUR, actor=MASTER)
    row = fresh(game)
    assert (row.due, row.waits, respites.of(row)) == (until + HOUR, None, {})
    assert "for who was given" not in said_of(game)
    (body,) = letters_to(TU)
    assert "The more time that you were given is over" in body
    assert f"all sheets are taken until {until + HOUR:%H:%M}" in body
    assert letters_to(FR) == letters_to(AT) == []
    said = "this one has no more time"
    assert said in browser(TU).get(f"/games/{game.slug}/").content.decode()
    assert said not in browser(FR).get(f"/games/{game.slug}/").content.decode()


def corrected(game: Game) -> None:
    """The master mends what France ordered in the phase that closed last."""
    row = fresh(game)
    form = {"what": "orders", "power": FR, "typed": "A Par - Pic", "serial": row.serial}
    path = f"/games/{game.slug}/desk/correct/"
    assert browser(MASTER).post(path, {**form, "sure": "yes"}).status_code == 302


@pytest.mark.parametrize("paused", [False, True])
def test_a_correction_leaves_who_was_given_more_what_he_has(paused: bool) -> None:
    """The others have the phase anew: two hours. He had eight, and has them still."""
    game = played()
    passes(game, 3 * HOUR)
    assert work(game) == [process.PROCESSED]
    give(game)
    if paused:
        clock.pause(game=game, actor=MASTER)
    corrected(game)
    if paused:
        clock.resume(game=game, actor=MASTER)
    row, now = fresh(game), timezone.now()
    assert row.phase == "Autumn 1901, movement"
    assert row.due is not None
    assert row.closes is not None
    assert abs(row.closes - (now + 2 * HOUR)) < timedelta(minutes=2)
    assert abs(row.due - (now + 8 * HOUR)) < timedelta(minutes=2)
    assert respites.of(row) == {TU: row.due}
    assert Deadline.objects.get(game=game, kind=DUE, serial=row.serial).due_at == row.closes
    assert not [body for body in letters_to(TU) if "is over" in body]


def test_a_rollback_keeps_it_for_the_phase_that_is_begun_again() -> None:
    game = played()
    until = give(game)
    acts.roll_back(game=game, actor=MASTER, number=0, serial=0, sure=True)
    row = fresh(game)
    assert row.serial == 1
    assert respites.of(row) == {TU: until}
    (body,) = [body for body in letters_to(TU) if "taken the game back" in body]
    assert f"It ends at {until:%H:%M}," in body
    (body,) = [body for body in letters_to(FR) if "taken the game back" in body]
    assert row.closes is not None
    assert f"It ends at {row.closes:%H:%M}," in body


def test_who_was_given_more_hears_that_another_phase_is_open() -> None:
    game = played()
    passes(game, 3 * HOUR)
    assert work(game) == [process.PROCESSED]
    give(game)
    acts.roll_back(game=game, actor=MASTER, number=0, serial=1, sure=True)
    row = fresh(game)
    assert (row.waits, respites.of(row)) == (None, {})
    assert [OVER in body for body in letters_to(TU)].count(True) == 1
    assert not [body for body in letters_to(FR) + letters_to(AT) if OVER in body]


def test_the_phase_ends_when_the_last_who_is_waited_for_is_ready_or_late() -> None:
    """Turkey has six hours more and is ready; Austria has two, and writes nothing."""
    game = played(grace=60)
    write(game, AT, "A Vie H")
    give(game, TU)
    give(game, AT, 2 * HOUR)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    row = fresh(game)
    assert row.closes is not None
    kept = Deadline.objects.get(game=game, kind=DUE)
    assert kept.due_at == row.closes + 2 * HOUR, "when the time of Austria is over"
    write(game, TU, "A Con H", True)
    assert work(game) == [], "Austria has time still"
    passes(game, 2 * HOUR)
    assert work(game) == [process.PROCESSED]


def test_nobody_gets_an_extension_when_the_first_of_two_is_late() -> None:
    game = played(grace=60)
    give(game, TU)
    give(game, AT, 2 * HOUR)
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    passes(game, 2 * HOUR)
    assert work(game) == [process.TOO_EARLY]
    row = fresh(game)
    assert Deadline.objects.get(game=game, kind=DUE).due_at == row.due
    with pytest.raises(StateError, match="are closed"):
        write(game, FR, "A Par H")


def test_two_who_give_at_once_say_the_end_that_there_is() -> None:
    """The second reads the game, and before he writes it the first has given more."""
    game = played()
    assert game.due is not None
    closes, first = game.due, entering.check
    met: list[str] = []

    def slow(*asked: object) -> None:
        first(*asked)  # type: ignore[arg-type]  # as it was called
        if not met:
            met.append(TU)
            give(game, TU)

    with patch.object(entering, "check", slow):
        give(game, AT, HOUR)
    row = fresh(game)
    assert respites.of(row) == {TU: closes + MORE, AT: closes + HOUR}
    texts = list(LogEntry.objects.filter(game=game, actor=MASTER).values_list("text", flat=True))
    assert len(texts) == 2
    assert all(f"The phase goes on until {closes + MORE:%H:%M}," in text for text in texts)


def test_a_clock_that_jumps_closes_no_sheet_before_a_worker_looks() -> None:
    """What was lost is given back: neither a page nor a refusal says that sheets are closed."""
    game = played()
    give(game)
    ahead = timezone.now() + 3 * HOUR
    with patch("django.utils.timezone.now", return_value=ahead):
        assert "sheets are closed" not in board_of(game, FR)
        write(game, FR, "A Par H")
        lost.add(3 * HOUR)
        lost.catch_up(ahead)
        assert work(game) == []
        row = fresh(game)
        assert row.closes is not None
        assert abs(row.closes - (ahead + 2 * HOUR)) < timedelta(minutes=2)
        write(game, FR, "A Par - Bur")
        assert "1 hour 59 minutes left" in board_of(game, FR)
    passes(game, 2 * HOUR)
    with patch("django.utils.timezone.now", return_value=ahead):
        assert work(game) == [process.TOO_EARLY]
        assert "sheets are closed since" in board_of(game, FR)


def board_of(game: Game, name: str) -> str:
    return browser(name).get(f"/games/{game.slug}/").content.decode()


def test_who_gives_when_the_others_end_comes_does_not_pass_it_over() -> None:
    """No worker has come to it yet: Austria is late, and all get the extension."""
    game = played(grace=60)
    passes(game, 2 * HOUR)
    give(game)
    assert work(game) == [process.EXTENDED]
    assert list(respites.of(fresh(game))) == [TU]


def test_what_is_refused() -> None:
    game = played()
    assert game.due is not None
    for power, until, wrong in (
        (TU, game.due, "no later than the time that all have"),
        (TU, game.due + timedelta(days=14, minutes=1), "two weeks more"),
        ("Italy", game.due + HOUR, "nobody plays Italy but a bot"),
        ("Spain", game.due + HOUR, "Spain is no power"),
    ):
        for sure in (False, True):
            with pytest.raises((InputError, StateError), match=wrong):
                more_time.give(
                    game=game, power=power, until=until, actor=MASTER, serial=0, sure=sure
                )
    until = game.due + HOUR
    with pytest.raises(StateError, match="the phase has ended already"):
        more_time.give(game=game, power=TU, until=until, actor=MASTER, serial=1)
    clock.pause(game=game, actor=MASTER)
    with pytest.raises(StateError, match="the game is not running"):
        more_time.give(game=game, power=TU, until=until, actor=MASTER, serial=0)
    endless = started(FR, mastered=True, movement=None, retreat=None, adjustment=None)
    with pytest.raises(StateError, match="has no end"):
        more_time.give(game=endless, power=FR, until=until, actor=MASTER, serial=0)
    assert not Respite.objects.exists()
    assert not LogEntry.objects.filter(text__contains="more time").exists()


def test_its_power_alone_is_told_for_whom_the_phase_waits() -> None:
    game = played()
    Letter.objects.all().delete()
    give(game)
    (letter,) = Letter.objects.all()
    assert letter.user == person(TU)
    assert "You have more time" in letter.body
    (text,) = LogEntry.objects.filter(game=game, actor=MASTER).values_list("text", flat=True)
    assert text.startswith("The phase goes on until ")
    assert "for who was given more time; all other sheets close at" in text
    assert not [power for power in (AT, FR, TU) if power in text]
    for name in (AT, FR):
        told = reads.view_for(fresh(game), reader(game, name)).told[-1]
        assert TU not in str(told.reports[0].facts["note"])
        page = browser(name).get(f"/games/{game.slug}/").content.decode()
        assert "; the phase waits until " in page
        assert "the others until" not in page
    own = browser(TU).get(f"/games/{game.slug}/").content.decode()
    assert ", the others until " in own
    assert "the phase waits" not in own
    kinds = Event.objects.filter(game=game, audience=TU).values_list("kind", flat=True)
    assert "deadline" in kinds
    assert not Event.objects.filter(game=game, audience=FR, kind="deadline").exists()


def test_who_is_reminded_or_asked_reads_his_own_end() -> None:
    game = played()
    until = give(game)
    Letter.objects.all().delete()
    remind.chase(game=game, actor=MASTER)
    ends = {x.user.name: x.body for x in Letter.objects.select_related("user") if x.user}
    row = fresh(game)
    assert row.closes is not None
    assert f"It ends at {row.closes:%H:%M}," in ends[AT]
    assert f"It ends at {until:%H:%M}," in ends[TU]


def test_it_is_given_from_the_desk_when_one_is_sure() -> None:
    game = played()
    assert game.due is not None
    until = (game.due + MORE).replace(second=0, microsecond=0)
    form = {"power": TU, "until": f"{until:%Y-%m-%dT%H:%M}", "serial": 0}
    path = f"/games/{game.slug}/desk/more-time/"
    asked(MASTER, path, form, "Give Turkey more time?", "All others close at", "Turkey alone")
    assert respites.of(fresh(game)) == {TU: until}
    desk = browser(MASTER).get(f"/games/{game.slug}/desk/").content.decode()
    assert "has time until" in desk
    refused = browser(MASTER).post(path, {**form, "until": "2001-01-01T10:00"})
    assert refused.status_code == 422
    assert "no later than the time that all have" in refused.content.decode()
    assert browser(FR).post(path, form).status_code == 404


def test_a_worker_looks_when_sheets_close_and_when_the_phase_ends() -> None:
    game = played()
    until = give(game)
    row = fresh(game)
    assert Deadline.objects.get(game=game, kind=DUE).due_at == row.closes
    worker = Working("one")
    worker.once()
    passes(game, 2 * HOUR)
    worker.once()
    assert fresh(game).serial == 0
    assert Deadline.objects.get(game=game, kind=DUE).due_at == until - 2 * HOUR


@pytest.mark.evening
@pytest.mark.usefixtures("leaks_alone")
def test_no_answer_to_others_hangs_on_who_was_given_it() -> None:
    """Twins: Austria was given more time, or Turkey; to France it is the same game."""
    game = played()
    give(game)
    others = {}
    for name in (FR, AT):
        client, found, now = browser(name), [], timezone.now()
        for power in (AT, TU):
            Respite.objects.filter(game=game).update(power=power)
            with patch("django.utils.timezone.now", return_value=now):
                found.append(list(answers(game, client)))
            Attempt.objects.all().delete()
        pairs = zip(*found, strict=True)
        others[name] = {v.name for (v, one), (_, two) in pairs if one != two}
    assert others[FR] == set()
    assert "game" in others[AT], "he reads of it on his board"


def answers(game: Game, client: Client) -> Iterator[tuple[Visit, str]]:
    """Every address of a game; what a form does is taken back."""
    forget()
    place = Place(slug=game.slug, variant=game.variant, keys=["public"], powers=[FR], slow=False)
    for visit in visits.of(place):
        if game.slug in visit.path:
            yield visit, normal(ask(client, visit).text)


def test_a_list_of_ones_games_has_ones_own_end_and_nobody_elses() -> None:
    game = played()
    pages = ("/", "/games/?show=own", "/games/?show=running")

    def ends(name: str) -> list[list[str]]:
        texts = [browser(name).get(page).content.decode() for page in pages]
        return [[each.strip() for each in re.findall(r">until ([^<]*)", t)] for t in texts]

    everybodys = ends(FR)
    assert [len(each) for each in everybodys] == [1, 1, 1]
    assert ends(TU) == everybodys
    until = give(game)
    longer = ends(TU)
    for own in longer[:2]:
        assert own != everybodys[0]
        assert own == [clock_said(until)]
    assert longer[2] == everybodys[2], "what all are shown is as it was"
    for name in (FR, AT, MASTER):
        assert ends(name) == everybodys
    row = fresh(game)
    assert row.due is not None
    Respite.objects.filter(game=game).update(before=row.due - timezone.now() + HOUR * 9)
    assert ends(TU) == everybodys, "his time is over no later than that of all"


def test_no_seat_of_a_phase_that_waits_for_one_is_among_those_that_are_wanted() -> None:
    game = played(replacers="anybody")
    Seat.objects.filter(game=game, power=AT).update(open=True, bot="steady")
    assert [each.power for each in reads.seats_wanted(person(AT))] == [AT]
    give(game)
    assert list(reads.seats_wanted(person(AT))) == []


def test_which_seats_are_handed_on_while_a_phase_waits_for_one() -> None:
    """Not one in which all see a bot, or that anybody may take: whether its player is back."""
    game = played()
    give(game)
    for power, fields, told in (
        (FR, {}, True),
        (AT, {"bot": "steady"}, False),
        (AT, {"bot": "", "open": True}, False),
        ("Italy", {}, True),
    ):
        Seat.objects.filter(game=game, power=power).update(**fields)
        if told:
            seats.check_told(fresh(game), seat(game, power))
        else:
            with pytest.raises(StateError, match="handed on"):
                seats.check_told(fresh(game), seat(game, power))
    seats.give(game=game, handover=seats.Handover(power=FR, user=person("Heir")))
    assert seat(game, FR).user == person("Heir")


def test_of_ones_games_each_says_whether_one_has_more_time_there() -> None:
    game, other = played(), played()
    give(game, TU)
    give(other, FR)
    rows: Any = reads.with_own(Game.objects.all(), person(FR))
    assert {row.pk: row.own_respite for row in rows} == {game.pk: None, other.pk: timedelta(0)}
