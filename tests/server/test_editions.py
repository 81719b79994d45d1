"""Public editions: what stands in them, who is shown a draft, and that what is signed stays."""

import re
from typing import Any

import pytest
from django.test import Client
from stored import stored
from tables import fresh, person, reader, started, time_is_up, view_as

from legation.errors import LegationError, StateError
from legation.server.edition import addresses, paper, signing
from legation.server.edition.models import Draft, Edition, Stood
from legation.server.edition.printed import Printed
from legation.server.edition.signing import Written
from legation.server.games import reads
from legation.server.games.models import Game
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.press import services
from legation.server.press.members import PUBLIC, key_of

pytestmark = pytest.mark.django_db


def _game() -> Game:
    """A game with two players and a master, one phase of which is over."""
    found = started("France", "England", mastered=True, movement=60, retreat=60, adjustment=60)
    time_is_up(found)
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def sign(game: Game, heading: str = "Gunpowder", editorial: str = "Dear readers,") -> Edition:
    draft = signing.draft_of(game)
    written = Written(heading, editorial, signing.next_number(game), draft.saves)
    return signing.sign(game=fresh(game), written=written, user=person("Master"))


def form(game: Game, **more: Any) -> dict[str, Any]:
    draft = signing.draft_of(game)
    said = {"heading": "Gunpowder", "editorial": "Dear readers,", "saves": draft.saves}
    return {**said, "number": signing.next_number(game), **more}


def at(game: Game, end: str = "") -> str:
    return f"/games/{game.slug}/editions/{end}"


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_it_is_written_looked_at_signed_and_read(game: Game) -> None:
    services.send(
        game=game, user=person("France"), key=PUBLIC, text="Vive la paix\nund so", token="t1"
    )
    master, stranger = signed_in("Master"), Client()
    assert "has signed no edition yet" in text_of(stranger, at(game))
    looked = master.post(at(game, "draft/"), form(game, what="save"), follow=True)
    assert "Stored. Nobody but you is shown it." in looked.content.decode()
    assert "Gunpowder" in text_of(master, at(game, "draft/"))
    assert "Gunpowder" not in text_of(stranger, at(game))
    asked = master.post(at(game, "draft/"), form(game, what="sign"))
    assert "Sign edition 1?" in asked.content.decode()
    assert not Edition.objects.exists()
    done = master.post(at(game, "draft/"), form(game, what="sign", sure="yes"))
    assert done["Location"] == at(game, "1/")
    page = text_of(stranger, at(game, "1/"))
    for words in ("Gunpowder", "Dear readers,", "Master, game master", "Vive la paix", "France"):
        assert words in page
    assert "Spring 1901, movement" in page
    assert re.search(r"Orders are due at \d\d:\d\d, \d+ \w+ \d{4} \(UTC\)", page)
    assert "Sealed: the game master reads no sheet before the phase closes" in page
    text = text_of(stranger, at(game, "1.txt"))
    assert "GUNPOWDER" in text
    assert "France: Vive la paix\n  und so" in text
    assert stranger.get(at(game, "1.svg"))["Content-Type"] == "image/svg+xml"
    log = [entry.text for entry in reads.log_for(game, reader(game, "France"))]
    assert log[0] == "Edition 1 is signed."
    assert not Draft.objects.exists()


def test_it_goes_out_by_letter_to_who_wants_the_news(game: Game) -> None:
    england = person("England")
    england.mail_phase = False
    england.save()
    Letter.objects.all().delete()
    sign(game)
    letters = {letter.user.name: letter for letter in Letter.objects.all() if letter.user}
    assert set(letters) == {"France", "Master"}
    assert letters["France"].subject == "A game: edition 1: Gunpowder"
    assert "Dear readers," in letters["France"].body
    assert f"/games/{game.slug}/editions/1.pdf" in letters["France"].body


def test_it_holds_what_everybody_is_told_and_nothing_else(game: Game) -> None:
    """Press to one, and of London Nights units unseen, stand in no edition."""
    key = key_of(reads.book_of(game), ("England", "France"))
    services.send(game=game, user=person("France"), key=key, text="secret pact", token="t2")
    assert "secret pact" not in str(sign(game).printed)
    night = started("Royals", "Nurses", variant="london_nights", mastered=True)
    time_is_up(night)
    edition = sign(fresh(night))
    told = Printed.kept(edition.printed)
    public = view_as(night, reader(night, "Master"), told_to="spectator")
    seen = {str(outcome.unit) for told in public.told for outcome in told.outcomes}
    all_ = reads.view_for(night, reader(night, "Master"))
    hidden = {str(outcome.unit) for told in all_.told for outcome in told.outcomes} - seen
    assert hidden, "nobody went unseen in this round: the test looks nowhere"
    orders = " ".join(text for title, lines in told.parts if title == "Orders" for _, text in lines)
    assert not [unit for unit in hidden if re.search(rf"\b{re.escape(unit)}\b", orders)]


