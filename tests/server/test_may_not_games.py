"""Whose a seat, a sheet, a vote, a letter or a pledge is: what mutants of `games` have named."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, OperationalError
from django.http import Http404, HttpRequest
from django.utils import timezone
from tables import SEED, fresh, person, reader, seat, started, time_is_up

from legation.errors import FileError, InputError, StateError
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.games import (
    change,
    clock,
    create,
    damage,
    doors,
    entering,
    events,
    later,
    leaving,
    lifted,
    lost,
    missed,
    pledges,
    process,
    promise,
    publish,
    reads,
    receipts,
    records,
    seats,
    seen,
    sheets,
    stream,
    taking,
    votes,
)
from legation.server.games.entering import Came
from legation.server.games.later import Writer
from legation.server.games.models import (
    DUE,
    NOBODY,
    START,
    Deadline,
    Entry,
    Event,
    Game,
    Holding,
    LogEntry,
    Seat,
)
from legation.server.games.models.later import Later, Used
from legation.server.games.models.pledge import Pledge
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import Trace
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING, Reader, keeps, reader_of
from legation.server.games.records import DamagedError, FaultyError
from legation.server.games.remind import remind
from legation.server.games.so_far import Sight, so_far
from legation.server.games.traced import traces_for
from legation.server.games.waiting import Use, became_for, stands, waiting_for
from legation.server.post.models import Letter
from legation.server.site.over import OverError
from legation.server.site.patience import held, passing_by
from legation.sight.viewer import GAME_MASTER, SPECTATOR, power_viewer
from legation.table.game import Game as Table

pytestmark = pytest.mark.django_db
AT, FR, IT, MA = "Austria", "France", "Italy", "Master"
STANDING = Use("standing", "movement")


def ready(game: Game) -> bool:
    return Deadline.objects.filter(game=game, kind=DUE, early="ready", done_at=None).exists()


def settle(game: Game, *powers: str) -> None:
    for power in powers:
        sheets.submit(game=fresh(game), power=power, typed="", settled=True)


def orders_of(game: Game, power: str, number: int) -> list[str]:
    """The orders of a power in a phase that is over, as everybody was told them."""
    told = reads.view_for(fresh(game), SPECTATING).told
    found = [o for t in told for o in t.outcomes if t.number == number and o.power == power]
    return [str(outcome.order) for outcome in found]


# What somebody is to a game


def test_who_is_not_signed_in_is_nothing_to_a_game_that_is_nobody_s() -> None:
    game = started(AT)
    assert (game.master_id, game.maker_id) == (None, None)
    assert reader_of(game, AnonymousUser()) == reader_of(game, None) == SPECTATING


def test_what_one_knew_in_the_seat_that_he_has_again_is_no_past() -> None:
    game = started(AT, FR)
    seats.give_up(game=game, user=person(AT))
    assert [h.seat.power for h in reader(game, AT).past] == [AT]
    seats.take(game=game, user=person(AT), power=AT)
    assert reader(game, AT) == Reader(person(AT).pk, AT)


def test_as_whom_one_asks_to_look() -> None:
    game = started(AT, FR, mastered=True)
    sight = reads.sight_for(game, reader(game, MA), told_to=FR)
    assert sight.told_to is not None
    assert (sight.viewer, sight.told_to.power) == (reader(game, MA).viewer, FR)
    for who in (reader(game, AT), SPECTATING):
        with pytest.raises(StateError):
            reads.view_as(fresh(game), reads.sight_for(game, who, told_to=FR))


def test_what_a_reader_is() -> None:
    plays, masters, made = Reader(1, AT), Reader(1, master=True), Reader(1, maker=True)
    assert [each.took_part for each in (plays, masters, made, SPECTATING)] == [1, 1, 0, 0]
    told = [each.audiences for each in (plays, masters, made, SPECTATING)]
    assert told == [("", AT), ("", "gm"), ("",), ("",)]
    led, unled = Game(master_id=2), Game()
    for game, who, so in (
        (unled, made, True),
        (led, made, False),
        (led, masters, True),
        (unled, plays, False),
        (unled, SPECTATING, False),
    ):
        assert keeps(game, who) == so, who


def test_who_reads_sheets_is_said_of_each_kind_of_game() -> None:
    found = [
        promise.promise(Game(variant="standard", options={}, **of))
        for of in ({}, {"master_id": 1}, {"master_id": 1, "sealed": False})
    ]
    assert found == [promise._NOBODY, promise.SEALED, promise.OPEN]


def test_what_waits_on_sheets_is_laid_into_the_view_of_who_may_read_it() -> None:
    game = started(AT, FR, mastered=True, sealed=False)
    Event.objects.all().delete()
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert [each.audience for each in Event.objects.filter(kind="sheet")] == [FR]
    for sight, whose in (
        (Sight(GAME_MASTER), {FR}),
        (Sight(power_viewer(FR)), {FR}),
        (Sight(power_viewer(AT)), set()),
        (Sight(SPECTATOR), set()),
        (Sight(GAME_MASTER, told_to=power_viewer(FR)), set()),
    ):
        assert set(seen._handed(fresh(game), sight)) == whose, sight
    assert str(sheets.ElsewhereError()) == "your sheet was changed in another window meanwhile."


def test_what_waits_when_a_game_is_ended_is_opened_to_nobody() -> None:
    """Its phase never closes: a sheet is read on by its player, and by whom it was open to."""
    for sealed in (True, False):
        game = started(AT, FR, mastered=True, sealed=sealed, name=str(sealed))
        sheets.submit(game=game, power=FR, typed="A Par H")
        acts.abandon(game=game, actor=MA, serial=0, sure=True)
        game = fresh(game)
        for who, sits in ((AT, set()), (FR, {FR}), (MA, set() if sealed else {FR})):
            for opened in ("", FR, "archive"):
                sight = reads.sight_for(game, reader(game, who), opened=opened)
                may = sits if sight.viewer == reader(game, who).viewer else set()
                assert set(reads.view_as(game, sight).sheets) == may, (who, opened)


def test_no_archive_is_open_before_a_game_is_over_and_no_board_before_it_begins() -> None:
    game = started(AT)
    for opened in (AT, "archive"):
        with pytest.raises(StateError, match="archive opens when the game is over"):
            reads.sight_for(game, SPECTATING, opened=opened)
    offered = create.create(user=person("Maker"), offer=Offer(name="An offer"))
    with pytest.raises(StateError, match="has not begun"):
        seen.view(offered, Sight(SPECTATOR))


def test_the_keys_of_private_games_are_kept_each_once(rf: Any) -> None:
    """Of fifty: who opens one link often has lost no other by that."""
    request = rf.get("/")
    request.session = {}
    for token in ("first", *["often"] * 60, "last"):
        doors.remember_key(request, token)
    assert request.session == {"game_keys": ["first", "often", "last"]}


def test_nothing_is_done_in_a_game_that_has_not_begun() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="An offer"))
    for do in (change.change, change.trial):
        with pytest.raises(StateError, match="has not begun"):
            do(game=game, do=str)
    with pytest.raises(StateError, match="has not begun"):
        later.hand_in(Writer(game=game, power=AT), 0, "A Vie H")


def test_what_everybody_may_open_is_without_what_was_never_dealt_with() -> None:
    """The sheet of a phase that never ended is read by who wrote it, and in the record's proof."""
    game = started(AT, FR, mastered=True)
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    acts.abandon(game=game, actor=MA, serial=0, sure=True)
    game = fresh(game)
    for name in (AT, MA):
        sight = reads.sight_for(game, reader(game, name), opened=FR)
        assert dict(reads.view_as(game, sight).sheets) == {}, name
    own = reads.sight_for(game, reader(game, FR), opened=FR)
    assert reads.view_as(game, own).sheets[FR].orders == ("A Par - Bur",)


