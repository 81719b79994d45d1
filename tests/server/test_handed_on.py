"""Seats that change hands: who may have one, what goes with it, and what stays as it was."""

from typing import Any

import pytest
from tables import fresh, person, reader, seat, started, time_is_up

from legation.errors import LegationError, StateError
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.games import reads, seats, sheets
from legation.server.games.models import FINISHED, NOBODY, Game, Holding, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.games.readers import SPECTATING
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
AT, FR, IT = "Austria", "France", "Italy"


def give(game: Game, power: str, name: str = "", actor: str = "", bot: str = "") -> None:
    user = person(name) if name else None
    seats.give(game=game, handover=seats.Handover(power=power, user=user, actor=actor, bot=bot))


def holders(game: Game, power: str) -> list[tuple[str, bool]]:
    """Who has held a seat, and whether he does now."""
    rows = Holding.objects.filter(seat__game=game, seat__power=power).order_by("pk")
    return [(h.user.name if h.user else h.bot, h.until is None) for h in rows]


def times_over(game: Game) -> list[object]:
    rows = Holding.objects.filter(seat__game=game, until__isnull=False).order_by("pk")
    return list(rows.values_list("pk", "until"))


def letters() -> list[tuple[str, str]]:
    found = [(m.user.name if m.user else "", m.subject) for m in Letter.objects.order_by("pk")]
    Letter.objects.all().delete()
    return found


def test_one_gives_up_his_own_seat_in_that_game() -> None:
    game, other = started(AT, FR), started(FR)
    for name in (AT, "Stranger"):
        with pytest.raises(StateError, match="no seat in this game"):
            seats.give_up(game=other, user=person(name))
    seats.give_up(game=game, user=person(FR))
    assert (seat(game, FR).user, seat(game, FR).bot, seat(game, FR).open) == (None, "random", True)
    assert (seat(game, AT).user, seat(game, AT).open) == (person(AT), False)
    assert seat(other, FR).user == person(FR)
    assert holders(game, FR) == [(FR, False), ("random", True)]
    assert holders(game, AT) == [(AT, True)]
    assert holders(other, FR) == [(FR, True)]
    alone = started(AT, replacers=NOBODY)
    seats.give_up(game=alone, user=person(AT))
    assert not seat(alone, AT).open
    assert LogEntry.objects.filter(game=game).latest("pk").text == (
        "France has no player; a bot plays on."
    )


def test_who_may_take_a_seat() -> None:
    game = started(AT, FR)
    with pytest.raises(StateError, match="somebody else has taken"):
        seats.take(game=game, user=person("Heir"), power=AT)
    with pytest.raises(StateError, match="somebody else has taken"):
        seats.take(game=game, user=person("Heir"), power=IT)
    seats.give_up(game=game, user=person(AT))
    seats.take(game=game, user=person("Heir"), power=AT)
    assert (seat(game, AT).user, seat(game, AT).bot) == (person("Heir"), "")
    assert LogEntry.objects.filter(game=game).latest("pk").text == "Austria has a new player."
    for replacers in ("master", NOBODY):
        closed = started(AT, FR, mastered=True, replacers=replacers)
        seats.give_up(game=closed, user=person(AT))
        with pytest.raises(StateError, match="only the game master gives"):
            seats.take(game=closed, user=person("Heir"), power=AT)
    give(closed, AT, "Heir", actor="Master")
    assert seat(closed, AT).user == person("Heir")
    give(closed, AT, bot="steady", actor="Master")
    assert (seat(closed, AT).user, seat(closed, AT).bot) == (None, "steady")
    acts.abandon(game=closed, actor="Master", serial=0, sure=True)
    assert fresh(closed).state == FINISHED
    with pytest.raises(StateError, match="not being played"):
        give(fresh(closed), AT, "Heir")
    with pytest.raises(StateError, match="not being played"):
        seats.give_up(game=fresh(closed), user=person(FR))


def test_nobody_knows_a_game_from_two_seats() -> None:
    """Neither as its master, nor from the seat that he has, nor from one that he left."""
    game, other = started(AT, FR, mastered=True), started(IT, FR)
    for name, power, said in (
        ("Master", IT, "the game master cannot play"),
        (AT, IT, "plays one power"),
        (AT, FR, "plays one power"),
    ):
        with pytest.raises(StateError, match=said):
            give(game, power, name)
    seats.give_up(game=game, user=person(AT))
    with pytest.raises(StateError, match="has played one power"):
        give(game, IT, AT)
    give(game, AT, AT)  # back to his own
    give(game, IT, IT)  # who plays Italy in another game
    give(other, AT, AT)  # and who has Austria in the first
    assert [seat(game, p).user for p in (AT, IT)] == [person(AT), person(IT)]
    assert seat(other, AT).user == person(AT)
    with pytest.raises(StateError, match="plays one power"):
        give(other, "Turkey", FR)


