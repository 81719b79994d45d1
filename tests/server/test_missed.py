"""A missed turn must not wreck a game, nor tell what nobody may know."""

from datetime import timedelta

import pytest
from tables import fresh, person, reader, seat, started, time_is_up, work

from legation.server.games import process, reads, records, seats, sheets
from legation.server.games.asked import asked
from legation.server.games.models import DUE, Deadline, Event
from legation.server.games.models.sheet import Sheet

pytestmark = pytest.mark.django_db


def orders_told(game: object, name: str) -> list[tuple[str, str]]:
    view = reads.view_for(fresh(game), reader(game, name))  # type: ignore[arg-type]  # a game
    return [(o.power, str(o.order)) for told in view.told for o in told.outcomes]


def test_one_extension_from_which_the_offender_gains_nothing() -> None:
    game = started("France", "Turkey", grace=720, missed="hold")
    sheets.submit(game=game, power="Turkey", typed="A Con - Bul", settled=True, serial=0)
    assert time_is_up(game) == process.EXTENDED
    now = fresh(game)
    assert (now.serial, now.phase) == (0, "Spring 1901, movement")
    assert now.due is not None
    due = Deadline.objects.get(game=game, kind=DUE)
    assert (due.due_at, due.done_at, due.lease_until) == (now.due, None, None)
    # All are told of it alike, and not for whose sake.
    for name in ("France", "Turkey"):
        told = reads.view_for(now, reader(game, name)).told[-1]
        assert [report.kind for report in told.reports] == ["extended"]
        note = str(told.reports[0].facts["note"])
        assert "France" not in note
        assert note.endswith("(UTC), as orders are missing")
    # The offender sees nobody's sheet; the others may change theirs.
    assert dict(reads.view_for(now, reader(game, "France")).sheets) == {}
    sheets.submit(game=game, power="Turkey", typed="A Con - Smy", settled=True, serial=0)
    # There is one extension.
    assert time_is_up(game) == process.PROCESSED
    assert ("Turkey", "A Con - Smy") in orders_told(game, "France")
    assert seat(game, "France").missed == 1


def test_who_answers_in_the_extension_ends_it() -> None:
    game = started("France", "Turkey", grace=720)
    sheets.submit(game=game, power="Turkey", typed="", settled=True)
    assert time_is_up(game) == process.EXTENDED
    assert sheets.submit(game=game, power="France", typed="A Par - Bur", settled=True).ending
    assert work(game) == process.PROCESSED
    assert seat(game, "France").missed == 0


def test_a_sheet_that_is_not_settled_is_no_missed_turn() -> None:
    game = started("France", grace=720)
    sheets.submit(game=game, power="France", typed="A Par - Bur", serial=0)
    assert time_is_up(game) == process.PROCESSED
    assert ("France", "A Par - Bur") in orders_told(game, "France")


def test_who_is_hurried_has_missed_nothing() -> None:
    from legation.server.games import clock

    game = started("France", grace=720, missed="disorder")
    clock.end_now(game=game, actor="Master")
    assert work(game) == process.PROCESSED
    assert seat(game, "France").missed == 0
    assert reads.view_for(fresh(game), reader(game, "France")).disorder == ()


def test_a_bot_orders_for_the_missing() -> None:
    game = started("France", missed="bot", fill_bot="steady")
    time_is_up(game)
    moved = [order for power, order in orders_told(game, "France") if power == "France"]
    assert any(" - " in order for order in moved)
    assert (seat(game, "France").bot, seat(game, "France").open) == ("", False)
    assert not Sheet.objects.exists(), "what a bot writes stands in the record alone"


def test_without_orders_units_hold() -> None:
    game = started("France", missed="hold")
    time_is_up(game)
    assert not any(" - " in o for p, o in orders_told(game, "France") if p == "France")


