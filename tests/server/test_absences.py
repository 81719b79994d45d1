"""Who has announced to be away misses no turn; nobody learns more of it than the game shows."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from asking import browser
from django.test import Client
from tables import fresh, person, reader, seat, started, time_is_up

from legation.errors import InputError
from legation.server.accounts import services
from legation.server.accounts.models import Absence
from legation.server.desk import acts
from legation.server.games import (
    absences,
    clock,
    create,
    leaving,
    more_time,
    process,
    reads,
    sheets,
)
from legation.server.games.models import DUE, REMINDER, Deadline, Game, LogEntry, Seat
from legation.server.games.models.deferral import Deferral
from legation.server.games.offer import Offer
from legation.server.games.time import Times, no_earlier
from legation.server.lobby import words
from legation.server.post.models import Letter
from legation.server.site import moment

pytestmark = pytest.mark.django_db
AT, FR, TU = "Austria", "France", "Turkey"
DAY = timedelta(days=1)
SLOW: dict[str, Any] = {"movement": 2880, "absences": "deferred"}


def day(after: int) -> date:
    return moment.now().date() + after * DAY


def goes(name: str, first: int, last: int) -> None:
    """Somebody announces that he is away, from so many days after today to so many."""
    Absence.objects.create(user=person(name), first=day(first), last=day(last))


def back(last: int) -> datetime:
    """A day after the end of that day, by UTC: until then a deadline is put off."""
    return datetime.combine(day(last + 2), time.min, UTC)


def said(at: datetime) -> str:
    return f"{at:%H:%M}, {at.day} {at:%B} (UTC)"


def test_a_deadline_that_falls_in_an_absence_is_put_off_when_the_phase_opens() -> None:
    goes(FR, 1, 5)
    game = started(AT, FR, TU, **SLOW)
    assert game.due == back(5)
    assert "put off as France is away" in browser(AT).get(f"/games/{game.slug}/").text
    last = LogEntry.objects.filter(game=game).latest("pk")
    assert (last.actor, last.text) == (
        "",
        f"The phase lasts until {said(back(5))}, as France is away.",
    )
    due = Deadline.objects.get(game=game, kind=DUE)
    assert due.due_at == back(5)
    clock.end_now(game=game, actor="")
    process.process(deadline=Deadline.objects.get(pk=due.pk), worker="tests")
    assert fresh(game).due == back(5), "and so for the phase that opens then"
    body = Letter.objects.filter(user=person(AT), kind="phase").latest("pk").body
    assert f"It ends at {said(back(5))}, as France is away." in body


def test_announcing_names_the_games_that_make_anything_of_it() -> None:
    for name, how in (("Slow", SLOW), ("Hidden", {"anonymous": True}), ("Plain", {})):
        Game.objects.filter(pk=started(FR, **how).pk).update(name=name)
    form = {"first": day(1).isoformat(), "last": day(2).isoformat()}
    page = browser(FR).post("/accounts/away/", form, follow=True).text
    assert "It is announced. It is told in Slow." in page


def test_an_absence_at_the_end_of_time_stops_no_clock() -> None:
    """One that was announced when nothing forbade it, in the zone where its end comes last."""
    anna = person(FR)
    anna.zone = "Pacific/Pago_Pago"
    anna.save()
    Absence.objects.create(user=anna, first=date(9999, 12, 20), last=date.max)
    game = started(AT, FR, TU, **SLOW)
    assert time_is_up(game) == process.PROCESSED


def test_what_it_is_put_off_for_ends_before_or_begins_after() -> None:
    goes(FR, -9, -1)  # back for two days and more when the phase ends
    goes(AT, 3, 9)
    goes("Somebody", 0, 9)
    game = started(AT, FR, TU, **SLOW)
    assert not Deferral.objects.exists()
    assert game.due == fresh(game).started_at + 2 * DAY  # type: ignore[operator]


@pytest.mark.parametrize(
    "offer",
    [
        {"absences": "ignored"},
        {"absences": "told"},
        {"movement": 60},
        {"movement": None, "retreat": None, "adjustment": None},
    ],
)
def test_in_other_games_no_deadline_moves(offer: dict[str, Any]) -> None:
    goes(FR, -1, 9)
    game = started(AT, FR, TU, **{**SLOW, **offer})
    minutes = game.movement_minutes
    assert game.due == (minutes and game.started_at + timedelta(minutes=minutes))  # type: ignore[operator]
    if minutes:
        assert time_is_up(game) == process.PROCESSED


def test_who_announces_it_since_the_phase_began_misses_nothing_either() -> None:
    game = started(AT, FR, TU, grace=720, **SLOW)
    goes(FR, -1, 3)
    person(AT)
    assert time_is_up(game) == process.EXTENDED
    row = fresh(game)
    assert (row.due, row.serial, row.extended) == (back(3), 0, -1)
    assert [seat(game, power).missed for power in (AT, FR, TU)] == [0, 0, 0]
    why = f"The phase goes on until {said(back(3))}, as France is away."
    assert LogEntry.objects.filter(game=game, text=why).count() == 1
    letters = Letter.objects.filter(kind="deadline", subject__contains="is put off")
    assert letters.count() == 3
    assert f"goes on until {said(back(3))}, as France is away." in letters[0].body
    told = reads.view_for(row, reader(game, TU)).told[-1].reports
    assert [report.kind for report in told] == ["extended"]
    Absence.objects.all().delete()
    assert time_is_up(game) == process.EXTENDED, "who is late has the one extension still"
    assert fresh(game).extended == 0


def test_who_wants_no_word_of_deadlines_gets_no_letter_of_it() -> None:
    person(AT, mail_deadline=False)
    game = started(AT, FR, **SLOW)
    goes(FR, -1, 3)
    time_is_up(game)
    put_off = Letter.objects.filter(subject__contains="is put off")
    assert [letter.user for letter in put_off] == [person(FR)]


def test_all_are_ready_and_nobody_waits_for_who_is_away() -> None:
    goes(FR, -1, 3)
    game = started(AT, FR, **SLOW)
    for power in (AT, FR):
        sheets.submit(game=game, power=power, typed="", settled=True)
    deadline = Deadline.objects.get(game=game, kind=DUE)
    assert process.process(deadline=deadline, worker="tests") == process.PROCESSED


def test_a_game_waits_so_many_days_for_each_and_year_of_play() -> None:
    goes(FR, 1, 20)
    game = started(AT, FR, **SLOW, away_days=3)
    assert game.started_at
    assert game.due == game.started_at + 5 * DAY
    assert [each.until - each.since for each in Deferral.objects.all()] == [3 * DAY]
    for name, waited in ((FR, ["A game"]), (AT, [])):
        _, rows = leaving.waited_for(None, person(name))
        assert [row["game"] for row in rows] == waited, name
    deadline = Deadline.objects.get(game=game, kind=DUE)
    with patch.object(moment, "now", return_value=game.due):
        assert process.process(deadline=deadline, worker="tests") == process.PROCESSED
    row = fresh(game)
    assert row.due == game.due + 2 * DAY, "nothing is left of it"
    Deferral.objects.update(since=moment.now() - 5 * DAY, until=moment.now() - 2 * DAY)
    Game.objects.filter(pk=game.pk).update(started_at=moment.now() - timedelta(days=365))
    goes(FR, -1, 1)
    assert time_is_up(row) == process.EXTENDED, "another year has begun"


def test_two_who_are_away_one_after_the_other_count_each_his_own() -> None:
    goes(FR, 1, 3)
    goes(TU, 4, 6)
    game = started(AT, FR, TU, **SLOW)
    assert game.started_at
    assert game.due == back(6)
    spans = {
        each.user.name: each.until - each.since for each in Deferral.objects.select_related("user")
    }
    assert spans == {FR: back(3) - game.started_at - 2 * DAY, TU: back(6) - back(3)}
    last = LogEntry.objects.filter(game=game).latest("pk")
    assert last.text.endswith("as France and Turkey are away.")


def test_two_who_are_away_at_once_are_waited_for_in_turn() -> None:
    for name in (FR, TU):
        goes(name, 1, 20)
    game = started(AT, FR, TU, **SLOW, away_days=3)
    assert game.started_at
    assert game.due == game.started_at + 8 * DAY, "two of the phase, and three for each"


def test_what_was_waited_in_other_phases_and_games_is_not_touched() -> None:
    game, other = (started(AT, FR, **SLOW) for _ in range(2))
    now = game.due
    assert now is not None
    spans = [(game, -9, -8), (game, -1, 1), (game, 1, 2), (other, -1, 1), (other, 1, 2)]
    for row, since, until in spans:
        ends = {"since": now + since * DAY, "until": now + until * DAY}
        Deferral.objects.create(game=row, user=person(FR), **ends)
    deadline = Deadline.objects.get(game=game, kind=DUE)
    with patch.object(moment, "now", return_value=now):
        assert process.process(deadline=deadline, worker="tests") == process.PROCESSED
    left = Deferral.objects.order_by("pk").values_list("game", "since", "until")
    kept = [(game, -9, -8), (game, -1, 0), (other, -1, 1), (other, 1, 2)]
    assert list(left) == [(row.pk, now + a * DAY, now + b * DAY) for row, a, b in kept]


def test_what_was_not_waited_counts_for_nobody() -> None:
    """Of three days one is over when all are ready; a phase that is ended at once takes none."""
    goes(FR, 1, 20)
    game = started(AT, FR, **SLOW, away_days=3)
    for power in (AT, FR):
        sheets.submit(game=game, power=power, typed="", settled=True)
    deadline = Deadline.objects.get(game=game, kind=DUE)
    assert game.started_at
    now = game.started_at + 3 * DAY
    with patch.object(moment, "now", return_value=now):
        assert process.process(deadline=deadline, worker="tests") == process.PROCESSED
    waited = [(each.since, each.until) for each in Deferral.objects.order_by("pk")]
    due = now + 2 * DAY
    assert waited == [(now - DAY, now), (due, due + 2 * DAY)]
    assert fresh(game).due == due + 2 * DAY, "two of three days are left"


def test_who_has_nothing_to_order_is_not_waited_for() -> None:
    game = started(AT, FR, TU, mastered=True, **SLOW)
    for place in ("Ank", "Con", "Smy"):
        acts.remove_unit(game=game, actor="Master", place=place, dislodged=False, sure=True)
    goes(TU, -1, 2)
    assert time_is_up(game) == process.PROCESSED


def test_for_whom_a_bot_stands_in_and_who_is_in_disorder_nobody_waits() -> None:
    goes(FR, -1, 2)
    game = started(AT, FR, **SLOW)
    Seat.objects.filter(game=game, power=FR).update(bot="steady")
    assert time_is_up(game) == process.PROCESSED
    game = started(AT, FR, mastered=True, **SLOW)
    acts.disorder(game=game, actor="Master", power=FR, declared=True, sure=True)
    assert time_is_up(game) == process.PROCESSED


def test_who_was_reminded_of_the_end_that_was_is_reminded_of_the_new_one() -> None:
    game = started(AT, FR, grace=720, **SLOW)
    Deadline.objects.filter(game=game, kind=REMINDER).update(done_at=moment.now())
    goes(FR, -1, 3)
    assert time_is_up(game) == process.EXTENDED
    reminder = Deadline.objects.get(game=game, kind=REMINDER)
    assert (reminder.done_at, reminder.due_at) == (None, back(3) - timedelta(hours=12))


def test_while_a_phase_waits_for_one_power_an_absence_moves_it_no_more() -> None:
    game = started(AT, FR, TU, mastered=True, **SLOW)
    row = fresh(game)
    assert row.due
    more_time.give(game=row, power=TU, until=row.due + DAY, actor="Master", serial=0)
    goes(FR, -1, 2)
    now = moment.now()
    Game.objects.filter(pk=game.pk).update(due=now + DAY)  # the others' time is just over
    ends = Deadline.objects.filter(game=game, kind=DUE)
    ends.update(due_at=now)
    assert process.process(deadline=ends.get(), worker="tests", now=now) == process.EXTENDED
    assert (fresh(game).due, fresh(game).waits) == (back(2), None), "for all alike"
    game = started(AT, FR, TU, mastered=True, **SLOW)
    row = fresh(game)
    Absence.objects.all().delete()
    assert row.due
    more_time.give(game=row, power=TU, until=row.due + DAY, actor="Master", serial=0)
    goes(FR, -1, 2)
    assert time_is_up(game) == process.PROCESSED


def test_sheets_that_are_closed_are_not_opened_again_for_an_absence() -> None:
    """The time of all is over, and so is Turkey's: the phase waits for Austria alone."""
    game = started(AT, FR, TU, mastered=True, **SLOW)
    for power, more in ((TU, DAY), (AT, 2 * DAY)):
        row = fresh(game)
        assert row.closes
        until = row.closes + more
        more_time.give(game=row, power=power, until=until, actor="Master", serial=0)
    now = moment.now()
    Game.objects.filter(pk=game.pk).update(due=now + DAY)
    Deadline.objects.filter(game=game, kind=DUE).update(due_at=now)
    goes(FR, -2, 2)
    deadline = Deadline.objects.get(game=game, kind=DUE)
    assert process.process(deadline=deadline, worker="tests", now=now) == process.TOO_EARLY
    assert fresh(game).due == now + DAY


