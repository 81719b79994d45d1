"""Letters of games, votes, pledges and what an account leaves: whose they are, and whose not."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone
from tables import fresh, person, reader, seat, started, time_is_up

from legation.errors import FileError
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.games import (
    clock,
    create,
    entering,
    leaving,
    letters,
    letters_of_time,
    process,
    reads,
    receipts,
    records,
    seats,
    sheets,
    votes,
)
from legation.server.games.damage import tell
from legation.server.games.entering import Came
from legation.server.games.models import (
    DUE,
    FORMING,
    RUNNING,
    Deadline,
    Game,
    Holding,
    LogEntry,
    Seat,
)
from legation.server.games.models.pledge import Pledge
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import Trace
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING
from legation.server.games.records import DamagedError
from legation.server.games.remind import remind
from legation.server.post.models import Letter
from legation.sight.viewer import GAME_MASTER, power_viewer
from legation.table.game import Game as Table

pytestmark = pytest.mark.django_db
AT, FR, IT, MA = "Austria", "France", "Italy", "Master"
SWITCHES = ("mail_phase", "mail_end", "mail_votes", "mail_deadline", "mail_press")


@pytest.fixture
def game() -> Game:
    """Austria, France and Italy are played; Italy is shut out, France wants no mail."""
    for name in (AT, FR, IT, MA, "Other"):
        person(name)
    User.objects.update(**dict.fromkeys(SWITCHES, True))
    User.objects.filter(name=FR).update(**dict.fromkeys(SWITCHES, False))
    started("Germany", "England", name="another", mastered=False)
    found = started(AT, FR, IT, mastered=True)
    User.objects.filter(name=IT).update(is_active=False)
    Letter.objects.all().delete()
    return found


def sent() -> list[str]:
    names = sorted(letter.user.name for letter in Letter.objects.all() if letter.user)
    Letter.objects.all().delete()
    return names


def test_who_reads_the_news_of_a_game(game: Game) -> None:
    found = letters.readers(game, list(Seat.objects.filter(game=game)))
    assert found == {
        person(AT).pk: power_viewer(AT),
        person(FR).pk: power_viewer(FR),
        person(IT).pk: power_viewer(IT),
        person(MA).pk: GAME_MASTER,
    }
    alone = started(AT)
    assert set(letters.readers(alone, list(Seat.objects.filter(game=alone)))) == {person(AT).pk}


def test_a_phase_is_told_to_who_wants_it(game: Game) -> None:
    for power in (AT, FR, IT):
        sheets.submit(game=game, power=power, typed="", settled=True)
    time_is_up(game)
    told = {m.user.name: m.body for m in Letter.objects.all() if m.user}
    assert sent() == [AT, MA]
    assert told[AT].startswith("Austria, you play Austria. This is what Austria is told.")
    assert told[MA].startswith("Master, you are the game master. This is what you may know.")
    assert "It ends at " in told[AT]


def test_a_game_without_a_deadline_names_none() -> None:
    person(AT)
    User.objects.update(mail_phase=True)
    game = started(
        AT, mastered=True, movement=None, retreat=None, adjustment=None, grace=0, missed="hold"
    )
    Letter.objects.all().delete()
    clock.end_now(game=game, actor=MA)
    (due,) = Deadline.objects.filter(game=game, kind=DUE, done_at=None)
    process.process(deadline=due, worker="tests")
    assert fresh(game).serial == 1
    (letter,) = Letter.objects.filter(user=person(AT))
    assert "It ends at" not in letter.body


def test_the_start_is_told_to_who_wants_phases() -> None:
    for name in (AT, FR, IT, MA):
        person(name)
    User.objects.update(mail_phase=True)
    User.objects.filter(name=FR).update(mail_phase=False)
    User.objects.filter(name=IT).update(is_active=False)
    Letter.objects.all().delete()
    started(AT, FR, IT, mastered=True)
    bodies = {m.user.name: m.body for m in Letter.objects.all() if m.user}
    assert set(bodies) == {AT, MA}
    assert "You play Austria." in bodies[AT]
    assert "You are its game master." in bodies[MA]


def test_an_end_is_told_to_who_wants_it(game: Game) -> None:
    acts.abandon(game=game, actor=MA, serial=0, sure=True)
    assert sent() == [AT, MA]


def test_a_vote_is_told_to_who_wants_it(game: Game) -> None:
    votes.propose(game=game, power=AT, kind="draw", powers=[AT, FR])
    assert sent() == [AT, MA]


def test_who_is_reminded(game: Game) -> None:
    """Who has a seat in this game, has not settled, is let in, and wants it."""
    User.objects.filter(name__in=("Germany", "England")).update(mail_deadline=True)
    due = Deadline(game=game, serial=0, kind="reminder", due_at=timezone.now())
    remind(deadline=due, now=timezone.now())
    assert sent() == [AT]
    other = Game.objects.get(name="another")
    sheets.submit(game=other, power="England", typed="", settled=True)
    remind(deadline=Deadline(game=other, serial=0, kind="reminder"), now=timezone.now())
    assert sent() == ["Germany"]
    sheets.submit(game=game, power=AT, typed="", settled=True)
    remind(deadline=due, now=timezone.now())
    assert sent() == []
    found = letters_of_time.of_deadline(game, [AT], timezone.now())
    assert [m.user.name for m in found if m.user] == [AT]
    assert letters_of_time.of_deadline(game, [], timezone.now()) == []
    assert letters_of_time.of_deadline(game, [FR, IT, "Germany", "Turkey"], timezone.now()) == []


@pytest.mark.parametrize(
    ("power", "told"), [(AT, [AT]), (FR, []), (IT, []), ("Turkey", []), ("Germany", [])]
)
def test_a_letter_to_one_alone_is_for_who_plays_there_and_wants_it(
    game: Game, power: str, told: list[str]
) -> None:
    """France wants none, Italy is shut out, Turkey is a bot's, and so is Germany but elsewhere."""
    now = timezone.now()
    User.objects.filter(name="Germany").update(mail_phase=True)
    for found in (
        letters_of_time.of_respite(game, power, now, now),
        letters_of_time.of_lifted(game, power, now),
        letters_of_time.of_chase(game, [power], now),
    ):
        assert [m.user.name for m in found if m.user] == told