def test_it_says_how_the_game_stands_as_everybody_knows() -> None:
    """In the first year of Post-Atomic nobody is told who owns what: units alone are counted."""
    plain = started("France", mastered=True)
    time_is_up(plain)
    parts = dict(Printed.kept(sign(fresh(plain)).printed).parts)
    assert ("Russia", "centres 4, units 4") in parts["Standings"]
    assert ("", "18 centres win, if they are more than anybody else's.") in parts["Standings"]
    atomic = started("France", variant="post_atomic", mastered=True)
    time_is_up(atomic)
    told = dict(Printed.kept(sign(fresh(atomic)).printed).parts)["Standings"]
    assert ("Russia", "units 4") in told
    assert ("", "As far as everybody knows.") in told
    assert "centres" not in " ".join(text for power, text in told if power)


def test_nobody_but_the_master_is_shown_a_draft(game: Game) -> None:
    signing.save(game=game, written=Written("Hush", "not yet", 1, 0))
    for client in (Client(), signed_in("France"), signed_in("Watcher")):
        for end in ("draft/", "draft.pdf", "draft.svg"):
            assert client.get(at(game, end)).status_code == 404
        assert client.post(at(game, "draft/"), form(game, what="save")).status_code == 404
    assert signing.draft_of(game).heading == "Hush"


def test_nulls_and_odd_line_ends_are_left_out(game: Game) -> None:
    """PostgreSQL takes no null in a text; browsers send lines with a carriage return."""
    sent = form(game, what="save", heading="Gun\x00powder", editorial="One\r\ntwo\rthree\x00")
    assert signed_in("Master").post(at(game, "draft/"), sent).status_code == 302
    draft = signing.draft_of(game)
    assert (draft.heading, draft.editorial) == ("Gunpowder", "One\ntwo\nthree")


