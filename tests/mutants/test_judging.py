"""A run of mutants fails where it must: what lives in a strict room, and too large a share."""

import subprocess
import sys
from pathlib import Path

import pytest
import sites
from judging import End, Fate, Known, UnexplainedError, faults
from nightly_mutants import HERE, KNOWN, PARTS
from sites import Mutant

CAUGHT, LIVES, UNSURE = (End(fate, "") for fate in Fate)


def mutants(number: int, file: str = "rules/a.py", now: str = "(True)") -> list[Mutant]:
    kind = file.partition("/")[0]
    return [Mutant(kind, file, f"f{n}", (1, 1), "a", now, (0, 1)) for n in range(number)]


def ended(alive: int, caught: int, unsure: int = 0, file: str = "rules/a.py") -> dict[Mutant, End]:
    ends = [LIVES] * alive + [CAUGHT] * caught + [UNSURE] * unsure
    return dict(zip(mutants(len(ends), file), ends, strict=True))


@pytest.fixture(autouse=True)
def rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "STRICT", ("rules/strict.py", "server/press/"))
    monkeypatch.setattr(sites, "LEAST", {"rules": 0.9, "gate": 1.0, "server": 0.1})


def test_one_that_lives_in_a_strict_room_fails() -> None:
    assert faults("server", ended(0, 5, 3, "server/press/a.py")) == []
    (fault,) = faults("server", ended(1, 999, 0, "server/press/a.py"))
    assert "server/press/a.py:1 f0: a -> (True)" in fault
    assert faults("server", ended(1, 999, 0, "server/pressed.py")) == []
    assert faults("rules", ended(1, 999, 0, "rules/strict.py")) == [], "of rules it is the share"


def test_a_share_fails_where_it_is_no_chance() -> None:
    """Of 10 mutants of which each lives with 1/10, four live with 1.3 %, all with 10 to the -10."""
    assert faults("rules", {}) == []
    assert faults("rules", ended(4, 6)) == []
    (fault,) = faults("rules", ended(10, 0))
    assert fault == "of rules 10 of 10 live, and 90% are to be caught"
    # Of 1,000 each with 1/10: 100 are expected, 10 more or less are no rarity, 50 are 5 deviations.
    assert faults("rules", ended(110, 890)) == []
    assert faults("rules", ended(150, 850)) != []


def test_what_is_unsure_counts_on_neither_side() -> None:
    assert faults("rules", ended(10, 0, 900)) != []
    assert faults("rules", ended(0, 0, 900)) == []


def test_where_all_are_to_be_caught_one_is_too_many() -> None:
    assert faults("gate", ended(0, 10)) == []
    assert faults("gate", ended(1, 999)) != []


def test_known_mutants_are_named_with_their_reason(tmp_path: Path) -> None:
    row = '[[{}]]\npart = "rules"\nfile = "rules/a.py"\nfunction = "f{}"\nwas = "a"\n'
    file = tmp_path / "known.toml"
    one, two = row.format("equal", 0), row.format("lives", 1) + 'now = "(True)"\n'
    file.write_text(f'{one}why = "b"\n{two}why = "c"\n')
    known = Known(file)
    both, other = mutants(3), mutants(2, now="(False)")
    assert [known.changes_nothing(m) for m in (*both, *other)] == [1, 0, 0, 1, 0]
    assert [known.is_alive(m) for m in (*both, *other)] == [0, 1, 0, 0, 0]
    assert known.stale("rules", both) == []
    assert known.stale("rules", both[:1]) == ["rules rules/a.py f1 a (True)"]
    assert known.stale("gate", both[:1]) == []
    file.write_text(one)
    with pytest.raises(UnexplainedError, match="f0"):
        Known(file)


def test_our_list_is_about_mutants_that_there_are() -> None:
    known = Known(KNOWN)
    for part, found in PARTS.items():
        assert known.stale(part, found()) == []


def test_strict_rooms_are_there() -> None:
    strict = sites._SAID["strict"]
    assert strict
    for room in strict:
        assert (sites.SOURCE / room).exists(), room


@pytest.mark.evening
@pytest.mark.parametrize(
    ("tests", "status", "said"),
    [
        ("test_sight.py", 1, "FAULT: it lives, and all are caught in this room: sight/see.py:"),
        ("test_opened.py", 0, "covered: gate 1 of 1 tried: 1 caught"),
    ],
)
def test_a_run_fails_by_what_it_finds(tests: str, status: int, said: str) -> None:
    """The master's own powers: one file of tests asks for them, the other does not."""
    line = [sys.executable, str(HERE / "nightly_mutants.py"), "--part", "gate", "--jobs", "1"]
    only = ["--only", "_reads: power in book.master_powers"]
    file = HERE.parent / "sight" / tests
    done = subprocess.run(
        [*line, *only, "--tests", str(file)], cwd=HERE.parents[1], capture_output=True, text=True
    )
    assert (done.returncode, said in done.stdout) == (status, True), done.stdout + done.stderr
