"""Blocking and reporting: what it hides, from whom, and that nobody else can tell."""

from typing import Any

import pytest
from leak_asking import browser, normal
from stored import stored
from tables import fresh, person, reader, started

from legation.server.accounts import services as accounts
from legation.server.games import reads, seats
from legation.server.games.models import Game
from legation.server.post.models import Letter
from legation.server.press import inbox, reading, services
from legation.server.press.members import GREY, PUBLIC, key_of
from legation.server.press.models import Block, Message, Report

pytestmark = pytest.mark.django_db
OFFICE = "office@example.org"


def _game() -> Game:
    """France, Germany and Italy are played, and there is a game master."""
    return started("France", "Germany", "Italy", mastered=True, grey=True)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def _key(game: Game, *members: str) -> str:
    return key_of(reads.book_of(game), members)


def _write(game: Game, who: str, key: str, text: str) -> Message:
    return services.send(game=game, user=person(who), key=key, text=text, token=f"{who}{text}")


def _reads(game: Game, who: str, key: str) -> list[str]:
    scope = reading.scope_of(fresh(game), reader(game, who))
    return [message.text for message in inbox.messages(scope, key)]


def _post(game: Game, who: str, code: str, **form: str) -> Any:
    path = f"/games/{game.slug}/press/of/{code}/"
    return browser(person(who)).post(path, form)


def _block(game: Game, who: str, message: Message) -> None:
    assert _post(game, who, message.code, what="block").status_code == 302


def test_what_a_blocked_writer_writes_is_not_shown(game: Game) -> None:
    pair, group = _key(game, "France", "Germany"), _key(game, "France", "Germany", "Italy")
    first = _write(game, "Germany", pair, "canaryone")
    _block(game, "France", first)
    for key, text in ((pair, "canarytwo"), (group, "canarythree"), (PUBLIC, "canaryfour")):
        _write(game, "Germany", key, text)
    _write(game, "Italy", group, "welcome")
    assert _reads(game, "France", pair) == []
    assert _reads(game, "France", group) == ["welcome"]
    scope = reading.scope_of(fresh(game), reader(game, "France"))
    assert inbox.unread_by_key(scope) == {group: 1}
    assert inbox.search(scope, "canary") == []
    for path in ("press/", f"press/{pair}/", f"press/{group}/", "press/public/", "press/?q=canary"):
        page = browser(person("France")).get(f"/games/{game.slug}/{path}").content.decode()
        assert "canaryone" not in page
        assert "canarytwo" not in page
    assert _post(game, "France", first.code, what="block").status_code == 404  # it is not there
    assert "canarythree" in _reads(game, "Italy", group)


def test_no_letter_comes_from_a_blocked_writer(game: Game) -> None:
    france = person("France")
    france.mail_press = True
    france.save()
    pair = _key(game, "France", "Germany")
    _block(game, "France", _write(game, "Germany", pair, "before"))
    _write(game, "Germany", pair, "after")
    letters = Letter.objects.filter(user=france, kind="press").values_list("body", flat=True)
    assert [("before" in body, "after" in body) for body in letters] == [(True, False)]


def test_the_writer_cannot_tell(game: Game) -> None:
    """Every page of press is the same to him before and after, to the byte."""
    pair = _key(game, "France", "Germany")
    message = _write(game, "Germany", pair, "a word")
    client = browser(person("Germany"))
    paths = ["press/", f"press/{pair}/", "press/public/", "about/", ""]

    def seen() -> list[str]:
        return [normal(client.get(f"/games/{game.slug}/{path}").content.decode()) for path in paths]

    seen()  # he reads what is new
    before = seen()
    _block(game, "France", message)
    assert seen() == before
    assert client.get(f"/games/{game.slug}/press/{pair}/").status_code == 200
    assert _write(game, "Germany", pair, "more").text == "more"


def test_a_block_ends_with_the_player_and_is_of_one_game(game: Game) -> None:
    pair = _key(game, "France", "Germany")
    _block(game, "France", _write(game, "Germany", pair, "from the first"))
    handover = seats.Handover(power="Germany", user=person("Heir"), actor="Master")
    seats.give(game=fresh(game), handover=handover)
    _write(game, "Heir", pair, "from the heir")
    assert _reads(game, "France", pair) == ["from the heir"]
    other = started("France", "Germany")
    _write(other, "Germany", _key(other, "France", "Germany"), "elsewhere")
    assert _reads(other, "France", _key(other, "France", "Germany")) == ["elsewhere"]


