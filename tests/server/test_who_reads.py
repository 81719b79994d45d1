"""What games one finds, and who sits in them, as each kind of reader is told it."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from leak_asking import normal
from tables import fresh, person, reader, started, time_is_up, view_as

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.api.models import Token
from legation.server.desk import acts
from legation.server.games import clock, create, late, reads, seats, sheets
from legation.server.games.late import late_for
from legation.server.games.models import (
    BY_LINK,
    BY_PASSWORD,
    FINISHED,
    NOBODY,
    Game,
    Holding,
    LogEntry,
    Seat,
)
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING, Reader, reader_of, readers_of
from legation.server.site import kept

pytestmark = pytest.mark.django_db
AT, FR, IT = "Austria", "France", "Italy"


def offered(maker: str, *waiting: str, **offer: Any) -> Game:
    """A game that waits for players; some wait in it."""
    game = create.create(user=person(maker), offer=Offer(**{"name": "Offered", **offer}))
    for name in waiting:
        create.join(game=game, user=person(name))
    return game


def end(game: Game) -> Game:
    acts.abandon(game=game, actor="Master", serial=fresh(game).serial, sure=True)
    return fresh(game)


def left(game: Game, name: str) -> None:
    seats.give_up(game=game, user=person(name))


# Who somebody is


def test_what_somebody_is_to_a_game() -> None:
    played = started(AT, FR, mastered=True)
    left(played, FR)
    forming = offered("Maker", "Waiter")
    other = started(FR)
    person("Stranger")
    cases: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        (AT, {"power": AT}, {}),
        ("Master", {"master": True, "maker": True}, {}),
        ("Waiter", {}, {"entered": True}),
        ("Maker", {}, {"maker": True}),
        ("Stranger", {}, {}),
    ]
    for name, is_there, is_here in cases:
        user = person(name)
        found = readers_of([played, forming, other], user)
        assert found[played.pk] == Reader(user.pk, **is_there), name
        assert found[forming.pk] == Reader(user.pk, **is_here), name
        assert found[other.pk] == Reader(user.pk), name
        assert found[played.pk] == reader_of(played, user)
    has_left = reader(played, FR)
    assert (has_left.power, [held.seat.power for held in has_left.past]) == ("", [FR])
    assert reader(other, FR) == Reader(person(FR).pk, FR)
    assert reader_of(played, None) == reader_of(played, AnonymousUser()) == SPECTATING


def test_a_private_game_is_found_by_who_belongs_to_it() -> None:
    played = started(AT, FR, mastered=True, access=BY_LINK)
    left(played, FR)
    forming = offered("Maker", "Waiter", access=BY_LINK)
    person("Stranger")
    inside = {played: (AT, FR, "Master"), forming: ("Maker", "Waiter")}
    for game, names in inside.items():
        for user in User.objects.all():
            if user.name in names:
                assert reads.find_game(game.slug, user) == (game, reader_of(game, user))
            else:
                with pytest.raises(Game.DoesNotExist):
                    reads.find_game(game.slug, user)
        for keys in ((), ("another",)):
            with pytest.raises(Game.DoesNotExist):
                reads.find_game(game.slug, None, keys)
        assert reads.find_game(game.slug, None, ("another", game.token)) == (game, SPECTATING)
    public = started(IT)
    assert reads.find_game(public.slug, None) == (public, SPECTATING)
    with pytest.raises(Game.DoesNotExist):
        reads.find_game("nosuchgame", None)


def test_what_one_knew_in_a_seat_is_read_by_its_number() -> None:
    """Each of two that he left; one that he holds still, or another's, is not there."""
    game = started(AT, FR)
    time_is_up(game)
    left(game, AT)
    (held,) = reader(game, AT).past
    view = view_as(fresh(game), reader(game, AT), holding=held.pk)
    assert (view.viewer.power, view.number) == (AT, 1)
    own = Holding.objects.get(seat__game=game, user=person(FR))
    for who, number in ((AT, own.pk), (AT, held.pk + 1000), (FR, own.pk), (FR, held.pk)):
        with pytest.raises(Holding.DoesNotExist):
            view_as(fresh(game), reader(game, who), holding=number)


def test_one_s_own_power_is_opened_with_what_stays_sealed() -> None:
    """LO-DP-5: bids stay closed, but to who made them."""
    game = started("Poland", "Germany", variant="locarno", mastered=True)
    for power in ("Poland", "Germany"):
        bid = "DP 1: A Aus H"
        sheets.submit(game=game, power=power, typed=bid, settled=True)
    time_is_up(game)
    game = end(game)
    for name, power, shown in (
        ("Poland", "Poland", True),
        ("Poland", "Germany", False),
        ("Master", "Poland", False),
    ):
        view = view_as(game, reader(game, name), 0, opened=power)
        said = [text for sheet in view.sheets.values() for text in sheet.orders]
        assert any(text.startswith("DP") for text in said) == shown, (name, power)
    assert view_as(game, SPECTATING, opened="archive").viewer.knows_all