def test_who_sees_another_game_than_before_is_told_by_whatever_is_told() -> None:
    table = records.load(started(AT))
    before = records.with_sheets(table, {})
    table.set_owner("Bel", FR)
    everybody = {"", *table.book.players}
    for told, more in (
        ({(AT, events.VOTES)}, everybody - {AT}),
        ({("", events.PRESS)}, everybody),
        ({("", events.NEWS)}, set()),
    ):
        assert set(publish._overlooked(before, table, told)) == more, told
    assert not set(publish._overlooked(before, before, set()))


# Making and starting


def test_who_waits_for_another_game_gets_no_seat_in_this_one() -> None:
    offer = Offer(name="A game", fill_bot="random", starts="hand")
    one, other = (create.create(user=None, offer=offer) for _ in range(2))
    create.join(game=one, user=person(AT), wishes=[AT])
    create.join(game=other, user=person(FR), wishes=[FR])
    create.start(game=one)
    assert {s.user for s in Seat.objects.filter(game=one)} == {person(AT), None}
    assert reads.entries_for(other, SPECTATING) == [FR]


def test_who_waits_for_another_game_starts_none() -> None:
    soon = timezone.now() + timedelta(hours=1)
    offer = Offer(name="A game", starts="time", start_at=soon, fill_bot="random")
    one, other, third = (create.create(user=None, offer=offer) for _ in range(3))
    create.join(game=one, user=person(AT))
    for game in (other, one):
        due = Deadline.objects.get(game=game, kind="start")
        create.start_if_due(deadline=due, now=soon, given=timedelta(0))
    assert [fresh(game).state for game in (one, other)] == ["running", "forming"]
    assert Deadline.objects.get(game=third, kind="start").done_at is None


def test_games_are_counted_by_who_made_them(settings: Any) -> None:
    """The site itself makes as many as it likes; each account as many as it may."""
    settings.LIVE_GAMES = 1
    live = Offer(name="Live", movement=5, retreat=5, adjustment=5, grace=0)
    with patch.object(create, "_MOST_FORMING", 3):
        for _ in range(4):
            assert create.create(user=None, offer=live).password == ""
        create.create(user=person(AT), offer=live)
        with pytest.raises(OverError, match="1 live games of yours"):
            create.create(user=person(AT), offer=live)
        for _ in range(2):
            create.create(user=person(AT), offer=Offer(name="By the day"))
        Game.objects.filter(name="By the day").update(state="running")
        for _ in range(2):
            create.create(user=person(AT), offer=Offer(name="By the day"))
        with pytest.raises(StateError, match="3 of your games wait"):
            create.create(user=person(AT), offer=Offer(name="One more"))
        create.create(user=person(FR), offer=live)
    Game.objects.filter(maker=person(FR)).update(state="finished")
    create.create(user=person(FR), offer=live)


