"""What is not there, and what is there but another's: one answer, at one cost."""

from typing import Any
from urllib.parse import unquote

import pytest
import visits
from django.conf import settings
from leak_asking import Heard, ask, browser, normal, program
from leak_yard import Yard, sow, yard
from tables import fresh, person, started
from test_leaks import Record
from visits import Place, Visit

from legation.server.accounts.models import Attempt, User
from legation.server.api import tokens
from legation.server.api.models import Token
from legation.server.archive import opening
from legation.server.desk import handing
from legation.server.desk.models import Ruling
from legation.server.games import change
from legation.server.games.models import Holding
from legation.server.post.models import Letter
from legation.server.studio import drafts, jobs
from legation.studio.document import empty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("leaks_alone")]


def _alone(client: Any, visit: Visit) -> Heard:
    Attempt.objects.all().delete()  # that it is counted is no answer
    return ask(client, visit)


def _alike(client: Any, there: Visit, nowhere: Visit, names: tuple[str, str] = ("", "")) -> None:
    """Both give the same answer, but for the word by which each was asked for."""
    first, second = _alone(client, there), _alone(client, nowhere)
    assert _without(first, names[0]) == _without(second, names[1]), there
    assert first.queries == second.queries, there


def _without(heard: Heard, name: str) -> str:
    text = unquote(normal(heard.text))
    return text.replace(name, "NAME") if name else text


ASKING = {
    "anonymous": lambda: browser(None),
    "a stranger": lambda: browser(person("Stranger")),
    "a stranger's program": lambda: program(person("Stranger")),
}


@pytest.mark.parametrize(
    "who",
    [pytest.param(who, marks=[pytest.mark.night] * (who != "a stranger")) for who in ASKING],
)
def test_a_private_game_is_not_there(who: str, record_property: Record) -> None:
    game = started("Austria", "France", access="link", mastered=True)
    there, nowhere = Place(game.slug, "standard"), Place("aaaaaaaaaa", "standard")
    compared, client = 0, ASKING[who]()
    for one, two in zip(visits.of(there), visits.of(nowhere), strict=True):
        by_program = one.name.startswith("interface:") or "program" not in who
        if game.slug in one.path and by_program:
            _alike(client, one, two, (there.slug, nowhere.slug))
            compared += 1
    what = f"not there, not yours: a private game, {who}"
    record_property("leaks", {"what": what, "answers": 2 * compared, "pairs": compared})


def test_a_draft_of_a_variant_is_there_for_its_designer_alone(record_property: Record) -> None:
    ada = person("Ada")
    row = drafts.begin(user=ada, document=empty(), notes=[], what="")
    jobs.ask(draft=row, kind="build")
    there, nowhere = Place("void", "standard", draft=row.key), Place("void", "standard")
    pairs = list(zip(visits.of(there), visits.of(nowhere), strict=True))
    pairs = [(one, two) for one, two in pairs if row.key in one.path]
    assert len(pairs) > 30
    for who in (None, "Stranger"):
        client = browser(person(who) if who else None)
        for one, two in pairs:
            _alike(client, one, two, (there.draft, nowhere.draft))
    what = "not there, not yours: a draft of a variant"
    record_property("leaks", {"what": what, "answers": 4 * len(pairs), "pairs": 2 * len(pairs)})


@pytest.fixture
def found() -> Yard:
    """A game in which everything of everybody is there."""
    whole = yard("standard", ("Austria", "France", "Turkey"))
    sow(whole)
    return whole


def _threads(found: Yard) -> list[tuple[Visit, Visit, tuple[str, str]]]:
    """The press of Austria and France, and that of two others who never wrote."""
    there, nowhere = found.key("Austria", "France"), found.key("Germany", "Italy")
    places = [Place(found.game.slug, "standard", keys=[key]) for key in (there, nowhere)]
    asked = zip(visits.of(places[0]), visits.of(places[1]), strict=True)
    return [
        (a, b, (there, nowhere))
        for a, b in asked
        if f"/press/{there}" in a.path and a.path != b.path
    ]


def test_the_press_of_others_is_there_for_nobody(found: Yard, record_property: Record) -> None:
    pairs, compared = _threads(found), 0
    assert {a.name for a, _, _ in pairs} == {
        *(
            "press:thread",
            "press:send",
            "press:draft",
            "press:aside",
            "interface:thread",
            "interface:write",
            "interface:mark_read",
            "archive:conversation",
        )
    }
    for who in (None, "Turkey", "watcher", "gm"):
        clients = [browser(found.people[who] if who else None)]
        clients += [program(found.people[who])] if who else []
        for client in clients:
            for there, nowhere, names in pairs:
                _alike(client, there, nowhere, names)
                compared += 1
    what = "not there, not yours: press"
    record_property("leaks", {"what": what, "answers": 2 * compared, "pairs": compared})