def test_a_way_back_is_told_to_who_plays_and_wants_it(game: Game) -> None:
    acts.roll_back(game=game, actor=MA, number=0, serial=0, sure=True)
    assert sent() == [AT], "the master did it"


def test_a_correction_is_told_to_whom_it_changes_something(game: Game) -> None:
    """What he reads otherwise, a line of his sheet, or what he wrote ahead; not who did it."""
    time_is_up(game)
    before = records.load(fresh(game))
    after = records.with_sheets(before, {})
    after.correct(lambda table: table.set_owner("Bel", FR), "It was taken.")
    wrong = SimpleNamespace(error="no order")
    row, rows = fresh(game), list(Seat.objects.filter(game=game))

    def told(was: Table, kept: Any, lapsed: Any) -> dict[str, str]:
        how: Any = SimpleNamespace(kept=kept)
        found = letters.of_correction(row, was, after, how, rows, timezone.now(), lapsed)
        return {m.user.name: m.body for m in found if m.user}

    every = {power: [wrong] for power in (AT, FR, IT, "")}
    assert set(told(before, {}, {})) == set(told(after, every, {})) == {AT}
    assert told(after, {AT: (), FR: [wrong]}, {}) == {}
    assert "are wrong:\n\n  no order" in told(after, {AT: [wrong]}, {})[AT]
    assert "was lost" in told(after, {}, {AT: ["was lost"]})[AT]
    kept = "is kept. It is not marked as ready."
    assert [kept in told(before, each, {})[AT] for each in ({}, {AT: ()})] == [False, True]


def test_who_is_told_of_a_damaged_record(game: Game) -> None:
    """Its master, or who made it; nobody who cannot be reached."""
    assert tell(DamagedError(game.slug, FileError("a record", "why", 1))).startswith(
        "Its game master was told"
    )
    assert sent() == [MA]
    Game.objects.filter(pk=game.pk).update(master=None, maker=person("Other"))
    assert tell(DamagedError(game.slug, FileError("a record", "why", 1))).startswith(
        "Who made it was told"
    )
    assert sent() == ["Other"]
    by_log = "Who runs this site is told by its log, which says why."
    for change in ({"is_active": False}, {"is_active": True, "email": "other@guest.invalid"}):
        User.objects.filter(name="Other").update(**change)
        assert tell(DamagedError(game.slug, FileError("a record", "why", 1))) == by_log
    Game.objects.filter(pk=game.pk).update(maker=None)
    assert tell(DamagedError(game.slug, FileError("a record", "why", 1))) == by_log
    assert sent() == []