def test_live_games_of_the_site_are_counted_as_they_start(settings: Any) -> None:
    settings.ALL_LIVE_GAMES = 1
    times: dict[str, Any] = dict.fromkeys(("movement", "retreat", "adjustment"), 5)
    offer = Offer(name="Live", fill_bot="random", starts="hand", grace=0, **times)
    one, other = (create.create(user=None, offer=offer) for _ in range(2))
    create.start(game=one)
    with pytest.raises(OverError, match="1 live games of this site"):
        create.start(game=other)
    Game.objects.filter(pk=one.pk).update(state="finished")
    create.start(game=other)


def test_a_place_is_given_once() -> None:
    """Six have one: France and Italy are settled, and Turkey is out of it."""
    offer = Offer(name="A game", fill_bot="random", starts="hand", mastered=True)
    game, other = (create.create(user=person(MA), offer=offer) for _ in range(2))
    create.join(game=other, user=person(IT), power=IT)
    create.seat_by_post(game=other, name="Mr Brown")
    Game.objects.filter(pk=game.pk).update(out=["Turkey"])
    for name, power in ((FR, FR), (IT, IT), (AT, ""), ("Germany", "")):
        create.join(game=game, user=person(name), power=power)
    for power, said in ((FR, "somebody else's already"), ("Turkey", "out of the game")):
        with pytest.raises(StateError, match=said):
            create.join(game=game, user=person("Late"), power=power)
    for name in ("Mr Brown", "Mr Green"):
        create.seat_by_post(game=game, name=name)
    with pytest.raises(StateError, match="is full"):
        create.join(game=game, user=person("Late"))
    assert create.assign([AT, FR], {1: [FR], 2: []}, {1: AT}) == {1: AT, 2: FR}
    for _ in range(9):  # by lot
        given = create.assign([AT, FR, IT], {1: [AT], 2: [FR], 3: []})
        assert given == {1: AT, 2: FR, 3: IT}


def test_who_waits_by_post_is_taken_off_his_own_game() -> None:
    one, other = (create.create(user=person(MA), offer=Offer("A", mastered=True)) for _ in range(2))
    create.seat_by_post(game=other, name="Mr Brown")
    number = str(Entry.objects.get().pk)
    with pytest.raises(StateError, match="nobody of this number"):
        create.take_off(game=one, number=number)
    assert create.take_off(game=other, number=number) == "Mr Brown"


def test_of_two_games_one_was_begun_elsewhere() -> None:
    offer = Offer(name="A game", fill_bot="random", starts="hand")
    one, other = (create.create(user=None, offer=offer) for _ in range(2))
    table = Table.new("standard", {}, SEED)
    table.advance()
    taking.keep(other, table)
    for game, phase in ((one, "Spring 1901, movement"), (other, "Autumn 1901, movement")):
        create.start(game=game)
        assert fresh(game).phase == phase


@pytest.mark.parametrize("whose", ["maker", "master"])
def test_starts_are_counted_by_who_made_a_game_or_else_masters_it(
    settings: Any, whose: str
) -> None:
    """So many of one's games start in a day; the games of a maker have other masters."""
    settings.GAMES_A_DAY = 1
    offer = Offer(name="A game", fill_bot="random", starts="hand", mastered=True)
    games = [create.create(user=None, offer=offer) for _ in range(2)]
    for name, game in zip((FR, IT), games, strict=True):
        names: dict[str, Any] = {"maker": person(AT), "master": person(name)}
        if whose == "master":
            names = {"maker": None, "master": person(AT)}
        Game.objects.filter(pk=game.pk).update(**names)
    create.start(game=games[0])
    with pytest.raises(OverError, match="As many of your games were started today"):
        create.start(game=games[1])


def test_all_are_ready_who_play_there() -> None:
    game, _ = started(AT), started(AT, FR, name="another")
    settle(game, AT)
    assert ready(game)


def test_who_is_ready_waits_for_the_orders_that_a_game_master_owes_while_there_is_one() -> None:
    options = {"police-orders": "game-master"}
    game = started("Nurses", mastered=True, variant="london_nights", options=options)
    settle(game, "Nurses")
    assert not ready(game), "the Police are the master's"
    Game.objects.filter(pk=game.pk).update(master=None)
    settle(game, "Nurses")
    assert ready(game)


def test_a_seat_goes_to_who_plays_elsewhere_and_its_sheet_alone_is_not_ready_by_that() -> None:
    another, heir = started(IT, AT, name="another"), person(IT)
    game = started(AT, FR, "Turkey")
    settle(game, AT, FR)
    settle(another, AT)
    seats.give(game=game, handover=seats.Handover(power=AT, user=heir))
    assert seat(game, AT).user == heir
    left = Sheet.objects.filter(settled=True).values_list("game", "power")
    assert set(left) == {(another.pk, AT), (game.pk, FR)}
    seats.give(game=game, handover=seats.Handover(power=IT, postal="Mr Brown"))
    assert (seat(game, IT).postal, seat(game, IT).bot) == ("Mr Brown", "")


def test_who_is_given_the_seat_that_he_has_is_as_ready_as_before() -> None:
    game = started(AT, FR, mastered=True)
    settle(game, AT)
    Letter.objects.all().delete()
    seats.give(game=game, handover=seats.Handover(power=AT, user=person(AT), actor=MA))
    assert Sheet.objects.get(game=game, power=AT).settled
    assert not Letter.objects.exists(), "nor has he lost it to anybody"


# Sheets that are missed, and who stands in


