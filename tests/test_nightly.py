"""The nightly laws share a bounded time, and what they did not come to is said."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from in_time import results

from conftest import needed
from nightly import TABLE, Ended, Law, carried_out, main, night, read, share

CONFTEST = Path(__file__).with_name("conftest.py")


def a_law(name: str, weight: float = 1, least: float = 1, grace: float = 2) -> Law:
    return Law(name, f"the law {name}", weight, least, grace, "")


class Clock:
    """Time that passes only when a law takes it."""

    def __init__(self) -> None:
        self.minutes = 0.0
        self.given: dict[str, tuple[float, float]] = {}

    def __call__(self) -> float:
        return 60 * self.minutes

    def taking(self, **took: float) -> Callable[[Law, float, float], Ended]:
        """Laws that take so many minutes; others all that they are given."""

        def carry(law: Law, minutes: float, force: float) -> Ended:
            self.given[law.name] = (minutes, force)
            self.minutes += took.get(law.name, minutes)
            return Ended(0, "all of it")

        return carry


def test_shares_are_by_weight_and_the_longest_grace_stays_in_hand() -> None:
    laws = [a_law("a", 3, grace=1), a_law("b", 1, grace=4)]
    assert share(laws, 24) == 15  # (24 - 4) x 3/4
    assert share(laws[1:], 9) == 5  # 9 - 4
    assert share(laws, 3) < 0


def test_what_a_law_leaves_goes_to_the_following() -> None:
    laws, clock = [a_law("a", 2), a_law("b", 1), a_law("c", 1)], Clock()
    told = list(night(laws, 60 * 42, clock.taking(a=4), clock))
    # a is given (42 - 2) x 2/4 = 20 and takes 4; b then (38 - 2) / 2 and takes it; c what is left.
    assert clock.given == {"a": (20, 22), "b": (18, 20), "c": (18, 20)}
    assert [held for held, *_ in told] == [True] * 3
    assert told[0][1] == "a: held in 4.0 minutes; all of it"


def test_a_law_that_overruns_takes_from_the_following_and_never_from_the_end() -> None:
    laws, clock = [a_law("a"), a_law("b"), a_law("c")], Clock()
    list(night(laws, 60 * 32, clock.taking(a=12, b=11, c=9), clock))
    # 30/3 for a, which ends in its grace; 18/2 for b, which does so too; 32 - 23 - 2 for c.
    assert clock.given == {"a": (10, 12), "b": (9, 11), "c": (7, 9)}
    assert clock.minutes == 32


def test_a_law_with_too_little_time_is_left_out_aloud(capsys: pytest.CaptureFixture[str]) -> None:
    laws, clock = [a_law("a", 1, least=6), a_law("b", 1, least=6)], Clock()
    told = list(night(laws, 60 * 12, clock.taking(), clock))
    # (12 - 2) / 2 are too few for a, so b has 10.
    assert clock.given == {"b": (10, 12)}
    assert told[0] == (True, "a: NOT RUN: of the time 5.0 minutes were left, 6 are needed", ())
    assert "NOT RUN" in capsys.readouterr().out


def test_when_no_time_is_left_nothing_is_run() -> None:
    clock = Clock()
    told = list(night([a_law("a"), a_law("b")], -100, clock.taking(), clock))
    assert clock.given == {}
    assert [line.partition(": ")[2][:7] for _, line, _ in told] == ["NOT RUN"] * 2


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (Ended(1, "3 of 4"), "a: FAILED in 0.0 minutes; 3 of 4"),
        (Ended(0, ""), "a: held in 0.0 minutes; it does not say what it covered"),
        (Ended(None, "1 of 4"), "a: FAILED, stopped in 0.0 minutes; does it hang? 1 of 4"),
    ],
)
def test_faults_and_hangs_fail(ended: Ended, said: str) -> None:
    ((held, line, _),) = night([a_law("a")], 600, lambda *_: ended, lambda: 0.0)
    assert (held, line) == (not ended.status and ended.status is not None, said)


def test_a_law_that_hangs_is_stopped_with_all_that_it_started(tmp_path: Path) -> None:
    child = tmp_path / "child"
    hangs = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(child)!r}, 'w').write(str(child.pid))\n"
        "print('covered: the beginning', flush=True)\n"
        "print('where it hangs', file=sys.stderr, flush=True)\n"
        "time.sleep(600)\n"
    )
    for seconds in (2, 8, 32, 128):  # on a slow machine it does not come to begin in two
        ended = carried_out([sys.executable, "-c", hangs], seconds)
        if len(ended.said) > 1:
            break
    assert (ended.status, ended.covered) == (None, "the beginning")
    assert ended.said[:2] == ("covered: the beginning", "where it hangs")
    state = Path(f"/proc/{child.read_text()}/stat")
    for _ in range(600):  # who is killed goes when the machine comes to it
        if has_ended(state):
            return
        time.sleep(0.1)
    raise AssertionError("what the law had started goes on")


def has_ended(state: Path) -> bool:
    """Is a process gone, or at its end and not yet fetched?"""
    try:
        return state.read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:  # gone, perhaps while it was read
        return True


def test_the_night_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    (tmp_path / "held.py").write_text("import sys; print('covered:', *sys.argv[1:])")
    (tmp_path / "wrong.py").write_text("print('covered: 1 of 2\\n7 + 5 = 11'); raise SystemExit(3)")
    row = "[[law]]\nname = '{0}'\nwhat = '{0}'\nweight = 1\nleast = 0\ngrace = 1\nrun = '{1} {2}'\n"
    wrong = row.format("wrong", tmp_path / "wrong.py", "")
    held = row.format("held", tmp_path / "held.py", "{seed} {jobs}")
    table.write_text("minutes = 9\n" + wrong + held)
    line = ["nightly.py", "--table", str(table), "--seed", "17", "--jobs", "3"]
    monkeypatch.setattr(sys, "argv", line)
    monkeypatch.delenv("NIGHTLY_UNTIL", raising=False)
    assert main() == 1
    said = capfd.readouterr().out
    assert "the same again: make nightly SEED=17" in said
    assert "wrong: FAILED" in said
    assert said.rindex("    7 + 5 = 11\n") > said.index("== the night"), (
        "said once more, at the end"
    )
    assert said.endswith("17 3\n"), said
    monkeypatch.setattr(sys, "argv", [*line, "--law", "held"])
    assert main() == 0
    assert "wrong" not in capfd.readouterr().out
    monkeypatch.setenv("NIGHTLY_UNTIL", "1000")  # long ago
    assert main() == 0
    assert "held: NOT RUN" in capfd.readouterr().out


def test_our_table_can_be_read_and_carried_out() -> None:
    minutes, laws = read(TABLE)
    assert minutes <= 56
    assert len({law.name for law in laws}) == len(laws)
    for at, law in enumerate(laws):
        given = law.command(2.5, 17, 2)[1:]
        assert "17" in given, (
            "a night that is cut short must not look at the same things every time"
        )
        assert "2.50" in given
        assert given[0] == "-m" or (TABLE.parents[1] / given[0]).is_file()
        assert share(laws[at:], minutes) > law.least


def test_tasks_are_not_begun_when_the_time_is_up() -> None:
    ticks = iter(range(100))
    found = list(results(abs, [-1, -2, -3, -4, -5], 1, 3, lambda: next(ticks)))
    assert found == [1, 2, 3]  # begun at 0, 1 and 2
    assert sorted(results(abs, [-1, -2, -3], 2, 1, lambda: 0)) == [1, 2, 3]


TESTS = """
import pytest

