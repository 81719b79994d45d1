"""A new variant: the command that makes its folder, and the page that tells how, line by line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from legation.atlas.making.draft import draft_map
from legation.board.mapfile import check_map, load_map
from legation.cli.main import run
from legation.errors import MapError
from legation.rules.survey import Survey
from legation.table.game import Game
from legation.variants.faults import fault
from legation.variants.importing import hooks_of
from legation.variants.load import forget, load, rules_of

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/add-a-variant.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```\n", re.MULTILINE | re.DOTALL)

PLACES = next(text for _, name, text in BLOCK.findall(PAGE.read_text("utf-8")) if name)


@pytest.fixture(autouse=True)
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEGATION_VARIANTS", raising=False)
    (tmp_path / "places.csv").write_text(PLACES, encoding="utf-8")
    forget()
    return tmp_path


def told(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return err if code == 2 else out


# The page


@pytest.mark.parametrize(("page", "count"), [(PAGE, 5), (PAGE.with_name("add-an-order.md"), 2)])
def test_the_page_is_true(page: Path, count: int, tmp_path: Path) -> None:
    """Its files are written and its commands run, in order; they print what it shows."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    printed: str | None = None
    ran = 0
    for language, name, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif language == "sh":
            done = subprocess.run(
                ["sh", "-e", "-c", text],
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, ""), text
            printed, ran = done.stdout, ran + 1
        elif language == "text":
            assert printed == text
    assert ran == count