def test_an_absence_that_is_long_over_puts_nothing_off_when_a_worker_comes_late() -> None:
    game = started(AT, FR, **SLOW)
    goes(FR, -9, -6)
    late = moment.now() - 7 * DAY
    Game.objects.filter(pk=game.pk).update(due=late)
    Deadline.objects.filter(game=game, kind=DUE).update(due_at=late)
    deadline = Deadline.objects.get(game=game, kind=DUE)
    assert process.process(deadline=deadline, worker="tests") == process.PROCESSED


# What others are told


def test_in_an_anonymous_game_nobody_is_waited_for() -> None:
    """When it were put off, and when not, would tell whose account is whose power."""
    for word in ("told", "deferred"):
        offer = Offer("A", anonymous=True, **{**SLOW, "absences": word})
        with pytest.raises(InputError, match="says nothing of absences, and waits for nobody"):
            create.create(user=person(AT), offer=offer)


def test_where_names_are_shown_it_is_told_until_when_and_by_whom() -> None:
    game = started(AT, FR, TU, **{**SLOW, "absences": "told"})
    goes(FR, -1, 3)
    goes(AT, 2, 3)
    goes(TU, 40, 41)
    page = Client().get(f"/games/{game.slug}/about/").content.decode()
    last = f"{day(3).day} {day(3):%B}"
    assert f"France, away until {last}" in page
    assert f"Austria, away from {day(2).day} {day(2):%B} to {last}" in page
    assert page.count("away ") == 2 + page.count("away.")
    for hidden in ({"absences": "ignored"}, {"movement": 60}):
        game = started(AT, FR, TU, **{**SLOW, **hidden})
        assert not absences.said_of(game)


