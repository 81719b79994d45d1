"""Of two games with the same people at the same tables, what is done in one stays in it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asking import browser
from django.apps import apps
from django.db.models import F
from django.utils import timezone
from stored import stored
from tables import fresh, person, reader, started, time_is_up, work

from legation.server.desk import acts, handing, rulings
from legation.server.desk.models import Ruling
from legation.server.games import (
    clock,
    create,
    entering,
    later,
    more_time,
    reads,
    receipts,
    remind,
    respites,
    seats,
    sheets,
    standby,
    stream,
    votes,
    watch,
)
from legation.server.games.entering import Came
from legation.server.games.late import late_for, put_away
from legation.server.games.later import Writer
from legation.server.games.models import Deadline, Game, Holding
from legation.server.games.offer import Offer
from legation.server.games.so_far import so_far
from legation.server.games.traced import traces_for
from legation.server.games.waiting import Use, became_for, stands, waiting_for
from legation.server.press import inbox, reading, services
from legation.server.press.members import PUBLIC, key_of
from legation.server.press.models import Custom

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"
Act = Callable[[Game], Any]
WAYS = {
    "game": "game",
    "seat": "seat__game",
    "thread": "thread__game",
    "holding": "holding__seat__game",
}
"""How what is stored leads to its game."""


def rows(game: Game) -> list[Any]:
    """All that is stored of a game, whatever belongs to it."""
    found: list[Any] = list(Game.objects.filter(pk=game.pk).values())
    for model in apps.get_models():
        names = {field.name for field in model._meta.get_fields()}
        for name in WAYS.keys() & names:
            held = model._default_manager.filter(**{f"{WAYS[name]}_id": game.pk})
            found += [(model.__name__, row) for row in held.order_by("pk").values()]
    return found


def _tables() -> tuple[Game, Game]:
    """Two games in which everything has been begun that could be mistaken for the other's."""
    games = [started(AT, FR, mastered=True, replacers="anybody", name=name) for name in "12"]
    for game in games:
        entering.open_sheet(came(game, FR))
        ahead(game, "draft", f"a draft in {game.name}")
        for name in ("Heir", "Italy"):
            standby.add(game=game, user=person(name))
        write(game, AT, key_of(reads.book_of(game), (AT, FR)), "a word")
        services.save_draft(game=game, user=person(FR), key=PUBLIC, text="a draft", token="draft")
        rulings.ask(game=game, user=person(AT), question=f"In {game.name}?", token=game.name)
        sheets.submit(game=game, power=AT, typed="A Vie H", settled=False)
        sheets.submit(game=game, power=FR, typed="A Par H", settled=True)
        votes.propose(game=game, power=FR, kind="draw", powers=[AT, FR])
        handing.to_address(
            game=game, power="Italy", address="i@example.org", master=person("Master"), sure=True
        )
    return games[0], games[1]


begun = stored(_tables)


@pytest.fixture
def tables(begun: tuple[Game, Game]) -> tuple[Game, Game]:
    one, other = begun
    return fresh(one), fresh(other)


def write(game: Game, name: str, key: str, text: str) -> None:
    services.send(game=game, user=person(name), key=key, text=text, token=f"{game.pk} {text}")


def came(game: Game, power: str) -> Came:
    return Came(game=game, power=power, way="post", actor="Master", serial=fresh(game).serial)


def ahead(game: Game, use: str, typed: str, power: str = AT) -> None:
    writer = Writer(game=game, power=power, user=person(power).pk)
    later.keep(writer, later.use_of(reads.book_of(game), use), typed)


def more(game: Game, power: str) -> None:
    until = timezone.now() + timedelta(days=5)
    more_time.give(game=game, power=power, until=until, actor="Master", serial=0)


def by_post(game: Game) -> None:
    handover = seats.Handover(power="Italy", postal="Mr Brown", actor="Master")
    seats.give(game=game, handover=handover)
    entering.open_sheet(came(game, "Italy"))
    writer = Writer(game=game, power="Italy", by="Master")
    later.keep(writer, later.use_of(reads.book_of(game), "standing-movement"), "A Ven H")
    sheets.submit(game=game, power="Italy", typed="A Ven - Tri", by="Master")


