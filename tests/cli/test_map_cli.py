"""``legation map``: pictures, replays and new maps, as somebody at a keyboard has them."""

from __future__ import annotations

import builtins
import gzip
import json
import re
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from golden_game import play
from legation.cli.main import run
from legation.errors import InputError, LegationError
from legation.table.game import Game
from legation.table.replay import versions_of
from legation.table.saving.save import write
from shelf import later

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

ROOT = Path(__file__).parents[2]
BOUNCE = str(ROOT / "examples/bounce.yaml")
PAGE = (ROOT / "docs/draw-a-map.md").read_text(encoding="utf-8")
PLACES = next(iter(re.findall(r"^```csv places.csv\n(.*?)^```", PAGE, re.M | re.S)))


@pytest.fixture(autouse=True)
def workshop(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEGATION_VARIANTS", raising=False)
    return tmp_path


def told(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert bool(err) == (code == 2), err
    return err if code == 2 else out


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of a golden game, played once."""
    folder = tmp_path_factory.mktemp("games")

    def file(name: str) -> Path:
        path = folder / f"{name}.json"
        if not path.exists():
            write(play(name), path)
        return path

    return file


@pytest.fixture
def opening(tmp_path: Path) -> Path:
    """A game of the standard board: one movement done, orders waiting in the next."""
    game = Game.new("standard", seed="0" * 32, name="First & last")
    game.submit("France", ["A Par - Bur", "A Mar - Spa", "F Bre - MAO"])
    game.submit("Germany", ["A Mun - Bur"])
    game.advance()
    game.submit("France", ["A Par - Pic"])
    game.submit("Germany", ["A Mun - Ruh"])
    path = tmp_path / "game.json"
    write(game, path)
    return path


# Drawing


def test_a_variant_as_svg(capsys: Capture) -> None:
    assert told(capsys, "map", "draw", "standard", "--out", "a.svg") == (
        "a.svg: Standard, Spring 1901, movement\n"
    )
    svg = Path("a.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg ")
    assert 'data-unit="A Par"' in svg
    assert "prefers-color-scheme" in svg


def test_svg_to_the_output(capsys: Capture) -> None:
    out = told(capsys, "map", "draw", "standard", "--out", "-", "--mode", "light")
    assert out.startswith("<svg ")
    assert out.endswith("</svg>\n")
    assert "var(" not in out


@pytest.mark.parametrize("width", [400, 1600])
def test_png_has_the_size_that_was_asked_for(width: int, capsys: Capture) -> None:
    told(capsys, "map", "draw", "standard", "--out", "a.png", "--width", str(width))
    data = Path("a.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", data[16:24])
    assert wide == width
    assert 0.5 * width < high < 1.5 * width


def test_pdf(capsys: Capture) -> None:
    told(capsys, "map", "draw", BOUNCE, "--out", "a.pdf", "--paper", "letter")
    data = Path("a.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert re.search(rb"/Title ?\(", data)
    assert b"/FontFile2" in data  # its own faces, not those of the machine
    told(capsys, "map", "draw", BOUNCE, "--out", "b.pdf", "--paper", "letter")
    assert Path("b.pdf").read_bytes() == data


def test_orders_and_results(opening: Path, capsys: Capture) -> None:
    def drawn(*more: str) -> str:
        return told(capsys, "map", "draw", str(opening), "--out", "-", *more)

    present = drawn("--as", "France")
    assert "pending" in labels(present)
    assert "A Par - Pic" in present
    assert "Ruh" not in orders(present)
    done = drawn("--as", "France", "--phase", "0")
    assert "bounce" in labels(done)
    assert "A Mun - Bur" in done
    asked = drawn("--as", "France", "--phase", "0", "--orders")
    assert "A Par - Bur" in asked
    assert "bounce" not in labels(asked)
    assert "A Mun - Bur" not in asked
    plain = drawn("--as", "France", "--phase", "0", "--plain")
    assert orders(plain) == ""
    assert 'data-unit="A Par"' in plain
    assert orders(drawn()) == ""  # nobody's orders are the spectator's


def orders(svg: str) -> str:
    """The layer of orders."""
    found = re.search(r'<g class="orders">(.*?)<g class="centres"', svg, re.S)
    return found[1] if found else ""


def labels(svg: str) -> str:
    """The classes of what is ordered."""
    return " ".join(re.findall(r'class="(order[^"]*)"', svg))


def test_a_case_is_drawn_with_its_results(capsys: Capture) -> None:
    svg = told(capsys, "map", "draw", BOUNCE, "--out", "-")
    assert "cut" in labels(svg)
    after = told(capsys, "map", "draw", BOUNCE, "--out", "-", "--phase", "1")
    assert 'data-unit="A Bur"' in after
    assert orders(after) == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["standrd", "--out", "a.svg"], "Did you mean standard? "),
        (["standrd", "--out", "a.svg"], "Nor is there a file or folder of this name."),
        (["gme.json", "--out", "a.svg"], "there is no such file. Did you mean game.json?"),
        (["standard", "--out", "a.jpg"], "let it end in .svg, .png or .pdf."),
        (["standard", "--out", "a.pgn"], "Did you mean .png?"),
        (
            ["standard", "--out", "a"],
            "its name does not say what it is; let it end",
        ),
        (["standard", "--out", "no/a.svg"], "there is no folder no to write it in"),
        (["standard"], "--out FILE is missing. See legation map draw --help."),
        (["standard", "--out", "a.png", "--width", "0"], "0 pixels wide cannot be made"),
        (["standard", "--out", "a.png", "--width", "100000"], "100 to 8000 can"),
        (["standard", "--out", "a.png", "--mode", "auto"], "choose light or dark, or print"),
        (["standard", "--out", "a.svg", "--as", "France"], "leave --as out"),
        (["standard", "--out", "a.svg", "--phase", "3"], "there is no phase 3; there is phase 0"),
        (["game.json", "--out", "a.svg", "--phase", "9"], "there is phases 0 to 1"),
        (["game.json", "--out", "a.svg", "--phase", "-1"], "there is no phase -1"),
        (["game.json", "--out", "a.svg", "--as", "Farnce"], "France"),
        (["game.json", "--out", "a.svg", "--as", "archive"], "opens when the game is over"),
        (["game.json", "--out", "a.svg", "--case", "x"], "leave --case out"),
        ([BOUNCE, "--out", "a.svg", "--as", "France"], "leave --as out"),
        (["empty", "--out", "a.svg"], "there is no variant.toml in this folder"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    arguments: list[str], said: str, opening: Path, capsys: Capture
) -> None:
    Path("empty").mkdir()
    assert opening.name == "game.json"
    assert said in one_line(told(capsys, "map", "draw", *arguments, code=2)) + " "
    assert not list(Path().glob("a*"))


def test_a_missing_renderer_is_one_sentence(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    said = told(capsys, "map", "draw", "standard", "--out", "a.png", code=2)
    assert "pip install 'legation[draw]'" in said
    assert said.count("\n") == 1
    told(capsys, "map", "draw", "standard", "--out", "a.svg")


# Who sees what


@pytest.mark.parametrize("name", ["london_nights", *later("warwick", "locarno")])
def test_a_picture_holds_what_its_viewer_may_know(
    name: str, games: Callable[[str], Path], capsys: Capture
) -> None:
    """Units that are drawn are those of the viewer's own View, for everybody, in every phase."""
    from legation.table.saving.save import load

    game = load(games(name))
    viewers = ["spectator", *(power.name for power in game.book.powers)]
    for number in (0, game.number // 2):
        for viewer in viewers:
            known = game.view(viewer, number)
            svg = told(
                capsys, "map", "draw", str(games(name)), "--out", "-", "--plain",
                "--as", viewer, "--phase", str(number),
            )  # fmt: skip
            drawn = set(re.findall(r'data-unit="([^"]*)"', svg))
            seen = {str(u) for u in known.position.units}
            seen |= {str(d.unit) for d in known.position.dislodged}
            assert drawn <= seen


def test_a_planted_secret_is_in_no_picture(capsys: Capture) -> None:
    game = Game.new("standard", seed="0" * 32, name="Secrets")
    game.submit("France", ["A Par - Gas", "A Mar S A Par - Gas"])
    write(game, Path("game.json"))
    for viewer in ("spectator", "Germany"):
        svg = told(capsys, "map", "draw", "game.json", "--as", viewer, "--out", "-")
        assert "A Par - Gas" not in svg
        assert orders(svg) == ""
        told(capsys, "map", "replay", "game.json", "--as", viewer, "--out", "a.html")
        assert "A Par - Gas" not in Path("a.html").read_text(encoding="utf-8")
    told(capsys, "map", "replay", "game.json", "--as", "France", "--out", "a.html")
    assert "A Par - Gas" in Path("a.html").read_text(encoding="utf-8")


# Replaying


def test_a_replay_is_one_file(games: Callable[[str], Path], capsys: Capture) -> None:
    out = told(capsys, "map", "replay", str(games("locarno")), "--out", "game.html")
    html = Path("game.html").read_text(encoding="utf-8")
    phases = len(re.findall('<section class="r-phase"', html))
    assert f", {phases} phases, " in out
    assert len(html) < 50_000 * phases
    loaded = re.findall(r'(?:src|href)="([^"#][^"]*)"|url\(([^#)"][^)]*)\)|@import', html)
    assert all(second.startswith("data:") for _, second in loaded)
    assert "http-equiv" in html
    faces = re.findall(r'@font-face{font-family:"([^"]*)"', html)
    assert len(faces) == len(set(faces)) > 0
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    pointed = {*re.findall(r'href="#([^"]*)"', html), *re.findall(r"url\(#([^)]*)\)", html)}
    assert pointed <= set(ids)
    assert not re.search(r'\sstyle="', html)
    assert "Next: " in html
    long_lines = re.findall(r'\bd="([^"]{200,})"', html)
    assert len(long_lines) == len(set(long_lines))  # every coast is there once


def test_a_replay_has_the_news_of_its_viewer(games: Callable[[str], Path], capsys: Capture) -> None:
    from legation.table.saving.save import load

    game = load(games("london_nights"))
    power = game.book.powers[0].name
    pages = {}
    for viewer in ("spectator", power):
        file = str(games("london_nights"))
        told(capsys, "map", "replay", file, "--as", viewer, "--out", "a.html")
        pages[viewer] = Path("a.html").read_text(encoding="utf-8")
    assert "To you alone" in pages[power]
    assert "To you alone" not in pages["spectator"]
    assert f"as known to {power}" in pages[power]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["game.json", "--out", "a.htlm"], "Did you mean .htm or .html?"),
        (["game.json", "--out", "a.html", "--as", "archive"], "opens when the game is over"),
        (["standard", "--out", "a.html"], "there is no such file"),
        ([BOUNCE, "--out", "a.html"], "bounce.yaml"),
    ],
)
def test_what_cannot_be_replayed_is_told(
    arguments: list[str], said: str, opening: Path, capsys: Capture
) -> None:
    assert opening.exists()
    assert said in one_line(told(capsys, "map", "replay", *arguments, code=2))