def test_what_goes_with_a_seat() -> None:
    """Its sheet, not settled any more; those of others stay as they are."""
    game, other = (started(AT, FR, mastered=True) for _ in range(2))
    for row in (game, other):
        for power, line in ((AT, "A Vie H"), (FR, "A Par H")):
            sheets.submit(game=row, power=power, typed=line, settled=power == AT)
    give(game, AT, AT, actor="Master")
    sheet = Sheet.objects.filter(game=game, power=AT, settled=True)
    assert sheet.exists(), "the same player goes on"
    sheets.settle(game=game, power=AT, settled=True)
    Letter.objects.all().delete()
    give(game, FR, "Heir", actor="Master")
    assert letters() == [(FR, "A game: your seat is gone"), ("Heir", "A game: you play France")]
    settled = {(s.game_id, s.power) for s in Sheet.objects.filter(settled=True)}
    assert settled == {(game.pk, AT), (other.pk, AT)}
    give(game, AT, "Second", actor="Master")
    assert letters() == [(AT, "A game: your seat is gone"), ("Second", "A game: you play Austria")]
    settled = {(s.game_id, s.power) for s in Sheet.objects.filter(settled=True)}
    assert settled == {(other.pk, AT)}
    assert Sheet.objects.get(game=game, power=AT).orders == ["A Vie H"]
    give(game, AT, bot="random", actor="Master")
    assert letters() == [("Second", "A game: your seat is gone")]
    ended = times_over(game)
    give(game, AT, "Third")
    assert letters() == [], "a seat that one takes oneself is no news to him"
    assert times_over(game)[: len(ended)] == ended, "a time that is over does not change"
    seats.give_up(game=game, user=person("Third"))
    assert letters() == [], "nor that he gave it up"
    User.objects.filter(name="Heir").update(email="heir@guest.invalid")
    give(game, FR, "Fourth", actor="Master")
    assert letters() == [("Fourth", "A game: you play France")]
    User.objects.filter(pk=person("Fifth").pk).update(email="fifth@guest.invalid")
    give(game, FR, "Fifth", actor="Master")
    assert letters() == [("Fourth", "A game: your seat is gone")]


def disorder(game: Game) -> set[str]:
    return set(reads.view_for(fresh(game), SPECTATING).disorder)


def fallen(**offer: Any) -> Game:
    """Austria and France have missed their turn, and are in civil disorder."""
    game = started(AT, FR, IT, missed="disorder", grace=0, **offer)
    sheets.submit(game=game, power=IT, typed="A Ven H", settled=True)
    time_is_up(game)
    assert disorder(game) == {AT, FR}
    return game


def test_who_comes_back_ends_the_disorder_of_his_power() -> None:
    game, other = fallen(name="1"), fallen(name="2")
    assert seat(game, AT).open
    for row, name in ((game, "Stranger"), (started(AT), FR)):
        with pytest.raises(StateError, match="no seat in this game"):
            seats.come_back(game=fresh(row), user=person(name))
    with pytest.raises(LegationError):
        seats.come_back(game=fresh(game), user=person(IT))
    seats.come_back(game=fresh(game), user=person(AT))
    assert (disorder(game), disorder(other)) == ({FR}, {AT, FR})
    assert [seat(row, power).open for row in (game, other) for power in (AT, FR)] == [
        False,
        True,
        True,
        True,
    ]


def test_a_new_player_ends_the_disorder_and_a_bot_does_not() -> None:
    game = fallen()
    give(fresh(game), AT, bot="steady")
    assert disorder(game) == {AT, FR}
    seats.take(game=fresh(game), user=person("Heir"), power=FR)
    assert disorder(game) == {AT}
    give(fresh(game), IT, "Second")
    assert disorder(game) == {AT}


def test_where_disorder_is_for_good_a_new_player_does_not_end_it() -> None:
    """LO-CD: who falls into it in Locarno is out of the game."""
    powers = ("Germany", "Poland")
    game = started(*powers, variant="locarno", missed="disorder", grace=0, mastered=True)
    sheets.submit(game=game, power="Poland", typed="", settled=True)
    time_is_up(game)
    assert "Germany" in disorder(game)
    give(fresh(game), "Germany", "Heir", actor="Master")
    assert "Germany" in disorder(game)
    assert seat(game, "Germany").user == person("Heir")
    with pytest.raises(LegationError):
        seats.come_back(game=fresh(game), user=person("Heir"))
    assert reader(game, "Heir").power == "Germany"
