"""Press: who writes to whom, what is read by whom, and that nothing is lost or sent twice."""

from typing import Any

import pytest
from django.test import Client
from tables import fresh, person, reader, started, time_is_up

from legation.errors import InputError, StateError
from legation.server.accounts.services import export
from legation.server.games import create, reads, seats
from legation.server.games.models import Event, Game
from legation.server.games.offer import Offer
from legation.server.post.models import Letter
from legation.server.press import inbox, reading, services
from legation.server.press.members import GREY, PUBLIC, key_of, members_of
from legation.server.press.models import Custom, Draft, Message, ReadMark

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"


def key(game: Game, *members: str) -> str:
    return key_of(reads.book_of(game), members)


def write(game: Game, name: str, where: str, text: str, token: str = "") -> Message:
    token = token or f"token-{Message.objects.count()}-{text}"
    return services.send(game=game, user=person(name), key=where, text=text, token=token)


def heard(game: Game, name: str, where: str = "") -> list[str]:
    scope = reading.scope_of(game, reader(game, name))
    keys = [where] if where else [c.key for c in inbox.circles(scope)]
    return sorted(m.text for k in keys for m in inbox.messages(scope, k))


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def test_a_letter_is_read_by_its_members_alone() -> None:
    game = started(AT, FR, "Italy", mastered=True)
    person("Watcher")
    write(game, AT, key(game, AT, FR), "to France")
    write(game, AT, key(game, AT, FR, "Italy"), "to both")
    write(game, FR, PUBLIC, "to all")
    assert heard(game, FR) == ["to France", "to all", "to both"]
    assert heard(game, "Italy") == ["to all", "to both"]
    assert heard(game, "Master") == ["to all"]
    assert heard(game, "Watcher") == ["to all"]


def test_a_thread_of_others_is_not_there() -> None:
    game = started(AT, FR, "Italy")
    write(game, AT, key(game, AT, FR), "a secret")
    for who in (Client(), browser("Italy"), browser("Watcher")):
        for where in (key(game, AT, FR), key(game, AT, "Turkey"), "nonsense", "9-99", "1-1"):
            answer = who.get(f"/games/{game.slug}/press/{where}/")
            assert answer.status_code == 404
            assert b"a secret" not in answer.content
    assert browser(AT).get(f"/games/{game.slug}/press/{key(game, AT, FR)}/").status_code == 200


def test_sent_twice_is_sent_once() -> None:
    game = started(AT, FR)
    client, where = browser(AT), key(game, AT, FR)
    for _ in range(3):
        form = {"text": "once", "token": "abcdefgh12345678"}
        answer = client.post(
            f"/games/{game.slug}/press/{where}/send", form, headers={"Accept": "application/json"}
        )
        assert answer.json() == {"sent": True}
    assert Message.objects.count() == 1
    assert Event.objects.filter(game=game, kind="press").count() == 2


def test_another_cannot_use_up_a_token() -> None:
    game = started(AT, FR)
    write(game, AT, PUBLIC, "mine", "abcdefgh12345678")
    write(game, FR, PUBLIC, "his", "abcdefgh12345678")
    assert Message.objects.count() == 2


def test_who_is_told() -> None:
    game = started(AT, FR, "Italy")
    Event.objects.all().delete()
    write(game, AT, key(game, AT, FR), "quiet")
    assert sorted(Event.objects.values_list("audience", flat=True)) == [AT, FR]
    Event.objects.all().delete()
    write(game, AT, PUBLIC, "loud")
    assert list(Event.objects.values_list("audience", flat=True)) == [""]


@pytest.mark.parametrize(
    ("setting", "closed"),
    [
        ({"press": "none"}, (PUBLIC, GREY, "pair")),
        ({"press": "public"}, (GREY, "pair")),
        ({"press": "public", "grey": True}, ("pair",)),
        ({"press": "all"}, (GREY,)),
    ],
)
def test_the_setting_of_the_game(setting: dict[str, Any], closed: tuple[str, ...]) -> None:
    game = started(AT, FR, mastered=True, **setting)
    for kind in (PUBLIC, GREY, "pair"):
        where = key(game, AT, FR) if kind == "pair" else kind
        if kind in closed:
            with pytest.raises((InputError, StateError)):
                write(game, AT, where, kind)
        else:
            write(game, AT, where, kind)
    write(game, AT, key(game, AT, "gm"), "a question")
    write(game, "Master", PUBLIC, "an announcement")
    write(game, "Master", key(game, AT, "gm"), "an answer")


def test_a_phase_can_close_it() -> None:
    game = started(AT, "Germany", variant="post_atomic", mastered=True)
    assert not reads.view_for(game, reader(game, AT)).press
    with pytest.raises(StateError, match="close the press in this phase"):
        write(game, AT, key(game, AT, "Germany"), "hello")
    with pytest.raises(StateError):
        write(game, AT, PUBLIC, "hello")
    write(game, AT, key(game, AT, "gm"), "may I?")
    page = browser(AT).get(f"/games/{game.slug}/press/public/").content.decode()
    assert "close the press in this phase" in page
    assert "press-text" not in page
    time_is_up(game)
    write(fresh(game), AT, PUBLIC, "hello")