# When a phase may end before its time


def ready(game: Game) -> bool:
    return Deadline.objects.filter(game=game, kind=DUE, early="ready", done_at=None).exists()


def settle(game: Game, *powers: str) -> None:
    for power in powers:
        sheets.submit(game=game, power=power, typed="", settled=True)


def test_a_phase_ends_when_all_who_play_are_ready() -> None:
    game, other = started(AT, FR), started(AT, FR, IT)
    settle(other, AT, FR, IT)
    assert ready(other)
    settle(game, AT)
    assert not ready(game)
    settle(game, FR)
    assert ready(game)
    for offer in ({"when_ready": False}, {"mastered": True}):
        game = started(AT, **offer)
        if game.master:
            clock.hold(game=game, held=True, actor=MA)
        settle(game, AT)
        assert not ready(game), offer
    clock.hold(game=game, held=False, actor=MA)
    assert ready(game)


def test_bots_alone_and_stand_ins_are_not_waited_for() -> None:
    game = started(AT, FR)
    seats.give_up(game=game, user=person(AT))
    assert not ready(game)
    settle(game, FR)
    assert ready(game)
    alone = started(AT)
    seats.give_up(game=alone, user=person(AT))
    assert not ready(alone)
    # A bot stands in for who has missed his turn: he is not waited for, and the phase has its time.
    stood_in = started(AT, FR)
    Seat.objects.filter(game=stood_in, power=AT).update(bot="random")
    settle(stood_in, FR)
    assert ready(stood_in)
    both = started(AT)
    Seat.objects.filter(game=both, power=AT).update(bot="random")
    clock.pause(game=both, actor="")
    clock.resume(game=both, actor="")
    assert not ready(both)


def test_the_master_is_waited_for_where_he_orders() -> None:
    """LN-3c: he seals the orders of the Police; of other games he orders nobody."""
    options = {"police-orders": "game-master"}
    game = started("City Boys", variant="london_nights", mastered=True, options=options)
    settle(game, "City Boys")
    assert not ready(game)
    settle(game, "Police")
    assert ready(game)
    Game.objects.filter(pk=game.pk).update(master=None)
    settle(game, "City Boys")
    assert ready(game)


# Votes


def test_bots_answer_when_all_players_have() -> None:
    game = started(AT, FR)
    started(IT, name="another")
    votes.propose(game=game, power=AT, kind="draw", powers=[AT, FR])
    assert fresh(game).state == RUNNING
    (proposal,) = reads.view_for(fresh(game), SPECTATING).proposals
    assert reads.view_for(fresh(game), reader(game, AT)).voted == {proposal.id}
    assert reads.view_for(fresh(game), reader(game, FR)).voted == frozenset()
    votes.vote(game=game, power=FR, proposal=proposal.id, answer="yes")
    left = reads.view_for(fresh(game), SPECTATING)
    assert left.over or not left.proposals, "the bots have answered"


# Pledges


def test_pledges_are_of_one_game_and_held_by_who_was_told() -> None:
    game, other = started(AT, FR, mastered=True), started(AT, FR)
    for row in (game, other):
        settle(row, AT, FR)
    time_is_up(game)
    seats.give_up(game=fresh(game), user=person(AT))
    time_is_up(fresh(game))
    assert [p.number for p in receipts.pledges_for(fresh(other), SPECTATING)] == [
        p.number for p in Pledge.objects.filter(game=other).order_by("-number")
    ]
    assert len(receipts.pledges_for(fresh(game), SPECTATING)) == (
        Pledge.objects.filter(game=game).count()
    )
    for who, row, held in (
        (reader(game, AT), game, [(AT, 0, 1)]),
        (reader(game, FR), game, [(FR, 0, receipts._LAST)]),
        (reader(other, AT), other, [(AT, 0, receipts._LAST)]),
        (SPECTATING, game, []),
        (reader(game, MA), game, []),
    ):
        assert receipts._held(fresh(row), who) == held
    acts.roll_back(game=game, actor=MA, number=0, serial=fresh(game).serial, sure=True)
    told = receipts.pledges_for(fresh(game), SPECTATING)
    assert [p.who for p in told if p.who] == [MA]
    assert {p.who for p in receipts.pledges_for(fresh(other), SPECTATING)} == {""}