def test_a_bot_stands_in_until_somebody_comes_back() -> None:
    """It goes on in the next phase, which nobody has missed; nobody may take what is nobody's."""
    game = started(AT, missed="substitute", fill_bot="steady", grace=0, replacers=NOBODY)
    for number in (0, 1):
        time_is_up(game)
        assert any(" - " in order for order in orders_of(game, AT, number)), number
        sitting = seat(game, AT)
        assert (sitting.missed, sitting.open, sitting.bot) == (1, False, "steady"), number


def test_of_who_left_the_sheet_stands_and_the_bot_writes_none() -> None:
    game = started(AT, FR)
    sheets.submit(game=game, power=AT, typed="A Vie - Tyr", settled=True)
    seats.give_up(game=game, user=person(AT))
    before = records.with_sheets(records.load(fresh(game)), {})
    there = {row.power for row in records.rows_of(fresh(game))}
    found = list(Seat.objects.filter(game=game))
    assert there == {AT}
    assert missed.lacking(before, found, []).counted == {FR}, "and no seat of a bot"
    assert missed.lacking(before, found, there).counted == {FR}


def test_who_has_written_in_another_game_is_not_back_in_this_one() -> None:
    one, other = started(AT, FR, name="1"), started(AT, FR, name="2")
    sheets.submit(game=one, power=FR, typed="A Par H")
    sheets.submit(game=other, power=AT, typed="A Vie H")
    Seat.objects.filter(power__in=(AT, FR)).update(bot="random", open=True)
    lifted.bring_back(fresh(one), 0)
    bots = {(game, power): seat(game, power).bot for game in (one, other) for power in (AT, FR)}
    assert [key for key, bot in bots.items() if not bot] == [(one, FR)]


def nobody_s() -> Game:
    """A game that was over and is played again, and the account of one who played it is gone."""
    game = started(AT, FR, mastered=True)
    acts.abandon(game=game, actor=MA, serial=0, sure=True)
    person(AT).delete()
    acts.roll_back(game=fresh(game), actor=MA, number=0, serial=0, sure=True)
    assert (seat(game, AT).user, seat(game, AT).bot) == (None, "")
    return fresh(game)


def test_a_seat_that_is_nobody_s_is_not_waited_for() -> None:
    game = nobody_s()
    assert missed.lacking(records.load(game), list(game.seats.all()), []).counted == {FR}
    assert not ready(game)
    settle(game, FR)
    assert ready(game)


def test_bots_alone_do_not_race_through_a_game() -> None:
    game = started(AT)
    seats.give_up(game=game, user=person(AT))
    for act in (clock.pause, clock.resume):
        act(game=fresh(game), actor="")
    assert not ready(game)


def test_a_phase_that_others_may_end_now_is_not_held_by_the_master_of_another_game() -> None:
    one, other = (started(AT, mastered=True, name=name) for name in "12")
    for game in (one, other):
        settle(game, AT)
    clock.hold(game=one, held=True, actor=MA)
    assert (ready(one), ready(other)) == (False, True)


def test_no_bot_writes_for_who_has_none(caplog: Any) -> None:
    game = nobody_s()
    time_is_up(game)
    assert fresh(game).serial == game.serial + 1
    assert [r.getMessage() for r in caplog.records if "bot" in r.getMessage()] == []


@pytest.mark.parametrize("meanwhile", ["paused", "held"])
def test_who_changes_a_game_meanwhile_is_not_passed_over(meanwhile: str) -> None:
    """Without a deadline nothing else of its row says that the clock was stopped."""
    times = dict.fromkeys(("movement", "retreat", "adjustment"))
    game = started(AT, mastered=True, missed="hold", **times)
    tries: list[str] = []

    def do(_: object) -> None:
        if not tries and meanwhile == "paused":
            clock.pause(game=game, actor=MA)
        elif not tries:
            clock.hold(game=game, held=True, actor=MA)
        tries.append(fresh(game).state)

    change.change(game=game, do=do)
    assert len(tries) == 2
    assert (fresh(game).state, fresh(game).held) == (
        ("paused", False) if meanwhile == "paused" else ("running", True)
    )


@pytest.mark.parametrize("minutes", [None, 600])
def test_a_game_that_is_paused_stays_so_when_it_is_rolled_back(minutes: int | None) -> None:
    times = dict.fromkeys(("movement", "retreat", "adjustment"), minutes)
    game = started(AT, mastered=True, missed="hold", **times)
    clock.pause(game=game, actor=MA)
    acts.roll_back(game=fresh(game), actor=MA, number=0, serial=0, sure=True)
    row = fresh(game)
    assert (row.state, row.due) == ("paused", None)
    assert row.time_left == (minutes and timedelta(minutes=minutes))


def test_what_is_not_played_is_not_held() -> None:
    over = started(AT, mastered=True)
    acts.abandon(game=over, actor=MA, serial=0, sure=True)
    for game in (over, create.create(user=None, offer=Offer(name="An offer"))):
        with pytest.raises(StateError, match="not being played"):
            clock.hold(game=game, held=True, actor=MA)


