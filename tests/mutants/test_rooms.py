"""A night that is too short for all tests follows those of some rooms, and says which."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sites
from nightly_mutants import PARTS
from rooms import Followed, Room, ordered, room_of, rooms
from sites import Mutant
from trying import Way

TESTS = {
    "server/press/": ["server/test_press*.py"],
    "server/votes/": ["server/test_both.py", "server/test_votes.py"],
    "server/": ["server/test_both.py"],
}
FILES = ("test_votes", "test_press", "test_both", "test_other", "test_press_doors", "test_press")
ITEMS: Any = [SimpleNamespace(path=Path(f"tests/server/{name}.py")) for name in FILES]


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "TESTS", TESTS)
    monkeypatch.setattr(sites, "STRICT", ("server/press/", "server/lone/"))


def mutant(file: str) -> Mutant:
    return Mutant("permissions", file, "f", (1, 1), "a", "(True)", (0, 1))


PRESS, VOTES, OTHER = (mutant(f"server/{name}.py") for name in ("press/a", "votes/a", "b"))


def test_a_file_is_in_the_innermost_room() -> None:
    assert room_of("server/press/a.py") == "server/press/"
    assert room_of("server/pressed.py") == "server/"
    assert room_of("rules/a.py") == ""


def test_the_rooms_of_mutants_come_in_the_order_of_a_seed() -> None:
    mutants = [PRESS, OTHER, VOTES, mutant("rules/a.py")]
    own = {"server/press/": (1, 4, 5), "server/votes/": (2, 0), "server/": (2,)}
    orders = set()
    for seed in range(30):
        found = rooms(ITEMS, mutants, seed)
        assert {room.name: room.tests for room in found} == own
        assert found == rooms(ITEMS, reversed(mutants), seed), "the same seed, the same order"
        orders.add(tuple(room.name for room in found))
    assert len(orders) == 6
    assert [room.name for room in rooms(ITEMS, [VOTES], 1)] == ["server/votes/"]


def test_their_tests_are_followed_first_each_once() -> None:
    found = [Room("b", (4, 2)), Room("a", (2, 0)), Room("c", ())]
    assert ordered(found, 6) == [4, 2, 0, 1, 3, 5]


def after(*numbers: int) -> Followed:
    found = [Room("server/press/", (1, 4, 5)), Room("server/votes/", (2, 0)), Room("server/", (3,))]
    return Followed.of(found, Way(seconds=dict.fromkeys(numbers, 1.0)), len(ITEMS))


def test_after_all_tests_all_is_tried_and_decided() -> None:
    every = after(*range(6))
    assert all(every.tries(each) for each in (PRESS, VOTES, OTHER, mutant("rules/a.py")))
    assert every.all_of_them
    assert every.said() == ""


def test_after_some_the_rooms_that_were_begun_are_tried() -> None:
    some = after(1, 4, 5, 0, 2)
    assert [some.tries(each) for each in (PRESS, VOTES, OTHER)] == [True, True, False]
    assert not some.all_of_them
    assert some.said() == (
        "; of tests only those of server/press/, server/votes/ were followed, for want of time"
    )
    assert [after(1, 4).tries(each) for each in (PRESS, VOTES, OTHER)] == [True, False, False]
    assert not after().tries(PRESS)
    assert after().said() == "; no tests were followed, for want of time"


def test_each_room_of_ours_has_tests_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    tests = Path(__file__).parents[1]
    for room, files in sites.TESTS.items():
        assert (sites.SOURCE / room).is_dir(), room
        for file in files:
            assert list(tests.glob(file)), file
    homeless = {m.file for found in PARTS.values() for m in found() if not room_of(m.file)}
    assert not homeless