def test_what_its_power_was_shown_is_not_kept_for_who_asks_after_it() -> None:
    """The same address of a game that is over: its bids are his alone, whoever came first."""
    game = started("Poland", "Germany", variant="locarno", mastered=True)
    sheets.submit(game=game, power="Poland", typed="DP 1: A Aus H", settled=True)
    time_is_up(game)
    end(game)
    own, others = Client(), Client()
    own.force_login(person("Poland"), "django.contrib.auth.backends.ModelBackend")
    for room in ("replay/?as=Poland", "?as=Poland&phase=0", "report/0/?as=Poland"):
        path = f"/games/{game.slug}/{room}"
        for first, second in ((own, others), (others, own)):
            kept.forget()
            first.get(path)
            given = second.get(path).content.decode()
            kept.forget()
            assert normal(given) == normal(second.get(path).content.decode()), room
    said = own.get(f"/games/{game.slug}/replay/?as=Poland").content.decode()
    assert said != others.get(f"/games/{game.slug}/replay/?as=Poland").content.decode()


# Lists


def names(games: Iterable[Game]) -> list[str]:
    return sorted(game.name for game in games)


def test_each_list_has_its_own_games() -> None:
    def three(**how: str) -> None:
        word = how.get("access", "open")
        offered("Maker", "Waiter", name=f"forming {word}", **how)
        started(AT, name=f"running {word}", **how)
        clock.pause(game=started(AT, mastered=True, name=f"paused {word}", **how), actor="Master")
        end(started(AT, name=f"finished {word}", mastered=True, **how))

    three()
    three(access=BY_LINK)
    user = person("Stranger")
    assert names(reads.open_games(user)) == ["forming open"]
    assert names(reads.running_games(user)) == ["paused open", "running open"]
    assert names(reads.finished_games(user)) == ["finished open"]
    offered("Maker", name="empty")
    found: Any = reads.open_games(user)
    assert {game.name: game.joined for game in found} == {"forming open": 1, "empty": 0}


def test_seats_that_anybody_may_take() -> None:
    open_one = started(AT, FR, name="open")
    for game in (
        open_one,
        started(AT, name="hidden", access=BY_LINK),
        started(AT, name="by its master", replacers="master", mastered=True),
        started(AT, name="by nobody", replacers=NOBODY),
        started(AT, name="over", mastered=True),
    ):
        left(game, AT)
    end(Game.objects.get(name="over"))
    (found,) = reads.seats_wanted(AnonymousUser())
    assert (found.game.name, found.power) == ("open", AT)
    clock.pause(game=open_one, actor="")
    assert len(reads.seats_wanted(AnonymousUser())) == 1


def test_one_s_own_games() -> None:
    me = "Myself"
    offered("Maker", me, name="I wait")
    offered(me, "Waiter", name="I made it")
    started(FR, name="of others")
    offered("Maker", "Waiter", name="of others, forming")
    of_mine = started(FR, name="begun for others")
    Game.objects.filter(pk=of_mine.pk).update(maker=person(me))
    for name in ("mastered", "mastered, over"):
        game = started(FR, name=name, mastered=True)
        Game.objects.filter(pk=game.pk).update(master=person(me), maker=None)
    end(game)
    for name in ("played", "played, over"):
        game = create.create(user=None, offer=Offer(name=name, fill_bot="random", starts="hand"))
        create.join(game=game, user=person(me), wishes=[AT])
        create.start(game=game)
    end(game)
    every = ["I made it", "I wait", "begun for others", "mastered", "mastered, over"]
    every += ["played", "played, over"]
    assert names(reads.own_games(person(me))) == every
    at_hand = ["I made it", "I wait", "mastered", "played"]
    assert names(reads.own_games(person(me), at_hand=True)) == at_hand


