"""The archive of a finished game: whose view, who played, and press that all its writers open."""

from collections.abc import Iterable
from importlib import import_module

import pytest
from asking import bare, browser, fields
from django.apps import apps
from django.db import connection
from django.test import Client
from stored import stored
from tables import PASSWORD, fresh, person, reader, started, time_is_up

from legation.errors import StateError
from legation.server.accounts import services as accounts
from legation.server.archive import letters, opening, people, remarks
from legation.server.archive.models import LONGEST, Consent, Note, Opened
from legation.server.desk import acts
from legation.server.games import reads, seats
from legation.server.games.models import FINISHED, MASTER, RUNNING, Game
from legation.server.games.readers import SPECTATING
from legation.server.post.models import Letter
from legation.server.press import guarding, reading, services
from legation.server.press.members import GREY, PUBLIC, key_of
from legation.server.press.models import Message

pytestmark = pytest.mark.django_db
AT, FR, IT = "Austria", "France", "Italy"
PAIR, MASTERS = (AT, FR), (FR, MASTER)


def _game() -> Game:
    """Austria, France and Italy are played; a phase is over, and letters were written."""
    found = started(AT, FR, IT, mastered=True, grey=True)
    write(found, AT, PAIR, "austria to france")
    write(found, FR, PAIR, "france to austria")
    write(found, IT, (AT, FR, IT), "italy alone in a group")
    write(found, FR, MASTERS, "france asks")
    write(found, "Master", MASTERS, "the master answers")
    services.send(game=found, user=person(IT), key=PUBLIC, text="to all", token="to all")
    services.send(game=found, user=person(IT), key=GREY, text="unsigned", token="unsigned")
    time_is_up(found)
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def key(*members: str) -> str:
    from legation.variants.load import load

    return key_of(load(), members)


def write(game: Game, who: str, members: Iterable[str], text: str) -> Message:
    user, to = person(who), key(*members)
    return services.send(game=fresh(game), user=user, key=to, text=text, token=f"{who}{text}")


def end(game: Game) -> Game:
    acts.abandon(game=game, actor="Master", serial=fresh(game).serial, sure=True)
    return fresh(game)


def shown(game: Game, name: str = "") -> list[str]:
    """The texts that somebody reads in the archive."""
    who = reader(game, name) if name else SPECTATING
    return [letter.text for letter in letters.letters(fresh(game), who)]


def agree(game: Game, name: str, *members: str) -> int:
    return opening.agree(game=game, user=person(name), key=key(*members) if members else "")


def at(game: Game, page: str = "") -> str:
    return f"/games/{game.slug}/archive/{page}"


# Press


def test_all_who_wrote_must_agree(game: Game) -> None:
    end(game)
    before = ["to all", "unsigned"]
    assert shown(game) == before
    assert agree(game, AT, *PAIR) == 0
    for name in ("", AT, FR, IT, "Master"):
        assert shown(game, name) == before, "France has not agreed"
    assert agree(game, FR, *PAIR) == 1
    for name in ("", AT, FR, IT, "Master"):
        assert shown(game, name) == ["austria to france", "france to austria", *before]


def test_who_was_only_written_to_is_not_asked(game: Game) -> None:
    end(game)
    assert agree(game, IT, AT, FR, IT) == 1
    assert "italy alone in a group" in shown(game)


def test_the_master_is_a_writer_of_his_letters(game: Game) -> None:
    end(game)
    assert agree(game, FR, *MASTERS) == 0
    assert "france asks" not in shown(game)
    assert agree(game, "Master", *MASTERS) == 1
    assert [text for text in shown(game) if text not in ("to all", "unsigned")] == [
        "france asks",
        "the master answers",
    ]


def test_one_click_opens_all_of_one_s_own(game: Game) -> None:
    end(game)
    assert agree(game, AT) == 0
    assert agree(game, "Master") == 0
    assert agree(game, FR) == 2, "with Austria and with the game master"
    assert "italy alone in a group" not in shown(game)


