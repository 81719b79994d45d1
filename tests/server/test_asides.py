"""Notes on powers and threads, and what is muted: each for its writer alone."""

from typing import Any

import pytest
from leak_asking import browser, normal
from tables import fresh, person, reader, started

from legation.errors import InputError
from legation.server.accounts.models import User
from legation.server.games import reads, seats
from legation.server.games.models import MASTER, Game
from legation.server.post.models import Letter
from legation.server.press import asides, inbox, reading, services
from legation.server.press.members import GREY, PUBLIC, key_of
from legation.server.press.models import Aside

pytestmark = pytest.mark.django_db
FR, GE, IT = "France", "Germany", "Italy"


@pytest.fixture
def game() -> Game:
    """France, Germany and Italy are played, and there is a game master."""
    for name in (FR, GE, IT):
        person(name, mail_press=True)
    return started(FR, GE, IT, mastered=True, grey=True)


def key(*members: str) -> str:
    return key_of(reads.book_of(Game.objects.get()), members)


def write(game: Game, who: str, where: str, text: str) -> None:
    services.send(game=game, user=person(who), key=where, text=text, token=f"{who}{text}")


def page(game: Game, who: str, room: str = "press/") -> str:
    answer = browser(person(who)).get(f"/games/{game.slug}/{room}")
    assert answer.status_code == 200
    return answer.content.decode()


def keep(game: Game, who: str, where: str, **form: str) -> int:
    path = f"/games/{game.slug}/press/{where}/aside"
    return int(browser(person(who)).post(path, form).status_code)


def listed(game: Game, who: str) -> list[tuple[str, int]]:
    scope = reading.scope_of(fresh(game), reader(game, who))
    return [(circle.title, circle.unread) for circle in asides.listed(scope)]


def test_every_member_is_one_click_away(game: Game) -> None:
    for_all = [("To all", 0), ("Unsigned, to all", 0)]
    rest = [("Austria", 0), ("England", 0), (GE, 0), (IT, 0), ("Russia", 0), ("Turkey", 0)]
    assert listed(game, FR) == [*for_all, *rest, ("Game master", 0)]
    write(game, IT, key(FR, IT), "one")
    write(game, IT, key(FR, GE, IT), "two")
    first = {("Germany and Italy", 1), (IT, 1)}
    assert set(listed(game, FR)[2:4]) == first, "what was written comes first"
    assert {each for each in listed(game, FR) if each not in first} == {
        *for_all,
        *(each for each in rest if each[0] != IT),
        ("Game master", 0),
    }
    for other in (GE, "Russia"):
        assert f'href="/games/{game.slug}/press/{key(FR, other)}/"' in page(game, FR)
    # Who only watches, or has left, is offered nobody.
    person("Watcher")
    assert listed(game, "Watcher") == for_all
    seats.give_up(game=game, user=person(FR))
    assert {title for title, _ in listed(game, FR)[2:]} == {"Germany and Italy", IT}


def test_a_note_is_its_writers_alone_and_stays_his(game: Game) -> None:
    pair, group = key(FR, GE), key(FR, GE, IT)
    write(game, GE, pair, "a word")
    for where, text in ((pair, "canaryone"), (group, "canarytwo"), (PUBLIC, "canarythree")):
        assert keep(game, FR, where, note=f" {text}\n") == 302
        assert text in page(game, FR, f"press/{where}/")
        assert text in page(game, FR) or where == group, "a group without a word is not listed"
    assert {(a.about, a.note) for a in Aside.objects.all()} == {
        *((GE, "canaryone"), (group, "canarytwo"), (PUBLIC, "canarythree"))
    }
    for who in (GE, IT, "Master", "Watcher"):
        person(who)
        for room in ("press/", f"press/{pair}/", f"press/{group}/", "press/public/"):
            answer = browser(person(who)).get(f"/games/{game.slug}/{room}")
            assert "canary" not in answer.content.decode(), (who, room)
    handover = seats.Handover(power=FR, user=person("Heir"), actor="Master")
    seats.give(game=fresh(game), handover=handover)
    assert "a word" in page(game, "Heir", f"press/{pair}/")
    assert "canary" not in page(game, "Heir", f"press/{pair}/") + page(game, "Heir")
    assert "canaryone" in page(game, FR, f"press/{pair}/"), "who has left keeps it"
    assert keep(game, FR, pair, note="") == 302
    assert not Aside.objects.filter(about=GE).exists()


