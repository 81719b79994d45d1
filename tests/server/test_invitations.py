"""Invitations by letter to a game that has not begun, and what becomes of them."""

import importlib
import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from asking import bare, browser, question
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.crypto import salted_hmac
from tables import person, seat

from legation.errors import StateError
from legation.server.accounts import letters, services
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import Attempt, User
from legation.server.desk import inviting, unasked
from legation.server.desk.models import Invitation, Unasked
from legation.server.games import create
from legation.server.games.models import Entry, Game, LogEntry, Seat
from legation.server.games.offer import Offer
from legation.server.post import outbox
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
NEW = "new.one@example.org"
FR = "France"


def offered(*, master: bool = True, **wishes: Any) -> Game:
    """A game that waits for players, of Maker, who is its master or not."""
    wanted = {"name": "A game", "starts": "hand", "fill_bot": "random", "access": "link", **wishes}
    return create.create(user=person("Maker"), offer=Offer(mastered=master, **wanted))


def page_of(game: Game) -> str:
    return f"/games/{game.slug}/invitations/"


def write(game: Game, addresses: str, power: str = "", name: str = "Maker") -> Any:
    form = {"addresses": addresses, "power": power, "sure": "yes"}
    return browser(name).post(page_of(game), form, follow=True)


def shown(game: Game) -> str:
    return bare(browser("Maker").get(page_of(game)).content)


def link(address: str) -> str:
    body = Letter.objects.get(address__iexact=address, subject__contains="invited").body
    found = re.search(r"https?://[^/]+(/games/\S+/invited/\S+)", body)
    assert found is not None
    return found[1]