def test_what_does_not_run_is_not_stopped_moved_or_ended() -> None:
    untimed: dict[str, Any] = dict.fromkeys(("movement", "retreat", "adjustment"))
    game, by_hand = started(AT, mastered=True), started(AT, mastered=True, **untimed)
    later = timezone.now() + timedelta(days=9)
    with pytest.raises(StateError, match="is not paused"):
        clock.resume(game=game, actor=MA)
    clock.pause(game=game, actor=MA)
    for do in (
        clock.pause,
        clock.end_now,
        partial(clock.put_off, until=later),
        partial(clock.shift, by=timedelta(hours=1)),
    ):
        with pytest.raises(StateError, match="is not running"):
            do(game=game, actor=MA)
    with pytest.raises(StateError, match="is not running"):
        clock.shift(game=by_hand, by=timedelta(hours=1), actor=MA)


def test_a_deadline_is_met_by_the_clock_of_its_game() -> None:
    """Who read the time before some of it was lost ends nothing by it."""
    game = started(AT)
    due = Deadline.objects.get(game=game, kind=DUE)
    assert due.due_at is not None
    for given, taken in ((timedelta(hours=1), False), (timedelta(0), True), (timedelta(0), False)):
        assert process.claim(due, "a worker", due.due_at, given) == taken


# Orders that the master enters


def came(game: Game, power: str, way: str = "post", serial: int = 0) -> Came:
    return Came(game=game, power=power, way=way, actor=MA, serial=serial)


def test_what_is_done_with_a_sheet_is_noted_of_it() -> None:
    """Austria's and France's, and Austria's in another game: each came in a way of its own."""
    one, other = (started(AT, FR, mastered=True, name=name) for name in "12")
    ways = {(one, AT): "post", (one, FR): "telephone", (other, AT): "hand"}
    for (game, power), way in (*ways.items(), ((one, AT), "post")):
        entering.open_sheet(came(game, power, way))
    for game, power in (*ways, (one, AT)):
        sheets.submit(game=game, power=power, typed="", by=MA)
    for game, power in (*ways, (one, AT)):
        entering.refused(game=game, power=power, actor=MA, said="no", serial=0)
    for (game, power), way in ways.items():
        noted = Trace.objects.filter(game=game, power=power).order_by("pk")
        assert list(noted.values_list("kind", "way")) == [
            ("opened", way),
            ("entered", way),
            ("refused", ""),
        ]
        editions = (2, 1) if (game, power) == (one, AT) else (1, 2)
        assert [entering.who_entered(game, power, n) for n in editions] == [MA, ""]


def test_what_is_noted_of_a_sheet_is_read_by_its_power_and_the_master() -> None:
    one, other = (started(AT, FR, mastered=True, name=name) for name in "12")
    for game, power in ((one, AT), (one, FR), (other, AT)):
        entering.open_sheet(came(game, power))
    sheets.submit(game=one, power=AT, typed="A Vie H", by=MA)
    with pytest.raises(InputError):
        sheets.submit(game=one, power=AT, typed="x" * 20_001, by=MA)
    said = [
        "Not entered by GM Master, now: a sheet has at most 20000 letters.",
        "Orders entered by GM Master, now, by post.",
        "Opened by GM Master, now, to enter orders that came by post; until the phase closes.",
    ]
    for name, power, found in (
        (AT, "", said),
        (AT, FR, said),
        (MA, AT, said),
        (MA, FR, said[-1:]),
        (MA, "", [*said[:2], said[-1], said[-1]]),
    ):
        told = traces_for(one, reader(one, name), power)
        assert [each.said("now") for each in told] == found, (name, power)
        assert any(each.typed for each in told) == (name == MA and power != FR), (name, power)
    assert traces_for(one, SPECTATING) == traces_for(one, SPECTATING, AT) == []
    assert [each.power for each in traces_for(other, reader(other, MA))] == [AT]


def test_what_the_master_reads_of_a_sheet_is_what_he_has_opened() -> None:
    game, _ = started(AT, FR, mastered=True), started(IT, mastered=True, name="another")
    sheets.submit(game=game, power=FR, typed="A Par H", settled=True)
    entering.open_sheet(came(game, AT))
    sheets.submit(game=game, power=AT, typed="A Vie H", by=MA)
    master = reader(game, MA)
    found = {
        s.power: (s.there, s.settled, s.open, s.person) for s in reads.standings_for(game, master)
    }
    assert (found[AT], found[FR]) == ((True, False, True, True), (True, True, False, True))
    assert found[IT] == (False, False, False, False)
    assert set(reads.view_to_write(game, master, AT).sheets) == {AT}
    for who, power in ((master, FR), (reader(game, AT), AT), (reader(game, FR), AT)):
        with pytest.raises(StateError, match="not open to you"):
            reads.view_to_write(game, who, power)
    for who, power, there in (
        (master, AT, True),
        (master, FR, False),
        (reader(game, FR), AT, False),
        (SPECTATING, AT, False),
    ):
        assert bool(reads.sheet_for(game, who, power)) == there
    assert [reads.standings_for(game, who) for who in (reader(game, AT), SPECTATING)] == [[], []]
    acts.abandon(game=game, actor=MA, serial=0, sure=True)
    assert reads.standings_for(fresh(game), master) == []


