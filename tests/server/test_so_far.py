"""What is made of a game hangs on what its reader was told, and on nothing else of its record."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from leak_asking import browser, normal
from tables import fresh, person, reader, started, time_is_up, view_as

from legation.server.board import answers, pictures
from legation.server.board import made as boards
from legation.server.games import clock, records, seats, seen, sheets, votes
from legation.server.games.change import change as write
from legation.server.games.models import Game, Holding, Line
from legation.server.games.models.sheet import Sheet
from legation.server.games.reads import book_of
from legation.server.games.so_far import Sight, SoFar, row_of, so_far
from legation.server.maps import gameboards
from legation.server.press import services as press
from legation.server.press.members import key_of
from legation.server.replays import views as replays
from legation.server.site import answered, kept
from legation.sight.viewer import ARCHIVE, GAME_MASTER, SPECTATOR, power_viewer
from legation.table.game import Game as Table
from shelf import later

pytestmark = pytest.mark.django_db(transaction=True)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia")
MAKERS = {
    "a View": (seen, "_made"),
    "a picture": (pictures, "drawn"),
    "a menu": (answers, "menu_of"),
    "a public picture": (gameboards, "draw"),
    "a replay": (replays, "_drawn"),
    "a record": (records, "_stored"),
}


@pytest.fixture
def game() -> Iterator[Game]:
    kept.forget()
    game = started(*POWERS, "Turkey", mastered=True)
    time_is_up(game)
    seats.give_up(game=fresh(game), user=person("Turkey"))
    votes.propose(game=fresh(game), power="Germany", kind="draw")
    yield fresh(game)
    kept.forget()


def client_of(who: str | None) -> Client:
    client = browser(person(who) if who else None)
    client.get("/accounts/sign-in/")
    return client


def paths(game: Game, who: str | None) -> list[str]:
    """An address for each of the five places where something is kept, as who asks looks."""
    base = f"/games/{game.slug}/"
    found = [base, f"{base}?phase=0", f"{base}board.svg", f"{base}replay/", f"{base}report/0/"]
    if who in POWERS:
        found.append(f"{base}menu")
    if who == "Turkey":
        held = Holding.objects.get(user=person(who), seat__game=game).pk
        found += [f"{base}{room}?holding={held}" for room in ("", "replay/")]
    return found


def text(client: Client, path: str) -> str:
    answer = client.get(path, headers={"Accept-Encoding": "identity"})
    assert answer.status_code == 200, (path, answer.status_code)
    return normal(answer.content.decode())


@contextmanager
def making() -> Iterator[Counter[str]]:
    """Counts what is made anew, and how often a record is read for it."""
    made: Counter[str] = Counter()

    def counted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def make(*args: Any, **named: Any) -> Any:
            made[name] += 1
            return real(*args, **named)

        return make

    patches = [
        patch.object(at, say, counted(n, getattr(at, say))) for n, (at, say) in MAKERS.items()
    ]
    for each in patches:
        each.start()
    try:
        yield made
    finally:
        for each in patches:
            each.stop()


def another_process() -> None:
    """Pages go, as of addresses that nobody has asked for; the record, as after another's act."""
    answered._kept.clear()
    records._records.clear()


def secret_vote(game: Game) -> None:
    """Italy answers what Germany has proposed: it alone is told."""
    votes.vote(game=fresh(game), power="Italy", proposal=1, answer="yes")


@pytest.mark.parametrize("who", ["France", "Turkey", "Stranger", None])
def test_what_a_reader_is_not_told_of_makes_nothing_of_his_anew(
    game: Game, who: str | None
) -> None:
    client = client_of(who)
    with making() as made:
        before = {path: text(client, path) for path in paths(game, who)}
    wanted = set(MAKERS) - (set() if who == "France" else {"a menu"})
    assert set(made) | {"a record"} == wanted, "the test looks where all of it is made"
    version = fresh(game).version
    secret_vote(game)
    assert fresh(game).version == version + 1
    another_process()
    with making() as made:
        assert {path: text(client, path) for path in paths(game, who)} == before
    assert not made


@pytest.mark.parametrize("who", ["Italy", "Master"])
def test_who_is_told_of_it_gets_another(game: Game, who: str) -> None:
    client = client_of(who)
    for path in paths(game, who):
        text(client, path)
    secret_vote(game)
    another_process()
    with making() as made:
        for path in paths(game, who):
            text(client, path)
    assert made["a View"]
    assert made["a picture"]
    assert made["a replay"]
    assert not made["a public picture"], "it shows what everybody is told"