def test_one_reads_one_s_own_choice_and_the_result_alone(game: Game) -> None:
    end(game)

    def told(name: str) -> dict[str, tuple[int, bool, bool]]:
        own = opening.choices(fresh(game), reader(game, name))
        return {each.title: (each.own, each.agreed, each.opened) for each in own}

    two, master = "Austria and France", "France and Game master"
    assert told(FR) == {two: (1, False, False), master: (1, False, False)}
    before = [browser(FR).get(at(game, page)).content for page in ("", "press/", "0/")]
    agree(game, AT, *PAIR)
    assert told(AT) == {two: (1, True, False)}
    assert told(FR) == {two: (1, False, False), master: (1, False, False)}
    after = [browser(FR).get(at(game, page)).content for page in ("", "press/", "0/")]
    assert [bare(page) for page in before] == [bare(page) for page in after]
    agree(game, FR, *PAIR)
    assert told(AT) == {two: (1, True, True)}
    assert told(IT) == {"Austria, France and Italy": (1, False, False)}


def test_it_is_withdrawn_until_it_is_open(game: Game) -> None:
    end(game)
    agree(game, AT, *PAIR)
    opening.withdraw(game=game, user=person(AT), key=key(*PAIR))
    assert agree(game, FR, *PAIR) == 0
    assert agree(game, AT, *PAIR) == 1
    with pytest.raises(StateError, match="stays open"):
        opening.withdraw(game=game, user=person(AT), key=key(*PAIR))
    assert "austria to france" in shown(game)


def test_who_left_a_seat_is_asked_too(game: Game) -> None:
    seats.give_up(game=game, user=person(FR))
    heir = seats.Handover(power=FR, user=person("Heir"), actor="Master")
    seats.give(game=fresh(game), handover=heir)
    write(game, "Heir", PAIR, "the heir to austria")
    end(game)
    assert [agree(game, AT, *PAIR), agree(game, "Heir", *PAIR)] == [0, 0]
    assert "the heir to austria" not in shown(game)
    assert agree(game, FR, *PAIR) == 1
    assert [text for text in shown(game) if "all" not in text and text != "unsigned"] == [
        "austria to france",
        "france to austria",
        "the heir to austria",
    ]


def test_an_account_that_is_gone_never_agrees(game: Game) -> None:
    end(game)
    agree(game, FR, *PAIR)
    accounts.delete(user=person(FR))
    assert agree(game, AT, *PAIR) == 0
    assert "austria to france" not in shown(game)
    assert not Consent.objects.exclude(user=person(AT)).exists()


def test_what_is_open_stays_open_without_the_account(game: Game) -> None:
    end(game)
    agree(game, FR, *PAIR)
    agree(game, AT, *PAIR)
    accounts.delete(user=person(FR))
    assert "france to austria" in shown(game)


def test_what_is_written_after_the_end_stays_among_them(game: Game) -> None:
    end(game)
    write(game, AT, PAIR, "after the end")
    write(game, IT, PAIR_OF_ITALY, "only after the end")
    agree(game, AT, *PAIR)
    agree(game, FR, *PAIR)
    assert "austria to france" in shown(game)
    assert "after the end" not in shown(game)
    with pytest.raises(StateError, match="nothing there"):
        agree(game, IT, *PAIR_OF_ITALY)


PAIR_OF_ITALY = (AT, IT)


def test_nobody_agrees_before_the_end_nor_for_others(game: Game) -> None:
    for name in (AT, FR, IT, "Master"):
        with pytest.raises(StateError, match="when the game is over"):
            agree(game, name)
        assert opening.choices(game, reader(game, name)) == []
    assert letters.letters(game, reader(game, FR)) == []
    end(game)
    with pytest.raises(StateError, match="nothing there"):
        agree(game, IT, *PAIR)
    with pytest.raises(StateError, match="nothing there"):
        agree(game, "Stranger")


