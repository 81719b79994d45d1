"""What is changed in a source, and how it is put in the place of living code."""

import ast
import functools
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import living
import pytest
import sites
from django.db import connection
from sites import Looking

TEXT = '''
@never_cache
@login_required
def page(request, slug, words):
    """A page."""
    game, reader = find(request, slug)
    if not reader.master or game.state == FORMING:
        raise Http404
    if len(words) > 3:
        raise InputError("fewer words")
    if len(words) > 2:
        raise StateError("not now")
    rows = Seat.objects.filter(game=game, row=1)
    return [row for row in rows if row.user_id == reader.user and row.row]
'''


def found(kind: str, text: str, turned: bool = False) -> list[tuple[str, str]]:
    looking = Looking(kind, Path("a.py"), text)
    mutants = list(looking.turned() if turned else looking.checks())
    for mutant in mutants:
        changed = mutant.source(text.encode())
        assert changed.count(b"\n") == text.count("\n"), "lines stay where they are"
        if mutant.door < 0:
            ast.parse(changed)
    return [(m.was, m.now) for m in mutants]


def test_every_check_of_who_is_left_out() -> None:
    assert sorted(found("permissions", TEXT)) == sorted(
        [
            ("login_required", ""),
            ("not reader.master", "(False)"),
            ("game.state == FORMING", "(False)"),
            # How a text is written is no permission; that something is refused now is one.
            ("len(words) > 2", "(True)"),
            ("len(words) > 2", "(False)"),
            ("game=game", "**{}"),
            ("row.user_id == reader.user", "(True)"),
            ("row.row", "(True)"),
        ]
    )


def test_whether_somebody_may_is_asked_by_each_of_its_conditions() -> None:
    text = (
        "def {}(request):\n    if old(request):\n        return False\n"
        "    return compare(request.word)\n"
    )
    both = [
        (was, f"({now})")
        for was in ("old(request)", "compare(request.word)")
        for now in (True, False)
    ]
    assert sorted(found("permissions", text.format("may_read"))) == sorted(both)
    assert found("permissions", text.format("shown")) == []


def test_at_the_gate_every_condition_counts() -> None:
    text = "def f(a, b):\n    return a if a and (b or not a) else 1\n"
    assert found("gate", text) == [("a", "(True)"), ("b", "(False)"), ("not a", "(False)")]


def test_rules_are_turned() -> None:
    text = (
        "def f(a, b):\n"
        "    if a < 2 and (\n        b\n    ):\n"
        "        return [x for x in b if x]\n"
        "    while not a:\n"
        "        a += 1\n"
        "    return b is None\n"
    )
    assert sorted(found("rules", text, turned=True)) == sorted(
        [
            ("a < 2 and ( b )", "((a < 2) or (b))"),
            ("a < 2", "(a >= 2)"),
            ("x", "(not (x))"),
            ("not a", "(not (not a))"),
            ("b is None", "(b is not None)"),
        ]
    )


def test_the_sides_of_a_comparison_stay_what_they_are() -> None:
    text = "def f(a, b):\n    return (a == 1) != (b < 2) or a == (c := b)\n"
    assert [now for _, now in found("rules", text, turned=True)[1:3]] == [
        "((a == 1) == (b < 2))",
        "(a != (c := b))",
    ]


def test_the_checks_that_were_once_forgotten_are_among_them() -> None:
    said = [str(mutant) for mutant in (*sites.permissions(), *sites.gate())]
    for check in (
        "server/games/reads.py sight_for: game.state != FINISHED -> (False)",
        "server/lobby/guests.py _read: not constant_time_compare(mark, _mark(user)) -> (False)",
        "server/desk/rulings.py own: _within(scope.windows, row.answered_at) -> (True)",
        "server/running/metrics.py page: not may_read(request) -> (False)",
        "sight/see.py see: viewer == ARCHIVE -> (True)",
    ):
        file, _, rest = check.partition(" ")
        assert any(one.startswith(f"{file}:") and one.endswith(rest) for one in said), check


