"""Who looks at a board as whom, and with which pen: tables for which mutants have asked."""

from datetime import UTC, datetime
from typing import Any

import pytest
from asking import browser
from django.test import Client
from stored import stored
from tables import fresh, person, reader, started, time_is_up

from legation.server.board import rules
from legation.server.board.clock import time_said
from legation.server.board.page import told_apart
from legation.server.board.pens import Sitting
from legation.server.desk import acts
from legation.server.games import entering, reads, seats, sheets
from legation.server.games.models import Game, Holding
from legation.server.games.models.sheet import Sheet
from legation.sight.viewer import power_viewer

pytestmark = pytest.mark.django_db
AT, FR, GE, MASTER, STRANGER = "Austria", "France", "Germany", "Master", "Stranger"
ALL = ("", STRANGER, AT, FR, MASTER)
POLICE: dict[str, Any] = {
    "variant": "london_nights",
    "mastered": True,
    "options": {"police-orders": "game-master"},
}


def client(name: str) -> Client:
    return browser(name) if name else Client()


def look(game: Game, name: str, end: str = "", **asked: Any) -> Any:
    return client(name).get(f"/games/{game.slug}/{end}", asked)


def _game() -> Game:
    """One phase is over, and Germany's player has left since."""
    found = started(AT, FR, GE, mastered=True)
    time_is_up(found)
    seats.give_up(game=fresh(found), user=person(GE))
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def over(game: Game) -> Game:
    acts.abandon(game=game, actor=MASTER, serial=game.serial, sure=True)
    return fresh(game)


def left(game: Game) -> int:
    return Holding.objects.get(seat__game=game, user=person(GE)).pk


NOBODY: set[str] = set()
EVERYBODY = {*ALL, GE}


@pytest.mark.parametrize(
    ("asked", "running", "finished"),
    [
        ({}, EVERYBODY, EVERYBODY),
        ({"to": FR}, {MASTER}, {MASTER}),
        ({"to": "spectator"}, {MASTER}, {MASTER}),
        ({"to": "Nobody"}, NOBODY, NOBODY),
        ({"as": "archive"}, NOBODY, EVERYBODY),
        ({"as": FR}, NOBODY, EVERYBODY),
        ({"as": "Nobody"}, NOBODY, NOBODY),
        ({"holding": "LEFT"}, {GE}, {GE}),
        ({"holding": "0"}, NOBODY, NOBODY),
        ({"holding": "x"}, NOBODY, NOBODY),
        ({"phase": "0"}, EVERYBODY, EVERYBODY),
        ({"phase": "2"}, NOBODY, NOBODY),
        ({"phase": "x"}, NOBODY, NOBODY),
        ({"phase": "٠"}, NOBODY, NOBODY),
        ({"phase": "9" * 5000}, NOBODY, NOBODY),
    ],
)
def test_who_sees_a_board_as_whom(
    game: Game, asked: dict[str, str], running: set[str], finished: set[str]
) -> None:
    """Before the game is over, and after it."""
    asked = {key: str(left(game)) if said == "LEFT" else said for key, said in asked.items()}
    for may, ended in ((running, False), (finished, True)):
        row = over(game) if ended else game
        for name in (*ALL, GE):
            assert look(row, name, **asked).status_code == (200 if name in may else 404), name
        if "to" in asked:  # a sheet is sent without a look at the board
            sent = client(AT).post(f"/games/{row.slug}/sheet?to={asked['to']}", {"typed": ""})
            assert sent.status_code == 404


def test_who_enters_orders_for_others(game: Game) -> None:
    """The game master alone, for a power of the game, once he has opened its sheet."""
    for name in (*ALL, GE):
        answer = look(game, name, "for/France/")
        assert answer.status_code == (302 if name == MASTER else 404), name
    assert look(game, MASTER, "for/Nobody/").status_code == 404
    assert look(game, MASTER, "for/France/menu").status_code == 404
    came = entering.Came(game=game, power=FR, way="post", actor=MASTER, serial=game.serial)
    entering.open_sheet(came)
    for name in (*ALL, GE):
        answer = look(game, name, "for/France/")
        assert answer.status_code == (200 if name == MASTER else 404), name
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    views = [look(game, MASTER, "for/France/", **at).context["view"] for at in ({}, {"phase": 1})]
    assert views[0] == views[1]
    assert list(views[0].sheets) == [FR]
    assert look(over(game), MASTER, "for/France/").status_code == 404


PENS = [("", ""), (STRANGER, ""), (AT, AT), (FR, FR), (GE, ""), (MASTER, "")]