def test_a_game_that_goes_back_closes_its_archive(game: Game) -> None:
    """What is written before it ends again waits for all who wrote it."""
    end(game)
    agree(game, AT, *PAIR)
    agree(game, FR, *PAIR)
    acts.roll_back(game=fresh(game), actor="Master", number=0, serial=fresh(game).serial, sure=True)
    assert fresh(game).state == RUNNING
    assert shown(game) == []
    assert Client().get(at(game)).status_code == 404
    write(game, FR, PAIR, "once more")
    end(game)
    assert fresh(game).state == FINISHED
    assert "france to austria" in shown(game), "what was open is open"
    assert "once more" not in shown(game)
    assert agree(game, AT, *PAIR) == 0
    assert agree(game, FR, *PAIR) == 1
    assert "once more" in shown(game)


def test_unsigned_press_stays_unsigned_also_for_the_master() -> None:
    game = started(AT, FR, mastered=True, grey=True)
    from legation.server.press.models import Custom

    Custom.objects.update_or_create(game=game, defaults={"grey_told": True})
    services.send(game=game, user=person(AT), key=GREY, text="unsigned", token="unsigned")
    end(game)
    for who in (SPECTATING, reader(game, "Master"), reader(game, AT)):
        found = letters.letters(fresh(game), who)
        assert [(letter.sender, letter.text) for letter in found] == [("", "unsigned")]


def test_who_has_blocked_a_writer_does_not_read_him_here(game: Game) -> None:
    scope = reading.scope_of(game, reader(game, AT))
    message = Message.objects.get(text="france to austria")
    guarding.block(scope=scope, message=message, user=person(AT))
    end(game)
    agree(game, AT, *PAIR)
    agree(game, FR, *PAIR)
    assert "france to austria" not in shown(game, AT)
    assert "france to austria" in shown(game, FR)


# Pages


def test_it_is_opened_by_the_buttons_of_the_page(game: Game) -> None:
    end(game)
    for name in (AT, FR):
        form = {"what": "agree", "key": key(*PAIR)}
        asked = browser(name).post(at(game, "press/"), form).content.decode()
        assert "Agree to open Austria and France?" in asked
        assert Consent.objects.filter(user=person(name)).count() == 0
        done = browser(name).post(at(game, "press/"), fields(asked), follow=True)
        said = {AT: "Each conversation is opened when", FR: "A conversation is open now."}[name]
        assert said in done.content.decode()
    page = Client().get(at(game, f"press/{key(*PAIR)}/")).content.decode()
    assert "austria to france" in page
    assert "france to austria" in Client().get(at(game, "0/")).content.decode()
    assert Client().get(at(game, f"press/{key(*MASTERS)}/")).status_code == 404
    assert Opened.objects.count() == 1


def test_who_is_not_signed_in_is_asked_to(game: Game) -> None:
    end(game)
    answer = Client().post(at(game, "press/"), {"what": "agree", "sure": "yes"})
    assert answer.status_code == 302
    assert "/accounts/sign-in/" in answer["Location"]
    stranger = browser("Stranger").post(
        at(game, "press/"), {"what": "agree", "sure": "yes"}, follow=True
    )
    assert "You have written nothing there." in stranger.content.decode()


def test_nothing_of_it_is_there_before_the_end(game: Game) -> None:
    pages = ("", "0/", "press/", f"press/{PUBLIC}/")
    for client in (Client(), browser(FR), browser("Master")):
        for page in pages:
            assert client.get(at(game, page)).status_code == 404
        assert client.post(at(game, "press/"), {"what": "agree"}).status_code == 404
    end(game)
    for client in (Client(), browser(FR), browser("Master")):
        for page in pages:
            assert client.get(at(game, page)).status_code == 200