def test_whom_a_phase_waits_for_is_told_of_this_game_and_of_now() -> None:
    game, other = started(FR, TU, AT, **SLOW), started(FR, TU, **SLOW)
    now = moment.now()
    for row, name, until in ((game, FR, DAY), (game, AT, -DAY), (other, TU, DAY)):
        Deferral.objects.create(game=row, user=person(name), since=now - 2 * DAY, until=now + until)
    assert absences.why_later(fresh(game), now) == "as France is away"
    Game.objects.filter(pk=game.pk).update(anonymous=True)  # no game is offered so
    assert absences.why_later(fresh(game), now) == ""


def test_it_is_told_of_no_game_that_is_over() -> None:
    game = started(AT, FR, mastered=True, **SLOW)
    goes(FR, -1, 3)
    assert absences.said_of(fresh(game))
    acts.abandon(game=game, actor="Master", serial=0, sure=True)
    assert not absences.said_of(fresh(game))


# Announcing it


def test_it_is_announced_and_taken_back_on_a_page_of_its_own() -> None:
    anna = browser("Anna")
    form = {"first": str(day(1)), "last": str(day(3))}
    assert anna.post("/accounts/away/", form).status_code == 302
    [row] = Absence.objects.all()
    assert (row.user.name, row.first, row.last) == ("Anna", day(1), day(3))
    assert f"{day(3).day} {day(3):%B %Y}" in anna.get("/accounts/away/").content.decode()
    assert [each["first"] for each in services.export(user=row.user)["absences"]] == [day(1)]
    for number in (str(row.pk), "x", "9" * 20):
        browser("Bert").post("/accounts/away/", {"back": number})
    assert Absence.objects.exists(), "it is another's"
    anna.post("/accounts/away/", {"back": str(row.pk)})
    assert not Absence.objects.exists()


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (-3, -1, "This day is over."),
        (3, 2, "The last day is before the first."),
        (1, 61, "At most 60 days; then announce it again."),
        (366, 367, "The first day is more than a year ahead."),
        (None, 2, "This field is required."),
        (1, None, "This field is required."),
    ],
)
def test_what_is_no_absence_is_refused(first: int | None, last: int | None, why: str) -> None:
    days = {"first": first, "last": last}
    form = {name: "" if after is None else str(day(after)) for name, after in days.items()}
    answer = browser("Anna").post("/accounts/away/", form)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not Absence.objects.exists()


