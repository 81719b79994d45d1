"""An archive is of one game, and what is noted there of one person: mutants named these checks."""

import pytest
from asking import browser
from stored import stored
from tables import fresh, person, reader, started

from legation.errors import StateError
from legation.server.accounts import services as accounts
from legation.server.archive import letters, opening, people, remarks, words
from legation.server.archive.models import Note, Opened
from legation.server.desk import acts
from legation.server.games import create, seats
from legation.server.games.models import Game
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING
from legation.server.press import guarding, reading, services
from legation.server.press.members import PUBLIC, key_of
from legation.server.press.models import Message
from legation.variants.load import load

pytestmark = pytest.mark.django_db
AT, FR, IT, MASTER = "Austria", "France", "Italy", "Master"
PAIR, OTHERS = key_of(load(), (AT, FR)), key_of(load(), (AT, IT))


def _two() -> tuple[Game, Game]:
    """Two games of the same people: who is France in the first is Italy in the other."""
    one = started(AT, FR, mastered=True, name="one")
    other = started(AT, mastered=True, name="other")
    seats.give(game=other, handover=seats.Handover(power=IT, user=person(FR)))
    for game, key in ((one, PAIR), (other, OTHERS)):
        for name in (AT, FR):
            write(game, name, key)
            write(game, name, PUBLIC)
    return one, fresh(other)


begun = stored(_two)


@pytest.fixture
def two(begun: tuple[Game, Game]) -> tuple[Game, Game]:
    one, other = begun
    return fresh(one), fresh(other)


def write(game: Game, who: str, key: str) -> None:
    said = f"{who} in {game.name} to {'all' if key == PUBLIC else key}"
    services.send(game=game, user=person(who), key=key, text=said, token=said)


def end(*games: Game) -> None:
    for game in games:
        acts.abandon(game=game, actor=MASTER, serial=fresh(game).serial, sure=True)


def shown(game: Game, name: str = AT, key: str = "") -> list[str]:
    return [each.text for each in letters.letters(fresh(game), reader(game, name), key)]


def agree(game: Game, name: str, key: str = "") -> int:
    return opening.agree(game=fresh(game), user=person(name), key=key)


def note(game: Game, name: str, text: str, *, publish: bool = False) -> None:
    remarks.write(game=game, user=person(name), number=0, text=text, publish=publish)


def remarked(game: Game, name: str = AT) -> list[tuple[str, str]]:
    found = remarks.by_phase(fresh(game), reader(game, name), 0)
    return [(each.by, each.text) for phase in found for each in phase]


def test_each_shows_the_press_of_its_own(two: tuple[Game, Game]) -> None:
    one, other = two
    end(one, other)
    to_all = {game.name: [f"{who} in {game.name} to all" for who in (AT, FR)] for game in two}
    assert shown(one) == to_all["one"]
    assert shown(other) == to_all["other"]
    assert [agree(one, AT, PAIR), agree(one, FR, PAIR)] == [0, 1]
    pair = [f"{who} in one to {PAIR}" for who in (AT, FR)]
    assert sorted(shown(one)) == sorted([*pair, *to_all["one"]])
    assert shown(one, key=PAIR) == pair
    assert shown(one, key=PUBLIC) == to_all["one"]
    assert shown(other) == to_all["other"]
    found = letters.letters(fresh(one), SPECTATING)
    assert {(each.sender, each.whom) for each in found} == {
        (AT, FR),
        (FR, AT),
        (AT, "all"),
        (FR, "all"),
    }


def test_who_agrees_does_so_in_one_game_to_what_he_wrote(two: tuple[Game, Game]) -> None:
    one, other = two
    write(one, AT, OTHERS)
    end(one, other)
    assert agree(one, FR) == 0
    assert agree(other, AT) == 0
    assert agree(one, AT, OTHERS) == 1
    assert Opened.objects.count() == 1
    with pytest.raises(StateError, match="nothing there"):
        agree(one, FR, OTHERS)
    with pytest.raises(StateError, match="nothing there"):
        agree(one, AT, PUBLIC)
    told = {
        (game.name, name): [
            (each.key, each.own, each.agreed, each.opened)
            for each in opening.choices(fresh(game), reader(game, name))
        ]
        for game in two
        for name in (AT, FR)
    }
    assert told == {
        ("one", AT): [(PAIR, 1, False, False), (OTHERS, 1, True, True)],
        ("one", FR): [(PAIR, 1, True, False)],
        ("other", AT): [(OTHERS, 1, True, False)],
        ("other", FR): [(OTHERS, 1, False, False)],
    }
    assert opening.choices(fresh(one), SPECTATING) == []


def test_who_takes_it_back_takes_back_his_own(two: tuple[Game, Game]) -> None:
    one, other = two
    end(one, other)
    for game in two:
        assert agree(game, AT) == 0
    with pytest.raises(StateError, match="nothing there"):
        opening.withdraw(game=one, user=person(AT), key=OTHERS)
    opening.withdraw(game=one, user=person(FR), key=PAIR)  # who has not agreed takes nothing back
    assert agree(one, FR) == 1
    opening.withdraw(game=other, user=person(AT), key=OTHERS)
    assert agree(other, FR) == 0
    with pytest.raises(StateError, match="stays open"):
        opening.withdraw(game=one, user=person(AT), key=PAIR)