def test_a_phase_is_read_as_whoever_knew_it() -> None:
    """Royals order their Duke; in London Nights nobody else reads of it before the end."""
    game = started("Royals", "Nurses", variant="london_nights", mastered=True)
    time_is_up(game)
    end(game)
    client = Client()
    told = {
        whose: client.get(at(game, "0/"), {"as": whose}).content.decode()
        for whose in ("archive", "Royals", "Nurses", "spectator")
    }
    views = {
        whose: reads.view_as(fresh(game), reads.sight_for(fresh(game), SPECTATING, opened=whose), 1)
        for whose in told
    }
    own = {
        whose: {str(o.unit) for each in view.told for o in each.outcomes if o.unit is not None}
        for whose, view in views.items()
    }
    hidden = own["archive"] - own["spectator"]
    assert hidden, "everything was seen in this round: the test looks nowhere"
    for unit in hidden:
        assert unit in told["archive"]
        assert unit not in told["spectator"]
    assert told["Royals"] != told["Nurses"]
    for whose, page in told.items():
        table = page.partition('aria-label="Standings"')[2].partition("</table>")[0]
        assert table.count("<tr") == 7 + 1, whose
        assert '<abbr class="seal" aria-hidden="true">' in table
    for whose in ("nobody", "gm", "game master"):
        assert client.get(at(game, "0/"), {"as": whose}).status_code == 404


def test_it_names_who_played_what(game: Game) -> None:
    seats.give_up(game=game, user=person(FR))
    seats.give(game=fresh(game), handover=seats.Handover(power=FR, user=person("Heir")))
    seats.give(game=fresh(game), handover=seats.Handover(power=IT, postal="Aunt Ida"))
    end(game)
    named = people.players(fresh(game))
    assert named[AT] == "Austria"
    assert named[FR] == "France, then bot (random), then Heir"
    assert named[IT] == "Italy, then Aunt Ida, by post"
    assert named["Turkey"] == "bot (random)"
    accounts.delete(user=person("Heir"))
    assert people.players(fresh(game))[FR].endswith("then somebody who is not named")
    page = Client().get(at(game)).content.decode()
    assert "Italy, then Aunt Ida, by post" in page
    assert "Game master: Master." in page


def test_who_left_an_anonymous_game_is_not_named() -> None:
    game = started(AT, FR, mastered=True, anonymous=True)
    seats.give_up(game=game, user=person(FR))
    end(game)
    named = people.players(fresh(game))
    assert named[AT] == "Austria"
    assert named[FR] == "somebody who is not named, then bot (random)"


def test_it_leads_to_everything_that_is_open(game: Game) -> None:
    end(game)
    client = Client()
    page = client.get(at(game)).content.decode()
    for end_of in ("replay/?as=archive", "fairness/", "fairness/opened.json", "archive/press/"):
        assert f'"/games/{game.slug}/{end_of}"' in page
        assert client.get(f"/games/{game.slug}/{end_of}").status_code == 200
    for whom, said in (
        ("archive", "with everything opened"),
        ("spectator", "as everybody was told it"),
        (AT, f"as {AT} knew it"),
    ):
        page = client.get(f"/games/{game.slug}/", {"as": whom, "phase": "0"}).content.decode()
        assert f'<span class="then">{said} ' in page
    assert f'href="{at(game)}"' in client.get(f"/games/{game.slug}/about/").content.decode()


def test_what_one_agreed_to_is_taken_along(game: Game) -> None:
    end(game)
    agree(game, AT, *PAIR)
    found = accounts.export(user=person(AT))
    assert found["agreed to open"] == [{"game": "A game", "thread": key(*PAIR)}]
    note(game, AT, 0, "of my own")
    found = accounts.export(user=person(AT))
    assert found["notes"] == [
        {"game": "A game", "phase": 0, "text": "of my own", "published": False}
    ]
    browser(AT).post("/accounts/delete/", {"password": PASSWORD})
    assert not Consent.objects.exists()
    assert not Note.objects.exists()


# Notes and remarks


def note(game: Game, name: str, number: int, text: str, *, publish: bool = False) -> None:
    remarks.write(game=game, user=person(name), number=number, text=text, publish=publish)


def remarked(game: Game, name: str = "", last: int = 1) -> list[list[tuple[str, str]]]:
    who = reader(game, name) if name else SPECTATING
    found = remarks.by_phase(fresh(game), who, last)
    return [[(each.by, each.text) for each in phase] for phase in found]