def test_ten_are_announced_at_once_and_what_is_over_is_forgotten() -> None:
    goes("Anna", -9, -8)
    for after in range(10):
        goes("Anna", after, after)
    form = {"first": str(day(0)), "last": str(day(60 - 1))}
    assert "You have announced 10" in browser("Anna").post("/accounts/away/", form).content.decode()
    Absence.objects.filter(first=day(4)).delete()
    assert browser("Anna").post("/accounts/away/", form).status_code == 302
    assert not Absence.objects.filter(last__lt=day(0)).exists()


def test_the_offer_says_what_comes_of_an_absence() -> None:
    offer = Offer("A", absences="deferred", away_days=14)
    game = create.create(user=None, offer=offer)
    assert dict(words.facts(game))["An announced absence"].endswith(
        "put off until a day after, at most 14 days a player and year of play"
    )
    assert dict(words.facts(started(AT)))["An announced absence"] == "nothing comes of it"
    for wrong in ({"absences": "sometimes"}, {"away_days": 91}, {"away_days": -1}):
        with pytest.raises(InputError):
            replace(offer, **wrong).check(moment.now())


def test_of_an_anonymous_game_it_is_said_that_nobody_is_told() -> None:
    offer = Offer("A", anonymous=True, absences="ignored")
    told = dict(words.facts(create.create(user=None, offer=offer)))
    assert told["An announced absence"] == "nobody is told, and the game waits for nobody"