def test_press_that_is_not_open_is_there_for_nobody(found: Yard) -> None:
    """In a finished game: one of two writers has agreed, of two others none ever wrote."""
    change.change(game=fresh(found.game), do=lambda table: table.abandon())
    there, nowhere = found.key("Austria", "France"), found.key("Germany", "Italy")
    opening.agree(game=found.game, user=found.people["France"], key=there)
    path = f"/games/{found.game.slug}/archive/press/"
    for who in (None, "Austria", "France", "Turkey", "watcher", "gm", "ex"):
        client = browser(found.people[who] if who else None)
        one, two = (Visit("", f"{path}{key}/") for key in (there, nowhere))
        _alike(client, one, two, (there, nowhere))
        if who in (None, "Turkey", "watcher", "gm"):
            for what in ("agree", "withdraw"):
                form = {"what": what, "sure": "yes"}
                one, two = (
                    Visit("", path, "POST", {**form, "key": key}) for key in (there, nowhere)
                )
                _alike(client, one, two, (there, nowhere))


def test_the_past_of_another_is_there_for_nobody(found: Yard, record_property: Record) -> None:
    held = Holding.objects.get(seat__game=found.game, user=found.people["ex"])
    nowhere, compared = "999999", 0
    asked = [v for v in visits.of(found.place(slow=True)) if v.data.get("holding") == held.pk]
    names = {"game", "board-lists", "board-menu", "board-steps", "what-if", "game-replay"}
    names |= {"board-standings"}
    names |= {"game-reports", "game-report", "game-report-text", "report-picture"}
    assert {v.name for v in asked} == names
    for who in (None, "Austria", "Turkey", "gm"):
        client = browser(found.people[who] if who else None)
        for there in asked:
            data = {**there.data, "holding": nowhere}
            other = Visit(there.name, there.path, data=data)
            _alike(client, there, other)
            compared += 1
    what = "not there, not yours: a seat held before"
    record_property("leaks", {"what": what, "answers": 2 * compared, "pairs": compared})


def test_a_seat_on_offer_is_there_for_whom_it_is_offered(found: Yard) -> None:
    row = fresh(found.game)
    watcher = found.people["watcher"]
    offer: dict[str, Any] = {"game": row, "power": "Turkey", "address": watcher.email}
    handing.to_address(**offer, master=found.people["gm"], sure=True)
    body = Letter.objects.filter(address=watcher.email).latest("pk").body
    path = next(w for w in body.split() if w.startswith(settings.SITE_URL) and "/seat/" in w)
    path = path.removeprefix(settings.SITE_URL)
    void = path[:-3] + "xx/"
    assert browser(watcher).get(path).status_code == 200
    for who in (None, "Austria", "Turkey", "gm", "ex"):
        client = browser(found.people[who] if who else None)
        for method in ("GET", "POST"):
            _alike(client, Visit("", path, method), Visit("", void, method), (path, void))


def test_what_the_master_was_asked_is_there_for_nobody_else(found: Yard) -> None:
    code = Ruling.objects.get().code
    path = f"/games/{found.game.slug}/desk/answer/"
    form = {"answer": "a word", "serial": 0}
    for who in (None, "Austria", "France", "ex", "watcher"):
        client = browser(found.people[who] if who else None)
        there, nowhere = (
            Visit("", path, "POST", {**form, "code": word}) for word in (code, "x" * len(code))
        )
        _alike(client, there, nowhere, (code, "x" * len(code)))


def test_the_token_of_another_is_there_for_nobody(found: Yard) -> None:
    tokens.make(user=found.people["France"], name="his")
    number = str(Token.objects.get(user=found.people["France"]).pk)
    for who in ("Austria", "gm", "ex"):
        there, nowhere = (
            Visit("", "/accounts/tokens/", "POST", {"revoke": word}) for word in (number, "999999")
        )
        _alike(browser(found.people[who]), there, nowhere)
    assert Token.objects.filter(pk=int(number)).exists()


def test_a_program_with_the_token_of_one_who_left_is_a_spectator(found: Yard) -> None:
    """So is one of an account that has ended: it is nobody."""
    ex, base = program(found.people["ex"]), f"/api/games/{found.game.slug}"
    watcher = program(found.people["watcher"])
    at = found.place(slow=False)
    for visit in visits.of(at):
        if visit.name.startswith("interface:") and visit.path.startswith(base):
            seen, seen_by_all = _alone(ex, visit), _alone(watcher, visit)
            if "/press" in visit.path:  # until he left, some of it was his
                assert seen.status in (200, 404, 409, 422)
                continue
            assert normal(seen.text) == normal(seen_by_all.text), visit
    assert ex.get(f"{base}/sheet").status_code == 404
    User.objects.filter(pk=found.people["ex"].pk).update(is_active=False)
    assert ex.get(base).status_code == 401
