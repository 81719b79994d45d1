"""Pages that their reader may have already: each his own, never stale, their marks no tale."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from leak_asking import browser, normal
from stored import stored
from tables import fresh, person, started, time_is_up

from legation.server.board import made as boards
from legation.server.board import page
from legation.server.board.pens import Sitting
from legation.server.games import clock, create, events, records, seats, sheets, votes
from legation.server.games.change import change as write
from legation.server.games.models import Game, Holding, Line, Seat
from legation.server.games.offer import Offer
from legation.server.press import services as press
from legation.server.press.members import PUBLIC
from legation.server.site import answered
from legation.server.site.kept import Kept

pytestmark = pytest.mark.django_db
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def _game() -> Game:
    found = started(*POWERS, mastered=True)
    time_is_up(found)
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def paths(game: Game) -> tuple[str, ...]:
    base = f"/games/{game.slug}/"
    pieces = (f"{base}?parts=line", f"{base}?parts=board,news")
    return (base, f"{base}?phase=0", *pieces, f"{base}menu", "/games/?show=running", "/games/")


def seen(client: Client, path: str, **headers: str) -> Any:
    answer = client.get(path, headers={"Accept-Encoding": "identity", **headers})
    assert answer.status_code in (200, 304, 404), (path, answer.status_code)
    return answer


def text(answer: Any) -> str:
    return f"{answer.status_code}\n{answer.get('ETag')}\n{normal(answer.content.decode())}"


@contextmanager
def counted() -> Iterator[list[str]]:
    said: list[str] = []

    def ask(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        said.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(ask):
        yield said


@contextmanager
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All is made anew, and stays so for nobody."""
    with monkeypatch.context() as patched:
        for module, name in ((answered, "_kept"), (boards, "_rests")):
            patched.setattr(module, name, Kept(room=0, size=lambda _: 1))
        yield


def ready(who: str | None) -> Client:
    """A browser that has its cookies."""
    client = browser(person(who) if who else None)
    del client.cookies["csrftoken"]
    client.get("/games/")
    client.get("/accounts/sign-in/")
    return client