def test_what_waits_beside_his_view_leaves_all_of_it(game: Game) -> None:
    """A sheet of his own and a letter to him: the board is not drawn anew, but for his orders."""
    client, before = client_of("France"), so_far(game).told(("France",))
    for path in paths(game, "France"):
        text(client, path)
    sheets.submit(game=fresh(game), power="France", typed="A Par - Bur")
    key = key_of(book_of(game), ("France", "Germany"))
    press.send(game=fresh(game), user=person("Germany"), key=key, text="Hm", token="t" * 32)
    assert so_far(game).told(("France",)) == (before[0] + 2,)
    answered._kept.clear()
    with making() as made:
        board, *_ = [text(client, path) for path in paths(game, "France")]
    assert made == {"a View": 1}, "that with his sheet"
    assert "French army Paris to Burgundy" in board


def _other(table: Table) -> str:
    """Whoever does not own Tunis."""
    return "France" if table.view(SPECTATOR).position.owners.get("Tun") == "Italy" else "Italy"


def _owner(game: Game) -> None:
    """An act that moves the version and no column beside it; all see another board."""
    write(game=fresh(game), do=lambda t: t.set_owner("Tun", _other(t)), told=[("", "news")])


CHANGES: dict[str, Callable[[Game], object]] = {
    "a vote": secret_vote,
    "a vote of his own": lambda g: votes.vote(
        game=fresh(g), power="France", proposal=1, answer="yes"
    ),
    "an owner": _owner,
    "a sheet": lambda g: sheets.submit(game=fresh(g), power="France", typed="A Par - Bur"),
    "a phase": time_is_up,
    "a seat": lambda g: seats.give_up(game=fresh(g), user=person("France")),
}


@pytest.mark.parametrize("who", ["France", "Master", *later("Italy", "Turkey", None)])
def test_what_is_kept_is_what_would_be_made(game: Game, who: str | None) -> None:
    """After each change all is as in a process that has kept nothing."""
    client = client_of(who)
    for change in CHANGES.values():
        for path in paths(game, who):
            client.get(path)
        change(game)
        another_process()
        given = {path: client.get(path).content.decode() for path in paths(game, who)}
        kept.forget()
        for path, said in given.items():
            assert normal(said) == normal(client.get(path).content.decode()), path


@pytest.mark.parametrize("who", ["France", "Turkey"])
def test_a_view_that_nobody_asked_for_yet_is_made_of_the_record_that_is_there(
    game: Game, who: str
) -> None:
    """Or else the first look at a phase told by its time that the record is another one."""
    holding = Holding.objects.get(user=person("Turkey"), seat__game=game).pk
    left = {"holding": holding} if who == "Turkey" else {}
    view_as(fresh(game), reader(game, who), **left)
    with patch.object(records, "remember", lambda *_: None):  # another process has written it
        secret_vote(game)
    with making() as made:
        view_as(fresh(game), reader(game, who), 0, **left)
    assert made == {"a View": 1}


def test_a_phase_that_is_not_there_is_refused_without_the_record(game: Game) -> None:
    client, path = client_of("France"), f"/games/{game.slug}/?phase=7"
    text(client, f"/games/{game.slug}/")
    another_process()
    with making() as made:
        assert client.get(path).status_code == 404
    assert not made


