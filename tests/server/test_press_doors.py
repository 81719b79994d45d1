"""The pages of press: who is let in where, and what they say to whom."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from leak_asking import browser
from tables import fresh, person, reader, started

from legation.server.games import create
from legation.server.games.models import MASTER, Game
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING
from legation.server.press import inbox, reading, services
from legation.server.press.members import GREY, PUBLIC, key_of
from legation.server.press.models import Draft, Message
from legation.server.press.permits import custom_of
from legation.variants.load import load

pytestmark = pytest.mark.django_db
AT, FR, IT, MA = "Austria", "France", "Italy", "Master"


def among(*members: str) -> str:
    return key_of(load(), members)


def at(name: str, game: Game, *args: str) -> str:
    return reverse(f"press:{name}", args=[game.slug, *args])


def forming(**offer: Any) -> Game:
    game = create.create(user=person("Maker"), offer=Offer(**{"name": "Forming", **offer}))
    create.join(game=game, user=person(AT))
    return game


def unread(game: Game, who: str) -> int:
    return inbox.unread(fresh(game), reader(game, who))


def send(game: Game, who: str, key: str, text: str) -> Message:
    return services.send(game=game, user=person(who), key=key, text=text, token=f"{who} {text}")


def test_before_a_game_begins_there_is_no_thread() -> None:
    game = forming()
    player = browser(person(AT))
    assert player.get(at("panel", game)).status_code == 200
    assert player.get(at("thread", game, PUBLIC)).status_code == 404
    assert player.get(at("to", game), {"to": FR}).status_code == 404
    for page in ("send", "draft"):
        said = player.post(at(page, game, PUBLIC), {"text": "a word", "token": "a-token-1"})
        assert said.status_code == 404, page
    create.withdraw(game=game)
    mastered = forming(mastered=True)  # whose master has a part in it already
    maker = browser(person("Maker"))
    assert maker.post(at("aside", mastered, PUBLIC), {"note": "x"}).status_code == 404
    assert maker.get(at("to", mastered), {"to": FR}).status_code == 404


def test_a_thread_of_others_is_no_address() -> None:
    game = started(AT, FR, IT)
    key = among(AT, FR)
    stranger = browser(person(IT))
    assert stranger.get(at("thread", game, key)).status_code == 404
    for page in ("send", "draft"):
        said = stranger.post(at(page, game, key), {"text": "a word", "token": "a-token-1"})
        assert said.status_code == 404, page
        said = browser(person(AT)).post(at(page, game, key), {"text": page, "token": "a-token-2"})
        assert said.status_code == 302, page
    assert [m.text for m in Message.objects.all()] == ["send"]
    assert not Draft.objects.exists(), "what comes after it was sent is an echo"


def test_to_whom_one_chooses_to_write() -> None:
    game = started(AT, FR, IT)
    player = browser(person(AT))
    for whom, to in (
        ([FR], at("thread", game, among(AT, FR))),
        ([FR, AT, IT], at("thread", game, among(AT, FR, IT))),
    ):
        said = player.get(at("to", game), {"to": whom})
        assert (said.status_code, said["Location"]) == (302, to), whom
    for nobody in ([AT], []):
        said = player.get(at("to", game), {"to": nobody})
        assert (said.status_code, said.context["nobody"]) == (200, True), nobody
    for whom in ([MASTER], ["Atlantis"]):
        assert player.get(at("to", game), {"to": whom}).status_code == 404, whom
    for other in (browser(person("Watcher")), Client()):
        assert other.get(at("to", game), {"to": [FR]}).status_code == 404


def test_a_thread_is_read_when_it_is_looked_at() -> None:
    game = started(AT, FR)
    key = among(AT, FR)
    empty = browser(person(FR)).get(at("thread", game, key))
    assert (empty.status_code, list(empty.context["lines"])) == (200, [])
    send(game, AT, key, "a word")
    send(game, AT, PUBLIC, "to all")
    browser(person(FR)).head(at("thread", game, key))
    assert unread(game, FR) == 2
    page = browser(person(FR)).get(at("thread", game, key))
    assert [line.text for line in page.context["lines"]] == ["a word"]
    assert (page.context["whom"], page.context["fresh_from"]) == ("you and Austria", 0)
    assert unread(game, FR) == 1
    # Who is not signed in leaves no mark, and is nobody among those who read it.
    page = Client().get(at("thread", game, PUBLIC))
    assert (page.status_code, page.context["whom"]) == (200, "")
    assert unread(game, FR) == 1


def test_a_page_goes_on_with_the_mark_of_its_draft() -> None:
    game = started(AT, FR)
    key = among(AT, FR)
    tokens = [browser(person(AT)).get(at("thread", game, key)).context["token"] for _ in range(2)]
    assert {len(token) for token in tokens} == {32}
    assert tokens[0] != tokens[1]
    form = {"text": "begun", "token": tokens[0]}
    assert browser(person(AT)).post(at("draft", game, key), form).status_code == 302
    page = browser(person(AT)).get(at("thread", game, key))
    assert (page.context["token"], page.context["draft"]) == (tokens[0], "begun")
    assert browser(person(FR)).get(at("thread", game, key)).context["draft"] == ""


@pytest.mark.parametrize("mastered", [True, False])
def test_who_fixes_what_is_usual(mastered: bool) -> None:
    """The game master, or who made a game that has none."""
    game = forming(mastered=mastered)
    form = {"heirs_read": "no", "grey_told": "yes"}
    for name in (AT, "Stranger"):
        assert browser(person(name)).post(at("custom", game), form).status_code == 404
        assert browser(person(name)).get(at("panel", game)).context.get("keeper") is not True
    assert custom_of(game).heirs_read
    assert browser(person("Maker")).get(at("panel", game)).context["keeper"]
    assert browser(person("Maker")).post(at("custom", game), form).status_code == 302
    assert (custom_of(game).heirs_read, custom_of(game).grey_told) == (False, mastered)
    browser(person("Maker")).post(at("custom", game), {"heirs_read": "yes", "grey_told": "no"})
    assert (custom_of(game).heirs_read, custom_of(game).grey_told) == (True, False)


def test_who_made_a_game_for_another_master_keeps_it_no_more() -> None:
    game = forming(mastered=True)
    Game.objects.filter(pk=game.pk).update(master=person(MA))
    assert browser(person("Maker")).post(at("custom", game), {}).status_code == 404
    assert browser(person(MA)).post(at("custom", game), {}).status_code == 302


def test_what_was_reported_is_the_master_s_page() -> None:
    game = started(AT, FR, mastered=True)
    assert browser(person(MA)).get(at("reported", game)).status_code == 200
    for name in (AT, "Watcher"):
        assert browser(person(name)).get(at("reported", game)).status_code == 404
    message = send(game, AT, among(AT, FR), "a word")
    page = at("message", game, message.code)
    assert browser(person(FR)).get(page).status_code == 200
    for name in (MA, "Watcher"):
        assert browser(person(name)).get(page).status_code == 404


@pytest.mark.parametrize(
    ("token", "fits"),
    [
        ("abcd-1234", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("a" * 7, False),
        ("zählerzähler", False),
        ("a token of mine", False),
        ("", False),
    ],
)
def test_what_is_sent_twice_with_one_mark_is_sent_once(token: str, fits: bool) -> None:
    """A mark that no page gives counts for none."""
    game, player = started(AT, FR), browser(person(AT))
    for _ in range(2):
        player.post(at("send", game, PUBLIC), {"text": "a word", "token": token})
    assert Message.objects.filter(thread__game=game).count() == (1 if fits else 2)


def test_who_only_watches_is_asked_for_with_public_threads_alone() -> None:
    """Threads of others are not there for him; nor are their messages in what he is asked for."""
    game = started(AT, FR, grey=True)
    for key in (PUBLIC, GREY, among(AT, FR)):
        send(game, AT, key, f"in {key}")
    person("Stranger")
    for who in (SPECTATING, reader(game, "Stranger")):
        found = Message.objects.filter(reading.scope_of(fresh(game), who).seen)
        assert {message.thread.key for message in found} == {PUBLIC, GREY}