def test_a_note_is_its_writers_alone_until_he_publishes_it(game: Game) -> None:
    path = f"/games/{game.slug}/notes/"
    for name in (AT, "Master"):
        form = {"text": f"noted by {name}\n<b>bold</b>"}
        assert browser(name).post(f"{path}0/", form).status_code == 302
    assert "noted by Austria\n&lt;b&gt;bold" in browser(AT).get(path).content.decode()
    with pytest.raises(StateError, match="when the game is over"):
        note(game, AT, 0, "too early", publish=True)
    with pytest.raises(StateError, match="when the game is over"):
        remarks.publish_all(game=game, user=person(AT))
    end(game)
    pages = [path, f"{path}0/", at(game), at(game, "0/"), at(game, "1/")]
    for name in (FR, IT, "Master"):
        for page in pages:
            assert "noted by Austria" not in browser(name).get(page).content.decode()
    assert remarked(game) == [[], []]
    assert remarks.publish_all(game=fresh(game), user=person(AT)) == 1
    for name in ("", AT, FR, "Master"):
        assert remarked(game, name) == [[("Austria, Austria", "noted by Austria\n<b>bold</b>")], []]
    page = Client().get(at(game, "0/")).content.decode()
    assert "noted by Austria\n&lt;b&gt;bold&lt;/b&gt;" in page
    assert "noted by Master" not in page


def test_a_note_on_the_phase_that_was_open_at_the_end_is_about_that_phase(game: Game) -> None:
    """The game was abandoned in autumn, which nobody ever saw end."""
    note(game, FR, 1, "of autumn")
    end(game)
    path = f"/games/{game.slug}/notes/"
    page = browser(FR).get(path).content.decode()
    assert "The whole game" in page
    assert "of autumn" in page[page.index("Autumn 1901") :]
    browser(FR).post(f"{path}2/", {"text": "of all", "what": "publish"})
    remarks.publish_all(game=fresh(game), user=person(FR))
    assert remarked(game) == [
        [],
        [("France, France, on Autumn 1901, movement", "of autumn"), ("France, France", "of all")],
    ]
    page = Client().get(at(game)).content.decode()
    assert "France, France, on Autumn 1901, movement" in page
    assert browser(FR).get(f"{path}3/").status_code == 404


def test_what_was_published_on_the_whole_game_before_they_were_two_is_still_on_it(
    game: Game,
) -> None:
    """Both had the number of the phase that was open; of whom has both by now none is moved."""
    end(game)
    for name in (FR, AT, IT):
        note(game, name, 1, f"of {name}", publish=name != IT)
    note(game, AT, 2, "of all", publish=True)
    note(game, FR, 0, "of spring", publish=True)
    part = import_module("legation.server.archive.migrations.0003_on_the_whole").part
    for _ in range(2):
        part(apps, connection.schema_editor())
    numbers = {each.text: each.number for each in Note.objects.filter(game=game)}
    assert numbers == {"of France": 2, "of Austria": 1, "of Italy": 1, "of all": 2, "of spring": 0}
    assert ("France, France", "of France") in remarked(game)[1]


def test_a_remark_is_reported_as_a_message_is(game: Game) -> None:
    end(game)
    note(game, FR, 0, "an insult", publish=True)
    note(game, FR, 2, "kept to himself")
    [[insult], _] = remarks.by_phase(fresh(game), reader(game, AT), 1)
    path = f"/games/{game.slug}/remarks/{insult.code}/"
    page = browser(AT).get(at(game, "0/")).content.decode()
    assert f'href="{path}"' in page
    assert "/remarks/" not in browser(FR).get(at(game, "0/")).content.decode(), "his own"
    assert browser(FR).get(path).status_code == 404
    assert Client().get(path).status_code == 302
    assert "an insult" in browser(AT).get(path).content.decode()
    form = {"to": "master", "note": "he insults me"}
    assert browser(AT).post(path, {**form, "to": "nobody"}).status_code == 422
    answer = browser(AT).post(path, form, follow=True)
    assert "It is reported." in answer.content.decode()
    told = browser("Master").get(f"/games/{game.slug}/press/reported/").content.decode()
    for said in ("an insult", "he insults me", "<b>France, France</b>", "reported by Austria"):
        assert said in told
    letter = Letter.objects.get(user=person("Master"), subject__contains="a remark was reported")
    assert "Austria has reported a remark of France, France." in letter.body
    assert "You have reported this already." in browser(AT).post(path, form).content.decode()
    remarks.write(game=fresh(game), user=person(FR), number=0, text="an insult", publish=False)
    assert browser(IT).get(path).status_code == 404, "it is published no more"