@pytest.mark.parametrize(("name", "pen"), PENS)
def test_whose_orders_one_writes(game: Game, name: str, pen: str) -> None:
    """Who writes none has no menu, no steps, and no sheet that could be too late."""
    shown = look(game, name).context
    assert (shown["pen"], shown["live"]) == (pen, True)
    steps = {"verb": "hold", "v": []}
    for end, asked in (("menu", {}), ("menu/steps", steps)):
        assert (look(game, name, end, **asked).status_code == 404) == (not pen), end
    for serial in (game.serial, game.serial - 1):
        form = {"typed": "", "serial": serial}
        answer = client(name).post(
            f"/games/{game.slug}/sheet", form, headers={"Accept": "application/json"}
        )
        late = serial != game.serial
        assert answer.status_code == (409 if late or not pen else 200)
        if not pen:
            assert answer.json()["error"] == "You have no sheet to write in this phase."
    assert set(Sheet.objects.filter(power=GE).values_list("late", flat=True)) <= {""}


@pytest.mark.parametrize("form", [{}, {"serial": 1}])
def test_when_the_game_is_over_there_is_no_sheet(game: Game, form: dict[str, int]) -> None:
    row = over(game)
    assert row.serial == 1
    answer = client(FR).post(
        f"/games/{row.slug}/sheet",
        {"typed": "A Par H", **form},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 409
    assert answer.json()["error"] == "You have no sheet to write in this phase."


def test_what_came_for_a_phase_before_the_end_is_kept(game: Game) -> None:
    row = over(game)
    form = {"typed": "A Par - Bur", "serial": 0}
    for name in (STRANGER, MASTER, FR):
        answer = client(name).post(
            f"/games/{row.slug}/sheet", form, headers={"Accept": "application/json"}
        )
        assert answer.status_code == 409, name
        told = answer.json()["error"]
        assert (told == "You have no sheet to write in this phase.") == (name != FR), name


def sitting(game: Game, name: str, **how: Any) -> Sitting:
    row = fresh(game)
    return Sitting(row, reader(row, name), reads.book_of(row), **how)


def test_the_police_are_ordered_by_the_master_in_a_movement() -> None:
    game = started("Nurses", **POLICE)
    master, nurses = sitting(game, MASTER), sitting(game, "Nurses")
    assert (master.pen, master.seals) == ("Police", True)
    assert (nurses.pen, nurses.seals) == ("Nurses", False)
    person(STRANGER)
    assert (sitting(game, STRANGER).pen, sitting(game, STRANGER).seals) == ("", False)
    others = sitting(game, MASTER, writes_for="Nurses")
    assert (others.pen, others.seals, others.by) == ("Nurses", False, MASTER)
    assert (master.by, nurses.by) == ("", "")
    Game.objects.filter(pk=game.pk).update(phase_kind="adjustment")
    assert sitting(game, MASTER).pen == ""
    Game.objects.filter(pk=game.pk).update(phase_kind="movement", state="finished")
    assert sitting(game, MASTER).pen == ""


def test_a_game_without_orders_of_the_master_gives_him_no_pen(game: Game) -> None:
    assert (sitting(game, MASTER).pen, sitting(game, MASTER).seals) == ("", False)
    writes = sitting(game, MASTER, writes_for=FR)
    assert (writes.pen, writes.by, writes.query()) == (FR, MASTER, "?to=France")
    assert writes.sight.told_to == power_viewer(FR)
    assert told_apart(writes) == []
    looks = sitting(game, MASTER, told_to=FR)
    assert (looks.pen, looks.by, looks.query()) == ("", "", "?to=France")
    assert looks.sight.told_to == power_viewer(FR)
    assert len(told_apart(looks)) == 8
    assert sitting(game, MASTER).query() == ""
    writes.game.master = None
    assert writes.by == ""


def test_what_a_page_says_of_itself(game: Game) -> None:
    """What came of one's own orders stands beside the board as it was last seen from the seat."""
    for name, asked, live, own, report in (
        (FR, {}, True, True, True),
        (FR, {"phase": 0}, False, False, True),
        (MASTER, {}, True, False, True),
        (MASTER, {"to": FR}, False, False, True),
        (GE, {"holding": left(game)}, False, True, False),
        (STRANGER, {}, True, False, True),
    ):
        shown = look(game, name, **asked).context
        assert shown["live"] == live, (name, asked)
        assert bool(shown["own"]()) == own, (name, asked)
        assert bool(shown["links"].get("report", str)()) == report, (name, asked)
        assert shown["past"] == ("phase" in asked)
        assert ("sure" in shown) == ("phase" not in asked)
    young = started(FR, name="young")
    assert not look(young, FR).context["links"].get("report", str)()


def test_the_picture_is_of_the_orders_that_wait_now(game: Game) -> None:
    pictures = []
    for typed in ("A Par - Bur", "A Par - Pic"):
        sheets.submit(game=game, power=FR, typed=typed)
        pictures.append(look(game, FR).context["picture"]())
    assert pictures[0] != pictures[1]


def test_by_what_name_one_s_own_look_goes(game: Game) -> None:
    row = over(game)
    for who, said in ((FR, "as you sit"), (MASTER, "as you sit"), (STRANGER, "as it is now")):
        ways = look(row, who).context["ways"]
        assert ways[0][0] == said
        assert [name for name, _, here in ways if here] == [said], "and in no other way"


ALONE = ", the others until 11:00, 1 January"
WAITS = "; the phase waits until 12:00, 1 January"


@pytest.mark.parametrize(
    ("due", "closes", "until", "said"),
    [
        (12, 12, 12, "2 hours left, until 12:00, 1 January"),
        (12, 11, 12, f"2 hours left, until 12:00, 1 January{ALONE}"),
        (12, 11, 11, f"1 hour left, until 11:00, 1 January{WAITS}"),
        (None, 11, 11, "no deadline"),
        (12, None, 11, "no deadline"),
        (12, 11, None, "no deadline"),
    ],
)
def test_who_has_more_time_is_told_apart(
    monkeypatch: pytest.MonkeyPatch,
    due: int | None,
    closes: int | None,
    until: int | None,
    said: str,
) -> None:
    """It is ten; the phase ends at `due`, the sheets of most at `closes`, one's own at `until`."""
    at = {hour: datetime(2030, 1, 1, hour, tzinfo=UTC) for hour in (10, 11, 12)}
    ends = [None if hour is None else at[hour] for hour in (due, closes, until)]
    monkeypatch.setattr(Game, "closes", ends[1])
    assert time_said(Game(state="running", due=ends[0]), at[10], ends[2], shut=False) == said


# What is asked that no page of the server ever asks


def test_what_if_takes_no_more_than_its_page_sends(game: Game) -> None:
    path = f"/games/{game.slug}/what-if/0"
    for form, status in (
        ({"sheet": ["A Par H"]}, 200),
        ({"sheet": ["A Par H"] * 9}, 404),
        ({"sheet": ["x" * 20_001]}, 404),
        ({"typed": "x" * 20_001}, 404),
    ):
        assert client(FR).post(path, form).status_code == status, str(form)[:40]


def test_of_styles_and_faces_there_are_those_that_were_given_out() -> None:
    for path in ("/looks/nowhere.0123456789ab.woff2", "/looks/nowhere.0123456789ab.css"):
        answer = Client().get(path)
        assert answer.status_code == 404


# Clauses and their places


def page_of(text: str, first: bool) -> tuple[str, Any]:
    found = rules._Found()
    return str(rules._rendered(text, "a_game", first, found)), found


TEXT = """# A game

## To move

| clause | what it says |
|---|---|
| STD-MOVE | A unit moves. |

STD-CUT It is cut.

### No place

Of STD-MOVE more, and **STD-CUT** again.

    STD-SUPPORT in a block of code is no clause.
"""


@pytest.mark.parametrize(("first", "level"), [(True, 2), (False, 3)])
def test_clauses_and_headings_have_their_places(first: bool, level: int) -> None:
    """Those of a game that another comes from stand one level lower."""
    html, found = page_of(TEXT, first)
    assert f'<h{level} id="a-game-to-move">To move</h{level}>' in html
    assert f"<h{level + 1}>No place</h{level + 1}>" in html
    assert "A game" not in html
    assert html.count("id=") == 3
    assert '<tr id="std-move">' in html
    assert '<p id="std-cut">' in html
    assert found.headings == [("a-game-to-move", "To move")]
    assert set(found.clauses) == {"STD-MOVE", "STD-CUT"}


def test_what_others_were_told_is_asked_for_by_the_game_master_alone() -> None:
    game = started(FR, GE, mastered=True)
    for name, status in ((MASTER, 200), (FR, 404), (STRANGER, 404), ("", 404)):
        client = browser(name) if name else Client()
        for whose in (GE, "spectator"):
            answer = client.get(f"/games/{game.slug}/", {"to": whose})
            assert answer.status_code == status, (name, whose)