def gone_on(game: Game) -> None:
    ahead(game, "next-movement", "A Tyr H")
    time_is_up(game)
    sheets.submit(game=fresh(game), power=AT, typed="A Vie - Tri")


def corrected(game: Game) -> None:
    gone_on(game)
    correct(game)


def correct(game: Game) -> None:
    form = {"serial": 1, "what": "orders", "power": FR, "typed": "A Par - Pic", "sure": "yes"}
    path = f"/games/{game.slug}/desk/correct/"
    browser("Master").post(path, {**form, "note": "Paris went to Picardy."})
    assert fresh(game).serial == 3


def put_aside(game: Game) -> None:
    time_is_up(game)
    sheets.submit(game=fresh(game), power=AT, typed="A Vie - Gal", serial=0)
    put_away(fresh(game), reader(game, AT))


BESIDE: tuple[Act, ...] = (
    lambda game: ahead(game, "next-movement", "A Tyr H"),
    lambda game: later.hand_in(Writer(game=game, power=AT, user=person(AT).pk), 0, "A Vie - Boh"),
    lambda game: sheets.submit(game=game, power=FR, typed="A Par - Pic", by="Master"),
    by_post,
    lambda game: remind.chase(game=game, actor="Master"),
    lambda game: standby.stand_down(game=game, user=person("Heir")),
)


def answer(game: Game) -> None:
    code = Ruling.objects.get(game=game).code
    rulings.answer(game=game, code=code, text="Yes.", told="May one?", actor="Master")


def leave_and_take(game: Game) -> None:
    seats.give_up(game=game, user=person(AT))
    seats.take(game=game, user=person("Heir"), power=AT)


def resumed(game: Game) -> None:
    clock.pause(game=game, actor="Master")
    clock.resume(game=game, actor="Master")


def held_no_more(game: Game) -> None:
    sheets.settle(game=game, power=AT, settled=True)
    clock.hold(game=game, held=True, actor="Master")
    clock.hold(game=game, held=False, actor="Master")