def test_what_has_not_changed_is_not_sent_again(game: Game) -> None:
    client = ready("France")
    for path in paths(game):
        first = seen(client, path)
        assert first["Cache-Control"] == "private, no-cache"
        assert re.fullmatch(r'W/"[0-9a-f]{32}"', first["ETag"])
        assert {"Cookie", "Accept-Encoding"} <= {each.strip() for each in first["Vary"].split(",")}
        again = seen(client, path, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Cache-Control"] == "private, no-cache"
        assert not {"Content-Type", "Content-Encoding"} & set(again.headers)


def test_nobody_is_given_what_was_kept_for_another(game: Game) -> None:
    sheets.submit(game=game, power="France", typed="A Par - Bur # canary")
    readers = {who: ready(who) for who in ("France", "Germany", "Master", "Stranger", None)}
    for path in paths(game):
        first = {who: seen(client, path) for who, client in readers.items()}
        marks = [answer["ETag"] for answer in first.values() if "ETag" in answer]
        assert len(set(marks)) == len(marks), "a mark is for one reader"
        for who, client in readers.items():
            for other, answer in first.items():
                if who == other or "ETag" not in answer:
                    continue
                given = seen(client, path, **{"If-None-Match": answer["ETag"]})
                assert text(given) == text(first[who]), (path, who, other)
                assert who == "France" or "canary" not in text(given)
    assert "canary" in seen(readers["France"], paths(game)[0]).content.decode()


def _zone(_: Game) -> None:
    user = person("France")
    user.zone = "Asia/Tokyo"
    user.save()


def _name(_: Game) -> None:
    user = person("France")
    type(user).objects.filter(pk=user.pk).update(name="Marianne")


def _told(game: Game) -> None:
    press.send(game=game, user=person("Germany"), key=PUBLIC, text="To all", token="t" * 32)


def offered() -> Game:
    return Game.objects.get(name="Offered")


CHANGES: dict[str, Callable[[Game], object]] = {
    "a sheet": lambda g: sheets.submit(game=g, power="France", typed="A Par - Gas"),
    "the same sheet": lambda g: sheets.submit(game=g, power="France", typed="A Par - Gas"),
    "ready": lambda g: sheets.settle(game=g, power="France", settled=True),
    "another's sheet": lambda g: sheets.submit(game=g, power="Turkey", typed="A Con - Bul"),
    "a vote": lambda g: votes.propose(game=g, power="France", kind="draw"),
    "another's vote": lambda g: votes.propose(
        game=g, power="Italy", kind="concession", powers=["Italy"]
    ),
    "the game is paused": lambda g: clock.pause(game=g, actor=""),
    "it goes on": lambda g: clock.resume(game=g, actor=""),
    "press": _told,
    "a zone": _zone,
    "a phase": time_is_up,
    "too late": lambda g: sheets.submit(game=g, power="France", typed="late", serial=g.serial),
    "a name of the game": lambda g: Game.objects.filter(pk=g.pk).update(name="Another"),
    "an offer": lambda _: create.create(user=person("Maker"), offer=Offer(name="Offered")),
    "one joins": lambda _: create.join(game=offered(), user=person("Waiter")),
    "another master": lambda _: Game.objects.filter(pk=offered().pk).update(
        master=person("Waiter"), access="password"
    ),
    "its press": lambda _: Game.objects.filter(pk=offered().pk).update(press="none"),
    "a free seat": lambda g: Seat.objects.filter(game=g, power="England").update(open=True),
    "another leaves": lambda g: seats.give_up(game=g, user=person("Russia")),
    "he leaves": lambda g: seats.give_up(game=g, user=person("France")),
}


@pytest.mark.parametrize(
    "sealed",
    [
        pytest.param(True, marks=pytest.mark.evening),
        pytest.param(False, marks=pytest.mark.night),
    ],
)
def test_a_page_that_is_kept_is_the_page_that_would_be_made(
    game: Game, sealed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each change all pages are what a process that keeps nothing answers."""
    Game.objects.filter(pk=game.pk).update(sealed=sealed)
    reads_too = set() if sealed else {"Master"}
    readers = {who: ready(who) for who in ("France", "Turkey", "Master", None)}
    marks: dict[tuple[Any, str], str] = {}
    moved: dict[str, set[Any]] = {}
    for what, change in {"nothing": lambda _: None, **CHANGES}.items():
        change(fresh(game))
        for who, client in readers.items():
            for path in paths(game):
                kept_one = seen(client, path)
                with nothing_kept(monkeypatch):
                    made = text(seen(client, path))
                assert text(kept_one) == made, (what, who, path)
                if marks.get((who, path)) != kept_one.get("ETag"):
                    moved.setdefault(what, set()).add(who)
                marks[who, path] = kept_one.get("ETag")
    assert moved["nothing"] == set(readers)
    assert moved["a sheet"] == {"France"} | reads_too, "a mark moves for who may see what changed"
    assert moved["another's sheet"] == {"Turkey"} | reads_too
    assert moved["a zone"] == {"France"}
    assert moved["a phase"] == moved["a name of the game"] == set(readers)


def test_what_somebody_writes_makes_only_the_parts_of_his_board_that_hang_on_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    france, path = ready("France"), paths(game)[0]

    def shown() -> tuple[bool, str]:
        answer = seen(france, path)
        return "board/board.html" in {each.name for each in answer.templates}, text(answer)

    first, before = shown()
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    again, after = shown()
    assert (first, again) == (True, False)
    assert "A Par - Bur" in after
    assert "A Par - Bur" not in before
    with nothing_kept(monkeypatch):
        assert shown() == (True, after)
    data = {"serial": str(game.serial), "typed": "A Par - Pic"}
    france.post(f"{path}sheet", data)  # by a form, which is answered by a notice on the page
    notice, once = shown()
    assert (notice, "Saved." in once) == (True, True), "it is for one time, and the page with it"
    kept_one, then = shown()
    assert not kept_one
    assert ("Saved." in then, "A Par - Pic" in then) == (False, True)
    _zone(game)
    assert shown()[0], "and what he wishes changes all of it"
    many, client = len(boards._rests), browser(person("France"))
    for _ in range(2):
        client.cookies.pop("csrftoken", None)
        seen(client, path)
    assert len(boards._rests) == many, "nothing is kept for who comes without a token"


@pytest.mark.parametrize("change", [_zone, _name])
def test_what_a_reader_sets_for_himself_is_on_his_pages_at_once(
    game: Game, change: Callable[[Game], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = ready("France")
    where = (paths(game)[0], "/games/?show=running")
    before = [text(seen(client, path)) for path in where]
    change(game)
    after = [text(seen(client, path)) for path in where]
    with nothing_kept(monkeypatch):
        assert after == [text(seen(client, path)) for path in where]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_what_a_page_is_made_of_is_asked_first_whether_it_is_kept_or_not(game: Game) -> None:
    client = ready("France")
    for path in paths(game):
        seen(client, path)
        answered._kept.clear()
        with counted() as made:
            seen(client, path)
        with counted() as given:
            seen(client, path)
        assert given == made[: len(given)], path
        assert not [sql for sql in given if "games_leaf" in sql], "no record is read for it"


def _votes(game: Game) -> None:
    """Italy answers what Germany has proposed: a secret of its own."""
    votes.vote(game=fresh(game), power="Italy", proposal=1, answer="yes")


def test_what_a_reader_is_not_told_of_makes_none_of_his_pages_anew(game: Game) -> None:
    """Nor is the record read, so that the time of an answer tells nothing either."""
    votes.propose(game=game, power="Germany", kind="draw")
    others = {who: ready(who) for who in ("France", "Stranger", None)}
    italy, master = ready("Italy"), ready("Master")
    base = paths(game)[0]
    where = [(who, path) for who in others for path in paths(game)]
    marks = {at: seen(others[at[0]], at[1]).get("ETag") for at in where}
    before, version = len(answered._kept), fresh(game).version
    own, mastered = seen(italy, base)["ETag"], len(answered._kept)
    _votes(game)
    assert fresh(game).version == version + 1, "the record has changed"
    records._records.clear()  # as in a process that did not write it
    with counted() as asked:
        for who, path in where:
            assert seen(others[who], path).get("ETag") == marks[who, path], (who, path)
    assert not [sql for sql in asked if "games_leaf" in sql]
    assert len(answered._kept) == mastered == before + 1, "all were given what was kept"
    assert seen(italy, base)["ETag"] != own, "who has voted sees that he has"
    seen(master, base)


def test_who_sees_another_game_is_told_though_nobody_thought_of_it(game: Game) -> None:
    """A vote of which nobody is told: its power sees it, and so it is; the others are not."""

    def heard() -> dict[str, int]:
        return dict(Line.objects.filter(game=game).values_list("audience", "count"))

    votes.propose(game=fresh(game), power="Germany", kind="draw")
    before = heard()
    write(game=fresh(game), do=lambda table: table.vote("Italy", 1, "yes"))
    assert heard() == {**before, "Italy": before.get("Italy", 0) + 1}
    told = [("Russia", events.SHEET)]  # with which nobody's view changes, as it is said
    write(game=fresh(game), do=lambda table: table.vote("Russia", 1, "yes"), told=told)
    assert heard()["Russia"] == before.get("Russia", 0) + 2


def test_a_page_that_was_made_while_its_game_was_changed_is_not_kept(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, path = ready("France"), paths(game)[0]
    seen(client, path)
    answered._kept.clear()
    real = page.facts_of

    def slow(at: Sitting) -> page.Facts:
        """Between the row and the rest a unit is set, which moves no column of the row."""
        monkeypatch.setattr(page, "facts_of", real)
        row = fresh(game)
        write(game=row, do=lambda t: t.set_owner("Tun", "Italy"), told=[("", "news")])
        return real(at)

    monkeypatch.setattr(page, "facts_of", slow)
    mixed = seen(client, path)
    assert len(answered._kept) == 0
    given = seen(client, path)
    assert len(answered._kept) == 1
    assert set(mixed.headers) == set(given.headers), "nothing tells that it was changed meanwhile"
    assert mixed["Cache-Control"] == given["Cache-Control"]
    answered._kept.clear()
    assert text(given) == text(seen(client, path))


def test_a_form_of_a_page_that_was_kept_can_be_sent(game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("France"), "django.contrib.auth.backends.ModelBackend")
    client.get("/accounts/profile/")
    for _ in range(3):
        page = seen(client, paths(game)[0])
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert token
    data = {"serial": game.serial, "typed": "A Par - Bur", "csrfmiddlewaretoken": token[1]}
    saved = client.post(f"/games/{game.slug}/sheet", data, headers={"Accept": "application/json"})
    assert (saved.status_code, saved.json()["typed"]) == (200, "A Par - Bur")


def test_who_signs_in_anew_is_sent_the_page_with_a_token_of_his_own(game: Game) -> None:
    path, before = paths(game)[0], ready("France")
    mark = seen(before, path)["ETag"]
    after = ready("France")
    assert seen(after, path, **{"If-None-Match": mark}).status_code == 200


def test_who_signs_out_leaves_no_pages_behind(game: Game) -> None:
    client = ready("France")
    mark = seen(client, paths(game)[0])["ETag"]
    gone = client.post("/accounts/sign-out/")
    assert gone["Clear-Site-Data"] == '"cache"'
    assert seen(client, paths(game)[0], **{"If-None-Match": mark}).status_code == 200


def test_a_notice_is_shown_once(game: Game) -> None:
    client, path = ready("France"), paths(game)[0]
    mark = seen(client, path)["ETag"]
    client.post(f"/games/{game.slug}/sheet", {"serial": game.serial, "typed": "A Par - Bur"})
    noticed = seen(client, path, **{"If-None-Match": mark})
    assert b"Saved." in noticed.content
    assert noticed["Cache-Control"] == "private, no-store"
    assert "ETag" not in noticed
    assert b'<li class="success">Saved.' not in seen(client, path).content


def test_a_past_holding_is_told_apart(game: Game) -> None:
    """Who left a seat has other ways to look than who never sat: his page is another."""
    client, path = ready("France"), paths(game)[0]
    seats.give_up(game=game, user=person("France"))
    before = text(seen(client, path))
    assert "until you left" in before
    Holding.objects.filter(user=person("France")).update(user=None)
    assert "until you left" not in text(seen(client, path))


def test_the_time_that_is_left_is_told_as_it_goes(game: Game) -> None:
    client, path = ready("France"), paths(game)[0]
    mark = seen(client, path)["ETag"]
    Game.objects.filter(pk=game.pk).update(due=F("due") - timedelta(hours=3))
    assert seen(client, path)["ETag"] != mark