def test_it_outlasts_the_account_that_is_blocked(game: Game) -> None:
    pair = _key(game, "France", "Germany")
    _block(game, "France", _write(game, "Germany", pair, "gone"))
    accounts.delete(user=person("Germany"))
    assert _reads(game, "France", pair) == []


def test_it_is_taken_back(game: Game) -> None:
    pair = _key(game, "France", "Germany")
    _block(game, "France", _write(game, "Germany", pair, "a word"))
    client = browser(person("France"))
    page = client.get(f"/games/{game.slug}/press/").content.decode()
    assert "You have blocked Germany" in page
    client.post(f"/games/{game.slug}/press/unblock/", {"member": "Germany"})
    assert _reads(game, "France", pair) == ["a word"]
    assert not Block.objects.exists()


def test_neither_the_master_nor_unsigned_press_is_blocked(game: Game) -> None:
    letter = _write(game, "Master", _key(game, "France", "gm"), "from the master")
    grey = _write(game, "Germany", GREY, "unsigned")
    own = _write(game, "France", PUBLIC, "my own")
    for message in (letter, grey, own):
        assert _post(game, "France", message.code, what="block").status_code == 422
    assert _post(game, "Master", grey.code, what="block").status_code == 422
    # Blocking what Germany signs hides nothing unsigned: that would tell who wrote it.
    _block(game, "France", _write(game, "Germany", PUBLIC, "signed"))
    assert _reads(game, "France", GREY) == ["unsigned"]


def test_a_message_is_reported_to_the_game_master_with_its_text(game: Game) -> None:
    pair = _key(game, "France", "Germany")
    message = _write(game, "Germany", pair, "an insult")
    answer = _post(game, "France", message.code, what="report", to="master", note="rude")
    assert answer.status_code == 302
    [letter] = Letter.objects.filter(user=person("Master"), kind="account")
    for word in ("an insult", "France has reported", "of Germany", "rude"):
        assert word in letter.body
    path = f"/games/{game.slug}/press/reported/"
    page = browser(person("Master")).get(path).content.decode()
    assert "an insult" in page
    browser(person("Master")).post(path, {"code": message.code})
    assert Report.objects.get().done_at is not None
    for other in ("France", "Germany", "Stranger"):
        assert browser(person(other)).get(path).status_code == 404
    again = _post(game, "France", message.code, what="report", to="master")
    assert again.status_code == 422
    assert b"already" in again.content


def test_a_message_is_reported_to_who_runs_the_site(game: Game, settings: Any) -> None:
    message = _write(game, "Germany", _key(game, "France", "Germany"), "an insult")
    assert (
        _post(game, "France", message.code, what="report", to="operator").status_code == 422
    )  # this site names nobody
    settings.OPERATORS = frozenset({OFFICE})
    _post(game, "France", message.code, what="report", to="operator", note="rude")
    [letter] = Letter.objects.filter(address=OFFICE)
    assert "an insult" in letter.body
    assert message.code in letter.body
    # The game master is not told of what was not reported to him.
    assert not Letter.objects.filter(user=person("Master"), kind="account").exists()
    page = browser(person("Master")).get(f"/games/{game.slug}/press/reported/")
    assert b"an insult" not in page.content


def test_who_wrote_unsigned_is_in_no_report(game: Game) -> None:
    message = _write(game, "Germany", GREY, "unsigned and rude")
    _post(game, "France", message.code, what="report", to="master")
    [letter] = Letter.objects.filter(user=person("Master"), kind="account")
    assert "somebody unsigned" in letter.body
    assert "Germany" not in letter.body


def test_what_one_may_not_read_one_can_neither_block_nor_report(game: Game) -> None:
    message = _write(game, "Germany", _key(game, "Germany", "Italy"), "among two")
    for form in ({"what": "block"}, {"what": "report", "to": "master"}):
        assert _post(game, "France", message.code, **form).status_code == 404
        assert _post(game, "France", "f" * 16, **form).status_code == 404
    assert browser(None).get(f"/games/{game.slug}/press/of/{message.code}/").status_code == 302
    assert not Report.objects.exists()