def test_what_one_has_in_each_of_his_games() -> None:
    """The same people at two tables: the power, and whether its own sheet is settled."""
    first, second = started(AT, FR, name="1"), started(name="2")
    Seat.objects.filter(game=second, power=IT).update(user=person(AT), bot="")
    Seat.objects.filter(game=second, power=AT).update(user=person(FR), bot="")
    sheets.submit(game=first, power=AT, typed="A Vie H", settled=False)
    sheets.submit(game=first, power=FR, typed="A Par H", settled=True)
    sheets.submit(game=second, power=IT, typed="A Ven H", settled=True)

    def own(name: str) -> dict[str, tuple[str | None, bool | None]]:
        rows: Any = reads.with_own(Game.objects.all(), person(name))
        return {row.name: (row.own_power, row.own_settled) for row in rows}

    assert own(AT) == {"1": (AT, False), "2": (IT, True)}
    assert own(FR) == {"1": (FR, True), "2": (AT, None)}
    assert own("Stranger") == {"1": (None, None), "2": (None, None)}


# One game


@pytest.mark.parametrize("anonymous", [True, False])
def test_who_sits_where(anonymous: bool) -> None:
    game = started(AT, FR, mastered=True, anonymous=anonymous)
    left(game, FR)
    started(IT, name="another")
    person("Stranger")

    def told(who: Reader) -> dict[str, tuple[str, str, bool, bool]]:
        places = reads.seats_for(fresh(game), who)
        assert len(places) == 7
        found = {p.power: (p.player, p.bot, p.open, p.own) for p in places}
        return {power: found[power] for power in (AT, FR, IT)}

    whole = {
        AT: (AT, "", False, False),
        FR: ("", "random", True, False),
        IT: ("", "random", False, False),
    }
    hidden = {**whole, AT: ("", "", False, False), IT: ("", "", False, False)}
    for who in (SPECTATING, reader(game, FR), reader(game, "Stranger")):
        assert told(who) == (hidden if anonymous else whole)
    own = {AT: (AT, "", False, True)}
    assert told(reader(game, AT)) == {**(hidden if anonymous else whole), **own}
    assert told(reader(game, "Master")) == whole
    end(game)
    assert told(SPECTATING) == whole


def test_who_waits_for_a_game() -> None:
    for anonymous in (True, False):
        game = offered("Maker", AT, FR, mastered=True, anonymous=anonymous)
        offered("Maker", IT)
        both = [AT, FR]
        assert reads.entries_for(game, reader(game, "Maker")) == both
        assert reads.entries_for(game, reader(game, AT)) == ([AT] if anonymous else both)
        for who in (SPECTATING, reader(game, IT)):
            assert reads.entries_for(game, who) == ([] if anonymous else both)


def test_a_sheet_is_read_by_who_writes_it() -> None:
    game, other = (
        started("City Boys", variant="london_nights", mastered=True, options=OWN) for _ in range(2)
    )
    sheets.submit(game=game, power="City Boys", typed="of the city", settled=False)
    sheets.submit(game=game, power="Police", typed="of the police", settled=False)
    sheets.submit(game=other, power="City Boys", typed="of another", settled=False)
    game, master = fresh(game), reader(game, "Master")
    city = reader(game, "City Boys")
    for who, power, typed in (
        (city, "", "of the city"),
        (city, "City Boys", "of the city"),
        (city, "Police", None),
        (city, "Shoppers", None),
        (master, "Police", "of the police"),
        (master, "", None),
        (master, "City Boys", None),
        (SPECTATING, "", None),
        (SPECTATING, "Police", None),
    ):
        found = reads.sheet_for(game, who, power)
        assert (found and found.typed) == typed, (who, power)
        with patch("legation.server.games.seen.judgements", lambda *asked: {asked[2]: "judged"}):
            judged: Any = reads.judgements_for(game, who, reads.view_for(game, who), power)
        assert list(judged) == ([power or who.power] if typed else []), (who, power)


OWN = {"police-orders": "game-master"}


def test_what_came_too_late_is_for_who_sent_it() -> None:
    game, other = started(AT, FR), started(AT, FR)
    for row, power in ((game, FR), (other, AT)):  # who wrote the same in time is another
        sheets.submit(game=row, power=power, typed="of Austria")
    for row, power in ((game, AT), (other, FR)):
        time_is_up(row)
        assert fresh(row).serial == 1
        sheets.submit(game=row, power=power, typed=f"of {power}", serial=0)
    assert shown(game, AT) == "of Austria"
    assert shown(game, FR) == ""
    assert late_for(fresh(game), SPECTATING) is None
    assert shown(other, FR) == "of France"
    assert shown(other, AT) == ""
    for row, power in ((game, FR), (other, AT)):
        sheets.submit(game=row, power=power, typed="")
    time_is_up(game)
    assert shown(game, AT) == "of Austria", "he himself has handed in nothing since"


def shown(game: Game, name: str) -> str:
    """What came too late, as somebody is shown it."""
    found = late_for(fresh(game), reader(game, name))
    return found.typed if found else ""