def test_one(): pass
def test_two(request): request.config.option.until = 1.0
def test_three(): pass
def test_four(): assert False
"""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--minutes", "5"), "covered: 2 of 4 tests"),
        (("--minutes", "0"), "covered: 0 of 4 tests"),
        (("--minutes", "0", "--first", "3", "-n", "2", "--dist", "worksteal"), "0 of 4 tests"),
    ],
)
def test_night_tests_stop_when_the_time_is_up(
    options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    shutil.copy(CONFTEST, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider"]
    done = subprocess.run([*line, *options], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert said in done.stdout
    for name in ("test_three", "test_four"):
        assert f"NOT RUN, the time is up: test_some.py::{name}" in done.stdout


WITH_A_BROWSER = """
import asyncio
import pytest

@pytest.fixture(scope="session")
def quiet():
    yield
    with pytest.raises(RuntimeError):  # as Django asks before it takes its databases down
        asyncio.get_running_loop()

@pytest.fixture(scope="module")
def house(request):
    yield
    request.config.option.until = 0

def test_it(quiet, {first}browser, request):
    assert asyncio.get_running_loop()
    {then}
"""
FOLLOWS = "def test_it(browser): pass\n"


@pytest.mark.parametrize(
    ("first", "then"),
    [("", "request.config.option.until = 0"), ("house, ", "pass")],
    ids=["while it is had", "between two files"],
)
def test_a_browser_is_ended_when_the_time_is_up(first: str, then: str, tmp_path: Path) -> None:
    """Also one that was kept for a file which is not begun any more."""
    needed("chromium", "chromium", "chromium-browser")
    shutil.copy(CONFTEST, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_one.py").write_text(WITH_A_BROWSER.format(first=first, then=then))
    (tmp_path / "test_two.py").write_text(FOLLOWS)
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider"]
    done = subprocess.run([*line, "--minutes", "5"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "covered: 1 of 2 tests" in done.stdout