def test_links_lead_somewhere() -> None:
    for page in (PAGE, ROOT / "docs/hidden-information.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), target


# The command


@pytest.mark.parametrize("parent", ["standard", "locarno", "london_nights"])
def test_it_can_be_played_at_once(parent: str, tmp_path: Path, capsys: Capture) -> None:
    out = told(capsys, "new-variant", "mine", "--parent", parent)
    assert out.startswith("mine: ")
    assert "; its one case passes." in out
    assert told(capsys, "check", "mine") == "1 passed, 0 failed\n"
    assert told(capsys, "map", "check", "mine").endswith("; fine\nthe picture shows the same\n")
    told(capsys, "--variants", ".", "map", "draw", "mine", "--out", "mine.svg")
    assert "write ./mine, or --variants . before the verb." in told(capsys, "play", "mine", code=2)
    assert "Units beyond the number of a power's centres   MIN-1\n" in told(
        capsys, "--variants", ".", "variants", "mine"
    )
    assert "mine: 7 players" in told(capsys, "variants", f"--variants={tmp_path}")
    assert "mine" not in told(capsys, "variants")  # known to that command alone


def test_a_parent_may_be_in_a_folder_too(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEGATION_VARIANTS", str(tmp_path))
    told(capsys, "new-variant", "mine")
    told(capsys, "new-variant", "child", "--parent", "mine")
    assert rules_of("child").__bases__ == (rules_of("mine"),)
    survey = Survey(load("child"), Game.new("child").view("gm").position)
    # 3 centres and 3 units: one in reserve by the rules of its parent, one by its own.
    assert survey.due("France") == 2


def test_a_map_is_proposed(tmp_path: Path, capsys: Capture) -> None:
    out = told(capsys, "new-variant", "lagoon", "--places", "places.csv")
    assert out.startswith("lagoon: 13 places, ")
    graph = load_map(tmp_path / "lagoon/map")
    assert graph.army["Cor"] == {"Cam", "Cau", "Dun", "Mar"}
    assert graph.fleet["WLA"] == {"Ard", "Cau", "Cor", "Isl", "Mar"}
    assert {(u.power, u.kind, u.place) for u in graph.setup if u.power == "Arda"} == {
        ("Arda", "A", "Als"),
        ("Arda", "F", "Ard"),
    }
    assert {power: len(homes) for power, homes in graph.homes.items()} == {
        **dict.fromkeys(("Arda", "Brenta", "Corva"), 2)
    }


def test_every_place_can_be_reached(tmp_path: Path) -> None:
    rows = ["code,name,terrain,centre,home,lat,lon"]
    for at in range(12):  # a string of places, towns far inland from a far sea
        home = ("North", "South")[at % 2] if at < 4 else ""
        code = "ABCDEFGHIJKL"[at].lower()
        rows.append(f"L{code}a,Land {code},inland,{int(at < 4)},{home},{at * at / 3},{at}")
    rows += ["SEA,The Sea,sea,0,,80,-100", "Por,Port,coast,0,,-60,100"]
    table = tmp_path / "far.csv"
    table.write_text("\n".join(rows), encoding="utf-8")
    target = tmp_path / "map"
    target.mkdir()
    draft = draft_map(table, target)
    graph, problems = check_map(target)
    assert problems == []
    assert graph is not None
    assert draft.places == len(graph.provinces) == 14
    seen, waiting = {"Laa"}, ["Laa"]
    while waiting:
        waiting += new if (new := list(graph.touching[waiting.pop()] - seen)) else []
        seen.update(waiting)
    assert seen == set(graph.provinces)
    assert graph.harbours["Por"] == {"SEA"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("45.60,12.00", "45.60,east", 'line 3: lon is "east", which is no number'),
        ("Bre,Brenta", "Ard,Brenta", "line 4: the code Ard is taken by line 2"),
        ("WLA,Western", "Wla,Western", "write its code in capitals, WLA"),
        ("Isl,Isola,coast", "Isl,Isola,cost", '"cost" is no terrain'),
        ("coast,1,Brenta", "coast,1,brenta", "is written"),
        ("code,", "kode,", 'the column "code" is missing'),
        ("45.20,12.80", "45.20,12.20", "Dun lies where Mar lies"),
        ("region", "colour", 'nobody reads a column "colour"'),
        ("45.70,12.50,\n", "45.70\n", "the row has 6 cells where the heading has 8"),
    ],
)
def test_a_wrong_table_is_told(old: str, new: str, said: str, capsys: Capture) -> None:
    Path("places.csv").write_text(PLACES.replace(old, new), encoding="utf-8")
    assert said in told(capsys, "new-variant", "lagoon", "--places", "places.csv", code=2)
    assert [p.name for p in Path().iterdir()] == ["places.csv"]  # nothing is left behind


def test_a_table_with_semicolons_is_told_in_a_sentence(capsys: Capture) -> None:
    Path("places.csv").write_text(PLACES.replace(",", ";"), encoding="utf-8")
    said = told(capsys, "new-variant", "lagoon", "--places", "places.csv", code=2)
    assert said.endswith("line 1: its cells are parted by semicolons; save it with commas\n")
    assert said.count("\n") == 1


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    wrong = PLACES.replace("45.60,12.00", "45.60,east").replace("Isola,coast", "Isola,cost")
    (tmp_path / "places.csv").write_text(wrong.replace("Corva,coast,1", "Corva,coast,0"))
    target = tmp_path / "map"
    target.mkdir()
    with pytest.raises(MapError) as found:
        draft_map(tmp_path / "places.csv", target)
    assert [p.row for p in found.value.problems] == [3, 6, 8]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["standard"], 'there is a variant "standard" already'),
        (["Big"], "is no name for a variant"),
        (["a-b"], "is no name for a variant"),
        (["x"], "is no name for a variant"),
        (["a/b"], "is no name for a variant"),
        (["taken"], "it is there already"),
        (["mine", "--parent", "standrd"], "Did you mean standard?"),
        (["mine", "--places", "plces.csv"], "Did you mean places.csv?"),
        (["mine", "--dir", "nowhere"], "there is no such folder"),
        (["mine", "--places", "places.csv", "--parent", "london_nights"], "try another --parent"),
        ([], "NAME is missing"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], said: str, capsys: Capture) -> None:
    Path("taken").mkdir()
    assert said in told(capsys, "new-variant", *arguments, code=2)
    assert sorted(p.name for p in Path().iterdir()) == ["places.csv", "taken"]


# Clauses


def test_a_clause_that_the_rules_lack_is_told(tmp_path: Path, capsys: Capture) -> None:
    told(capsys, "new-variant", "mine")
    rules = tmp_path / "mine/rules.md"
    rules.write_text(rules.read_text("utf-8").replace("| MIN-1 |", "| MIN-2 |"), encoding="utf-8")
    forget()
    lacks = "mine/variant.toml, line 16: it names the clause MIN-1, which mine/rules.md has not."
    checked = one_line(told(capsys, "check", "mine", code=1))
    assert checked.startswith(lacks)
    assert checked.endswith("1 passed, 0 failed")
    assert lacks in one_line(told(capsys, "map", "check", "mine"))
    assert lacks in one_line(told(capsys, "--variants", ".", "variants", "mine"))
    rules.unlink()
    assert "has no rules.md" in one_line(told(capsys, "--variants", ".", "variants", "mine"))
    assert "has no rules.md" in one_line(told(capsys, "check", "mine", code=1))