def test_what_is_written_ahead_for_who_posts_letters_is_read_where_his_sheet_is_open() -> None:
    """Italy and Turkey play by post in both games, Austria has an account; all are opened."""
    games = [started(AT, FR, mastered=True, name=name) for name in "12"]
    orders = {IT: ("A Ven H", "A Ven - Tyr"), "Turkey": ("A Con H", "A Con - Bul")}
    for number, game in enumerate(games):
        for power, lines in orders.items():
            seats.give(game=game, handover=seats.Handover(power=power, postal=f"Mr {power}"))
            entering.open_sheet(came(game, power))
            later.keep(Writer(game=game, power=power, by=MA), STANDING, lines[number])
        entering.open_sheet(came(game, AT))
        later.keep(Writer(game=game, power=AT, user=person(AT).pk), STANDING, "A Vie H")
    one, _ = games

    def read(of: Any, who: Reader, power: str = "") -> list[str]:
        return [each.typed for each in of(fresh(one), who, power)]

    master, own = reader(one, MA), reader(one, AT)
    everybody: tuple[tuple[Reader, str, list[str]], ...]
    everybody = ((own, "", ["A Vie H"]), (own, IT, ["A Vie H"]), (reader(one, FR), IT, []))
    for who, power, typed in (
        *everybody,
        (SPECTATING, IT, []),
        (master, IT, ["A Ven H"]),
        (master, AT, []),
        (master, FR, []),
        (master, "", []),
    ):
        assert read(waiting_for, who, power) == typed, (who, power)
    for writer, said in (
        (Writer(game=one, power=AT, by=MA), "has an account"),
        (Writer(game=one, power=FR, by=MA), "open the sheet before"),
        (Writer(game=one, power=FR, user=person(AT).pk), "no longer yours"),
        (Writer(game=one, power="Germany"), "no longer yours"),
    ):
        with pytest.raises(StateError, match=said):
            later.keep(writer, STANDING, "")
    for game in games:
        time_is_up(game)
    for who, power, typed in (*everybody, (SPECTATING, IT, []), (master, IT, []), (master, AT, [])):
        assert read(became_for, who, power) == typed, (who, power)
    entering.open_sheet(came(fresh(one), IT, serial=1))
    assert read(became_for, master, IT) == ["A Ven H"]
    assert read(waiting_for, master, "Turkey") == [], "it is closed with its phase"
    leaving.clear_games(None, person(AT))
    for model in (Later, Used):
        left = model.objects.values_list("holding__seat__game", "holding__seat__power")
        assert sorted(left) == [(game.pk, power) for game in games for power in orders]


def test_for_whom_nothing_can_be_entered() -> None:
    game = started(AT, FR, mastered=True)
    forming = create.create(user=person(MA), offer=Offer(name="An offer", mastered=True))
    acts.disorder(game=game, actor=MA, power=FR, declared=True, sure=True)
    for row, power, serial, said in (
        (forming, AT, 0, "not being played"),
        (game, AT, 1, "was over when this came"),
        (game, FR, 0, "in civil disorder"),
        (game, IT, 0, "nobody plays Italy but a bot"),
    ):
        with pytest.raises(StateError, match=said):
            entering.open_sheet(came(row, power, serial=serial))
    with patch.object(entering, "gone", lambda _: {AT}), pytest.raises(StateError, match="is out"):
        entering.open_sheet(came(game, AT))
    acts.abandon(game=game, actor=MA, serial=0, sure=True)
    with pytest.raises(StateError, match="not being played"):
        entering.open_sheet(came(game, AT))


def test_standing_orders_are_his_who_left_them() -> None:
    game = started(AT, FR)
    later.keep(Writer(game=game, power=FR, user=person(FR).pk), STANDING, "A Par H")
    assert [stands(game, power) for power in (AT, FR)] == [None, "A Par H"]


# Votes


def test_of_a_vote_those_hear_who_play_there() -> None:
    for name in (AT, FR, IT):
        person(name, mail_votes=True)
    game, _ = started(AT, FR), started(IT, name="another")
    votes.propose(game=game, power=AT, kind="draw", powers=[AT, FR])
    told = Letter.objects.filter(kind="votes").values_list("user__name", flat=True)
    assert set(told) <= {AT, FR}
    assert FR in told


def test_who_votes_is_told_once() -> None:
    game = started(AT, FR, IT)
    number = votes.propose(game=game, power=AT, kind="draw", powers=[AT, FR, IT])
    Event.objects.all().delete()
    votes.vote(game=game, power=FR, proposal=number, answer="yes")
    told = Event.objects.filter(game=game).values_list("audience", "kind")
    assert list(told) == [(FR, "votes")]


def test_a_bot_that_stands_in_does_not_vote_for_who_has_a_vote() -> None:
    """Bots answer all that is put to the vote; to concede a game is the player's to say."""
    game = started(AT, FR)
    Seat.objects.filter(game=game, power=FR).update(bot="random")
    first = votes.propose(game=game, power=AT, kind="draw", powers=[AT, FR])
    second = votes.propose(game=game, power=AT, kind="concession", powers=[AT])
    votes.vote(game=game, power=FR, proposal=first, answer="yes")
    left = reads.view_for(fresh(game), reader(game, FR))
    assert not left.over
    assert [p.id for p in left.proposals] == [second], "the bots were left out of the first"
    assert second not in left.voted


def test_nobody_votes_for_a_seat_that_is_nobody_s() -> None:
    """Bots accept a concession; in that seat there is none, either."""
    game = nobody_s()
    number = votes.propose(game=game, power=FR, kind="concession", powers=[FR])
    left = reads.view_for(fresh(game), SPECTATING)
    assert not left.over
    assert [p.id for p in left.proposals] == [number]


# What an account leaves, and pledges