def test_what_came_too_late_is_put_away_and_left_by_who_sent_it() -> None:
    game, other = started(AT, FR), started(AT, FR)
    for row in (game, other):
        time_is_up(row)
        for power in (AT, FR):
            sheets.submit(game=row, power=power, typed=f"of {power}", serial=0)
    late.put_away(fresh(game), SPECTATING)
    late.put_away(fresh(game), reader(game, AT))
    left_there = [(row, power) for row in (game, other) for power in (AT, FR) if shown(row, power)]
    assert left_there == [(game, FR), (other, AT), (other, FR)]
    left(game, FR)
    seats.take(game=game, user=person("Heir"), power=FR)
    assert shown(game, "Heir") == "", "he has the seat from the phase after it"
    his = late.Late(0, "", timezone.now())
    assert late._own(game, Reader(master=True), his), "what he seals is his who masters it"


def test_whose_sheets_somebody_sends() -> None:
    city = reads.book_of(Game(variant="london_nights", options=OWN))
    for who, power in (
        (Reader(), ""),
        (Reader(master=True), "Police"),
        (Reader(power="City Boys"), "City Boys"),
    ):
        assert late.power_of(city, who) == power
    assert late.power_of(reads.book_of(Game(variant="standard")), Reader(master=True)) == ""


def test_a_log_is_of_one_game() -> None:
    game, other = started(AT, name="1"), started(AT, name="2")
    clock.pause(game=other, actor="")
    assert {entry.game_id for entry in reads.log_for(game, SPECTATING)} == {game.pk}
    assert reads.log_for(other, SPECTATING).count() == 2
    assert LogEntry.objects.count() == 3


# Tokens


def test_tokens_are_seen_and_ended_by_their_user() -> None:
    mine, his = person("Myself"), person("Himself")
    for user in (mine, his):
        tokens.make(user=user, name=f"of {user.name}")
    (token,), (other,) = tokens.of(mine), tokens.of(his)
    assert (token.name, other.name) == ("of Myself", "of Himself")
    tokens.revoke(user=mine, number=other.pk)
    assert tokens.of(his) == [other]
    tokens.revoke(user=mine, number=token.pk)
    assert (tokens.of(mine), tokens.of(his)) == ([], [other])


def test_a_token_speaks_while_its_user_may() -> None:
    word = tokens.make(user=person("Myself"), name="one")
    tokens.make(user=person("Himself"), name="another")
    found = tokens.find(word)
    assert found is not None
    assert found.user == person("Myself")
    assert tokens.find(word + "x") is None
    User.objects.filter(name="Myself").update(is_active=False)
    assert tokens.find(word) is None
    User.objects.filter(name="Myself").update(is_active=True)
    Token.objects.filter(pk=found.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert tokens.find(word) is None


def test_nobody_has_more_tokens_than_twenty() -> None:
    for n in range(20):
        tokens.make(user=person("Myself"), name=str(n))
    with pytest.raises(StateError, match="you have 20 tokens"):
        tokens.make(user=person("Myself"), name="one more")
    tokens.make(user=person("Himself"), name="another may")


# A password


def test_the_word_of_a_game_opens_it_and_no_other() -> None:
    closed = offered("Maker", access=BY_PASSWORD, password="sesame")
    assert create.right_password(closed, "sesame")
    assert not create.right_password(closed, "another")
    for word in ("", "sesame"):
        assert not create.right_password(offered("Maker"), word)
    Game.objects.filter(pk=closed.pk).update(access=BY_LINK)
    assert not create.right_password(fresh(closed), "sesame"), "it is no more asked for one"


def test_who_may_join() -> None:
    game = offered("Maker", AT, mastered=True)
    for name, said in (("Maker", "game master"), (AT, "joined already")):
        with pytest.raises(StateError, match=said):
            create.join(game=game, user=person(name))
    begun = started(FR)
    with pytest.raises(StateError, match="has started"):
        create.join(game=begun, user=person("Late"))
    with pytest.raises(StateError, match="has started"):
        create.start(game=begun)
    with pytest.raises(StateError, match="has started"):
        create.seat_by_post(game=begun, name="Mr Brown")
    with pytest.raises(StateError, match="has started"):
        create.withdraw(game=begun)
    with pytest.raises(StateError, match="given up, not left"):
        create.leave(game=begun, user=person(FR))
    assert fresh(begun).state != FINISHED
    with pytest.raises(StateError, match="have not joined"):
        create.leave(game=game, user=person("Stranger"))
    create.leave(game=game, user=person(AT))
    assert reads.entries_for(game, SPECTATING) == []