def outer(view: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(view)
    def asked(who: str) -> Any:
        return view(who) if who == "friend" else "no"

    return asked


@pytest.mark.evening
def test_a_door_is_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "rooms.py"
    file.write_text(
        "from test_sites import outer as login_required\n"
        "@login_required\n@login_required\ndef page(who):\n    return 'in'\n"
        "def old(age):\n    def asked(more):\n        return age > 18 and more\n    return asked\n"
    )
    rooms: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), rooms)
    monkeypatch.setattr(sites, "SOURCE", tmp_path)
    assert rooms["page"]("foe") == "no"
    doors = [m for m in Looking("permissions", file).checks() if m.door >= 0]
    assert [m.door for m in doors] == [0, 1]
    living.become(doors[0], living.Alive.now())
    assert rooms["page"]("foe") == "no", "the other one is still there"
    living.become(doors[1], living.Alive.now())
    assert rooms["page"]("foe") == "in"

    asked = rooms["old"](10)
    assert not asked(True)
    (mutant,) = [m for m in Looking("rules", file).turned() if m.was == "age > 18"]
    living.become(mutant, living.Alive.now())
    assert rooms["old"](10)(True), "made from now on"
    assert asked(True), "made before"
    assert isinstance(asked, FunctionType)


def test_of_a_door_that_is_made_of_several_the_login_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "rooms.py"
    file.write_text(
        "from django.contrib.auth.decorators import login_required\n"
        "from test_sites import outer\n"
        "def asked_for(view):\n    return outer(login_required(outer(view)))\n"
        "@asked_for\ndef page(who):\n    return 'in'\n"
    )
    rooms: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), rooms)
    monkeypatch.setattr(sites, "SOURCE", tmp_path)
    with pytest.raises(AttributeError, match="user"):
        rooms["page"]("friend")  # a text is no request: the login asks for its user
    (door,) = [m for m in Looking("permissions", file).checks() if m.door >= 0]
    living.become(door, living.Alive.now())
    assert (rooms["page"]("friend"), rooms["page"]("foe")) == ("in", "no")


STATEMENT = """
from legation.server.games.models import Seat
from legation.server.site.statement import Statement

_seats = Statement(lambda game, user: Seat.objects.filter(game=game, user=user), int, int)
"""


def test_what_is_asked_once_for_a_process_is_asked_for_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    both = [("game=game", "**{}"), ("user=user", "**{}")]
    assert found("permissions", STATEMENT) == both
    file = tmp_path / "server/rooms.py"
    file.parent.mkdir()
    file.write_text(STATEMENT)
    rooms: dict[str, Any] = {}
    exec(compile(STATEMENT, str(file), "exec"), rooms)
    monkeypatch.setattr(sites, "SOURCE", tmp_path)
    put = type(rooms["_seats"])._put
    monkeypatch.setattr(put, "__code__", put.__code__)  # as it is, afterwards

    def asked() -> list[int]:
        """Which of the values are asked for."""
        return [at for at, _ in rooms["_seats"]._put(connection).places]

    assert asked() == [0, 1]
    game, _ = Looking("permissions", file).checks()
    assert game.function == "_seats"
    living.become(game, living.Alive.now())
    assert rooms["_seats"]._texts == {}
    assert asked() == [1]


def test_what_ends_with_a_bracket_is_alive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The last line of the function has no code of its own."""
    file = tmp_path / "brackets.py"
    file.write_text("def let_in(keys, door):\n    return door and bool(\n        keys\n    )\n")
    rooms: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), rooms)
    monkeypatch.setattr(sites, "SOURCE", tmp_path)
    assert not rooms["let_in"]([], True)
    (mutant,) = [m for m in Looking("gate", file).checks() if m.was == "bool( keys )"]
    living.become(mutant, living.Alive.now())
    assert rooms["let_in"]([], True)


def test_what_is_not_alive_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "nobody.py"
    file.write_text("def f(a):\n    return not a\n")
    monkeypatch.setattr(sites, "SOURCE", tmp_path)
    mutant = next(Looking("gate", file).checks())
    with pytest.raises(living.NotThereError, match="nobody"):
        living.become(mutant, living.Alive.now())