def test_a_name_is_forgotten_where_it_was_the_game_master_s() -> None:
    """Another who is called as somebody was before him takes nothing of it with him."""
    his, led = (started(FR, mastered=True, name=name) for name in ("his", "led"))
    for game in (his, led):
        acts.set_owner(game=game, actor=MA, centre="Bel", power=FR, sure=True)
        entering.open_sheet(came(game, FR))
    Game.objects.filter(pk=his.pk).update(master=person("Other"))
    _, done = leaving.acts_of(None, person(MA))
    assert {each["game"] for each in done} == {"led"}
    leaving.clear_games(None, person(MA))
    named = {p.game.name for p in Pledge.objects.filter(who=MA)}
    assert named == {"his"}
    for model in (LogEntry, Trace):
        assert {e.game.name for e in model._default_manager.filter(actor=MA)} == {"his"}, model


def test_a_game_s_pledges_follow_each_other_and_no_other_game_s() -> None:
    one, other = started(AT), started(AT)
    for game in (one, other, one):
        time_is_up(game)
    for game, last in ((one, 3), (other, 2)):
        numbers = Pledge.objects.filter(game=game).order_by("number").values_list("number")
        assert [n for (n,) in numbers] == list(range(last))
        assert pledges.broken(fresh(game), records.load(fresh(game)), "default") == []


def test_of_an_ended_game_its_own_last_sheets_are_what_was_pledged() -> None:
    one, other = (started(AT, mastered=True, name=name) for name in "12")
    for game, line in ((one, "A Vie H"), (other, "A Vie - Tri")):
        sheets.submit(game=game, power=AT, typed=line)
    for game in (one, other):
        acts.abandon(game=game, actor=MA, serial=0, sure=True)
    for game in (one, other):
        assert pledges.broken(fresh(game), records.load(fresh(game)), "default") == []


def test_a_time_that_has_not_ended_is_no_end() -> None:
    """Both are written when a seat changes hands; who has it still has what is in it."""
    game = started(AT)
    held_now = Holding.objects.get(seat__game=game, user=person(AT))
    assert (held_now.serial_to, held_now.until) == (None, None)
    sheets.submit(game=game, power=AT, typed="A Vie H")
    _, (row,) = leaving.games_of(None, person(AT))
    assert [s["typed"] for s in row["sheets"]] == ["A Vie H"]


def test_who_corrected_what_is_told_of_one_s_own_game() -> None:
    one, other = (started(FR, mastered=True, name=name) for name in "12")
    for game, centre in ((one, "Bel"), (other, "Hol")):
        acts.set_owner(game=game, actor=MA, centre=centre, power=FR, sure=True)
    for game, centre in ((one, "Bel"), (other, "Hol")):
        assert (
            receipts.pledges_for(fresh(game), SPECTATING)[0].why == f"{centre} belongs to France."
        )


def test_a_name_that_was_erased_is_in_no_opened_record() -> None:
    """Though meanwhile somebody is named in another game."""
    one, other = (started(FR, mastered=True, name=name) for name in "12")
    acts.set_owner(game=one, actor=MA, centre="Bel", power=FR, sure=True)
    acts.abandon(game=one, actor=MA, serial=0, sure=True)

    def names() -> list[str]:
        paper = receipts.opened_for(fresh(one), SPECTATING)
        return [o.text for o in paper.openings if o.part == "who"]

    with patch.object(receipts, "connection", SimpleNamespace(in_atomic_block=False)):
        assert any(MA in text for text in names())
        for row, power in zip(Pledge.objects.filter(game=one, who=MA), (FR, AT), strict=True):
            pledges.forget_who(row)
            acts.set_owner(game=other, actor=MA, centre="Bel", power=power, sure=True)
        assert not any(MA in text for text in names())


def test_its_master_is_told_that_a_game_is_damaged_and_who_made_it_is_not() -> None:
    game = started(FR, mastered=True)
    Game.objects.filter(pk=game.pk).update(maker=person("Other"))
    Letter.objects.all().delete()
    damage.tell(DamagedError(game.slug, FileError("a record", "why", 1)))
    assert [letter.user for letter in Letter.objects.all()] == [person(MA)]


def test_where_the_rules_fail_is_told_to_a_game_master_alone() -> None:
    """A line of them may say what happened; who made a game may play in it."""
    for mastered, place, whose in (
        (True, " (a hook, line 5)", "at its desk"),
        (False, "", "the operator lets"),
    ):
        game = started(FR, mastered=mastered)
        if not mastered:
            Game.objects.filter(pk=game.pk).update(maker=person(FR))
        Letter.objects.all().delete()
        damage.tell(FaultyError(game.slug, "a hook, line 5"))
        body = Letter.objects.get().body
        assert f"The rules of A game fail{place}. " in body
        assert whose in body


def test_that_a_game_begins_is_told_to_who_plays_there() -> None:
    started(IT, name="another")
    Letter.objects.all().delete()
    started(FR)
    assert {letter.user for letter in Letter.objects.all()} == {person(FR)}


def test_who_is_ready_in_another_game_is_reminded_of_this_one() -> None:
    one, other = started(AT, FR, name="1"), started(AT, FR, name="2")
    User.objects.update(mail_deadline=True)
    settle(other, AT)
    settle(one, FR)
    Letter.objects.all().delete()
    remind(deadline=Deadline(game=one, serial=0, kind="reminder"), now=timezone.now())
    assert [letter.user for letter in Letter.objects.all()] == [person(AT)]


# A row that somebody holds


