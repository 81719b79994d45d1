"""Which tests are asked of a mutant, and in which order; what is kept of having followed them."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import following
import nightly_mutants
import pytest
import trying
from following import follow
from forks import Forks
from judging import End, Fate
from living import Alive
from sites import Mutant
from trials import Trials
from trying import Catches, Way

ITEMS: Any = [SimpleNamespace(path=name) for name in "aaabb"]
ALIVE = Alive({}, {}, [], [])
MUTANT = Mutant("rules", "rules/a.py", "f", (3, 4), "a", "(True)", (0, 1))


def test_the_shortest_of_each_file_come_first() -> None:
    way = Way(seconds=dict(enumerate([1, 2, 3, 2.5, 0.5])))
    for line, numbers in ((2, {4}), (3, {0, 1, 3}), (4, {2, 4}), (5, {1})):
        way.through["rules/a.py", line] |= numbers
    assert way.tests(MUTANT, ITEMS) == [4, 0, 1, 3, 2]  # the first of b and a, the seconds, a third


def test_what_has_caught_its_neighbours_comes_before_the_others() -> None:
    """Test 2 has caught two of the function, 5 one; 1 and 4 others of the file, 3 of another."""
    neighbour = replace(MUTANT, lines=(9, 9), was="b")
    afar, elsewhere = replace(MUTANT, function="g", was="b"), replace(MUTANT, file="b.py", was="b")
    catches = Catches()
    assert catches.first(MUTANT, [3, 1, 2]) == [3, 1, 2]
    for mutant, test in ((neighbour, 2), (neighbour, 5), (MUTANT, 2), (afar, 1), (elsewhere, 3)):
        catches.add(mutant, test)
    catches.add(afar, 4)
    catches.add(afar, 4)
    assert catches.first(MUTANT, [0, 1, 2, 3, 4, 5]) == [2, 5, 4, 1, 0, 3]
    catches.add(replace(MUTANT, file="rules/c.py", function="h"), 3)  # the same condition
    assert catches.first(MUTANT, [0, 1, 2, 3, 4, 5]) == [2, 5, 3, 4, 1, 0]


def test_what_a_run_has_caught_is_read_out_of_what_it_said() -> None:
    said = (
        "1838 of 1838 tests were followed in 676 s\n"
        "CAUGHT (tests/server/test_a.py::test_b[rules/a.py (x)]) rules/a.py:3 f: a -> (True)\n"
        "UNSURE (9 tests, and those that were run hold) rules/a.py:4 f: b -> (False)\n"
        "CAUGHT (it hangs in a.py::c) rules/b.py:12 C.g: x(1) == y -> (False)\n"
    )
    assert nightly_mutants.caught(said) == {
        str(MUTANT): "tests/server/test_a.py::test_b[rules/a.py (x)]",
        "rules/b.py:12 C.g: x(1) == y -> (False)": "a.py::c",
    }


def test_what_was_caught_before_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """Of five the earlier run caught three; of the two that it did not know both live now."""
    every = [replace(MUTANT, lines=(line, line)) for line in range(5)]
    said = "".join(f"CAUGHT (a_test) {mutant}\n" for mutant in every[:3])
    ends = nightly_mutants.before(every, said)
    assert ends == dict.fromkeys(every[:3], End(Fate.CAUGHT, "before", "a_test"))
    ends |= dict.fromkeys(every[3:], End(Fate.LIVES, "2 tests hold"))
    assert nightly_mutants.judged({"rules": every}, ends, {"rules": 7}, "; in no room")
    covered = "covered: rules 5 of 5 tried: 3 caught, 2 live; 7 known; in no room\n"
    assert capsys.readouterr().out == covered


def test_what_fails_by_itself_is_not_asked() -> None:
    way = Way(seconds=dict.fromkeys(range(5), 1.0), failed={4})
    way.through["rules/a.py", 3] |= {0, 1}
    way.through["rules/a.py", 9] |= {4}
    assert not way.left_out(MUTANT), "it does not pass there"
    way.through["rules/a.py", 4] |= {4}
    assert way.tests(MUTANT, ITEMS) == [0, 1]
    assert way.left_out(MUTANT)


def test_who_forks_while_others_run_loses_none_of_them() -> None:
    """A control is run while mutants live, and they may end before it."""
    outer = Forks(2).all((n, partial(time.sleep, n / 50)) for n in range(6))
    found = []
    for name, ended in outer:
        for inner, control in Forks(1).all([(f"in {name}", partial(time.sleep, 0.1))]):
            found.append((inner, control.signal))
        found.append((name, ended.signal))
    assert set(found) == {(n, 0) for n in range(6)} | {(f"in {n}", 0) for n in range(6)}
    assert len(found) == 12


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Trials]:
    """Makes trials of these tests; that a mutant lives is said by the environment."""
    monkeypatch.setattr(trying, "passes", lambda item, _: item.do())
    monkeypatch.setattr(trying, "become", lambda mutant, _: os.environ.update(MUTANT=mutant.now))

    def made(*do: Callable[[], bool], most: float = 20) -> Trials:
        items: Any = [SimpleNamespace(nodeid=f"t{n}", do=each) for n, each in enumerate(do)]
        return Trials(items, ALIVE, 2, most)

    return made


def there() -> bool:
    return "MUTANT" in os.environ


def ended(found: Trials, *tests: int) -> End:
    usual = dict.fromkeys(tests, 0.0)
    ((mutant, end),) = found.ends([MUTANT], lambda _: tests, usual, float("inf"))
    assert mutant == MUTANT
    assert not there(), "it lives in a fork"
    return end


def test_a_mutant_is_caught_by_the_first_test_that_fails(trials: Callable[..., Trials]) -> None:
    found = trials(lambda: True, lambda: not there(), lambda: not there())
    assert ended(found, 0, 1, 2) == End(Fate.CAUGHT, "t1", "t1")
    assert found.sound == {1: True}, "it was run alone"
    assert ended(found, 0) == End(Fate.LIVES, "1 tests hold")
    assert ended(found) == End(Fate.LIVES, "no test passes")


def test_what_fails_by_itself_catches_none(trials: Callable[..., Trials]) -> None:
    assert ended(trials(lambda: False), 0) == End(Fate.UNSURE, "t0 fails by itself")
    found = trials(lambda: False, lambda: True)
    found.alone([0, 1, 0], 2)
    assert found.sound == {0: False, 1: True}
    assert found.seconds.keys() == {1}


def test_what_fails_by_what_an_earlier_test_left_catches_none(
    trials: Callable[..., Trials],
) -> None:
    def leaves() -> bool:
        os.environ["LEFT"] = "behind"
        return True

    found = trials(leaves, lambda: "LEFT" not in os.environ, lambda: not there())
    assert ended(found, 0, 1, 2) == End(Fate.UNSURE, "t1 fails after others")
    assert found.sound == {1: True}, "alone it holds"
    assert ended(found, 0, 2, 1) == End(Fate.CAUGHT, "t2", "t2")
    assert "LEFT" not in os.environ


def test_what_is_left_when_the_time_of_a_mutant_is_up_is_not_asked(
    trials: Callable[..., Trials],
) -> None:
    found = trials(lambda: True, lambda: not there(), most=-1)
    assert ended(found, 0, 1) == End(Fate.UNSURE, "2 tests, and those that were run hold")


def test_only_what_keeps_the_processor_busy_hangs(trials: Callable[..., Trials]) -> None:
    """A machine that stood still for two minutes has caught nothing."""

    def busy() -> bool:
        signal.setitimer(signal.ITIMER_PROF, 0.05)
        while there():
            pass
        return True

    def idle() -> bool:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if there():
            os.kill(os.getpid(), signal.SIGALRM)
        return True

    assert ended(trials(lambda: True, busy), 0, 1) == End(Fate.CAUGHT, "it hangs in t1", "t1")
    assert ended(trials(idle), 0).fate is Fate.UNSURE


def test_what_was_followed_before_it_broke_off_is_not_followed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 40 tests three make a piece: the seventh, 18 to 20, is where it is killed."""
    items: Any = [SimpleNamespace(nodeid=f"test_{number}") for number in range(40)]
    kept = tmp_path / "kept"

    def broken(_: Any, __: Any, numbers: Sequence[int], ___: float) -> Way:
        if 20 in numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return Way(seconds=dict.fromkeys(numbers, 1.0))

    def followed() -> Way:
        way = Way()
        follow(way, items, range(40), 0, alive=ALIVE, jobs=1, kept=kept)
        return way

    monkeypatch.setattr(following, "walked", broken)
    with pytest.raises(pytest.UsageError):
        followed()
    assert sorted(Way.kept(kept, items).seconds) == list(range(18))
    twice = lambda _, __, numbers, ___: Way(seconds=dict.fromkeys(numbers, 2.0))  # noqa: E731
    monkeypatch.setattr(following, "walked", twice)
    assert followed().seconds == {n: 1.0 if n < 18 else 2.0 for n in range(40)}