def test_a_substitute_may_take_the_seat_and_a_bot_plays_meanwhile() -> None:
    game = started("France", "Turkey", missed="substitute")
    sheets.submit(game=game, power="Turkey", typed="", settled=True)
    time_is_up(game)
    found = seat(game, "France")
    assert (found.bot, found.open) == ("random", True)
    assert [s.power for s in reads.seats_wanted(person("New"))] == ["France"]
    # The bot is no missed turn, and nobody waits for who is missing.
    assert sheets.submit(game=game, power="Turkey", typed="", settled=True).ending
    assert work(game) == process.PROCESSED
    assert seat(game, "France").missed == 1
    seats.take(game=game, user=person("New"), power="France")
    assert reader(game, "New").power == "France"
    assert reader(game, "France").power == ""


def test_who_comes_back_keeps_his_seat() -> None:
    game = started("France", missed="substitute")
    time_is_up(game)
    assert seat(game, "France").open
    sheets.submit(game=game, power="France", typed="", serial=fresh(game).serial)
    assert (seat(game, "France").open, seat(game, "France").bot) == (False, "")


def test_civil_disorder_and_back() -> None:
    game = started("France", "Turkey", missed="disorder")
    sheets.submit(game=game, power="Turkey", typed="", settled=True)
    time_is_up(game)
    view = reads.view_for(fresh(game), reader(game, "Turkey"))
    assert view.disorder == ("France",)
    seats.come_back(game=game, user=person("France"))
    assert reads.view_for(fresh(game), reader(game, "Turkey")).disorder == ()
    assert not seat(game, "France").open


def test_who_takes_a_seat_in_disorder_ends_it() -> None:
    game = started("France", "Turkey", missed="disorder")
    sheets.submit(game=game, power="Turkey", typed="", settled=True)
    time_is_up(game)
    seats.take(game=game, user=person("New"), power="France")
    assert reads.view_for(fresh(game), reader(game, "New")).disorder == ()


# Where something is hidden


def winter(*powers: str, **offer: object) -> object:
    """A Post-Atomic game at its first adjustment, whoever has something due there."""
    game = started(*powers, variant="post_atomic", **offer)
    while fresh(game).phase_kind != "adjustment":
        serial = fresh(game).serial
        for power in powers:
            sheets.submit(game=game, power=power, typed="", settled=True, serial=serial)
        if fresh(game).serial == serial:
            time_is_up(game)
    return game


def test_what_is_due_in_secret_hurries_no_phase_and_is_missed_by_nobody() -> None:
    names = [seat.power for seat in started(variant="post_atomic").seats.order_by("pk")][:3]
    game = winter(*names, grace=720, missed="disorder")
    row = fresh(game)  # type: ignore[arg-type]  # a game
    found = asked(records.load(row), names)
    assert not found.plain
    # All who play are waited for, though not all have something to decide.
    assert found.waited_for == set(names)
    assert not Deadline.objects.get(game=row, serial=row.serial, kind=DUE).early
    # Nobody is seen to have missed what nobody can see was due.
    before = Event.objects.filter(game=row, kind="deadline").count()
    assert time_is_up(row) == process.PROCESSED
    assert Event.objects.filter(game=row, kind="deadline").count() == before
    view = reads.view_for(fresh(row), reader(row, names[0]))
    assert view.disorder == ()
    assert [seat(row, name).missed for name in names] == [0, 0, 0]


def test_the_extension_is_by_the_clock_of_the_game() -> None:
    game = started("France", grace=24 * 60, zone="Asia/Tokyo", weekends_off=True)
    before = fresh(game).due
    assert time_is_up(game) == process.EXTENDED
    after = fresh(game).due
    assert before is not None
    assert after is not None
    told = reads.view_for(fresh(game), reader(game, "France")).told[-1].reports[0]
    assert "(Asia/Tokyo)" in str(told.facts["note"])
    assert (after + timedelta(hours=9)).weekday() < 5


def test_who_comes_back_gives_no_seat_back_but_his_own() -> None:
    """Neither of another who is missing, nor of his own power in another game."""
    game, other = (started("France", "Turkey", missed="substitute") for _ in range(2))
    for each in (game, other):
        time_is_up(each)
    sheets.submit(game=game, power="France", typed="", serial=fresh(game).serial)
    assert (seat(game, "France").open, seat(game, "France").bot) == (False, "")
    for each, power in ((game, "Turkey"), (other, "France"), (other, "Turkey")):
        assert (seat(each, power).open, seat(each, power).bot) == (True, "random")
