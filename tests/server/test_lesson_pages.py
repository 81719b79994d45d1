"""Lessons: played by the engine, on the board's page, by anybody, with progress in the session."""

import json
from pathlib import Path

import pytest
from boards import user
from django.test import Client

from legation.atlas.board import board_of
from legation.board.calendar import SETUP
from legation.errors import FileError
from legation.server.games.models import Game
from legation.table.cases.check import check_case
from legation.table.lessons import lessons_of
from legation.variants.find import folders

pytestmark = pytest.mark.django_db
TAUGHT = sorted(name for name in folders() if lessons_of(name))
EACH = [(name, at) for name in TAUGHT for at in range(1, len(lessons_of(name)) + 1)]
JSON = {"Accept": "application/json"}


def test_every_game_is_taught() -> None:
    assert set(TAUGHT) == set(folders())


@pytest.mark.parametrize(("variant", "number"), EACH)
def test_what_is_wanted_comes_to_what_the_lesson_says(variant: str, number: int) -> None:
    """Each lesson has what must come of every sheet that will do, worked by hand."""
    lesson = lessons_of(variant)[number - 1]
    assert lesson.case.turns[0].expect or lesson.case.end
    for sheet in lesson.wanted:
        assert check_case(lesson.carried("\n".join(sheet))) == [], sheet


@pytest.mark.parametrize(("variant", "number"), EACH)
def test_a_lesson_is_done_by_its_orders_alone_and_without_an_account(
    variant: str, number: int
) -> None:
    lesson, client = lessons_of(variant)[number - 1], Client()
    base = f"/learn/{variant}/{number}/"
    assert lesson.title in client.get(base).content.decode()
    client.post(f"{base}sheet", {"typed": "", "ready": "yes"})
    page = client.get(base).content.decode()
    assert 'id="typed"' in page, "nothing is carried out of an empty sheet"
    assert lesson.otherwise.split(",")[0] in page.replace("&#x27;", "'")
    client.post(f"{base}sheet", {"typed": "\n".join(lesson.wanted[0]), "ready": "yes"})
    page = client.get(base).content.decode()
    assert 'id="typed"' not in page
    assert "told-here" in page
    if lesson.view.phase.kind != SETUP:
        assert page.count('class="why"') >= 1, "what came of it, with why"
    assert 'id="typed"' in Client().get(base).content.decode(), "nobody else has done it"
    assert not Game.objects.exists()


def test_an_order_made_on_the_map_does_as_one_that_names_the_owner() -> None:
    first, _, third, *_ = lessons_of("warwick")
    assert first.does("U ENG S U Roc - Can")
    assert first.does("U ENG S Edward IV U Roc - Can")
    assert not first.does("U ENG S U Roc")
    assert third.does("Declare Edward IV\nU Gui S U Roc - Lew")


@pytest.mark.parametrize(
    ("number", "typed", "does"),
    [
        (1, "A Ven - Apu", False),  # all of them go, and none to Tuscany
        (2, "A Kie - Ruh\nA Mun S A Kie - Ruh", True),  # all that are there
        (3, "A Rom - Apu\nA Nap 5000 - Apu", True),
        (3, "A Rom 4000 - Apu\nA Nap - Apu", False),
        (4, "A Hol - Bel", True),
        (4, "A Hol 1000 - Bel", False),
        (5, "A Lon 5000 - Bre\nF ENG C A Lon - Bre", True),
        (5, "A Lon - Bre\nF ENG C A Lon - Bre", False),  # 10,000, for whom there are no ships
    ],
)
def test_a_number_that_changes_nothing_may_be_left_out(number: int, typed: str, does: bool) -> None:
    """As orders are that one taps on a map: who does not divide an army says no number."""
    assert lessons_of("claudian")[number - 1].does(typed) is does


def test_what_one_alone_was_told_stands_below_the_result() -> None:
    """PA-3, PA-6a: France starts on two centres of three, and placed one range."""
    client, base = Client(), "/learn/post_atomic/1/"
    typed = "Start F Mar\nMountain Bur - Mun"
    client.post(f"{base}sheet", {"typed": typed, "ready": "yes"})
    page = client.get(base).content.decode()
    alone = page.partition("To you alone")[2].partition("</aside>")[0]
    assert alone.count("starts on a supply centre") == 2
    assert alone.count("which is no supply centre") == 1
    assert "mountain range on Bur-Mun" in alone
    assert "Gas" not in alone, "the third he has to find"


@pytest.mark.parametrize(("variant", "number"), EACH)
def test_a_lesson_begins_where_its_orders_are_and_leads_to_the_rules(
    variant: str, number: int
) -> None:
    page = Client().get(f"/learn/{variant}/{number}/").content.decode()
    x, y, wide, high = map(float, page.partition('data-near="')[2].partition('"')[0].split())
    board = board_of(variant)
    assert x >= 0
    assert y >= 0
    assert x + wide <= board.width
    assert y + high <= board.height
    main = page.partition("<main")[2].partition("</main>")[0]
    assert f'href="/rules/{variant}/"' in main
    assert f'href="/rules/{variant}/different/"' in main


def test_every_game_leads_to_its_lessons_also_who_has_signed_in(client: Client) -> None:
    for _ in range(2):
        page = client.get("/").content.decode()
        for name in TAUGHT:
            assert f'href="/learn/{name}/"' in page
        client.force_login(user("Anna"))


def test_progress_leads_to_what_is_left() -> None:
    client = Client()
    assert client.get("/learn/standard/")["Location"] == "/learn/standard/1/"
    typed = "\n".join(lessons_of("standard")[0].wanted[0])
    client.post("/learn/standard/1/sheet", {"typed": typed, "ready": "yes"})
    assert client.get("/learn/standard/")["Location"] == "/learn/standard/2/"
    client.post("/learn/standard/1/sheet", {"again": "yes"})
    assert client.get("/learn/standard/")["Location"] == "/learn/standard/1/"


def test_menu_and_sheet_are_those_of_a_board() -> None:
    client = Client()
    menu = client.get("/learn/standard/1/menu").json()
    assert [unit["unit"] for unit in menu["units"]] == ["A Par"]
    answer = client.post(
        "/learn/standard/1/sheet", {"typed": "", "order": "A Par - Gas"}, headers=JSON
    )
    assert answer.json()["typed"] == "A Par - Gas"
    assert 'class="orders"' in answer.json()["arrows"]
    wrong = client.post(
        "/learn/standard/1/sheet", {"typed": "A Par - Gas", "ready": "yes"}, headers=JSON
    )
    assert wrong.status_code == 400
    assert json.loads(wrong.content)["error"] == lessons_of("standard")[0].otherwise
    right = client.post(
        "/learn/standard/1/sheet", {"typed": "A Par - Bur", "ready": "yes"}, headers=JSON
    )
    assert right.json()["closed"]


@pytest.mark.parametrize("end", ["nowhere/", "standard/0/", "standard/77/menu"])
def test_what_is_not_there_is_not_found(end: str) -> None:
    assert Client().get(f"/learn/{end}").status_code == 404


def test_a_lesson_whose_wanted_orders_cannot_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "lessons.yaml"
    own.write_text(
        "- {title: x, do: x, else: x, said: x, any: [[A Par - Mos]],"
        " case: {seen: France, units: {France: [A Par]}, orders: {}}}\n"
    )
    monkeypatch.setattr("legation.table.lessons.folder", lambda _: tmp_path)
    with pytest.raises(FileError, match="A Par - Mos"):
        lessons_of.__wrapped__("standard")