def test_what_is_made_while_the_game_is_changed_is_used_and_not_kept(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each in its turn: the game is changed between what was told of it and its record."""
    client, real = client_of("France"), records.load

    def changed(row: Game) -> Any:
        monkeypatch.setattr(seen, "load", real)
        _owner(game)
        return real(row)

    for path in paths(game, "France"):
        kept.forget()
        monkeypatch.setattr(seen, "load", changed)
        text(client, path)
        stores: list[Any] = [pictures._drawn, gameboards._drawn, replays._replays]
        stores += [answers._menus, answered._kept, boards._rests]
        assert [len(store) for store in stores] == [0] * 6, path
        given = text(client, path)
        kept.forget()
        assert given == text(client, path)


# What a reader is shown of two moments


def _paused(game: Game) -> None:
    """An act that moves columns of the row, and not the version."""
    row = fresh(game)
    (clock.resume if row.state == "paused" else clock.pause)(game=row, actor="")


def _saved(game: Game) -> None:
    row = fresh(game)
    known = Sheet.objects.filter(game=row, power="France").first()
    typed = f"A Par - Bur # {known.edition if known else 0}"
    sheets.submit(game=row, power="France", typed=typed)


def changed_after(question: int, client: Client, path: str, change: Callable[[], None]) -> str:
    """A page, for which the database was asked so many questions before it was changed.

    Empty where there are not so many.
    """
    asked = 0

    def ask(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal asked
        done = execute(sql, *rest)
        asked += 1
        if asked == question:
            connection.execute_wrappers.remove(ask)
            change()
            connection.execute_wrappers.append(ask)
        return done

    with connection.execute_wrapper(ask):
        page = text(client, path)
    return page if asked >= question else ""


@pytest.mark.parametrize("change", [_owner, _paused, _saved], ids=["record", "row", "sheet"])
def test_who_is_shown_a_page_of_two_moments_hears_of_the_later(
    game: Game, change: Callable[[Game], None]
) -> None:
    """Whatever stands between two questions of a page: how much was told is asked first."""
    client, path = client_of("France"), f"/games/{game.slug}/"
    text(client, path)
    question = 0
    while True:
        question += 1
        answered._kept.clear()
        shown = changed_after(question, client, path, lambda: change(game))
        if not shown:
            break
        again = text(client, path)
        answered._kept.clear()
        assert again == text(client, path), "nothing of two moments is kept"
        assert heard(shown) < heard(again) or shown == again, question
    assert question > 6


def heard(page: str) -> list[int]:
    found = re.search(r'data-heard="([\d.]+)"', page)
    assert found
    return [int(part) for part in found[1].split(".")]


@pytest.mark.parametrize("typed", ["A Par - Bur\nA Par - Nowhere", "", "A Mar H # twice"])
def test_a_save_is_answered_by_the_sheet_as_it_is_read_afterwards(game: Game, typed: str) -> None:
    client, base = client_of("France"), f"/games/{game.slug}/"
    for ready in ("", "no", "sure"):
        data = {"serial": fresh(game).serial, "typed": typed, "ready": ready}
        said = client.post(f"{base}sheet", data, headers={"Accept": "application/json"}).json()
        said = said.get("sheet", said)  # beside why he is not ready
        read = client.get(f"{base}menu").json()["sheet"]
        for key in ("ending", "told"):  # of the save alone
            said.pop(key), read.pop(key)
        assert said == read
        assert said["typed"] == typed
        assert said["settled"] == (ready == "sure" and "Nowhere" not in typed)


# The key


def test_of_what_a_view_is_as_each_looks() -> None:
    held = Holding(pk=5)
    sights = {
        "a power": Sight(power_viewer("France")),
        "who watches": Sight(SPECTATOR),
        "the master": Sight(GAME_MASTER),
        "as told to another": Sight(GAME_MASTER, told_to=power_viewer("France")),
        "the archive": Sight(ARCHIVE, opened=True),
        "a power, opened": Sight(power_viewer("France"), opened=True),
        "who left": Sight(power_viewer("France"), holding=held),
    }
    seen = {"": 3, "France": 4, "Italy": 2}
    before = SoFar(1, 7, {}, seen)
    keys = {who: before.key(sight, None) for who, sight in sights.items()}
    assert len(set(keys.values())) == len(sights), "each has what is his own"
    assert keys == {
        who: SoFar(1, 7, {"": 9, "France": 9}, seen).key(sight, None)
        for who, sight in sights.items()
    }, "press and sheets move nothing"
    of_version = {"the master", "as told to another", "the archive"}
    for after, moved in (
        (SoFar(1, 8, {}, {**seen, "Italy": 3}), set()),
        (SoFar(1, 8, {}, {**seen, "France": 5}), {"a power"}),
        (SoFar(1, 8, {}, {**seen, "": 4}), set(sights) - of_version),
        (SoFar(2, 7, {}, seen), set(sights)),
    ):
        now = {who for who, sight in sights.items() if after.key(sight, None) != keys[who]}
        assert now == moved | of_version


def test_a_game_comes_with_how_much_each_audience_was_told(game: Game) -> None:
    _saved(game)
    row, lines = row_of(game.slug), Line.objects.filter(game=game)
    assert row is not None
    assert "told" not in vars(row), "whatever is kept of a row hangs on its values"
    assert row.so_far == so_far(fresh(game))
    assert row.so_far.counts == dict(lines.values_list("audience", "count"))
    assert row.so_far.views == dict(lines.values_list("audience", "views"))
    lines.delete()
    bare = row_of(game.slug)
    assert bare is not None
    assert (bare.so_far.counts, bare.so_far.views) == ({}, {})
    assert row_of("nowhere") is None