def test_what_is_signed_twice_is_told_and_stays(game: Game) -> None:
    first, second = signed_in("Master"), signed_in("Master")
    sent, other = form(game, what="sign", sure="yes"), form(game, what="sign", sure="yes")
    first.post(at(game, "draft/"), sent)
    answer = second.post(at(game, "draft/"), {**other, "editorial": "another text"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Edition 1 was signed already, by Master at" in page
    assert "another text" in page
    assert [e.printed["editorial"] for e in Edition.objects.all()] == ["Dear readers,"]
    assert Letter.objects.filter(key__contains=":edition-1:").count() == 3


def test_a_window_replaces_nothing_that_it_has_not_seen(game: Game) -> None:
    signing.save(game=game, written=Written("One", "first", 1, 0))
    with pytest.raises(StateError, match="changed in another window"):
        signing.save(game=game, written=Written("Two", "second", 1, 0))
    assert signing.draft_of(game).heading == "One"
    assert signing.save(game=game, written=Written("Two", "second", 1, 1)).heading == "Two"


def test_a_mistake_is_mended_by_another_edition(game: Game) -> None:
    services.send(game=game, user=person("France"), key=PUBLIC, text="early words", token="t3")
    wrong = sign(game)
    time_is_up(game)
    services.send(game=game, user=person("France"), key=PUBLIC, text="late words", token="t4")
    wrong.refresh_from_db()
    before = dict(wrong.printed)
    master = signed_in("Master")
    master.post(at(game, "draft/"), {"what": "correct", "of": "1"})
    assert signing.draft_of(game).editorial == "Dear readers,"
    done = master.post(at(game, "draft/"), form(game, what="sign", sure="yes", heading="Mended"))
    assert done["Location"] == at(game, "2/")
    wrong.refresh_from_db()
    mended = Edition.objects.get(number=2)
    assert wrong.printed == before
    assert mended.printed["when"] == wrong.printed["when"]
    assert "early words" in str(mended.printed["press"])
    assert "late words" not in str(mended.printed["press"])
    assert "Edition 2 corrects this one." in text_of(Client(), at(game, "1/"))
    assert "This corrects edition 1." in text_of(Client(), at(game, "2/"))
    later = sign(fresh(game), "Next")
    assert "late words" in str(later.printed["press"])
    assert "early words" not in str(later.printed["press"])


def test_an_address_stands_while_its_owner_wishes(game: Game) -> None:
    france = signed_in("France")
    france.post(at(game, "address/"), {"what": "give", "text": "12 Rue  de Rivoli"})
    assert "12 Rue" not in text_of(Client(), at(game))
    sign(game)
    page = text_of(Client(), at(game, "1/"))
    assert "France, France" in page
    assert "12 Rue de Rivoli" in page
    france.post(at(game, "address/"), {"what": "give", "text": "elsewhere"})
    assert "12 Rue de Rivoli" in text_of(Client(), at(game, "1/"))
    told = france.post(at(game, "address/"), {"what": "withdraw"}, follow=True).content.decode()
    assert "Your address is withdrawn: no page shows it any more." in told
    for end in ("1/", "1.txt"):
        page = text_of(Client(), at(game, end))
        assert "12 Rue" not in page
        assert addresses.WITHDRAWN in page
    assert not Stood.objects.exists()
    log = reads.log_for(game, reader(game, "England")).first()
    assert log is not None
    assert log.text == "An address was withdrawn from the editions."
    again = france.post(at(game, "address/"), {"what": "withdraw"})
    assert again.status_code in (302, 404)


def test_where_nobody_knows_who_plays_no_address_is_printed() -> None:
    game = started("France", mastered=True, anonymous=True)
    assert signed_in("France").post(at(game, "address/"), {"text": "x"}).status_code == 404
    with pytest.raises(StateError, match="no addresses are printed"):
        addresses.give(
            game=game, reader=reader(game, "France"), user=person("France"), text="by post"
        )
    assert sign(fresh(game)).addresses == 0


def test_who_leaves_is_in_no_edition_any_more(game: Game) -> None:
    for name in ("France", "Master"):
        addresses.give(game=game, reader=reader(game, name), user=person(name), text=f"c/o {name}")
    sign(game)
    for name in ("France", "Master"):
        signed_in(name).post("/accounts/delete/", {"password": "a long enough one"})
    page = text_of(Client(), at(game, "1/"))
    assert "c/o" not in page
    assert "Master" not in page
    assert "An account that is gone, game master" in page


def test_a_letter_that_comes_back_is_told(game: Game) -> None:
    sign(game)
    letter = Letter.objects.get(key__contains=":edition-1:", user__name="France")
    outbox.not_sent(letter, ValueError("no such mailbox"))
    log = reads.log_for(game, reader(game, "England")).first()
    assert log is not None
    assert log.text == "A letter with edition 1 came back: an address does not take it."
    assert "came back from: France" in text_of(signed_in("Master"), at(game, "draft/"))
    assert "France" not in log.text


def test_a_sheet_of_paper(game: Game) -> None:
    """What people write is data to the renderer: no instruction of it is carried out."""
    pytest.importorskip("typst")
    odd = '#read("/etc/passwd") *bold* $x$ #image("picture.svg") <b> \\'
    sign(game, "A #heading[of] signs", odd)
    answer = Client().get(at(game, "1.pdf"))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    assert b"edition-1.pdf" in answer["Content-Disposition"].encode()
    edition = Edition.objects.get()
    printed = Printed.kept(edition.printed)
    assert answer.content == paper.pdf(printed, edition.picture, addresses.of(edition))


def test_paper_has_a_budget(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty in an hour, of all editions and of what is not signed; the page is there still."""
    made: list[object] = []

    def typeset(*given: object) -> bytes:
        made.append(given)
        return b"%PDF-"

    monkeypatch.setattr(paper, "pdf", typeset)
    sign(game)
    for _ in range(59):
        assert Client().get(at(game, "1.pdf")).status_code == 200
    master = signed_in("Master")
    assert master.get(at(game, "draft.pdf")).status_code == 200
    for client, end in ((Client(), "1.pdf"), (master, "draft.pdf")):
        over = client.get(at(game, end))
        assert (over.status_code, len(made)) == (429, 60)
        assert "Very many editions were typeset for you. Try again in an hour." in (
            over.content.decode()
        )
    assert Client().get(at(game, "1.pdf"), REMOTE_ADDR="192.0.2.7").status_code == 200
    assert Client().get(at(game, "1/")).status_code == 200


def test_without_a_renderer_a_sentence_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> bytes:
        raise LegationError("no renderer")

    sign(game)
    monkeypatch.setattr(paper, "pdf", missing)
    page = Client().get(at(game, "1.pdf"), follow=True).content.decode()
    assert "This server has no renderer for PDF." in page


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"what": "sign", "heading": " "}, "Give the edition a heading."),
        ({"what": "save", "heading": "x" * 121}, "The heading has 121 letters; 120 are the most."),
        ({"what": "save", "number": "x"}, "This form is not from the page of the draft"),
        ({"what": "correct", "of": "7"}, "There is no edition 7."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(
    game: Game, sent: dict[str, str], said: str
) -> None:
    answer = signed_in("Master").post(at(game, "draft/"), form(game, **sent))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "Dear readers," in answer.content.decode()


def test_it_reports_every_phase_since_the_edition_before(game: Game) -> None:
    """Spring in the first; Autumn's movement and the winter after it in the second."""
    assert [sign(game).first, Edition.objects.get().phase] == [0, 0]
    while not fresh(game).phase.startswith("Spring 1902"):
        time_is_up(game)
    second = sign(fresh(game), "A year")
    last = reads.view_for(fresh(game), reader(game, "France")).number - 1
    assert (second.first, second.phase) == (1, last)
    assert last > 1
    printed = Printed.kept(second.printed)
    assert printed.when.startswith("Autumn 1901, movement, to ")
    assert "Autumn 1901, movement: Orders" in [title for title, _ in printed.parts]
    again = sign(fresh(game), "Nothing new")
    assert (again.first, again.phase) == (last, last)


def test_before_the_first_phase_is_over_there_is_one_too() -> None:
    game = started("France", mastered=True)
    edition = sign(game)
    assert edition.phase is None
    assert Printed.kept(edition.printed).parts == []
    assert "Before Spring 1901" in text_of(Client(), at(game, "1/"))