def one_line(text: str) -> str:
    return " ".join(text.split())


# Folders of others


RAISING = """from typing import Literal
from legation.rules.options import Options as Standard
from legation.rules.rulebook import Rulebook
class Options(Standard):
    reserve: Literal[1, 0]
class Rules(Rulebook):
    options: Options
    @classmethod
    def define(cls, definition, options):
        return definition.nothing
"""
STANDARD = "from legation.rules.rulebook import Rulebook as Parent"
LOCARNO = "from legation.variants.locarno.hooks import Rules as Parent"


def test_a_broken_folder_hides_no_other(tmp_path: Path, capsys: Capture) -> None:
    for name in ("good", "torn", "raising", "classless", "foundling", "opted", "unread", "lost"):
        told(capsys, "new-variant", name)
    (tmp_path / "torn/hooks.py").write_text("class Rules(:")
    (tmp_path / "raising/hooks.py").write_text(RAISING)
    (tmp_path / "classless/hooks.py").write_text("Rules = 7\n")
    for name, old, new in (
        ("foundling", STANDARD, LOCARNO),
        ("opted", "reserve: Literal[1, 0]", "deserve: Literal[1, 0]"),
    ):
        hooks = tmp_path / name / "hooks.py"
        hooks.write_text(hooks.read_text("utf-8").replace(old, new), "utf-8")
    with (tmp_path / "unread/variant.toml").open("a") as file:
        file.write("[nonsense]\n")
    (tmp_path / "lost/map/borders.csv").unlink()
    forget()
    out = told(capsys, "--variants", ".", "variants")
    flat = " ".join(out.split())
    assert "standard: 7 players" in flat
    assert "good: 7 players" in flat
    assert "torn cannot be used: torn/hooks.py" in flat
    assert "raising cannot be used: raising/hooks.py, line 10: AttributeError" in flat
    lacks = "it has no class Rules; derive one from legation.rules.rulebook.Rulebook"
    assert f"classless cannot be used: classless/hooks.py: {lacks}" in flat
    wrong = 'its Rules derive from legation.variants.locarno.hooks.Rules; the parent "standard"'
    assert f"foundling cannot be used: foundling/hooks.py: {wrong} needs" in flat
    unasked = 'nothing reads the option "reserve": its Options have no reserve; its Options have'
    assert f"opted cannot be used: opted/hooks.py: {unasked} deserve" in flat
    assert "unread cannot be used: unread/variant.toml, line 22: nothing reads" in flat
    assert "lost cannot be used" in flat
    assert all(len(line) <= 80 or "/" in line for line in out.splitlines())
    assert "hooks.py, line 10" in told(capsys, "--variants", ".", "play", "raising", code=2)
    assert "there is no such folder" in told(capsys, "--variants", "none", "variants", code=2)


def test_a_change_is_seen_in_the_second_of_the_last_look(tmp_path: Path, capsys: Capture) -> None:
    told(capsys, "new-variant", "quick")
    hooks, seen = tmp_path / "quick/hooks.py", []
    for number in "12":
        hooks.write_text(f"from .sibling import x\nNUMBER = {number}\n")
        (tmp_path / "quick/sibling.py").write_text(f"x = {number}\n")
        for file in (hooks, tmp_path / "quick/sibling.py"):
            os.utime(file, (1e9, 1e9))
        for name in [name for name in sys.modules if name.startswith("legation_variant_quick")]:
            del sys.modules[name]  # as another process has it
        module = hooks_of(tmp_path / "quick")
        assert module is not None
        seen.append((module.NUMBER, module.x))
    assert seen == [(1, 1), (2, 2)]
    assert not (tmp_path / "quick/__pycache__").exists()


def test_our_own_mistakes_are_not_blamed_on_a_variant(tmp_path: Path, capsys: Capture) -> None:
    """Only those are that come up where a folder's rules are at work, and not all once it is."""
    told(capsys, "new-variant", "mine")
    mine = load(str(tmp_path / "mine"))
    assert type(mine).__module__ in sys.modules
    assert fault(ValueError("of ours")) == ""
    assert fault(came_of(load("standard"))) == ""
    said = "AttributeError at test_new_variant.py, line "
    assert fault(came_of(mine)).startswith(said)


def came_of(book: Any) -> AttributeError:
    """What comes up where a rulebook is asked what none is."""
    try:
        book.unasked()
    except AttributeError as error:
        return error
    raise AssertionError