def test_nobody_is_told_who_writes_unsigned() -> None:
    game = started(AT, FR, mastered=True, grey=True)
    write(game, AT, GREY, "who am I?")
    message = Message.objects.get()
    assert (message.sender, message.author) == ("", None)
    for name in (AT, FR, "Master"):
        page = browser(name).get(f"/games/{game.slug}/press/grey/").content.decode()
        assert "who am I?" in page
        assert "<b>Unsigned</b>" in page
        assert "<b>Austria</b>" not in page
    assert export(user=person(AT))["press"] == []


def test_the_game_master_is_told_where_the_game_says_so() -> None:
    game = started(AT, FR, mastered=True, grey=True)
    Custom.objects.create(game=game, grey_told=True)
    write(game, AT, GREY, "who am I?")
    pages = {
        name: browser(name).get(f"/games/{game.slug}/press/grey/").content.decode()
        for name in (AT, FR, "Master")
    }
    assert "<b>Austria</b>" in pages["Master"]
    assert "<b>Austria</b>" not in pages[AT] + pages[FR]
    assert "to the game master alone" in pages[FR]


def test_who_leaves_reads_nothing_that_comes_after() -> None:
    game = started(AT, FR, "Italy")
    where = key(game, AT, FR)
    write(game, FR, where, "before")
    seats.give_up(game=fresh(game), user=person(AT))
    write(game, FR, where, "after")
    assert heard(game, AT) == ["before"]
    with pytest.raises(InputError):
        write(game, AT, where, "I am gone")
    seats.give(game=fresh(game), handover=seats.Handover(power=AT, user=person("Heir")))
    assert heard(game, "Heir") == ["after", "before"]
    write(game, "Heir", where, "here I am")
    assert heard(game, AT) == ["before"]


def test_heirs_read_nothing_where_the_game_says_so() -> None:
    game = started(AT, FR)
    Custom.objects.create(game=game, heirs_read=False)
    where = key(game, AT, FR)
    write(game, FR, where, "before")
    seats.give_up(game=fresh(game), user=person(AT))
    seats.give(game=fresh(game), handover=seats.Handover(power=AT, user=person("Heir")))
    write(game, FR, where, "after")
    assert heard(game, "Heir") == ["after"]
    assert heard(game, FR) == ["after", "before"]
    page = browser("Heir").get(f"/games/{game.slug}/press/").content.decode()
    assert "reads nothing that was written before" in page
    # Who comes back knows both of his times, and not what was between.
    seats.give_up(game=fresh(game), user=person("Heir"))
    write(game, FR, where, "between")
    seats.give(game=fresh(game), handover=seats.Handover(power=AT, user=person(AT)))
    assert heard(game, AT) == ["before"]


def test_custom_is_fixed_when_the_game_begins() -> None:
    offer = Offer(name="New", mastered=True, grey=True, fill_bot="random", starts="hand")
    game = create.create(user=person("Master"), offer=offer)
    client = browser("Master")
    client.post(f"/games/{game.slug}/press/custom/", {"grey_told": "yes"})
    custom = Custom.objects.get(game=game)
    assert (custom.heirs_read, custom.grey_told) == (False, True)
    assert browser(AT).post(f"/games/{game.slug}/press/custom/", {}).status_code == 404
    press, desk = f"/games/{game.slug}/press/", f"/games/{game.slug}/desk/"
    assert desk not in client.get(press).content.decode(), "there is none yet"
    create.join(game=game, user=person(AT), wishes=[AT])
    create.start(game=game)
    assert desk in client.get(press).content.decode()
    client.post(f"/games/{game.slug}/press/custom/", {"heirs_read": "yes"})
    assert not Custom.objects.get(game=game).heirs_read


def test_unread_marks() -> None:
    game = started(AT, FR)
    where = key(game, AT, FR)
    write(game, AT, where, "one")
    write(game, AT, where, "two")
    assert inbox.unread(game, reader(game, FR)) == 2
    assert inbox.unread(game, reader(game, AT)) == 0
    assert "2 new" in browser(FR).get(f"/games/{game.slug}/press/").content.decode()
    page = browser(FR).get(f"/games/{game.slug}/press/{where}/").content.decode()
    assert page.index("new-here") < page.index(">one<")
    assert inbox.unread(game, reader(game, FR)) == 0
    browser(AT).head(f"/games/{game.slug}/press/public/")
    assert ReadMark.objects.filter(user=person(AT)).count() == 1