def test_who_has_no_account_takes_a_place_from_another_device(settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    game = offered()
    form = {"addresses": NEW, "power": FR}
    says = ("Send the invitations?", "One letter is written in your name.", f"<li>{NEW}</li>")
    browser("Maker").post(page_of(game), question("Maker", page_of(game), form, *says))
    assert "Written · " in shown(game)
    there, client = link(NEW), Client()
    page = client.get(there).content.decode()
    assert "France would be yours." in page
    assert "Opened · " in shown(game)
    sign_up = re.search(r'href="(/accounts/sign-up/\?next=[^"]+)"', page)
    assert sign_up is not None
    client.get(sign_up[1])
    client.post("/accounts/sign-up/", {"name": "Newcomer", "email": NEW, "zone": "UTC"})
    letter = Letter.objects.get(address__iexact=NEW, subject__contains="Confirm").body
    confirm = re.search(r"https?://[^/]+(/\S+)", letter)
    assert confirm is not None
    phone = Client()
    done = phone.post(confirm[1], {"name": "Newcomer", "password": "a long enough one"})
    assert done["Location"] == there
    assert "Take France" in phone.get(there).content.decode()
    taken = phone.post(there, {"what": "take"})
    assert taken["Location"] == f"/games/{game.slug}/about/"
    assert "Taken by Newcomer · " in shown(game)
    assert phone.get(there).status_code == 404, "it is void once it is used"
    create.join(game=game, user=person("Wisher"), wishes=[FR])
    create.start(game=game)
    user = seat(game, FR).user
    assert user is not None
    assert user.name == "Newcomer", "without a lot"


def test_a_void_link_says_so_and_nothing_of_whose_it_was() -> None:
    game = offered()
    write(game, NEW)
    there = link(NEW)
    browser("Ann").post(there, {"what": "take"})
    pages = []
    for path in (there, f"/games/{game.slug}/invited/never/", "/games/nowhere/invited/never/"):
        for client in (Client(), browser("Ann"), browser("Maker")):
            for answer in (client.get(path), client.post(path, {"what": "decline"})):
                assert answer.status_code == 404
                page = answer.content.decode()
                assert "This invitation is void: the game has begun, or the place was" in page
                pages.append(page[page.index("<h1") : page.index("</main>")])
    assert len(set(pages)) == 1


def test_before_one_takes_it_one_reads_who_hears_of_it() -> None:
    for wishes, said in (
        ({}, "reads the name of your account, if you take it, beside the address"),
        ({"anonymous": True}, "reads the name of your account"),
        ({"master": False}, "reads the name of your account"),
        ({"master": False, "anonymous": True}, "Nobody is told who takes it"),
    ):
        game = offered(**wishes)
        address = f"n{game.pk}@example.org"
        write(game, address)
        for client in (Client(), browser("Ann")):
            page = client.get(link(address)).content.decode()
            assert said in page[: page.index("No, thank you")]


def test_a_power_is_settled_only_once() -> None:
    game = offered()
    write(game, "a@example.org", FR)
    assert "somebody is invited to France already" in said(write(game, "b@example.org", FR))
    assert "invite one address to Italy" in said(
        write(game, "b@example.org c@example.org", "Italy")
    )
    assert "choose a power of the game" in said(write(game, "b@example.org", "Spain"))
    browser("Ann").post(link("a@example.org"), {"what": "take"})
    assert "somebody has taken France already" in said(write(game, "b@example.org", FR))
    assert Invitation.objects.count() == 1
    for number in (2, 3):  # in other games it is another's
        write(offered(), "b@example.org", FR)
        assert Invitation.objects.count() == number
    (line,) = inviting.lines(game)
    assert (line.state, line.held) == ("taken by Ann", True)


def said(answer: Any) -> str:
    """What was refused, and that what was typed is there still."""
    page = str(answer.content.decode())
    assert answer.status_code == 422
    assert "@example.org" in page[page.index("<textarea") : page.index("</textarea")]
    found = re.search(r'class="error"[^>]*>([^<]+)', page)
    assert found is not None
    return found[1][:1].lower() + found[1][1:]


def test_a_maker_who_is_no_master_settles_no_power() -> None:
    game = offered(master=False)
    assert 'name="power"' not in shown(game)
    assert "lots are drawn" in said(write(game, NEW, FR))
    write(game, NEW)
    assert Invitation.objects.get().power == ""


def test_only_who_keeps_a_game_invites_and_only_before_it_begins() -> None:
    game, other = offered(), offered(master=False)
    create.join(game=game, user=person("Ann"))
    for name in ("Ann", "Stranger"):
        assert browser(name).get(page_of(game)).status_code == 404
        assert write(game, NEW, name=name).status_code == 404
    assert Client().get(page_of(other)).status_code == 404
    write(game, NEW)
    create.start(game=game)
    assert browser("Maker").get(page_of(game)).status_code == 404
    with pytest.raises(StateError, match="the game has begun"):
        inviting.invite(game=game, addresses=["b@example.org"], power="", user=person("Maker"))
    for what in ("take", "decline"):
        assert browser("Bob").post(link(NEW), {"what": what}).status_code == 404
    assert not Seat.objects.filter(user=person("Bob")).exists()
    inviting.tidy(timezone.now())
    assert not Invitation.objects.exists(), "no address is kept of a game that has begun"


def test_it_is_the_same_whether_or_not_there_is_an_account() -> None:
    found = []
    for whom in (person("Heir").email, "nobody@example.org"):
        game = offered()
        Attempt.objects.all().delete()  # that it is counted is no answer
        with CaptureQueriesContext(connection) as queries:
            page = write(game, whom).content.decode()
        letter, made = Letter.objects.get(address=whom), Invitation.objects.get()
        assert letter.user is None
        plain = re.sub(r'value="(\w{64}|\d+)"|\d\d:\d\d', "", page)
        foot = letter.body.index("-- \n")
        texts = (plain, letter.subject, letter.body[:foot], letter.kind)
        same = [t.replace(whom, "X").replace(game.slug, "G").replace(made.code, "C") for t in texts]
        found.append([*(t.replace(game.token, "T") for t in same), str(len(queries))])
        Invitation.objects.all().delete()
    assert found[0] == found[1]


def test_an_invitation_is_withdrawn_with_its_letter() -> None:
    game = offered()
    write(game, NEW)
    there, number = link(NEW), Invitation.objects.get().pk
    assert browser("Ann").post(page_of(game), {"withdraw": number}).status_code == 404
    browser("Maker").post(page_of(game), {"withdraw": number})
    assert NEW not in shown(game)
    assert not Letter.objects.filter(address=NEW).exists(), "it had not gone yet"
    assert browser("Ann").get(there).status_code == 404
    assert browser("Ann").post(there, {"what": "take"}).status_code == 404
    assert not Entry.objects.exists()
    again = browser("Maker").post(page_of(game), {"withdraw": number})
    assert "This invitation is no longer open." in again.content.decode()
    assert browser("Maker").post(page_of(game), {"withdraw": "9" * 30}).status_code == 422
    other = offered()
    write(other, NEW)
    stolen = {"withdraw": Invitation.objects.get().pk}
    assert browser("Maker").post(page_of(game), stolen).status_code == 422, "of another game"


def test_a_letter_that_waits_to_be_tried_again_is_withdrawn() -> None:
    game = offered()
    write(game, NEW)
    outbox.not_sent(Letter.objects.get(address=NEW), OSError("the line is cut"))
    browser("Maker").post(page_of(game), {"withdraw": Invitation.objects.get().pk})
    assert not Letter.objects.filter(address=NEW).exists()


def test_what_became_of_each() -> None:
    game = offered()
    write(game, "back@example.org, no@example.org; old@example.org\nleft@example.org")
    letter = Letter.objects.get(address="back@example.org")
    outbox.not_sent(letter, ValueError("no such address"))
    Client().post(link("no@example.org"), {"what": "decline"})
    Invitation.objects.filter(address__startswith="old").update(
        made_at=timezone.now() - timedelta(days=28, minutes=1)
    )
    browser("Ann").post(link("left@example.org"), {"what": "take"})
    create.leave(game=game, user=person("Ann"))
    create.join(game=offered(), user=person("Ann"))
    assert not any(line.held for line in inviting.lines(game))
    page = re.sub(r"<[^>]+>", " ", shown(game))
    for address, state in (
        ("back", "The letter came back"),
        ("no", "Declined"),
        ("old", "Its time is over"),
        ("left", "Taken, and left again"),
    ):
        assert re.search(rf"\b{address}@example.org\s+{state} ", page), address
    for address in ("no", "old"):
        assert Client().get(link(f"{address}@example.org")).status_code == 404
    assert Client().get(link("back@example.org")).status_code == 200, "it may have been copied"
    left = Invitation.objects.get(address="left@example.org")
    browser("Maker").post(page_of(game), {"withdraw": left.pk})
    write(game, "left@example.org")
    browser("Ann").post(link("left@example.org"), {"what": "take"})
    taken = {"withdraw": Invitation.objects.get(address="left@example.org").pk}
    assert browser("Maker").post(page_of(game), taken).status_code == 422, "he has his place"
    assert Entry.objects.get(game=game).user == person("Ann")
    by_post(game, "Bob of Ghent")
    person("Ann").delete()
    assert "Taken, and left again" in shown(game), "who plays by post is another"


def test_the_log_says_that_a_letter_came_back_and_not_to_whom() -> None:
    game = offered()
    create.join(game=game, user=person("Ann"), wishes=[])
    write(game, "back@example.org")
    letter = Letter.objects.get(address="back@example.org")
    outbox.not_sent(letter, ValueError("no such address"))
    log = browser("Ann").get(f"/games/{game.slug}/log/").content.decode()
    assert "A letter of invitation came back: its address does not take it." in log
    assert "back@" not in log
    assert "·  ·" not in log, "no phase is open yet"
    dates = dict.fromkeys(("made_at", "due_at"), timezone.now())
    gone = Letter.objects.create(key="account:seat-77", kind="account", **dates)
    outbox.not_sent(gone, ValueError("no such address"))
    assert LogEntry.objects.count() == 1, "of an offer that was taken back nothing is known"


def test_a_guest_has_no_letters_written() -> None:
    game = offered()
    User.objects.filter(pk=person("Maker").pk).update(email="guest-1@guests.invalid")
    form = {"addresses": NEW, "sure": "yes"}
    answer = browser("Maker").post(page_of(game), form)
    assert "A guest has no letters written to others" in answer.content.decode()
    assert not Invitation.objects.exists()
    assert not Letter.objects.filter(address=NEW).exists()


def test_who_withdraws_in_the_same_moment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The link was read as open; then the invitation was withdrawn, or somebody said no."""
    game = offered()
    write(game, NEW)
    made = Invitation.objects.get()
    Invitation.objects.update(made_at=timezone.now() - timedelta(days=29))
    with pytest.raises(StateError, match="void"):
        inviting.take(made=made, user=person("Ann"))
    Invitation.objects.update(made_at=timezone.now(), declined_at=timezone.now())
    monkeypatch.setattr(inviting, "invited", lambda *_: made)
    with pytest.raises(StateError, match="void"):
        inviting.take(made=made, user=person("Ann"))
    assert not Entry.objects.exists()


def test_in_an_anonymous_game_without_a_master_nobody_hears_who_took_it() -> None:
    game = offered(master=False, anonymous=True)
    write(game, NEW)
    browser("Ann").post(link(NEW), {"what": "take"})
    assert "Taken · " in shown(game)
    assert "Ann" not in shown(game)


def test_who_is_in_it_already_takes_no_second_place() -> None:
    game = offered()
    create.join(game=game, user=person("Ann"))
    write(game, NEW)
    for name, why in (("Ann", "You have joined already."), ("Maker", "You are the game master")):
        page = browser(name).post(link(NEW), {"what": "take"}, follow=True).content.decode()
        assert why in page
    assert Invitation.objects.get().taken_at is None
    assert Entry.objects.count() == 1


def test_an_invitation_opens_no_other_page_of_a_private_game() -> None:
    game = offered()
    write(game, NEW)
    client = browser("Ann")
    assert client.get(link(NEW)).status_code == 200
    assert client.get(f"/games/{game.slug}/about/").status_code == 404
    assert game.token not in client.get(link(NEW)).content.decode()


def test_an_address_that_wants_none_gets_none() -> None:
    game = offered()
    write(game, NEW)
    body = Letter.objects.get(address=NEW).body
    found = re.search(r"https?://[^/]+(/letters/off/\S+)", body)
    assert found is not None
    off = found[1]
    assert "No more such letters?" in Client().get(off).content.decode()
    Client(enforce_csrf_checks=True).post(off, {"List-Unsubscribe": "One-Click"})
    Invitation.objects.all().delete()
    assert "wants no letters" in said(
        write(game, NEW.upper().replace("EXAMPLE.ORG", "example.org"))
    )
    assert not Invitation.objects.exists()
    Client().post(off, {"what": "on"})
    write(game, NEW)
    assert Invitation.objects.get().address == NEW
    assert Client().get("/letters/off/void/").status_code == 404


def test_what_an_address_wants_outlasts_the_key_of_the_site(settings: Any) -> None:
    before = importlib.import_module("legation.server.desk.migrations.0005_mark_key")
    old = salted_hmac("legation.server.desk.unasked", NEW, algorithm="sha256").hexdigest()
    Unasked.objects.create(mark=old)
    before.keep(apps, SimpleNamespace(connection=connection))
    assert unasked.is_off(NEW), "it was marked with the key of the site, before"
    unasked.switch("other@example.org", off=True)
    settings.SECRET_KEY = "another key " * 5
    assert unasked.is_off(NEW.upper())
    assert unasked.is_off("other@example.org")
    assert not unasked.is_off("third@example.org")


def test_an_address_is_invited_once_and_not_very_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    game = offered()
    write(game, NEW)
    assert f"{NEW} is invited already" in said(write(game, NEW))
    monkeypatch.setattr(inviting, "_WAITING", 2)
    assert "2 invitations at most" in said(write(game, "b@example.org c@example.org"))
    write(game, "b@example.org")
    assert Invitation.objects.count() == 2


@pytest.mark.parametrize(("master", "access"), [(True, "link"), (False, "open")])
def test_what_its_pages_tell_of_a_game(master: bool, access: str) -> None:
    game = offered(master=master, access=access)
    create.join(game=game, user=person("Ann"))
    write(game, NEW)
    shown = browser("Maker").get(page_of(game)).context
    assert (bool(shown["powers"]), list(shown["postal"])) == (master, [])
    assert (game.token in shown["link"]) == shown["private"] == (access == "link")
    there = link(NEW)
    assert Client().get(there).context["public"] == (access == "open")
    taken = Client().post(there, {"what": "take"})
    assert taken["Location"] == f"/accounts/sign-in/?next={there}"


def test_letters_have_budgets() -> None:
    for _ in range(4):
        write(offered(), NEW)
    assert "written to often today" in said(write(offered(), NEW))
    assert Letter.objects.filter(address=NEW).count() == 4
    many = "\n".join(f"a{n}@example.org" for n in range(21))
    assert "20 addresses at once" in said(write(offered(), many))
    for wrong, why in (("x@example.org nonsense", "is no mail address"),):
        assert why in said(write(offered(), wrong))
    page = write(offered(), " ,; ").content.decode()
    assert "Say to which addresses to write." in page


def test_who_signs_up_all_day_keeps_no_invitation_away() -> None:
    for _ in range(20):
        letters.write(NEW, "Confirm your address", "A letter that anybody can cause.")
    write(offered(), NEW)
    assert link(NEW)


def test_it_says_which_were_not_written_and_why() -> None:
    off, often = "off@example.org", "often@example.org"
    unasked.switch(off, off=True)
    for _ in range(4):
        write(offered(), often)
    game = offered()
    page = write(game, f"{off} {NEW} {often} {NEW.upper()}").content.decode()
    assert "The other invitations are written. Not written: off@example.org wants no" in page
    assert "often@example.org was written to often today" in page
    assert [made.address.lower() for made in Invitation.objects.filter(game=game)] == [NEW]
    for _ in range(51):  # seven letters were counted before
        allowed("invite", str(person("Maker").pk), 60, timedelta(days=1))
    many = [f"a{n}@example.org" for n in range(5)]
    page = write(game, " ".join(many)).content.decode()
    assert (
        f"Not written: {', '.join(many[2:])}: you have invited many today; go on tomorrow." in page
    )
    assert f"{NEW}x: you have invited many today" in said(write(offered(), f"{NEW}x"))


def test_what_an_address_wants_is_told_for_a_letter_of_the_day() -> None:
    """Asked before the question is answered, or where the others fail, it would cost nothing."""
    unasked.switch(NEW, off=True)
    game = offered()
    page = browser("Maker").post(page_of(game), {"addresses": NEW}).content.decode()
    assert "Send the invitations?" in page
    answers = [said(write(game, NEW)) for _ in range(5)]
    assert ["wants no letters" in each for each in answers] == [True, True, True, True, False]


def test_it_is_taken_along_and_forgotten() -> None:
    game, heir = offered(), person("Heir")
    write(game, heir.email)
    assert services.export(user=heir)["invitations"][0]["game"] == "A game"
    services.delete(user=heir)
    assert not Invitation.objects.exists()


def by_post(game: Game, name: str, power: str = "", who: str = "Maker") -> Any:
    form = {"postal": name, "power": power}
    return browser(who).post(page_of(game), form, follow=True)


def test_a_game_by_post_starts_with_those_who_play_by_post() -> None:
    game = offered(starts="full", fill_bot="")
    powers = ("Austria", "England", FR, "Germany", "Italy", "Russia")
    for number, power in enumerate(powers):
        assert (
            f"Poster {number} has a place, by post."
            in by_post(game, f"Poster {number}", power).content.decode()
        )
    about = browser("Maker").get(f"/games/{game.slug}/about/").content.decode()
    assert "6 of 7 players have joined" in about
    assert "Poster 2 (by post)" in about
    by_post(game, "The last one")  # gets what is left, and the game is full
    game.refresh_from_db()
    assert game.state == "running"
    assert [seat(game, power).postal for power in (*powers, "Turkey")] == [
        *(f"Poster {number}" for number in range(6)),
        "The last one",
    ]
    assert not seat(game, "Turkey").bot
    desk = browser("Maker").get(f"/games/{game.slug}/desk/").content.decode()
    assert "The last one, by post" in re.sub(r"<[^>]+>", "", desk)


def test_who_plays_by_post_is_named_once_and_taken_off() -> None:
    game = offered()
    create.join(game=game, user=person("Ann"))
    write(game, NEW, "Italy")
    by_post(game, "Bob of Ghent", FR)
    for name, power, why in (
        ("bob of GHENT", "", "is in this game already"),
        ("Bob\x00  of Ghent", "", "Bob of Ghent is in this game already"),
        ("Ann", "", "is in this game already"),
        ("Maker", "", "is in this game already"),
        ("", "", "say who posts the letters"),
        ("Cleo", FR, "somebody has taken France already"),
        ("Cleo", "Italy", "somebody is invited to Italy already"),
        ("Cleo", "Spain", "choose a power of the game"),
    ):
        answer = by_post(game, name, power)
        assert answer.status_code == 422
        assert why in answer.content.decode().replace("Say", "say").replace("Some", "some").replace(
            "Choose", "choose"
        )
    entry = Entry.objects.get(user=None)
    assert browser("Ann").post(page_of(game), {"off": entry.pk}).status_code == 404
    own = Entry.objects.get(user=person("Ann"))
    assert browser("Maker").post(page_of(game), {"off": own.pk}).status_code == 422
    browser("Maker").post(page_of(game), {"off": entry.pk})
    assert Entry.objects.get() == own
    other = offered(master=False)
    assert 'name="postal"' not in shown(other)
    assert "no game master who enters orders" in by_post(other, "Bob").content.decode()