def test_a_remark_of_who_played_before_is_not_reported_as_of_who_plays(game: Game) -> None:
    seats.give(game=game, handover=seats.Handover(power=FR, user=person("Heir")))
    end(game)
    note(game, FR, 0, "an insult", publish=True)
    [[insult], _] = remarks.by_phase(fresh(game), reader(game, AT), 1)
    form = {"to": "master", "note": "he insults me"}
    browser(AT).post(f"/games/{game.slug}/remarks/{insult.code}/", form)
    told = browser("Master").get(f"/games/{game.slug}/press/reported/").content.decode()
    assert f"<b>{insult.by}</b>" in told
    assert insult.by == "France, France, before"
    letter = Letter.objects.get(user=person("Master"), subject__contains="a remark was reported")
    assert "has reported a remark of France, France, before." in letter.body


def test_a_remark_is_edited_kept_back_and_thrown_away(game: Game) -> None:
    end(game)
    path, client = f"/games/{game.slug}/notes/2/", browser(FR)
    client.post(path, {"text": "at first", "what": "publish"})
    assert remarked(game) == [[], [("France, France", "at first")]]
    client.post(path, {"text": "on reflection", "what": "publish"})
    assert remarked(game) == [[], [("France, France", "on reflection")]]
    client.post(path, {"text": "on reflection", "what": "keep"})
    assert remarked(game) == [[], []]
    assert "on reflection" in client.get(path).content.decode()
    client.post(path, {"text": "on reflection", "what": "drop"})
    assert not Note.objects.exists()


def test_a_remark_says_who_and_what_he_was(game: Game) -> None:
    seats.give_up(game=game, user=person(FR))
    end(game)
    for name in (AT, FR, "Master"):
        note(game, name, 0, name, publish=True)
    assert {by for by, _ in remarked(game)[0]} == {
        "Austria, Austria",
        "France, France, before",
        "Master, game master",
    }
    Game.objects.filter(pk=game.pk).update(anonymous=True)
    assert ("France, before", "France") in remarked(game)[0]
    accounts.delete(user=person(AT))
    assert {text for _, text in remarked(game)[0]} == {FR, "Master"}


def test_who_blocks_a_player_reads_no_remarks_of_his(game: Game) -> None:
    scope = reading.scope_of(game, reader(game, AT))
    message = Message.objects.get(text="france to austria")
    guarding.block(scope=scope, message=message, user=person(AT))
    end(game)
    note(game, FR, 0, "france remarks", publish=True)
    assert remarked(game, AT) == [[], []]
    assert remarked(game, IT) == [[("France, France", "france remarks")], []]


def test_a_note_on_what_is_not_there_is_none(game: Game) -> None:
    path = f"/games/{game.slug}/notes/"
    for page in (path, f"{path}0/"):
        for client in (Client(), browser("Stranger")):
            assert client.get(page).status_code == 404
            assert client.post(page, {"text": "a word"}).status_code == 404
    assert browser(AT).post(f"{path}2/", {"text": "of what is to come"}).status_code == 404
    long = "a" * (LONGEST + 1)
    answer = browser(AT).post(f"{path}0/", {"text": long})
    assert answer.status_code == 422
    assert f"a note has at most {LONGEST} letters" in answer.content.decode().lower()
    assert long in answer.content.decode(), "nothing typed is lost"
    browser(AT).post(f"{path}0/", {"text": " \n "})
    assert not Note.objects.exists()


