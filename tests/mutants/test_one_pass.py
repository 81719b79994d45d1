"""A pass asks the tests that are known first, and follows others only for what they leave open."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import one_pass
import pytest
import sites
from hints import Hints
from judging import End, Fate
from living import Alive
from one_pass import Asked, Pass
from sites import Mutant
from trying import Way

FILES = ("press", "press", "votes", "other")
ITEMS: Any = [
    SimpleNamespace(path=Path(f"tests/server/test_{name}.py"), nodeid=f"test_{name}.py::t{number}")
    for number, name in enumerate(FILES)
]
A = Mutant("permissions", "server/press/a.py", "f", (1, 1), "a", "(True)", (0, 1))
B, C = replace(A, now="(False)"), replace(A, file="server/votes/b.py")
HINTS = '["server/press/a.py"]\nf = ["test_press.py::t{}"]\n'


class World:
    """Which tests catch which mutants here, which fail by themselves, and what was asked of it."""

    def __init__(self) -> None:
        self.catches: dict[Mutant, set[int]] = {}
        self.broken: set[int] = set()
        self.followed: list[list[int]] = []
        self.asked: dict[Mutant, list[int]] = {}
        self.clock, self.per_mutant = 0.0, 0.0

    def trials(self, *_: object) -> Any:
        return SimpleNamespace(alone=self.alone, ends=self.ends, sound={}, seconds={})

    def alone(self, numbers: Iterable[int], *_: object) -> None:
        for number in numbers:
            self.run.trials.sound[number] = number not in self.broken

    def ends(
        self,
        mutants: Iterable[Mutant],
        tests: Callable[[Mutant], Sequence[int]],
        _: object,
        until: float,
    ) -> Iterator[tuple[Mutant, End]]:
        for mutant in mutants:
            if self.clock > until:
                return
            self.clock += self.per_mutant
            self.asked.setdefault(mutant, []).extend(tests(mutant))
            by = [n for n in tests(mutant) if n in self.catches.get(mutant, ())]
            name = ITEMS[by[0]].nodeid if by else ""
            yield mutant, End(Fate.CAUGHT, name, name) if by else End(Fate.LIVES, "all hold")

    def follow(self, way: Way, _: Any, numbers: Sequence[int], *__: Any, **___: Any) -> None:
        self.followed.append(list(numbers))
        way.seconds |= dict.fromkeys(numbers, 1.0)
        for file in (A.file, C.file):
            way.through[file, 1] |= set(numbers)

    def tried(self, *mutants: Mutant, hints: Path, **asked: Any) -> dict[Mutant, Fate]:
        self.run = Pass(Asked(**({"until": 100.0} | asked)), ITEMS, Hints(hints))
        self.run.run(mutants)
        return {mutant: end.fate for mutant, end in self.run.ends.items()}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    rooms = {"server/press/": ["test_press.py"], "server/votes/": ["test_votes.py"]}
    monkeypatch.setattr(sites, "TESTS", rooms)
    monkeypatch.setattr(sites, "STRICT", ("server/press/",))
    monkeypatch.setattr(Alive, "now", lambda: None)
    monkeypatch.setattr(one_pass, "Trials", made.trials)
    monkeypatch.setattr(one_pass, "follow", made.follow)
    monkeypatch.setattr(one_pass, "time", SimpleNamespace(time=lambda: made.clock))
    return made


@pytest.fixture
def hints(tmp_path: Path) -> Path:
    file = tmp_path / "hints.toml"
    file.write_text(HINTS.format(1))
    return file


def test_what_is_caught_by_what_is_known_follows_nothing(world: World, hints: Path) -> None:
    world.catches = {A: {0, 1}, B: {1}}
    assert world.tried(A, B, hints=hints) == {A: Fate.CAUGHT, B: Fate.CAUGHT}
    assert world.asked == {A: [1], B: [1]}
    assert world.followed == []


def test_what_is_not_is_asked_the_tests_of_its_room(world: World, hints: Path) -> None:
    """Those of others are not followed where they are not needed."""
    world.catches = {A: {1}, B: {0}}
    assert world.tried(A, B, hints=hints) == {A: Fate.CAUGHT, B: Fate.CAUGHT}
    assert world.followed == [[0, 1]]
    assert world.asked == {A: [1], B: [1, 1, 0]}, "first what has caught the other of its function"


def test_then_all(world: World, hints: Path) -> None:
    """Those that were not asked before come first."""
    world.catches = {A: {3}}
    assert world.tried(A, hints=hints) == {A: Fate.CAUGHT}
    assert world.followed == [[0, 1], [2, 3]]
    assert world.asked[A] == [1, 0, 1, 2, 3, 0, 1]
    world.catches = {}
    assert world.tried(A, hints=hints) == {A: Fate.LIVES}


def test_each_is_first_asked_the_tests_of_its_own_room(world: World, hints: Path) -> None:
    hints.write_text("")
    world.catches = {A: {2}, C: {1}}
    assert world.tried(A, C, hints=hints) == {A: Fate.CAUGHT, C: Fate.CAUGHT}
    assert world.asked == {A: [0, 1, 2], C: [2, 0, 1]}


def test_of_which_none_is_known_is_asked_so_too(world: World, hints: Path) -> None:
    world.catches = {C: {2}}
    assert world.tried(C, hints=hints) == {C: Fate.CAUGHT}
    assert world.followed == [[2]]


def test_a_test_that_fails_by_itself_is_not_asked_as_known(world: World, hints: Path) -> None:
    world.catches, world.broken = {A: {0, 1}}, {1}
    assert world.tried(A, hints=hints) == {A: Fate.CAUGHT}
    assert world.asked == {A: [0, 1]}, "in the turn of those that were followed"
    assert world.run.ends[A].by == ITEMS[0].nodeid


@pytest.mark.parametrize("number", [1, 9])
def test_a_known_test_that_is_no_more_excuses_nothing(
    world: World, hints: Path, number: int
) -> None:
    hints.write_text(HINTS.format(number))
    assert world.tried(A, hints=hints) == {A: Fate.LIVES}


def test_what_the_tests_of_its_room_do_not_catch_another_may(
    world: World, hints: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it does not live where those of others could not be followed."""

    def too_short(way: Way, items: Any, numbers: Sequence[int], *_: Any, **__: Any) -> None:
        World.follow(world, way, items, numbers if 0 in numbers else numbers[:1])

    monkeypatch.setattr(one_pass, "follow", too_short)
    assert world.tried(A, hints=hints) == {A: Fate.UNSURE}