# What an account leaves


def test_an_account_that_ends_ends_nothing_of_others() -> None:
    mine = create.create(user=person("Leaver"), offer=Offer(name="mine, forming"))
    his = create.create(user=person("Other"), offer=Offer(name="his, forming"))
    made = started(FR, name="made by me")
    Game.objects.filter(pk=made.pk).update(maker=person("Leaver"))
    led, waits, over = (started(AT, FR, name=n, mastered=True) for n in ("led", "waits", "over"))
    for row in (led, waits, over):
        Game.objects.filter(pk=row.pk).update(master=person("Leaver"))
    clock.pause(game=fresh(waits), actor="Leaver")
    acts.abandon(game=over, actor="Leaver", serial=0, sure=True)
    theirs = started(IT, name="of another master", mastered=True)
    clock.pause(game=theirs, actor=MA)
    LogEntry.objects.create(
        game=theirs, made_at=timezone.now(), serial=0, phase="", actor="Leaver", text="named alike"
    )
    noted = Trace.objects.create(
        game=theirs, serial=0, power=IT, actor="Leaver", made_at=timezone.now(), typed="his own"
    )
    played = started(AT, name="played")
    Seat.objects.filter(game=played, power="Turkey").update(user=person("Leaver"), bot="")
    ended = started(AT, name="played to its end", mastered=True)
    Seat.objects.filter(game=ended, power="Turkey").update(user=person("Leaver"), bot="")
    acts.abandon(game=ended, actor=MA, serial=0, sure=True)
    leaving.clear_games(None, person("Leaver"))
    assert not Game.objects.filter(pk=mine.pk).exists()
    assert fresh(his).state == FORMING
    assert Game.objects.filter(pk=made.pk).exists()
    masters = [fresh(row).master for row in (led, waits, over, theirs)]
    assert masters == [None, None, person("Leaver"), person(MA)]
    assert fresh(waits).state == RUNNING
    assert fresh(theirs).state == "paused"
    assert (seat(played, "Turkey").user, seat(ended, "Turkey").user) == (None, person("Leaver"))
    assert seat(played, AT).user == person(AT)
    actors = {entry.text: entry.actor for entry in LogEntry.objects.filter(game=waits)}
    assert actors["The clock is stopped."] == "game master"
    assert LogEntry.objects.get(text="named alike").actor == "Leaver"
    noted.refresh_from_db()
    assert (noted.actor, noted.typed) == ("Leaver", "his own")
    assert LogEntry.objects.get(game=theirs, text="The clock is stopped.").actor == MA


@pytest.mark.parametrize(
    ("offer", "held", "goes_on"),
    [
        ({"movement": None, "retreat": None, "adjustment": None, "when_ready": False}, False, True),
        ({"movement": None, "retreat": None, "adjustment": None}, True, True),
        ({"movement": None, "retreat": None, "adjustment": None}, False, False),
        ({"when_ready": False}, False, False),
        ({}, True, False),
    ],
)
def test_a_game_that_waits_for_its_master_alone_goes_on(
    offer: dict[str, Any], held: bool, goes_on: bool
) -> None:
    """Without a deadline, and where phases do not end when all are ready, it would for ever."""
    game = started(AT, mastered=True, grace=0, **offer)
    if held:
        clock.hold(game=game, held=True, actor=MA)
    leaving.clear_games(None, person(MA))
    said = LogEntry.objects.filter(game=game, text="Phases end when all are ready.").exists()
    assert said == goes_on
    left = fresh(game)
    assert (left.when_ready, left.held) == (
        (True, False) if goes_on else (offer.get("when_ready", True), held)
    )


