"""A form of the desk that is refused stands as it was sent, with the reasons beside it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from asking import browser
from django.utils import timezone
from tables import fresh, person, started, time_is_up

from legation.server.desk import rulings
from legation.server.desk.models import Ruling
from legation.server.games import sheets
from legation.server.games.models import Game

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"
MASTER = "Master"


def refused(game: Game, what: str, **form: Any) -> str:
    """The page that answers a form."""
    path = f"/games/{game.slug}/desk/{what}/"
    form = {"serial": fresh(game).serial, **form}
    answer = browser(MASTER).post(path, form)
    assert answer.status_code == 422, answer
    return answer.content.decode()


def desk(game: Game) -> str:
    return browser(MASTER).get(f"/games/{game.slug}/desk/").content.decode()


def section(page: str, name: str, tag: str = "section") -> str:
    """What stands in the part of the page with this id."""
    start = page.index(f'<{tag} id="{name}"') if f'<{tag} id="{name}"' in page else -1
    start = start if start >= 0 else page.index(f'id="{name}"')
    return page[start : page.index(f"</{tag}>", start)]


def chosen(page: str, name: str) -> list[str]:
    """The choice that is marked in the select with this id."""
    start = page.index(f'<select id="{name}"')
    there = page[start : page.index("</select>", start)]
    marked = re.findall(r'<option(?: value="([^"]*)")? selected>([^<]*)', there)
    return [value or text for value, text in marked]


def test_an_answer_that_is_refused_is_not_lost() -> None:
    game = started(AT, FR, mastered=True)
    for n in (1, 2):
        rulings.ask(game=game, user=person(AT), question=f"Question {n}?", token=str(n))
    first, second = Ruling.objects.order_by("pk")
    page = refused(game, "answer", code=first.code, answer="<i>Long</i> & typed", publish="yes")
    here = section(page, f"q-{first.code}", "details")
    assert "&lt;i&gt;Long&lt;/i&gt; &amp; typed</textarea>" in here
    assert re.search(r'name="publish" value="yes" checked', here)
    assert "To publish it, say for all what was asked" in here
    assert f'action="/games/{game.slug}/desk/answer/#q-{first.code}"' in here, "it jumps there"
    assert " open>" in here[: here.index("<summary")]
    other = section(page, f"q-{second.code}", "details")
    assert "typed" not in other
    assert "error" not in other
    assert page.count('role="alert"') == 1
    page = refused(game, "answer", code=first.code, answer="", publish="yes", told="For all?")
    assert "For all?</textarea>" in section(page, f"q-{first.code}", "details")
    assert not Ruling.objects.exclude(answer="").exists()


def test_every_line_of_the_police_that_is_wrong_is_named() -> None:
    game = started(
        "Nurses", variant="london_nights", mastered=True, options={"police-orders": "game-master"}
    )
    sheets.submit(game=game, power="Nurses", typed="U Ham H", settled=True, serial=0)
    typed = "nonsense\r\nU Nowhere H"
    page = refused(game, "seal", nation="Police", typed=typed, seal="yes")
    here = section(page, "seal")
    assert "nonsense\nU Nowhere H</textarea>" in here.replace("\r", "")
    for said in ("Saved, not sealed.", "Line 1: ", "Line 2: "):
        assert said in here
    assert "U Ham H" not in page, "their sheets are still closed"
    time_is_up(game)
    time_is_up(game)  # the adjustments of 20:00
    assert fresh(game).phase_kind == "movement"
    late = refused(game, "seal", nation="Police", typed="My long work", seal="yes", serial=0)
    assert "The phase was over when this came." in section(late, "seal")
    assert "My long work</textarea>" in section(late, "seal")


def test_choices_and_words_stay() -> None:
    game = started(AT, FR, mastered=True)
    page = refused(game, "unit", nation="Italy", kind="F", place="Atlantis")
    assert (chosen(page, "u-nation"), chosen(page, "u-kind")) == (["Italy"], ["F"])
    here = section(page, "unit", "details")
    assert 'value="Atlantis"' in here
    assert "Atlantis" in here[here.index('role="alert"') :]
    assert re.search(r'<details id="unit" open>', page)
    page = refused(game, "owner", place="Par", power="")
    assert (chosen(page, "o-place"), chosen(page, "o-power")) == (["Par"], [])
    assert "Choose a power." in section(page, "owner", "details")
    page = refused(game, "give", power=FR, to="bot", bot="hal", whom="Noone")
    here = section(page, "give")
    assert chosen(page, "g-power") == [FR]
    assert 'value="Noone"' in here
    assert re.findall(r'name="to" value="(\w+)" checked', here) == ["bot"]
    assert "Choose a bot." in here
    page = refused(game, "back-to", number=0, serial=7)
    assert chosen(page, "number") == ["0"]
    assert "look again" in section(page, "back-to")
    page = refused(game, "extend", until="2001-02-31T10:00")
    assert 'value="2001-02-31T10:00"' in section(page, "clock")
    assert "Say until when" in section(page, "clock")
    page = refused(game, "extend", until="2001-01-01T10:00")
    assert "That time has passed: give it one to come" in section(page, "clock")


def test_a_form_that_is_gone_says_why_and_what_was_sent() -> None:
    game = started(AT, FR, mastered=True)
    page = refused(game, "answer", code="x" * 16, answer="Long work", publish="yes", told="All?")
    top = page[: page.index('id="desk"')]
    for said in ("There is no such question.", "Long work</textarea>", "All?</textarea>"):
        assert said in top
    page = refused(game, "seal", nation=AT, typed="A Vie H", seal="yes")
    assert "not yours to write" in page[: page.index('id="desk"')]


def test_what_is_refused_tells_no_more_than_the_desk() -> None:
    game = started(
        "Nurses", variant="london_nights", mastered=True, options={"police-orders": "game-master"}
    )
    page = refused(game, "resume")
    reason = re.compile(r'<div class="error" role="alert">.*?</div>\s*', re.DOTALL)
    assert len(reason.findall(page)) == 1
    assert "The game is not paused." in section(page, "clock")

    def plain(text: str) -> str:
        text = re.sub(
            r'value="\w{64}"|value="[\d-]+T[\d:]+"| data-refused', "", reason.sub("", text)
        )
        return re.sub(r"\s+", " ", text)

    assert plain(page) == plain(desk(game))


def test_the_address_of_a_form_leads_to_the_desk() -> None:
    game = started(AT, FR, mastered=True)
    for what, place in (("answer", "answer"), ("extend", "clock"), ("withdraw", "give")):
        answer = browser(MASTER).get(f"/games/{game.slug}/desk/{what}/")
        assert answer.status_code == 302
        assert answer["Location"] == f"/games/{game.slug}/desk/#{place}"
        assert browser(AT).get(f"/games/{game.slug}/desk/{what}/").status_code == 404
    assert browser(MASTER).get(f"/games/{game.slug}/desk/nonsense/").status_code == 404


def test_every_place_that_a_form_jumps_to_is_there() -> None:
    game = started(AT, FR, mastered=True)
    rulings.ask(game=game, user=person(AT), question="May I?", token="1")
    page = desk(game)
    jumps = set(re.findall(r'action="/games/\w+/desk/[\w-]+/#([\w-]+)"', page))
    assert {"clock", "give", "disorder", "unit", "remove", "owner", "back-to", "end-game"} <= jumps
    assert all(f'id="{jump}"' in page for jump in jumps)
    assert len(re.findall(r'action="/games/\w+/desk/[\w-]+/"', page)) == 0


def test_civil_disorder_offers_whom_it_concerns() -> None:
    game = started(AT, FR, mastered=True)

    def listed(name: str) -> set[str]:
        page = desk(game)
        if f'<select id="{name}"' not in page:
            return set()
        start = page.index(f'<select id="{name}"')
        return set(re.findall(r"<option>([^<]+)", page[start : page.index("</select>", start)]))

    everybody = listed("d-power")
    assert len(everybody) == 7
    assert listed("e-power") == set()
    form = {"power": FR, "declared": "yes", "sure": "yes"}
    browser(MASTER).post(f"/games/{game.slug}/desk/disorder/", form)
    assert listed("d-power") == everybody - {FR}
    assert listed("e-power") == {FR}
    assert "already" in section(refused(game, "disorder", **form), "give")


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("at-once", "Germany fell into civil disorder for good: its units are disbanded"),
        ("between-turns", "Germany falls when the next movement turn opens"),
    ],
)
def test_when_civil_disorder_takes_effect_is_said_before(when: str, said: str) -> None:
    game = started("Germany", mastered=True, variant="locarno", options={"cd-when": when})
    assert "and when, before you are sure" in desk(game)
    form = {"power": "Germany", "declared": "yes"}
    page = browser(MASTER).post(f"/games/{game.slug}/desk/disorder/", form).content.decode()
    assert said in page


def test_a_game_without_deadlines_is_offered_tomorrow() -> None:
    free = {"movement": None, "retreat": None, "adjustment": None}
    game = started(AT, mastered=True, **free)
    page = desk(game)
    at = re.search(r'name="until" value="([^"]+)"', page)
    assert at is not None
    tomorrow = timezone.now() + timedelta(days=1)
    assert at[1] in {f"{tomorrow - timedelta(minutes=n):%Y-%m-%dT%H:%M}" for n in (0, 1)}
    assert "Give the phase an end, at (UTC)" in page
    browser(MASTER).post(f"/games/{game.slug}/desk/extend/", {"until": at[1]})
    assert fresh(game).due is not None
    assert "The phase goes on until (UTC)" in desk(game)


def test_an_end_that_is_past_is_not_offered() -> None:
    """The sheets of the others are closed; one power has until an hour from now."""
    game = started(AT, mastered=True)
    hour = timedelta(hours=1)
    for ends, waits in ((timezone.now() + hour, 3 * hour), (timezone.now() - hour, None)):
        Game.objects.filter(pk=game.pk).update(due=ends, waits=waits)
        (first, *_) = re.findall(r'name="until" value="([^"]+)"', desk(game))
        assert first > f"{timezone.now():%Y-%m-%dT%H:%M}"