def test_a_room_without_tests_of_its_own_is_asked_all(
    world: World, hints: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is new, or whose tests were not among those that were asked for."""
    monkeypatch.setattr(sites, "TESTS", {"server/press/": ["test_press.py"]})
    world.catches = {C: {3}}
    assert world.tried(C, hints=hints) == {C: Fate.CAUGHT}
    assert world.followed == [[0, 1, 2, 3]]


def test_what_the_known_leave_open_late_is_asked_others_too(world: World, hints: Path) -> None:
    """Twelve that take 1 each and a new one, in a time of 20: the last is caught by none known."""
    known = [replace(A, was=f"a{n:02}") for n in range(12)]
    world.catches = {mutant: {1} for mutant in known[:-1]} | {C: {2}, known[-1]: {0}}
    world.per_mutant = 1.0
    ends = world.tried(*known, C, hints=hints, until=14.0)
    assert list(ends).index(C) < 12, "the last are tried after the new one"
    assert ends == dict.fromkeys([*known, C], Fate.CAUGHT)
    assert world.followed == [[2], [0, 1]]


def test_what_only_the_known_were_asked_of_is_unsure_and_said(
    world: World, hints: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no time for others."""
    world.per_mutant = 5.0
    assert world.tried(A, hints=hints, until=1.0) == {A: Fate.UNSURE}
    assert world.followed == []
    assert "UNSURE (all hold, and others were not asked)" in capsys.readouterr().out
    assert world.run.followed.said() == "; no tests were followed, for want of time"


def test_new_checks_get_a_quarter_of_the_time(world: World, hints: Path) -> None:
    """Of twelve that take 1 each, in a time of 9.5, one is new, and the last two wait."""
    known = [replace(A, was=f"a{n}") for n in range(11)]
    world.catches = {mutant: {1} for mutant in known} | {C: {2}}
    world.per_mutant = 1.0
    ends = world.tried(*known, C, hints=hints, until=9.5)
    assert ends[C] is Fate.CAUGHT
    assert list(ends).index(C) == 8, "three quarters of the time are over after 7.1"
    assert set(ends.values()) == {Fate.CAUGHT}
    assert len(ends) == 10


def test_the_order_of_files_is_that_of_the_seed() -> None:
    known = [replace(A, file=f"server/press/{name}.py") for name in "abcd" for _ in range(2)]
    orders = {tuple(one_pass._by_file(known, seed)) for seed in range(50)}
    assert len(orders) > 10
    assert all(order[0::2] == order[1::2] for order in orders), "those of a file come together"