def test_time_that_was_lost_is_given_to_what_has_some() -> None:
    times = dict.fromkeys(("movement", "retreat", "adjustment"))
    timed, by_hand = started(AT, name="1"), started(AT, name="2", missed="hold", **times)
    lost.add(timedelta(hours=1))
    assert lost.catch_up(timezone.now()) == 1
    assert timed.due is not None
    assert fresh(timed).due == timed.due + timedelta(hours=1)
    assert not LogEntry.objects.filter(game=by_hand, actor=lost.ACTOR).exists()
    assert {fresh(row).lost for row in (timed, by_hand)} == {timedelta(hours=1)}


@pytest.mark.parametrize("state", ["55P03", ""])
def test_a_game_that_is_held_gets_its_time_later_and_another_fault_is_none_of_that(
    state: str,
) -> None:
    error = OperationalError("a row is held")
    error.__cause__ = type("CauseError", (Exception,), {"sqlstate": state})()
    game = started(AT)
    lost.add(timedelta(hours=1))
    with patch.object(lost, "_moved", side_effect=error):
        if held(error):
            assert lost.catch_up(timezone.now()) == 0
            with passing_by():
                raise error
        else:
            with pytest.raises(OperationalError):
                lost.catch_up(timezone.now())
            with pytest.raises(OperationalError), passing_by():
                raise error
    assert fresh(game).lost == timedelta(0)
    assert held(error) == bool(state)


# What is heard on


class Scripted:
    """A game that is watched: its counts are looked at as often as is said here, and no more."""

    def __init__(self, *counts: dict[str, int]) -> None:
        self.counts = list(counts)

    @asynccontextmanager
    async def watch(self, *_: object) -> AsyncIterator[Any]:
        yield self

    async def after(self, *_: object) -> dict[str, int]:
        return self.counts.pop(0)


def heard(looks: Scripted, *answers: Any) -> list[str]:
    """What a stream of Austria's player tells him, by what it finds each time that it asks."""
    waiting = list(answers)

    async def ask(_: object) -> Any:
        found = waiting.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    async def listen() -> list[str]:
        told = stream._told(HttpRequest(), "a-game", 1, Reader(1, AT), (1, 0))
        return [said async for said in told]

    with patch.object(stream, "watch", looks.watch), patch.object(stream, "ask", ask):
        said = asyncio.run(asyncio.wait_for(listen(), 30))
    assert (looks.counts, waiting) == ([], []), "nothing is left"
    return said[1:]


def test_a_stream_tells_who_leaves_that_and_then_what_everybody_hears() -> None:
    looks = Scripted({"": 1, AT: 1}, {"": 2, AT: 2}, {"": 3, AT: 3}, {"": 4, AT: 4})
    told = heard(
        looks,
        (Reader(1, AT), ["sheet"], (1, 1), False),
        (Reader(1), [], (2,), False),
        (Reader(1), ["time"], (3,), False),
        Http404(),
    )
    assert told == [
        "id: 1.1\nevent: sheet\ndata: sheet\n\n",
        "id: 2\nevent: seat\ndata: seat\n\n",
        "id: 3\nevent: time\ndata: time\n\n",
    ]


def test_a_stream_asks_again_when_the_database_is_back(settings: Any) -> None:
    """It knows already that there is something: it waits for nobody to be told more."""
    settings.POLL_SECONDS = 0.001
    told = heard(
        Scripted({"": 1, AT: 1}, {"": 2, AT: 1}),
        DatabaseError(),
        (Reader(1, AT), ["sheet"], (1, 1), False),
        Http404(),
    )
    assert told == [": the database is away\n\n", "id: 1.1\nevent: sheet\ndata: sheet\n\n"]


def test_who_reads_is_asked_anew_for_what_he_hears(rf: Any) -> None:
    game = started(AT, FR)
    request = rf.get("/")
    request.session = type("Session", (dict,), {"load": dict, "session_key": None})()
    who = reader(game, AT)
    since = so_far(fresh(game)).told(who.audiences)
    sheets.submit(game=game, power=AT, typed="A Vie H")
    sheets.submit(game=game, power=FR, typed="A Par H")
    for name, fresh_reader, kinds in ((AT, who, ["sheet"]), (IT, Reader(person(IT).pk), [])):
        with patch.object(stream, "get_user", lambda _, name=name: person(name)):
            found, told, now, _ = stream._news(request, game.slug, game.pk, who, since)
        assert (found, told, len(now)) == (fresh_reader, kinds, len(fresh_reader.audiences))


def test_a_game_that_begins_leaves_when_others_begin_as_it_is() -> None:
    offer = Offer(
        name="Later", starts="time", start_at=timezone.now() + timedelta(hours=1), fill_bot="random"
    )
    one, other = (create.create(user=None, offer=offer) for _ in range(2))
    for game in (one, other):
        create.join(game=game, user=person(FR), wishes=[FR])
    create.start(game=one, seed=SEED)
    began, waits = (Deadline.objects.get(game=game, kind=START).done_at for game in (one, other))
    assert began is not None
    assert waits is None


def test_who_plays_by_post_is_a_person_and_a_bot_is_none() -> None:
    game = started(FR, mastered=True)
    seats.give(game=game, handover=seats.Handover(power=IT, postal="Mr Brown"))
    assert {power: seat(game, power).person for power in (FR, IT, AT)} == {
        FR: True,
        IT: True,
        AT: False,
    }
