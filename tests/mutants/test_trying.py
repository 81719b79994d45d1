"""Which tests are asked of a mutant, and in which order; what is kept of having followed them."""

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nightly_mutants
import pytest
from forks import Forks
from judging import End, Fate
from sites import Mutant
from trying import Catches, Way

ITEMS: Any = [SimpleNamespace(path=name) for name in "aaabb"]
MUTANT = Mutant("rules", "rules/a.py", "f", (3, 4), "a", "(True)", (0, 1))


def test_the_shortest_of_each_file_come_first() -> None:
    way = Way(seconds=dict(enumerate([1, 2, 3, 2.5, 0.5])))
    for line, numbers in ((2, {4}), (3, {0, 1, 3}), (4, {2, 4}), (5, {1})):
        way.through["rules/a.py", line] |= numbers
    assert way.tests(MUTANT, ITEMS) == [4, 0, 1, 3, 2]  # the first of b and a, the seconds, a third


def test_what_has_caught_its_neighbours_comes_before_the_others() -> None:
    """Test 2 has caught two of the function, 5 one; 1 and 4 others of the file, 3 of another."""
    neighbour = replace(MUTANT, lines=(9, 9))
    afar, elsewhere = replace(MUTANT, function="g"), replace(MUTANT, file="rules/b.py")
    catches = Catches()
    assert catches.first(MUTANT, [3, 1, 2]) == [3, 1, 2]
    for mutant, test in ((neighbour, 2), (neighbour, 5), (MUTANT, 2), (afar, 1), (elsewhere, 3)):
        catches.add(mutant, test)
    catches.add(afar, 4)
    catches.add(afar, 4)
    assert catches.first(MUTANT, [0, 1, 2, 3, 4, 5]) == [2, 5, 4, 1, 0, 3]


def test_what_a_run_has_caught_is_read_out_of_what_it_said() -> None:
    said = (
        "1838 of 1838 tests were followed in 676 s\n"
        "CAUGHT (tests/server/test_a.py::test_b[rules/a.py (x)]) rules/a.py:3 f: a -> (True)\n"
        "UNSURE (9 tests, and those that were run hold) rules/a.py:4 f: b -> (False)\n"
        "CAUGHT (it hangs) rules/b.py:12 C.g: x(1) == y -> (False)\n"
    )
    assert nightly_mutants.caught(said) == {str(MUTANT), "rules/b.py:12 C.g: x(1) == y -> (False)"}


def test_what_was_caught_before_is_not_tried_again_and_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of five the earlier run caught three; of the two that it did not know both live now."""
    every = [replace(MUTANT, lines=(line, line)) for line in range(5)]
    (tmp_path / "said").write_text("".join(f"CAUGHT (a_test) {mutant}\n" for mutant in every[:3]))
    tried: list[Mutant] = []

    def ends(*given: Any) -> dict[Mutant, End]:
        tried.extend(given[-2])
        return {mutant: End(Fate.LIVES, "2 tests hold") for mutant in given[-2]}

    monkeypatch.setattr(nightly_mutants, "_ends", ends)
    monkeypatch.setattr(nightly_mutants, "PARTS", {"rules": lambda: every})
    asked: Any = SimpleNamespace(
        after=tmp_path / "said", part=None, only=None, first=1, count=400, jobs=1
    )
    followed: Any = SimpleNamespace(tries=lambda _: True, said=lambda: "")
    assert nightly_mutants._night(asked, Forks(1), ITEMS, Way(), followed, 0)
    assert set(tried) == {*every[3:]}
    assert "covered: rules 5 of 5 tried: 3 caught, 2 live" in capsys.readouterr().out


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


def test_only_what_keeps_the_processor_busy_hangs() -> None:
    """A machine that stood still for two minutes has caught nothing."""

    def busy() -> None:
        signal.setitimer(signal.ITIMER_PROF, 0.05)
        while True:
            pass

    def idle() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        time.sleep(60)

    for do, fate in ((busy, Fate.CAUGHT), (idle, Fate.UNSURE)):
        for _, ended in Forks(1).all([("it", do)]):
            assert nightly_mutants._end(ITEMS, Way(), ended, [0], {}).fate is fate


def test_what_was_followed_before_it_broke_off_is_not_followed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 40 tests three make a piece: the seventh, 18 to 20, is where it is killed."""
    items: Any = [SimpleNamespace(nodeid=f"test_{number}") for number in range(40)]
    asked: Any = SimpleNamespace(jobs=1, kept=tmp_path / "kept")

    def broken(_: Any, numbers: Sequence[int], __: float) -> Way:
        if 20 in numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return Way(seconds=dict.fromkeys(numbers, 1.0))

    monkeypatch.setattr(nightly_mutants, "walked", broken)
    with pytest.raises(pytest.UsageError):
        nightly_mutants._walked(Forks(1), items, range(40), asked, 0)
    assert sorted(Way.kept(asked.kept, items).seconds) == list(range(18))
    monkeypatch.setattr(
        nightly_mutants, "walked", lambda _, ns, __: Way(seconds=dict.fromkeys(ns, 2.0))
    )
    way = nightly_mutants._walked(Forks(1), items, range(40), asked, 0)
    assert way.seconds == {n: 1.0 if n < 18 else 2.0 for n in range(40)}