def test_sheets_are_taken_along_by_who_typed_them() -> None:
    """Two players of one seat, one after the other, and the same two powers in another game."""
    game, other = started(AT, FR), started(AT, FR, name="other")
    for row in (game, other):
        for power in (AT, FR):
            sheets.submit(game=row, power=power, typed=f"{power} in {row.name}, 0", settled=True)
    time_is_up(game)
    sheets.submit(game=fresh(game), power=AT, typed="mine, 1", settled=True)
    seats.give_up(game=fresh(game), user=person(AT))
    seats.take(game=fresh(game), user=person("Heir"), power=AT)
    sheets.submit(game=fresh(game), power=AT, typed="the heir's, 1", settled=True)
    sheets.submit(game=fresh(game), power=FR, typed="", settled=True)
    time_is_up(game)
    sheets.submit(game=fresh(game), power=AT, typed="the heir's, 2", settled=True)

    def typed(name: str) -> list[tuple[str, str, list[str]]]:
        _, rows = leaving.games_of(None, person(name))
        return [(r["game"], r["power"], [s["typed"] for s in r["sheets"]]) for r in rows]

    assert typed(AT) == [
        ("A game", AT, ["Austria in A game, 0"]),
        ("other", AT, ["Austria in other, 0"]),
    ]
    assert typed("Heir") == [("A game", AT, ["the heir's, 1", "the heir's, 2"])]
    assert typed("Stranger") == []
    leaving._forget_typed(person("Heir"))
    left = {(s.game.name, s.power, s.serial): s.typed for s in Sheet.objects.all()}
    assert left["A game", AT, 0] == "Austria in A game, 0"
    assert left["other", AT, 0] == "Austria in other, 0"
    assert left["A game", AT, 1] == ""
    assert left["A game", AT, 2] == "", "of the open phase the good orders are left: there are none"


def test_of_the_open_phase_the_orders_stay() -> None:
    game = started(AT)
    sheets.submit(game=game, power=AT, typed="A Vie h", settled=True)
    time_is_up(game)
    sheets.submit(game=fresh(game), power=AT, typed="A Vie h\nas I said", settled=True)
    leaving._forget_typed(person(AT))
    assert [(s.serial, s.typed) for s in Sheet.objects.filter(power=AT).order_by("serial")] == [
        (0, ""),
        (1, "A Vie h"),
    ]


def test_when_a_sheet_was_one_s_own() -> None:
    """By phase and time: from when the seat was his until it was another's."""
    now = timezone.now()
    hour = timedelta(hours=1)
    held = Holding(since=now, until=now + 9 * hour, serial_from=2, serial_to=4)
    for serial, hours, own in (
        (2, 1, True),
        (4, 8, True),
        (4, 9, True),
        (4, 10, False),
        (5, 8, False),
        (1, 1, False),
        (2, -1, False),
    ):
        sheet = Sheet(serial=serial, saved_at=now + hours * hour)
        assert bool(leaving._own_sheets(held, [sheet])) == own, (serial, hours)
    still = Holding(since=now, until=None, serial_from=2, serial_to=None)
    for serial, own in ((1, False), (2, True), (9, True)):
        sheet = Sheet(serial=serial, saved_at=now + 99 * hour)
        assert bool(leaving._own_sheets(still, [sheet])) == own, serial


def test_what_stays_of_what_one_played() -> None:
    game = started(AT, FR, name="played")
    seats.give_up(game=game, user=person(AT))
    led = started(FR, name="led", mastered=True)
    create.create(user=person(MA), offer=Offer(name="forming", mastered=True))
    over = started(IT, name="over", mastered=True)
    acts.abandon(game=over, actor=MA, serial=0, sure=True)
    assert leaving.played(None, person(AT)) == ["“played”: what Austria did, as Austria’s."]
    bot = " A bot plays on until somebody takes the seat."
    assert leaving.played(None, person(FR)) == [
        f"“played”: what France did, as France’s.{bot}",
        f"“led”: what France did, as France’s.{bot}",
    ]
    assert leaving.played(None, person(IT)) == ["“over”: what Italy did, as Italy’s."]
    did = "what you did in it, as the game master’s."
    assert leaving.played(None, person(MA)) == [
        f"“led”: {did} It then runs by itself.",
        f"“over”: {did}",
    ]
    clock.pause(game=led, actor=MA)
    entering.open_sheet(Came(game=led, power=FR, way="post", actor=MA, serial=0))
    _, rows = leaving.acts_of(None, person(MA))
    assert {("led", "The clock is stopped."), ("led", "opened")} <= {
        (r["game"], r["text"]) for r in rows
    }
    Game.objects.filter(pk=led.pk).update(master=person(FR))
    assert "led" not in {r["game"] for r in leaving.acts_of(None, person(MA))[1]}
