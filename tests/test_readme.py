"""The README and the tour are true: their commands are run, and print what they show."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from legation.variants.find import folders

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
# A block of shell lines and, where one follows at once, the output it shows.
BLOCK = re.compile(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
MADE_ELSEWHERE = re.compile(r"^(make play|make test)\n", re.MULTILINE)

blocks = [(MADE_ELSEWHERE.sub("", sh), shown) for sh, shown in BLOCK.findall(README + TOUR)]
commands = sorted({(sh, shown) for sh, shown in blocks if sh})


def run(script: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_both_commands_stand_first() -> None:
    assert BLOCK.findall(README)[0][0] == "make play\nmake test\n"


def test_it_counts_the_games_of_the_shelf() -> None:
    ruled, everything = len(folders()), len(folders(maps=True))
    said = f"{everything} games: {ruled} with rules of their own, {everything - ruled} that"
    assert said in README


def test_it_leads_who_makes_games_to_the_studio() -> None:
    """Before it tells how variants are written as files."""
    row = next(line for line in README.splitlines() if line.startswith("| who makes games |"))
    linked = re.findall(r"\]\(([^)]+)\)", row)
    assert linked[0] == "docs/studio.md"
    assert "docs/add-an-order.md" in linked


@pytest.mark.parametrize(("script", "shown"), commands, ids=[sh.strip() for sh, _ in commands])
def test_block(script: str, shown: str) -> None:
    done = run(script)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == shown


def test_all_of_the_tour_is_among_them() -> None:
    verbs = {sh.split()[1] for sh, _ in commands}
    assert {"adjudicate", "explain", "orders", "check"} <= verbs


def test_a_position_shown_is_that_of_its_file() -> None:
    shown = re.findall(r"^```yaml\n(.*?)^```\n", TOUR, re.MULTILINE | re.DOTALL)
    file = (ROOT / "examples/bounce.yaml").read_text(encoding="utf-8")
    assert len(shown) == 1
    assert shown[0] in file


def test_the_programs_of_the_tour_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shutil.copytree(ROOT / "examples", tmp_path / "examples").parent)
    done = doctest.testfile(str(ROOT / "docs/tour.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 15
    assert done.failed == 0
    assert (tmp_path / "bounce.svg").read_text("utf-8").startswith("<svg")


def test_the_six_lines_of_a_terminal_game() -> None:
    found = re.search(r"six lines could be\n\n```text\n(.*?)^```", TOUR, re.MULTILINE | re.DOTALL)
    assert found is not None
    lines = found.group(1)
    assert len(lines.splitlines()) == 6
    done = run(f"legation play <<'END'\n{lines}END")
    assert (done.returncode, done.stderr) == (0, "")
    assert "German A Mun - Bur: fails" in done.stdout