def test_the_end_is_at_the_games_time_of_day_and_not_at_a_weekend() -> None:
    friday = datetime(2026, 11, 27, 22, tzinfo=UTC)
    assert no_earlier(Times(), friday) == friday
    assert no_earlier(Times(fixed=time(21)), friday) == datetime(2026, 11, 28, 21, tzinfo=UTC)
    assert no_earlier(Times(fixed=time(22)), friday) == friday
    off = Times(fixed=time(21), weekends_off=True)
    assert no_earlier(off, friday) == datetime(2026, 11, 30, 21, tzinfo=UTC)
    plain = Times(weekends_off=True)
    assert no_earlier(plain, friday + DAY) == datetime(2026, 11, 30, 22, tzinfo=UTC)


def test_of_two_games_each_counts_its_own_players_and_days() -> None:
    goes(FR, 1, 5)
    other, without = started(AT, FR, **SLOW), started("Italy", TU, **SLOW)
    assert without.started_at
    assert without.due == without.started_at + 2 * DAY
    assert absences.said_of(without) == {}
    game = started(AT, FR, TU, **SLOW)
    assert game.due == back(5)
    now = moment.now()
    Game.objects.update(started_at=now - 30 * DAY)
    Deferral.objects.filter(game=game, user=person(FR)).delete()
    for row, name in ((other, FR), (game, TU)):
        whole = {"since": now - 29 * DAY, "until": now - DAY}
        Deferral.objects.create(game=row, user=person(name), **whole)
    goes(FR, -1, 0)
    assert time_is_up(game) == process.EXTENDED, "the days of others are not his"
    told = Letter.objects.filter(subject__contains="is put off").values_list(
        "user__name", flat=True
    )
    assert set(told) == {AT, FR, TU}, "and of its own game each hears"