def test_a_game_that_goes_back_takes_its_remarks_out_of_sight(game: Game) -> None:
    end(game)
    note(game, AT, 2, "on the whole game", publish=True)
    acts.roll_back(game=fresh(game), actor="Master", number=0, serial=fresh(game).serial, sure=True)
    assert remarked(game) == [[], []]
    page = browser(AT).get(f"/games/{game.slug}/notes/").content.decode()
    assert "A phase that was taken back" in page
    assert "on the whole game" in page
    note(game, AT, 0, "noted since")
    end(game)
    assert remarked(game, last=0) == [[("Austria, Austria", "on the whole game")]]


# The whole game on one page


def replay(game: Game, asked: dict[str, str] | None = None, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/games/{game.slug}/replay/", asked or {})
    assert answer.status_code == 200
    assert "script-src 'sha256-" in answer["Content-Security-Policy"]
    return answer.content.decode()


def test_the_replay_has_remarks_press_and_the_end(game: Game) -> None:
    write(game, AT, PAIR, "<script>alert(1)</script>\nsecond line")
    end(game)
    note(game, FR, 0, "I <i>meant</i> it", publish=True)
    note(game, "Master", 2, "A fine game", publish=True)
    note(game, IT, 0, "never told")
    agree(game, AT, *PAIR)
    closed = replay(game)
    assert "France to Austria" not in closed
    assert "never told" not in closed
    agree(game, FR, *PAIR)
    ways: list[dict[str, str]] = [{}, {"as": "archive"}, {"as": "spectator"}, {"as": AT}]
    for whose in ways:
        page = replay(game, whose)
        first, last = page.split('id="phase-1"')
        assert '<b>France, France</b></p>\n<p class="r-text">I &lt;i&gt;meant&lt;/i&gt; it' in first
        assert "<b>Austria to France</b>" in first
        assert '<b>Italy to all</b></p>\n<p class="r-text">to all' in first
        assert '<b>Unsigned to all</b></p>\n<p class="r-text">unsigned' in first
        assert "&lt;script&gt;alert(1)&lt;/script&gt;\nsecond line" in page
        assert "<script>alert" not in page
        assert '<b>Master, game master</b></p>\n<p class="r-text">A fine game' in last
        assert "<span>centres 3,</span> <span>units 3;</span> Austria</dd>" in last
        for hidden in ("never told", "france asks", "italy alone in a group"):
            assert hidden not in page


def test_what_is_taken_back_is_on_no_replay_that_was_kept(game: Game) -> None:
    end(game)
    note(game, FR, 0, "said in anger", publish=True)
    assert "said in anger" in replay(game)
    note(game, FR, 0, "said in anger", publish=False)
    assert "said in anger" not in replay(game)
    note(game, FR, 0, "said in anger", publish=True)
    assert "<span>units 3;</span> France</dd>" in replay(game)
    accounts.delete(user=person(FR))
    page = replay(game)
    assert "said in anger" not in page
    assert "<span>units 3;</span> France</dd>" not in page
    assert "<span>somebody who is not named</span></dd>" in page


def test_what_was_told_in_a_seat_is_replayed_without_what_came_later(game: Game) -> None:
    seats.give_up(game=game, user=person(FR))
    time_is_up(game)
    end(game)
    note(game, AT, 0, "remarked", publish=True)
    held = reader(game, FR).past[0]
    assert "remarked" in replay(game, client=browser(FR))
    assert "remarked" not in replay(game, {"holding": str(held.pk)}, browser(FR))
    assert "remarked" not in replay(game, {"to": AT}, browser("Master"))


def test_there_is_nothing_beside_a_game_that_goes_on(game: Game) -> None:
    note(game, FR, 0, "of my own")
    for client in (Client(), browser(FR), browser("Master")):
        page = replay(game, client=client)
        assert 'class="r-words"' not in page
        for text in ("of my own", "to all", "austria to france"):
            assert text not in page