def test_drafts_are_kept_and_end_when_they_are_sent() -> None:
    game = started(AT, FR)
    where = key(game, AT, FR)
    client, token = browser(AT), "abcdefgh12345678"
    client.post(f"/games/{game.slug}/press/{where}/draft", {"text": "begun", "token": token})
    page = client.get(f"/games/{game.slug}/press/{where}/").content.decode()
    assert "begun</textarea>" in page
    assert f'value="{token}"' in page
    assert "begun" not in browser(FR).get(f"/games/{game.slug}/press/{where}/").content.decode()
    client.post(f"/games/{game.slug}/press/{where}/send", {"text": "begun", "token": token})
    assert not Draft.objects.exists()
    # What was typed before it was sent, and comes after it, is an echo.
    client.post(f"/games/{game.slug}/press/{where}/draft", {"text": "beg", "token": token})
    assert not Draft.objects.exists()


def test_what_cannot_be_sent_is_kept() -> None:
    game = started(AT, "Germany", variant="post_atomic")
    form = {"text": "too soon", "token": "abcdefgh12345678"}
    client = browser(AT)
    answer = client.post(
        f"/games/{game.slug}/press/public/send", form, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 409
    assert answer.json()["kept"]
    assert Draft.objects.get().text == "too soon"
    assert "too soon" in client.get(f"/games/{game.slug}/press/public/").content.decode()


def test_text_is_shown_as_it_was_written() -> None:
    game = started(AT, FR)
    evil = "<script>alert(1)</script> https://example.org/x?a=1&b=2 <b>"
    write(game, AT, PUBLIC, evil)
    for path in ("press/public/", "press/?q=alert"):
        page = Client().get(f"/games/{game.slug}/{path}").content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>alert" not in page
        assert 'href="https://example.org' not in page


def test_search_finds_what_one_may_read() -> None:
    game = started(AT, FR, "Italy")
    write(game, AT, key(game, AT, FR), "the Fleet at dawn")
    write(game, AT, PUBLIC, "no fleet of mine")
    path = f"/games/{game.slug}/press/?q=fleet"
    assert "at dawn" in browser(FR).get(path).content.decode()
    assert "at dawn" not in browser("Italy").get(path).content.decode()
    assert "of mine" in browser("Italy").get(path).content.decode()


def test_mail_to_those_who_want_it() -> None:
    person(FR, mail_press=True)
    person("Italy", mail_press=True)
    game = started(AT, FR, "Italy", anonymous=True)
    Letter.objects.all().delete()
    write(game, AT, key(game, AT, FR), "by mail")
    letter = Letter.objects.get()
    assert letter.user == person(FR)
    assert "Austria to France:\n\nby mail" in letter.body
    write(game, AT, PUBLIC, "to all")
    assert Letter.objects.count() == 3


def test_the_part_for_the_board_is_no_page() -> None:
    game = started(AT, FR)
    part = browser(AT).get(f"/games/{game.slug}/press/", headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    assert "HX-Request" in part["Vary"]


def test_keys_name_members() -> None:
    game = started(AT)
    book = reads.book_of(game)
    assert members_of(book, key_of(book, ["France", "gm", "Austria"])) == (
        "Austria",
        "France",
        "gm",
    )
    for bad in ("", "1", "gm", "2-1", "1-1", "0-1", "1-8", "gm-1", "1-x", "١-2", "1-" * 99):
        assert members_of(book, bad) == ()


def test_choosing_leads_to_the_thread() -> None:
    game = started(AT, FR)
    answer = browser(AT).get(f"/games/{game.slug}/press/to/", {"to": ["France", "Italy"]})
    assert answer["Location"].endswith(f"/press/{key(game, AT, FR, 'Italy')}/")
    assert browser(AT).get(f"/games/{game.slug}/press/to/", {"to": "Nobody"}).status_code == 404
    assert Client().get(f"/games/{game.slug}/press/to/", {"to": FR}).status_code == 404


def test_a_private_game_has_no_press_for_others() -> None:
    game = started(AT, FR, access="link")
    write(game, AT, PUBLIC, "among us")
    assert Client().get(f"/games/{game.slug}/press/public/").status_code == 404


def test_what_one_wrote_is_exported() -> None:
    game = started(AT, FR)
    write(game, AT, PUBLIC, "mine")
    write(game, FR, PUBLIC, "his")
    assert [m["text"] for m in export(user=person(AT))["press"]] == ["mine"]


def test_a_letter_to_nobody_is_refused_beside_its_form() -> None:
    """Whole or as a part of the board, and on no later page."""
    game = started(AT, FR, "Italy")
    client = browser(AT)
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.get(f"/games/{game.slug}/press/to/", headers=headers)
        page = answer.content.decode()
        assert answer.status_code == 200
        form = page.partition('<details class="new" id="new" open>')[2].partition("</details>")[0]
        assert '<p class="error" id="nobody" role="alert">Choose to whom' in form
    later = client.get(f"/games/{game.slug}/press/").content.decode()
    assert '<p class="error" id="nobody" role="alert" hidden>' in later
    assert 'class="notices"' not in later


def test_asking_for_time_begins_with_a_whole_question() -> None:
    game = started(AT, FR, mastered=True)
    page = browser(AT).get(f"/games/{game.slug}/rulings/?ask=more-time").content.decode()
    assert f"May I have more time for {game.phase}?</textarea>" in page
    assert "Say until when" in page