def test_who_has_no_part_in_a_game_notes_nothing_there(game: Game) -> None:
    person("Watcher")
    assert "press-note" not in page(game, "Watcher", "press/public/")
    assert keep(game, "Watcher", PUBLIC, note="x") == 404
    assert keep(game, FR, key(GE, IT), note="x") == 404
    assert keep(game, "Master", key(FR, GE), note="x") == 404
    assert keep(game, "Master", key(FR, MASTER), note="x") == 302
    assert [a.about for a in Aside.objects.all()] == [FR]


def test_to_mute_in_an_old_window_keeps_the_newer_note(game: Game) -> None:
    where = key(FR, GE)
    keep(game, FR, where, what="note", note="old", was="")
    keep(game, FR, where, what="note", note="new", was="old")
    keep(game, FR, where, what="mute", note="old", was="old")
    assert Aside.objects.values_list("note", "muted").get() == ("new", True)
    keep(game, FR, where, what="unmute", note="new and more", was="new")
    assert Aside.objects.values_list("note", "muted").get() == ("new and more", False)


def test_a_note_has_an_end_and_notes_have_a_number(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def noted(about: str, note: str) -> None:
        asides.write(game=game, user=person(FR), about=about, note=note)

    noted(GE, "x" * asides.LONGEST_NOTE)
    with pytest.raises(InputError, match="at most 4000 letters; this has 4001"):
        noted(GE, "x" * 4001)
    monkeypatch.setattr(asides, "_MOST", 1)
    noted(GE, "shorter")
    with pytest.raises(InputError, match="very many notes"):
        noted(IT, "one more")


@pytest.mark.parametrize(
    ("muted", "silent"),
    [
        ("pair", {"pair", "group", "public"}),  # who writes it, wherever he signs it
        ("group", {"group"}),
        ("public", {"public"}),
        ("grey", {"grey"}),
    ],
)
def test_what_is_muted_sends_no_letters_and_is_there(
    game: Game, muted: str, silent: set[str]
) -> None:
    threads = {"pair": key(FR, GE), "group": key(FR, GE, IT), "public": PUBLIC, "grey": GREY}
    assert keep(game, FR, threads[muted], what="mute", note="kept with it") == 302
    for name, where in threads.items():
        write(game, GE, where, f"canary {name}")
    mail = {
        who: {n for n in threads for body in bodies(who) if f"canary {n}" in body}
        for who in (FR, IT)
    }
    assert mail == {FR: {*threads} - silent, IT: {*threads} - {"pair"}}
    scope = reading.scope_of(fresh(game), reader(game, FR))
    assert set(inbox.unread_by_key(scope).values()) == {1}
    assert "muted</span>" in page(game, FR)
    assert f"canary {muted}" in page(game, FR, f"press/{threads[muted]}/")
    keep(game, FR, threads[muted], what="unmute")
    (aside,) = Aside.objects.all()
    assert (aside.muted, aside.note) == (False, "kept with it")


def bodies(who: str) -> list[str]:
    letters = Letter.objects.filter(user=User.objects.get(name=who), kind="press")
    return list(letters.values_list("body", flat=True))


def test_who_is_muted_cannot_tell(game: Game) -> None:
    pair = key(FR, GE)
    write(game, GE, pair, "a word")
    client = browser(person(GE))

    def seen() -> list[Any]:
        rooms = ("press/", f"press/{pair}/", "press/public/", "about/", "")
        answers = [client.get(f"/games/{game.slug}/{room}") for room in rooms]
        return [normal(answer.content.decode()) for answer in answers]

    seen()
    before = seen()
    keep(game, FR, pair, what="mute")
    assert seen() == before


def test_what_is_kept_is_of_one_game_and_one_person(game: Game) -> None:
    pair, other = key(FR, GE), started(FR, GE, IT, name="Another game")
    assert asides.of(reading.scope_of(game, reader(game, FR)), pair).note == "", "nothing yet"
    kept = {(game, FR): "canaryone", (game, IT): "canarytwo", (other, FR): "canarythree"}
    for (where, who), note in kept.items():
        asides.write(game=where, user=person(who), about=GE, note=note)
    asides.write(game=game, user=person(FR), about=GE, muted=True)
    rows = Aside.objects.values_list("game", "user__name", "note", "muted")
    assert set(rows) == {
        (where.pk, who, note, note == "canaryone") for (where, who), note in kept.items()
    }
    for where in (game, other):
        write(where, GE, pair, f"a word in {where.name}")
    (body,) = bodies(FR)
    assert "a word in Another game" in body, "it is muted in one game alone"
