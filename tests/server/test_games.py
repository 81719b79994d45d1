"""Games from their offer to their end: what may be done with them, and what is told."""

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone
from tables import fresh, person, reader, started, time_is_up, view_as, work

from legation.errors import InputError, LegationError, OptionError, StateError
from legation.server.games import clock, create, process, reads, records, seats, sheets, votes
from legation.server.games.change import change
from legation.server.games.late import late_for
from legation.server.games.models import DUE, Deadline, Entry, Event, Game, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.games.offer import Offer
from legation.server.post.models import Letter
from legation.table.game import Game as Table

pytestmark = pytest.mark.django_db


# Made, joined, started


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "a name of at most 80 letters"),
        ({"variant": "chess"}, 'there is no variant "chess"'),
        ({"variant": "../etc"}, 'there is no variant "../etc"'),
        ({"options": {"paradox": "no"}}, 'option paradox cannot be "no"'),
        ({"movement": 0}, "from one minute to four weeks"),
        ({"movement": None}, "every phase has a deadline, or none"),
        ({"zone": "Mars/Base"}, 'there is no time zone "Mars/Base"'),
        ({"missed": "shoot"}, "what happens after a missed turn is hold, bot, substitute"),
        ({"replacers": "master"}, "without a game master"),
        ({"access": "password"}, "joined by password has one"),
        ({"password": "x"}, "joined by password has one"),
        ({"fill_bot": "hal"}, 'no bot is called "hal"'),
        ({"starts": "time"}, "says when"),
        ({"starts": "time", "start_at": timezone.now() - timedelta(1)}, "starts in the future"),
        ({"starts": "time", "start_at": datetime.max.replace(tzinfo=UTC)}, "within a year"),
        (
            {"variant": "london_nights", "options": {"police-orders": "game-master"}},
            "be the game master",
        ),
    ],
)
def test_an_offer_of_which_no_game_can_be_made(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        create.create(user=person("Maker"), offer=Offer(**{"name": "A game", **wrong}))
    assert not Game.objects.exists()


def test_it_starts_when_it_is_full() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Full"))
    for number in range(7):
        begun = create.join(game=game, user=person(f"Player {number}"))
        assert begun == (number == 6)
    game = fresh(game)
    assert (game.state, game.phase, game.serial) == ("running", "Spring 1901, movement", 0)
    assert {place.player for place in reads.seats_for(game, reader(game, "Player 0"))} == {
        f"Player {number}" for number in range(7)
    }
    assert not Entry.objects.exists()
    with pytest.raises(StateError, match="has started"):
        create.join(game=game, user=person("Late"))


def test_an_offer_is_played_by_the_rules_of_its_time() -> None:
    """CL-1: an offer made before there was the choice `own-exchange` starts without it."""
    wanted = Offer(name="Old", variant="claudian", fill_bot="random", starts="hand")
    game = create.create(user=person("Maker"), offer=wanted)
    assert game.options.pop("own-exchange") == "no"
    game.save()
    assert reads.book_of(game).options.chosen["own-exchange"] == "yes"
    create.join(game=game, user=person("Italy"), wishes=["Italy"])
    row = create.start(game=game)
    assert reads.book_of(row).options.chosen["own-exchange"] == "yes"
    assert records.load(fresh(row)).book.options.chosen["own-exchange"] == "yes"


def test_who_may_join() -> None:
    game = create.create(user=person("Master"), offer=Offer(name="Mine", mastered=True))
    with pytest.raises(StateError, match="game master, and cannot play"):
        create.join(game=game, user=person("Master"))
    create.join(game=game, user=person("Ann"))
    with pytest.raises(StateError, match="joined already"):
        create.join(game=game, user=person("Ann"))
    with pytest.raises(InputError, match="no power"):
        create.join(game=game, user=person("Bob"), wishes=["Narnia"])
    with pytest.raises(StateError, match="6 more players are needed"):
        create.start(game=game)
    create.leave(game=game, user=person("Ann"))
    with pytest.raises(StateError, match="not joined"):
        create.leave(game=game, user=person("Ann"))
    create.withdraw(game=game)
    assert not Game.objects.exists()


def test_wishes_are_granted_where_they_can_be() -> None:
    powers = ["A", "B", "C", "D"]
    for _ in range(20):
        given = create.assign(powers, {1: ["C", "A"], 2: ["C", "B"], 3: [], 4: ["D"]})
        assert sorted(given.values()) == powers
        assert given[4] == "D"
        assert {given[1], given[2]} in ({"C", "B"}, {"C", "A"})


def test_it_starts_at_its_time_or_waits() -> None:
    soon = timezone.now() + timedelta(hours=1)
    offers = [
        Offer(name=n, starts="time", start_at=soon, fill_bot=b)
        for n, b in (("With bots", "random"), ("Without", ""))
    ]
    games = [create.create(user=None, offer=offer) for offer in offers]
    for game in games:
        create.join(game=game, user=person("Ann"))
        deadline = Deadline.objects.get(game=game, kind="start")
        create.start_if_due(deadline=deadline, now=soon, given=timedelta(0))
    assert [fresh(game).state for game in games] == ["running", "forming"]
    assert not Deadline.objects.filter(kind="start", done_at=None).exists()


# Orders


def test_what_was_typed_is_kept_and_what_is_good_counts() -> None:
    game = started("France")
    typed = "A Par - Bur\nA Mar - Moscow\nnonsense\n"
    saved = sheets.submit(game=game, power="France", typed=typed, serial=0)
    assert saved.orders == ("A Par - Bur",)
    assert [error.line for error in saved.errors] == [2, 3]
    sheet = reads.sheet_for(game, reader(game, "France"))
    assert sheet is not None
    assert sheet.typed == typed
    # A sheet without a good order leaves what counted before.
    saved = sheets.submit(game=game, power="France", typed="nonsense", serial=0)
    assert saved.orders == ("A Par - Bur",)
    assert reads.view_for(game, reader(game, "France")).sheets["France"].orders == saved.orders
    assert sheets.clear(game=game, power="France").orders == ()
    assert Sheet.objects.get().edition == 3
    assert fresh(game).version == 1, "writing a sheet does not touch the record"


def test_a_check_stores_nothing() -> None:
    game = started("France")
    assert sheets.check(game=game, power="France", typed="A Par - Bur").orders == ("A Par - Bur",)
    assert not Sheet.objects.exists()


def test_a_phase_ends_when_all_are_ready_and_not_before() -> None:
    game = started("France", "Turkey")
    sheets.submit(game=game, power="France", typed="A Par - Bur", settled=True)
    assert work(game) == ""
    assert sheets.submit(game=game, power="Turkey", typed="", settled=True).ending
    # Somebody takes it back before a worker comes: the phase goes on until its time.
    sheets.settle(game=game, power="France", settled=False)
    assert work(game) == process.TOO_EARLY
    assert Deadline.objects.get(game=game, kind=DUE).due_at == fresh(game).due
    assert sheets.settle(game=game, power="France", settled=True).ending
    assert work(game) == process.PROCESSED
    assert fresh(game).phase == "Autumn 1901, movement"
    view = reads.view_for(fresh(game), reader(game, "Turkey"))
    assert any(str(o.order) == "A Par - Bur" for told in view.told for o in told.outcomes)


def test_who_hands_in_a_sheet_for_a_phase_that_is_over_keeps_it() -> None:
    game = started("France", "Turkey")
    time_is_up(game)
    saved = sheets.submit(game=game, power="France", typed="A Par - Bur", serial=0)
    assert saved.closed
    assert saved.kept
    game = fresh(game)
    late = late_for(game, reader(game, "France"))
    assert late is not None
    assert (late.serial, late.typed) == (0, "A Par - Bur")
    assert late_for(game, reader(game, "Turkey")) is None
    assert reads.sheet_for(game, reader(game, "France")) is None
    with pytest.raises(InputError, match="not come to that phase"):
        sheets.submit(game=game, power="France", typed="", serial=9)


def test_a_sheet_that_changes_while_its_phase_is_worked_out_counts() -> None:
    game = started("France")
    sheets.submit(game=game, power="France", typed="A Par - Bur", settled=True, serial=0)
    meanwhile = ["A Par - Pic"]

    def reached(step: str) -> None:
        if step == "advanced" and meanwhile:
            sheets.submit(game=game, power="France", typed=meanwhile.pop(), serial=0)

    with patch.object(process, "reached", reached):
        assert time_is_up(game) == process.PROCESSED
    told = reads.view_for(fresh(game), reader(game, "France")).told
    orders = [str(outcome.order) for moment in told for outcome in moment.outcomes]
    assert "A Par - Pic" in orders
    assert "A Par - Bur" not in orders
    assert fresh(game).version == 2


def test_a_worker_that_outlives_its_lease_is_overtaken() -> None:
    game = started("France")
    deadline = Deadline.objects.get(game=game, kind=DUE)
    late = timezone.now() + timedelta(days=30)
    came: list[str] = []

    def reached(step: str) -> None:
        if step == "advanced" and not came:
            came.append("")
            after = late + timedelta(hours=1)
            came[0] = process.process(deadline=deadline, worker="second", now=after)

    Game.objects.filter(pk=game.pk).update(missed="hold", grace_minutes=0)
    with patch.object(process, "reached", reached):
        first = process.process(deadline=deadline, worker="first", now=late)
    assert (came, first) == ([process.PROCESSED], process.GONE)
    assert (fresh(game).serial, fresh(game).version) == (1, 2)
    assert Event.objects.filter(game=game, audience="", kind="phase").count() == 2  # and its start


def test_orders_in_a_game_that_is_not_played() -> None:
    game = create.create(user=None, offer=Offer(name="Waits"))
    with pytest.raises(StateError, match="has not begun"):
        sheets.submit(game=game, power="France", typed="")
    with pytest.raises(StateError, match="has not begun"):
        reads.view_for(game, reader(started("France"), "France"))


# The clock


def test_pause_and_resume_keep_the_time_left() -> None:
    game = started("France")
    due = fresh(game).due
    clock.pause(game=game, actor="Master")
    assert (fresh(game).state, fresh(game).due) == ("paused", None)
    sheets.submit(game=game, power="France", typed="A Par - Bur", settled=True)
    assert work(game) == "", "nothing ends while the clock stands"
    sheets.settle(game=game, power="France", settled=False)
    clock.resume(game=game, actor="Master")
    now = fresh(game)
    assert due is not None
    assert now.due is not None
    assert timedelta(0) <= now.due - due < timedelta(minutes=5)
    assert [entry.text for entry in LogEntry.objects.order_by("pk")] == [
        "The game begins.",
        "The clock is stopped.",
        "The clock goes on.",
    ]


def test_a_phase_is_put_off_or_ended_at_once() -> None:
    game = started("France")
    until = timezone.now() + timedelta(days=9)
    clock.put_off(game=game, until=until, actor="Master")
    assert fresh(game).due == until
    assert Deadline.objects.get(game=game, kind=DUE).due_at == until
    told = reads.view_for(fresh(game), reader(game, "France")).told
    assert any(report.kind == "extended" for moment in told for report in moment.reports)
    clock.end_now(game=game, actor="Master")
    assert work(game) == process.PROCESSED
    assert fresh(game).serial == 1
    with pytest.raises(InputError, match="that time has passed"):
        clock.put_off(game=game, until=timezone.now(), actor="Master")


def test_the_game_master_holds_a_phase() -> None:
    game = started("France")
    clock.hold(game=game, held=True, actor="Master")
    assert not sheets.submit(game=game, power="France", typed="", settled=True).ending
    clock.hold(game=game, held=False, actor="Master")
    assert work(game) == process.PROCESSED


def test_a_rollback_opens_the_phase_again() -> None:
    game = started("France", mastered=True)
    sheets.submit(game=game, power="France", typed="A Par - Bur", settled=True)
    assert work(game) == process.PROCESSED

    def back(table: Table) -> None:
        table.rollback(0)

    change(game=game, do=back, log=("Master", "Back to Spring 1901."))
    now = fresh(game)
    assert (now.phase, now.serial) == ("Spring 1901, movement", 2)
    assert reads.sheet_for(now, reader(game, "France")) is None
    assert Deadline.objects.get(game=game, kind=DUE, done_at=None).serial == 2
    saved = sheets.submit(game=game, power="France", typed="A Par - Pic", settled=True, serial=2)
    assert saved.orders == ("A Par - Pic",)
    assert work(game) == process.PROCESSED


def test_a_game_that_is_over_goes_on_after_a_rollback() -> None:
    game = started("France", mastered=True)
    change(game=game, do=Table.abandon)
    assert (fresh(game).state, fresh(game).ending) == ("finished", "abandoned")
    assert not Deadline.objects.filter(game=game, done_at=None).exists()
    with pytest.raises(StateError, match="over"):
        sheets.submit(game=game, power="France", typed="")

    def back(table: Table) -> None:
        table.rollback(0)

    change(game=game, do=back)
    now = fresh(game)
    assert (now.state, now.ending, now.ended_at) == ("running", "", None)
    assert now.due is not None


def test_a_change_that_is_refused_changes_nothing() -> None:
    game = started("France")
    before = fresh(game).version
    with pytest.raises(LegationError):
        change(game=game, do=lambda table: table.rollback(7), log=("Master", "Back."))
    assert fresh(game).version == before
    assert LogEntry.objects.count() == 1


# Votes


def test_bots_answer_when_all_players_have() -> None:
    game = started("France", "Turkey")
    number = votes.propose(game=game, power="France", kind="concession", powers=["Turkey"])
    assert fresh(game).state == "running"
    france, turkey = reader(game, "France"), reader(game, "Turkey")
    assert reads.view_for(fresh(game), france).voted == {number}
    before = Event.objects.filter(game=game, audience="").count()
    votes.vote(game=game, power="Turkey", proposal=number, answer="yes")
    now = fresh(game)
    assert (now.state, now.ending, now.winners) == ("finished", "concession", ["Turkey"])
    assert Event.objects.filter(game=game, audience="").count() > before
    assert Letter.objects.filter(kind="end").count() == 2
    assert view_as(now, turkey, opened="archive").over


def test_a_secret_vote_is_told_to_nobody_else() -> None:
    game = started("France", "Turkey", "Italy")
    number = votes.propose(game=game, power="France", kind="draw")
    before = Event.objects.exclude(audience="Turkey").count()
    votes.vote(game=game, power="Turkey", proposal=number, answer="yes")
    assert Event.objects.exclude(audience="Turkey").count() == before


# Without people


def test_bots_alone_do_not_race_through_a_game() -> None:
    game = started()
    assert work(game) == ""
    assert time_is_up(game) == process.PROCESSED


def test_a_game_of_one_and_bots_goes_as_fast_as_he_does() -> None:
    game = started("France", movement=None, retreat=None, adjustment=None)
    for turn in range(1, 5):
        assert sheets.submit(game=game, power="France", typed="", settled=True).ending
        while (
            work(game) == process.PROCESSED
        ):  # phases in which bots alone decide are not waited at
            pass
        assert fresh(game).serial >= turn
    assert Deadline.objects.get(game=game, done_at=None).due_at is None


def test_offers_are_counted() -> None:
    for number in range(20):
        create.create(user=person("Maker"), offer=Offer(name=f"Game {number}"))
    with pytest.raises(StateError, match="20 of your games"):
        create.create(user=person("Maker"), offer=Offer(name="One more"))


def test_police_are_the_masters_to_order() -> None:
    offer = {"variant": "london_nights", "options": {"police-orders": "game-master"}}
    game = started(mastered=True, **offer)
    with pytest.raises(OptionError):
        Offer(name="x", **offer).check(timezone.now())  # type: ignore[arg-type]  # of mixed values
    master = reader(game, "Master")
    power = reads.view_for(game, master).position
    assert power.units
    saved = sheets.submit(game=game, power="Police", typed="", settled=True)
    assert saved.settled
    with pytest.raises(StateError, match="sealed"):
        sheets.submit(game=game, power="Police", typed="")


def test_seats_change_hands_once() -> None:
    game = started("France", "Turkey")
    seats.give_up(game=game, user=person("France"))
    seats.take(game=game, user=person("New"), power="France")
    with pytest.raises(StateError, match="somebody else has taken this seat"):
        seats.take(game=game, user=person("Newer"), power="France")
    with pytest.raises(StateError, match="cannot play another"):
        seats.give(game=game, handover=seats.Handover(user=person("France"), power="Turkey"))
    with pytest.raises(StateError, match="cannot play another"):
        seats.give(game=game, handover=seats.Handover(user=person("Turkey"), power="France"))