ACTS: dict[str, Act] = {
    "paused": lambda game: clock.pause(game=game, actor="Master"),
    "resumed": resumed,
    "put off": lambda game: clock.put_off(
        game=game, until=timezone.now() + timedelta(days=9), actor="Master"
    ),
    "ended": lambda game: clock.end_now(game=game, actor="Master"),
    "held": lambda game: clock.hold(game=game, held=True, actor="Master"),
    "held no more": held_no_more,
    "ordered": lambda game: sheets.submit(game=game, power=AT, typed="A Vie - Tri", settled=True),
    "cleared": lambda game: sheets.clear(game=game, power=FR),
    "over": time_is_up,
    "voted": lambda game: votes.vote(
        game=game,
        power=AT,
        proposal=reads.view_for(fresh(game), reader(game, AT)).proposals[0].id,
        answer="yes",
    ),
    "left and taken": leave_and_take,
    "taken away": lambda game: seats.give(
        game=game, handover=seats.Handover(power=FR, bot="random")
    ),
    "written": lambda game: write(game, AT, PUBLIC, "to all"),
    "drafted": lambda game: services.save_draft(
        game=game, user=person(FR), key=PUBLIC, text="more", token="draft"
    ),
    "sent": lambda game: services.send(
        game=game, user=person(FR), key=PUBLIC, text="a draft", token="draft"
    ),
    "emptied": lambda game: services.save_draft(
        game=game, user=person(FR), key=PUBLIC, text="", token="draft"
    ),
    "read": lambda game: services.mark_read(
        message=inbox.messages(
            reading.scope_of(game, reader(game, FR)), key_of(reads.book_of(game), (AT, FR))
        )[0],
        user=person(FR),
    ),
    "answered": answer,
    "asked": lambda game: rulings.ask(game=game, user=person(AT), question="And?", token="another"),
    "set": lambda game: acts.set_owner(
        game=game, actor="Master", centre="Bel", power=FR, sure=True
    ),
    "rolled back": lambda game: acts.roll_back(
        game=game, actor="Master", number=0, serial=fresh(game).serial, sure=True
    ),
    "put away": put_aside,
    "beside the board": lambda game: [act(game) for act in BESIDE],
    "corrected": corrected,
    "abandoned": lambda game: acts.abandon(
        game=game, actor="Master", serial=fresh(game).serial, sure=True
    ),
    "offered": lambda game: handing.to_address(
        game=game, power=FR, address="f@example.org", master=person("Master"), sure=True
    ),
    "offered no more": lambda game: handing.take_back(
        game=game, number=str(handing.open_offers(game)[0].pk)
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_what_is_done_in_one_stays_in_it(tables: tuple[Game, Game], act: str) -> None:
    one, other = tables
    before, same = rows(other), rows(one)
    ACTS[act](fresh(one))
    assert rows(other) == before
    assert rows(one) != same, "nothing was done at all"


def test_a_correction_leaves_a_game_alone_that_has_come_as_far() -> None:
    one, other = (started(AT, FR, mastered=True, name=name) for name in "12")
    gone_on(one)
    gone_on(other)
    sheets.submit(game=fresh(other), power=FR, typed="A Par H")
    before = rows(other)
    correct(one)
    assert rows(other) == before


def test_what_is_read_of_one_is_of_it(tables: tuple[Game, Game]) -> None:
    one, other = tables
    before = [read(other, name) for name in (AT, FR, "Master", "Watcher")]
    did = ("written", "answered", "asked", "offered", "beside the board", "put off", "put away")
    for act in did:
        ACTS[act](fresh(one))
    assert [read(other, name) for name in (AT, FR, "Master", "Watcher")] == before


def read(game: Game, name: str) -> list[Any]:
    """What somebody reads of a game beside its board."""
    person(name)
    row, who = fresh(game), reader(game, name)
    scope = reading.scope_of(row, who)
    return [
        who,
        [(c.key, c.unread, c.draft) for c in inbox.circles(scope)],
        [m.text for c in inbox.circles(scope) for m in inbox.messages(scope, c.key)],
        inbox.unread(row, who),
        rulings.own(row, who),
        rulings.published(row, who),
        reads.sheet_for(row, who),
        late_for(row, who),
        waiting_for(row, who),
        became_for(row, who),
        traces_for(row, who),
        reads.standings_for(row, who),
        receipts.pledges_for(row, who),
        standby.stands_by(row, who.user),
        respites.of(row),
        reads.seats_for(row, who),
        [(entry.text, entry.made_at) for entry in reads.log_for(row, who)],
        [offer.address for offer in handing.open_offers(row)],
        [row.pk for row in reads.own_games(person(name)) if row.pk == game.pk],
    ]


def forming(name: str, **offer: Any) -> Game:
    wanted = {"name": name, "fill_bot": "random", "starts": "hand", "replacers": "anybody", **offer}
    return create.create(user=person("Maker"), offer=Offer(**wanted))


def passes(game: Game, span: timedelta) -> Game:
    """Lets so much of the phase pass: all that is kept of its time comes nearer."""
    row = fresh(game)
    assert row.due is not None
    Game.objects.filter(pk=game.pk).update(due=row.due - span)
    Deadline.objects.filter(game=game).update(due_at=F("due_at") - span)
    return fresh(game)


def given_and_shifted(game: Game) -> None:
    more(game, FR)
    clock.shift(game=game, by=timedelta(hours=2), actor="Master")


MORE: dict[str, Act] = {
    "given": given_and_shifted,
    "lifted": lambda game: clock.put_off(
        game=game, until=timezone.now() + timedelta(days=6), actor="Master"
    ),
    "extended": lambda game: (passes(game, timedelta(days=2)), work(game)),
    "rolled back": ACTS["rolled back"],
    "corrected": corrected,
}


@pytest.mark.parametrize("act", MORE)
def test_more_time_in_one_is_none_in_the_other(act: str) -> None:
    """Austria has more time in the one, France in the other."""
    one, other = (started(AT, FR, mastered=True, name=name, grace=60) for name in "12")
    more(one, AT)
    more(other, FR)
    before, same = rows(other), rows(one)
    MORE[act](fresh(one))
    assert rows(other) == before
    assert rows(one) != same
    given = {AT, FR} if act == "given" else set() if act in ("lifted", "corrected") else {AT}
    assert set(respites.of(fresh(one))) == given
    assert set(respites.of(fresh(other))) == {FR}


def test_sheets_that_are_shut_in_one_are_open_in_the_other() -> None:
    one, other = (started(AT, FR, mastered=True, name=name) for name in "12")
    for game, power in ((one, AT), (other, FR)):
        more(game, power)
        passes(game, timedelta(days=2))
    work(one)
    now, at = timezone.now(), fresh(one)
    assert [respites.are_shut(fresh(game), now) for game in (one, other)] == [True, False]
    work(other)
    for game, waited in ((one, AT), (other, FR)):
        row = fresh(game)
        assert respites.waited_for(row, now) == set(respites.left_for(row, now)) == {waited}
        assert respites.look_at(row, now) == row.due
    assert fresh(one).due == at.due


@pytest.mark.parametrize("what", ["join", "leave", "start", "withdraw", "custom"])
def test_two_games_that_wait(what: str) -> None:
    one, other = forming("1"), forming("2")
    for game in (one, other):
        create.join(game=game, user=person(FR), wishes=[FR])
    before, same = rows(other), rows(one)
    match what:
        case "join":
            create.join(game=one, user=person(AT), wishes=[AT])
        case "leave":
            create.leave(game=one, user=person(FR))
        case "start":
            create.start(game=one)
        case "withdraw":
            create.withdraw(game=one)
        case "custom":
            services.set_custom(game=one, heirs_read=False, grey_told=False)
            assert Custom.objects.get().game == one
    assert rows(other) == before
    assert rows(one) != same


def test_one_knows_of_a_game_what_he_held_there() -> None:
    """Who held a seat in another game knows no more of this one, where heirs read nothing."""
    one, other = forming("1"), forming("2")
    for game in (one, other):
        services.set_custom(game=game, heirs_read=False, grey_told=False)
    for game, name in ((one, "Old"), (other, "Heir")):
        create.join(game=game, user=person(name), wishes=[AT])
        create.join(game=game, user=person(FR), wishes=[FR])
        create.start(game=game)
    among = key_of(reads.book_of(one), (AT, FR))
    write(fresh(one), FR, among, "for him who sits there")
    seats.give_up(game=fresh(one), user=person("Old"))
    seats.take(game=fresh(one), user=person("Heir"), power=AT)
    write(fresh(one), FR, among, "for the heir")
    for name, read_by in (("Heir", "for the heir"), ("Old", "for him who sits there")):
        scope = reading.scope_of(fresh(one), reader(one, name))
        assert [m.text for m in inbox.messages(scope, among)] == [read_by]


# What is asked by ready statements


def test_traces_on_a_sheet_that_is_open_are_of_that_game_and_power() -> None:
    one, two = (started(AT, FR, mastered=True, name=name) for name in "12")
    for game, power in ((one, FR), (two, AT)):
        entering.open_sheet(came(game, power))
    assert len(traces_for(one, reader(one, FR), now=True)) == 1
    assert traces_for(one, reader(one, AT), now=True) == [], "it was on another's sheet"
    assert traces_for(two, reader(two, FR), now=True) == [], "and in another game"


def test_standing_orders_stand_in_one_game_for_who_holds_the_seat() -> None:
    one, two = (started(AT, FR, mastered=True, name=name) for name in "12")
    writer = Writer(game=one, power=FR, user=person(FR).pk)
    later.keep(writer, Use("standing", "movement"), "A Par H")
    assert [stands(game, FR) for game in (one, two)] == ["A Par H", None]
    Holding.objects.filter(seat__game=one, seat__power=FR).update(until=timezone.now())
    assert stands(one, FR) is None, "who has left leaves none"


def test_what_a_stream_hears_is_of_its_game() -> None:
    one, two = started(AT, name="1"), started(AT, name="2")
    before = [so_far(game).told(("", AT)) for game in (one, two)]
    sheets.submit(game=one, power=AT, typed="A Vie H")
    known = watch._read([two.pk])
    assert known == {two.pk: {"": before[1][0]}}
    who = reader(two, AT)
    assert stream.kinds_of(one.pk, who, before[0], (before[0][0], before[0][1] + 1)) == ["sheet"]
    assert stream.kinds_of(two.pk, who, before[1], (before[1][0], before[1][1] + 1)) == []