def test_who_played_is_said_of_one_game(two: tuple[Game, Game]) -> None:
    one, other = two
    assert {power: people.players(one)[power] for power in (AT, FR, IT)} == {
        AT: AT,
        FR: FR,
        IT: "bot (random)",
    }
    assert people.players(other)[IT] == "bot (random), then France"
    seats.give(game=fresh(one), handover=seats.Handover(power=AT, postal="Aunt Ida"))
    assert people.players(fresh(one))[AT] == "Austria, then Aunt Ida, by post"
    assert people.players(fresh(other))[AT] == AT
    Game.objects.filter(pk=one.pk).update(anonymous=True)
    told = people.players(fresh(one))
    assert (told[AT], told[FR]) == ("somebody who is not named, then Aunt Ida, by post", FR)


def test_a_note_is_of_one_game_and_one_person(two: tuple[Game, Game]) -> None:
    one, other = two
    for game in two:
        for name in (AT, FR):
            note(game, name, f"{name} on {game.name}")
    for game in two:
        for name in (AT, FR):
            own = remarks.own(game, reader(game, name))
            assert [row.text for row in own.values()] == [f"{name} on {game.name}"]
        assert remarks.own(game, SPECTATING) == {}
        assert remarks.own(game, reader(game, MASTER)) == {}
    note(one, AT, "")
    note(other, FR, "again")
    assert set(Note.objects.values_list("text", flat=True)) == {
        "France on one",
        "Austria on other",
        "again",
    }
    end(one, other)
    assert remarks.publish_all(game=one, user=person(FR)) == 1
    assert remarks.publish_all(game=one, user=person(AT)) == 0
    assert [row.text for row in Note.objects.filter(published=True)] == ["France on one"]


def test_a_remark_says_what_its_writer_was_in_that_game(two: tuple[Game, Game]) -> None:
    """The same user has left France in the first, and has Italy in the other."""
    one, other = two
    seats.give_up(game=one, user=person(FR))
    end(one, other)
    for game in two:
        for name in (AT, FR, MASTER):
            note(game, name, f"{name} on {game.name}", publish=name != AT)
    on = ", on Spring 1901, movement"  # that phase was open when the games ended
    by_master = [(f"Master, game master{on}", f"Master on {game.name}") for game in two]
    assert remarked(one) == [(f"France, France, before{on}", "France on one"), by_master[0]]
    assert remarked(other) == [(f"France, Italy{on}", "France on other"), by_master[1]]
    Game.objects.update(anonymous=True)
    assert remarked(one) == [(f"France, before{on}", "France on one"), by_master[0]]
    Game.objects.update(master=None)
    assert [text for _, text in remarked(one)] == ["France on one", "Master on one"]


def test_whom_one_has_blocked_is_left_out_for_oneself_in_one_game(two: tuple[Game, Game]) -> None:
    one, other = two
    message = Message.objects.get(text=f"{FR} in one to all")
    guarding.block(scope=reading.scope_of(one, reader(one, AT)), message=message, user=person(AT))
    end(one, other)
    for game in two:
        note(game, FR, "remarked", publish=True)
    assert remarked(one) == []
    for game, name in ((other, AT), (one, FR), (one, MASTER)):
        assert [text for _, text in remarked(game, name)] == ["remarked"], (game.name, name)
    assert len(remarks.by_phase(fresh(one), SPECTATING, 0)[0]) == 1
    own = {n: remarks.by_phase(fresh(one), reader(one, n), 0)[0][0].own for n in (FR, MASTER)}
    assert own == {FR: True, MASTER: False}


def test_who_has_blocked_somebody_who_is_gone_reads_the_others(two: tuple[Game, Game]) -> None:
    one, _ = two
    message = Message.objects.get(text=f"{FR} in one to all")
    guarding.block(scope=reading.scope_of(one, reader(one, AT)), message=message, user=person(AT))
    end(one)
    accounts.delete(user=person(FR))
    note(one, MASTER, "remarked", publish=True)
    assert [text for _, text in remarked(one)] == ["remarked"]


def test_who_masters_no_more_stands_on_no_replay(two: tuple[Game, Game]) -> None:
    one, _ = two
    end(one)
    titles = [
        title for title, _ in words.words_of(fresh(one), SPECTATING, ["Spring 1901, movement"]).end
    ]
    assert "The game master" in titles
    Game.objects.update(master=None)
    titles = [
        title for title, _ in words.words_of(fresh(one), SPECTATING, ["Spring 1901, movement"]).end
    ]
    assert titles
    assert "The game master" not in titles


def test_an_account_takes_along_what_is_its_own(two: tuple[Game, Game]) -> None:
    one, other = two
    end(one, other)
    agree(one, AT)
    agree(other, FR)
    for name in (AT, FR):
        note(one, name, f"{name} on one")
    found = accounts.export(user=person(AT))
    assert found["agreed to open"] == [{"game": "one", "thread": PAIR}]
    assert [each["text"] for each in found["notes"]] == ["Austria on one"]


def test_the_pages_of_notes_are_of_who_took_part(two: tuple[Game, Game]) -> None:
    one, _ = two
    person("Stranger")
    waiting = create.create(user=person(MASTER), offer=Offer(name="waiting", mastered=True))
    for page in ("notes/", "notes/0/"):
        path = f"/games/{waiting.slug}/{page}"
        assert browser(MASTER).get(path).status_code == 404
        assert browser(MASTER).post(path, {"text": "noted"}).status_code == 404
        path = f"/games/{one.slug}/{page}"
        asked = {name: browser(name).get(path).status_code for name in (AT, MASTER, "Stranger")}
        assert asked == {AT: 200, MASTER: 200, "Stranger": 404}
    assert browser(AT).get(f"/games/{one.slug}/notes/1/").status_code == 404
    note(one, AT, "kept")
    Note.objects.update(number=7)  # of a phase that was rolled back
    assert browser(AT).get(f"/games/{one.slug}/notes/7/").status_code == 200
    assert browser(FR).get(f"/games/{one.slug}/notes/7/").status_code == 404