# Making maps


NEW = ("map", "new", "irish_sea", "--places", "places.csv")


def make(capsys: Capture) -> str:
    Path("places.csv").write_text(PLACES, encoding="utf-8")
    return told(capsys, *NEW)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table of places and the new map of it: made once, for it takes long."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "places.csv").write_text(PLACES, encoding="utf-8")
    return ran(folder, *NEW)


@pytest.fixture(scope="module")
def built(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with its picture."""
    folder = Path(shutil.copytree(made, tmp_path_factory.mktemp("built") / "it"))
    return ran(folder, "map", "build", "irish_sea")


def ran(folder: Path, *arguments: str) -> Path:
    with pytest.MonkeyPatch.context() as at:
        at.chdir(folder)
        at.delenv("LEGATION_VARIANTS", raising=False)
        assert run(arguments) == 0
    return folder


@pytest.fixture
def new(made: Path, workshop: Path) -> None:
    """A new map here, without a picture."""
    shutil.copytree(made, workshop, dirs_exist_ok=True)


@pytest.fixture
def drawn(built: Path, workshop: Path) -> None:
    """A new map here, with its picture."""
    shutil.copytree(built, workshop, dirs_exist_ok=True)


def test_a_new_map_can_be_built_and_drawn_at_once(capsys: Capture) -> None:
    out = make(capsys)
    assert "The borders are those that the picture will show." in out
    told(capsys, "map", "build", "irish_sea")
    told(capsys, "map", "draw", "irish_sea", "--out", "a.svg")
    told(capsys, "map", "draw", "irish_sea/map", "--out", "b.svg")
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()


@pytest.mark.usefixtures("new")
def test_a_map_without_a_picture_passes(capsys: Capture) -> None:
    out = told(capsys, "map", "check", "irish_sea")
    assert "; fine\n" in out
    assert "There is no picture of it yet; legation map build irish_sea makes one." in one_line(out)
    found = json.loads(told(capsys, "map", "check", "irish_sea", "--json"))
    assert found["picture"]["drawn"] is False
    said = told(capsys, "map", "draw", "irish_sea", "--out", "a.svg", code=2)
    assert "legation map build" in said


@pytest.mark.usefixtures("drawn")
def test_check_tells_where_table_and_picture_disagree(capsys: Capture) -> None:
    borders = Path("irish_sea/map/borders.csv")
    borders.write_text(borders.read_text().replace("Dub,Wex,1,1,,,\n", ""), encoding="utf-8")
    out = one_line(told(capsys, "map", "check", "irish_sea", code=1))
    assert "older than" in out
    assert "Dub and Wex touch" in out
    found: dict[str, Any] = json.loads(told(capsys, "map", "check", "irish_sea", "--json", code=1))
    assert found["problems"] == []
    assert found["picture"]["stale"] is True
    assert any("Dub and Wex" in said for said in found["picture"]["disagreements"])


@pytest.mark.usefixtures("drawn")
def test_a_broken_picture_is_told(capsys: Capture) -> None:
    Path("irish_sea/map/board.json").write_text("{", encoding="utf-8")
    assert "it is no drawn board" in one_line(told(capsys, "map", "check", "irish_sea", code=1))


@pytest.mark.evening
def test_a_packed_map_is_a_map(capsys: Capture) -> None:
    Path("places.csv.gz").write_bytes(gzip.compress(PLACES.encode()))
    told(capsys, "map", "new", "irish_sea", "--places", "places.csv.gz")
    told(capsys, "map", "build", "irish_sea")
    checked = told(capsys, "map", "check", "irish_sea", code=1)
    assert "; fine\n" in checked  # the tables; three borders of the picture touch
    assert "older than" not in checked
    home = Path("irish_sea/map")
    board, played = (home / "board.json").read_bytes(), versions_of(str(home.parent.resolve()))
    names = ["board.json", "borders.csv", "coast.json", "picture.toml", "provinces.csv"]
    for file in sorted(home.iterdir()):
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert sorted(f.name for f in home.iterdir()) == [*(f"{n}.gz" for n in names), "setup.csv.gz"]
    versions_of.cache_clear()
    assert versions_of(str(home.parent.resolve())) == played  # its saves are still its own
    assert told(capsys, "map", "check", "irish_sea", code=1) == checked
    told(capsys, "map", "draw", "irish_sea", "--out", "a.svg")
    told(capsys, "map", "build", "irish_sea")
    assert (home / "board.json").read_bytes() == board
    assert not (home / "board.json.gz").exists()
    (home / "setup.csv").write_text("", encoding="utf-8")
    said = one_line(told(capsys, "map", "check", "irish_sea", code=1))
    assert "setup.csv: setup.csv.gz is in the folder as well; take one away." in said


def test_places_off_every_real_coast_are_joined_by_nearness(capsys: Capture) -> None:
    rows = ["code,name,terrain,centre,home,lat,lon"]
    rows += [f"La{n},Land {n},coast,1,{'NS'[at % 2]}land,{at},-140" for at, n in enumerate("abcd")]
    Path("places.csv").write_text("\n".join([*rows, "SEA,Sea,sea,0,,1.5,-139"]), encoding="utf-8")
    out = one_line(told(capsys, "map", "new", "atoll", "--places", "places.csv"))
    assert "The borders are a guess" in out
    assert "; fine" in told(capsys, "map", "check", "atoll")


def test_without_the_extra_no_map_is_built(monkeypatch: Patch, capsys: Capture) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "shapely":
            raise ModuleNotFoundError("No module named 'shapely'", name="shapely")
        return real(name, *rest, **more)

    for module in [m for m in sys.modules if m.startswith("legation.atlas.making")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    assert "pip install 'legation[maps]'" in one_line(make(capsys))
    assert "; fine" in told(capsys, "map", "check", "irish_sea")
    said = told(capsys, "map", "build", "irish_sea", code=2)
    assert "pip install 'legation[maps]'" in said
    assert said.count("\n") == 1


@pytest.mark.usefixtures("new")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "irsh_sea"], "Nor is there a folder of this name"),
        (["build", "empty"], "there is no provinces.csv in this folder"),
        (["build", "irish_sea", "--coast", "nothing.json"], "there is no such file"),
        (["build", "irish_sea", "--coast", "places.csv"], "it is no coast"),
        (["new", "irish_sea", "--places", "places.csv"], "it is there already"),
        (["new", "Irish", "--places", "places.csv"], "is no name for a variant"),
        (["new", "no/irish", "--places", "places.csv"], "there is no folder no to make it in"),
        (["new", "other", "--places", "plces.csv"], "Did you mean places.csv?"),
        (["new", "other", "--places", "empty"], "this is a folder"),
        (["new", "other"], "--places CSV is missing"),
        (["new", "b2", "--places", "places.csv", "--parent", "standrd"], "Did you mean standard"),
        (["chekc", "standard"], "check"),
    ],
)
def test_mistakes_of_a_map_maker(arguments: list[str], said: str, capsys: Capture) -> None:
    Path("empty").mkdir()
    before = sorted(Path().iterdir())
    assert said in one_line(told(capsys, "map", *arguments, code=2))
    assert sorted(Path().iterdir()) == before


@pytest.mark.evening
@pytest.mark.usefixtures("new")
def test_a_finer_coast(capsys: Capture) -> None:
    shutil.copy("irish_sea/map/coast.json", "finer.json")
    out = told(capsys, "map", "build", "irish_sea", "--coast", "finer.json")
    assert re.search(r"^irish_sea/map/coast.json: \d+ lands", out)
    Path("irish_sea/map/coast.json").unlink()
    assert "irish_sea/map/coast.json" in told(capsys, "map", "build", "irish_sea")


@pytest.mark.parametrize("verb", ["draw", "replay", "new", "build", "check"])
def test_help_has_an_example(verb: str, capsys: Capture) -> None:
    assert f"legation map {verb}" in told(capsys, "map", verb, "--help").partition("Example")[2]


# Printing


def test_what_is_no_picture_is_not_printed() -> None:
    from legation.atlas.printing import label, pdf, png

    box = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" aria-label="A &amp; B"/>'
    assert label(box) == "A & B"
    assert png(box, 100)[:4] == b"\x89PNG"
    with pytest.raises(InputError, match="no picture"):
        png("<svg/>", 100)
    with pytest.raises(InputError, match="no paper"):
        pdf(box, "a9")
    with pytest.raises(LegationError):
        png(box, 99)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "the file is empty"),
        (PLACES.splitlines()[0] + "\n", "there is a heading, and no place below it"),
        (re.sub(r"(?m)^.*,sea,.*\n", "", PLACES), "there are coasts and no sea"),
        (PLACES.replace("terrain", "ground", 1), 'nobody reads a column "ground"'),
        (PLACES + "Dub,Dublin,coast,0,,53.2,-6.3\n", "line 16: the code Dub is taken by line 3"),
        (PLACES + "Far,Far,coast,0,,53.2,200\n", "line 16: lon is 200, outside -180 to 180"),
    ],
)
def test_mistakes_in_a_table_of_places(table: str, said: str, capsys: Capture) -> None:
    Path("places.csv").write_text(table, encoding="utf-8")
    error = told(capsys, "map", "new", "irish_sea", "--places", "places.csv", code=2)
    assert said in one_line(error)
    assert not Path("irish_sea").exists()


def test_a_variant_that_leads_to_no_map_is_told(workshop: Path, capsys: Capture) -> None:
    """Broken TOML, and two parents in a ring: one sentence each, with file and line."""
    texts = {
        "broken": 'title = "No parent"\nparent =\n',
        "one": f'parent = "{workshop}/two"\n',
        "two": f'\nparent = "{workshop}/one"\n',
    }
    for name, text in texts.items():
        (workshop / name).mkdir()
        (workshop / name / "variant.toml").write_text(text, encoding="utf-8")
    for verb in ("check", "build"):
        said = one_line(told(capsys, "map", verb, "broken", code=2))
        assert "broken/variant.toml, line 2: this is no TOML" in said
        said = one_line(told(capsys, "map", verb, "one", code=2))
        assert "two/variant.toml, line 2:" in said
        assert "is its own ancestor" in said
