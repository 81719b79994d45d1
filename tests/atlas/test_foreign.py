"""Maps of other programs: each format gives the same small map, and a slip its file and line."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

import foreign_files as files
import numpy as np
import pytest

from legation.atlas.board import read_board
from legation.atlas.foreign import found, godip, jdip, markup, reading, realpolitik
from legation.atlas.making.check import check_variant
from legation.atlas.making.contacts import contacts
from legation.atlas.making.layout import lay_out
from legation.atlas.making.planar import crossing, pairs_of
from legation.cli.main import run
from legation.errors import FileError, InputError
from legation.variants.load import load

WRITTEN = {
    "godip": {"lake.go": files.GODIP},
    "diplomacy": {"lake.map": files.DIPLOMACY},
    "realpolitik": {"lake.map": files.JUDGE, "lake.cnt": files.COUNTRIES, "lake.gam": files.GAME},
    "jdip": {
        "variants.xml": files.VARIANTS,
        "lake_adjacency.xml": files.PROVINCES,
        "lake.svg": files.PICTURE,
    },
}


def written(folder: Path, form: str) -> Path:
    """The files of a format in a folder; gives the first of them."""
    for name, text in WRITTEN[form].items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / next(iter(WRITTEN[form]))


@pytest.mark.parametrize("form", WRITTEN)
def test_every_format_tells_the_same_map(tmp_path: Path, form: str) -> None:
    """Places, terrains, both coasts of Cedar, homes, borders, units, as drawn up by hand."""
    lake = reading.read_foreign(written(tmp_path, form))
    assert {(p.code, p.name, p.terrain, p.centre, p.home, p.coasts) for p in lake.places} == {
        ("Ast", "Aster", "coast", True, "Aster Land", ()),
        ("Bir", "Birchwood", "coast", True, "Birch", ()),
        ("Ced", "Cedar", "coast", True, "", ("nc", "sc")),
        ("Dun", "Dune", "inland", False, "", ()),
        ("LAK", "The Lake", "sea", False, "", ()),
        ("BAY", "The Bay", "sea", False, "", ()),
    }
    rows = {(e.a, e.b, e.army, e.fleet, e.a_coast, e.b_coast) for e in lake.edges}
    assert rows == {
        ("Ast", "Bir", True, True, "", ""),
        ("Ast", "Dun", True, False, "", ""),
        ("Ast", "LAK", False, True, "", ""),
        ("BAY", "Ced", False, True, "", "sc"),
        ("BAY", "LAK", False, True, "", ""),
        ("Bir", "Ced", True, True, "", "nc"),
        ("Bir", "Dun", True, False, "", ""),
        ("Bir", "LAK", False, True, "", ""),
        ("Ced", "Dun", True, False, "", ""),
        ("Ced", "LAK", False, True, "nc", ""),
    }
    units = {(u.power, u.kind, u.place) for u in lake.units}
    assert units == {
        ("Aster Land", "F", "Ast"),
        ("Birch", "A", "Bir"),
        ("Neutral", "F", "Ced/sc"),
    }
    assert set(lake.powers) == {"Aster Land", "Birch"}
    assert lake.year == 1850
    assert lake.win == (None if form == "realpolitik" else 2)
    spots = {p.code: p.at for p in lake.places if p.at}
    assert spots == ({"Ast": (10.0, 20.5)} if form == "jdip" else {})


def test_a_date_of_jdip_needs_no_commas(tmp_path: Path) -> None:
    file = written(tmp_path, "jdip")
    text = file.read_text(encoding="utf-8").replace(
        "Spring, 1850, Movement", "Spring 1850 Movement"
    )
    file.write_text(text, encoding="utf-8")
    assert reading.read_foreign(file).year == 1850


def test_what_a_file_does_not_tell_is_said(tmp_path: Path) -> None:
    """The package's format has neither title nor author nor positions."""
    said = " ".join(reading.read_foreign(written(tmp_path, "diplomacy")).notes)
    for missing in ("no title", "no author", "positions for no places"):
        assert missing in said


@pytest.mark.parametrize(
    ("form", "old", "new", "said"),
    [
        ("godip", 'Conn("dun", godip.Land).F', 'Conn("dum", godip.Land).F', '"dum".*dun'),
        ("diplomacy", "LAND DUN", "LAMD DUN", "line 25: the line .LAMD DUN"),
        ("diplomacy", "A BIR", "A BIX", 'line 7: .*"bix"'),
        ("diplomacy", "BEGIN SPRING 1850", "BEGIN SPRING soon", "line 3: BEGIN needs"),
        ("diplomacy", "LAND DUN ABUTS AST BIR ced\n", "", 'line 16: "Dune" .* COAST dun ABUTS ast'),
        ("diplomacy", "VICTORY 2", "VICTORY 9", "line 2: 9 centres .* there are 3"),
        ("diplomacy", "COAST AST AB", "COAST ASR AB", "line 11: .Aster. .* Did you mean asr"),
        ("realpolitik", "dun-mv: ast bir ced\n", "", "line 5: .Dune. .* dun-mv: ast bir ced"),
        ("diplomacy", "SPRING 1850", "SPRING --5", "line 3: BEGIN needs"),
        ("diplomacy", "LAND DUN ABUTS AST", "LAND ABUTS", "line 25: .* needs a place and"),
        ("diplomacy", "LAND DUN ABUTS", "LAND DUNE TOWN ABUTS", "line 25: .* needs a place and"),
        ("realpolitik", "dun-mv: ast", "dun-mw: ast", 'line 16: "mw" is no sort of move'),
        ("realpolitik", "Dune,", "Dune", "line 5: .Dune l dun. is no place"),
        ("jdip", 'homepower="birch"', 'province="birk"', "not well-formed|duplicate"),
        ("jdip", 'CENTER province="ced"', 'CENTER province="cet"', 'line 14: .*"cet"'),
        ("jdip", 'URI="lake_adj', 'URI="../lake_adj', "not beside it"),
        ("jdip", "<!ENTITY %", "<!ENTITY", 'line 2: it declares the entity'),
    ],
)  # fmt: skip
def test_a_slip_is_told_with_its_line(
    tmp_path: Path, form: str, old: str, new: str, said: str
) -> None:
    """One thing is changed in a file; the message names it."""
    file = written(tmp_path, form)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FileError, match=said):
        reading.read_foreign(file)


def test_a_way_of_one_end_is_said_once(tmp_path: Path) -> None:
    """Armies and fleets go from Birchwood to Aster, and not back."""
    file = written(tmp_path, "diplomacy")
    text = file.read_text(encoding="utf-8").replace("AST ABUTS LAK BIR", "AST ABUTS LAK")
    file.write_text(text, encoding="utf-8")
    said = [note for note in reading.read_foreign(file).notes if "One way" in note]
    assert said == ["One way only in the file, both ways here: Bir - Ast."]


def test_a_home_that_is_unowned_too_is_said(tmp_path: Path) -> None:
    """Birchwood stays the home of Birch, and its lines are told."""
    file = written(tmp_path, "diplomacy")
    text = file.read_text(encoding="utf-8").replace("UNOWNED CED", "UNOWNED CED BIR")
    file.write_text(text, encoding="utf-8")
    lake = reading.read_foreign(file)
    assert {place.home for place in lake.places if place.code == "Bir"} == {"Birch"}
    assert any('"bir" is unowned in line 8 and' in note for note in lake.notes)


def test_a_map_of_another_map_is_refused(tmp_path: Path) -> None:
    """So are a format that nobody has, and a file that is nobody's."""
    file = tmp_path / "rome.map"
    file.write_text("MAP standard.map\nITALY ROM\n", encoding="utf-8")
    with pytest.raises(FileError, match="line 1: it changes another map"):
        reading.read_foreign(file)
    with pytest.raises(InputError, match="Did you mean jdip"):
        reading.read_foreign(file, "jdipp")
    file.write_text("package rome", encoding="utf-8")
    with pytest.raises(FileError, match="no graph in this Go file"):
        reading.read_foreign(file, "godip")
    with pytest.raises(FileError, match="say it with --as"):
        reading.read_foreign(file.rename(tmp_path / "rome.txt"))


def test_no_text_keeps_a_reader_long(tmp_path: Path) -> None:
    """Remarks with two signs at each end of line, and what is left open, cost their length."""
    began = time.process_time()
    file = tmp_path / "rome.map"
    file.write_bytes(b"# remark # of many\r\n" * 60 + b"MAP standard.map\r\n")
    with pytest.raises(FileError, match="line 61: it changes another map"):
        reading.read_foreign(file)
    for text in (r'x = "' + r"\"" * 100_000, "/* " * 100_000):
        with pytest.raises(FileError, match="no graph"):
            godip.read_godip("lake.go", text)
    wide = " " * 100_000
    assert jdip._author(f"<D>{wide}</D><D>Map author: A. Writer</D>".encode()) == "A. Writer"
    units = realpolitik._units("Aster", f"F ank{wide}A stp{wide}(sc)", {})
    assert [unit.place for unit in units] == ["ank", "stp/sc"]
    assert time.process_time() - began < 5


def test_what_was_found_is_drawn_and_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder passes its checks; Dune, which touches no water, is shown beside none."""
    monkeypatch.setenv("LEGATION_VARIANTS", "")
    (tmp_path / "from").mkdir()
    file = written(tmp_path / "from", "jdip")
    text = file.read_text(encoding="utf-8").replace('name="Lake"', 'name="Lake&#10;map-note = 1"')
    file.write_text(text, encoding="utf-8")
    assert run(["map", "import", str(file), "--to", str(tmp_path / "lake")]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "6 places, 10 borders, 2 powers" in printed
    assert "positions for 1 of 6" in printed
    assert "differs" not in printed
    assert f"legation --variants {tmp_path} play lake" in printed
    assert check_variant(str(tmp_path / "lake")) == []
    book = load(str(tmp_path / "lake"))
    assert (book.title, book.calendar.first_year, book.definition.victory_centres) == (
        "Lake map-note = 1",
        1850,
        2,
    )
    touching = contacts(read_board(tmp_path / "lake/map")).lengths
    assert not {pair for pair in touching if pair == {"Dun", "LAK"} or pair == {"Dun", "BAY"}}
    assert "Neutral" in {unit.power for unit in book.graph.setup}


def test_what_is_wrong_on_the_board_names_the_file_that_was_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fleet in Dune, which is inland: the line of the file, and no folder that is gone."""
    file = written(tmp_path, "diplomacy")
    file.write_text(file.read_text(encoding="utf-8").replace("A BIR", "F DUN"), encoding="utf-8")
    assert run(["map", "import", str(file), "--to", str(tmp_path / "lake")]) == 2
    said = capsys.readouterr().err
    assert f"{file}, line 7: " in said
    assert "setup.csv" not in said
    assert ".map-import" not in said
    assert not (tmp_path / "lake").exists()


def test_a_lay_out_crosses_no_line() -> None:
    """Of five places that all border on each other one border must go; nine have no crossing."""
    five = list(itertools.combinations("ABCDE", 2))
    laid = lay_out(five, set())
    assert len(laid.apart) == 1
    at = {code: np.array(spot) for code, spot in laid.at.items()}
    assert crossing(pairs_of(five) - pairs_of(laid.apart), at) is None
    beads = [("A", "B"), ("B", "C"), ("C", "D")]
    with pytest.raises(InputError, match="no board can be laid out"):
        lay_out(beads, set())


def boxed() -> tuple[set[tuple[str, str]], dict[str, tuple[float, float]]]:
    """A block of places with a hole of six corners, within three boxes, within three more."""
    pairs, known = set(), {}
    for row, column in itertools.product(range(5), repeat=2):
        known[f"{row}{column}"] = (100.0 * column, 100.0 * row)
        for down, over in ((0, 1), (1, 0), (1, 1)):
            if row + down < 5 and column + over < 5:
                pairs.add((f"{row}{column}", f"{row + down}{column + over}"))
    pairs = {pair for pair in pairs if "22" not in pair}
    del known["22"]
    top, right = [f"0{n}" for n in range(5)], [f"{n}4" for n in range(1, 5)]
    bottom, left = [f"4{n}" for n in (3, 2, 1, 0)], [f"{n}0" for n in (3, 2, 1, 0)]
    rim = top + right + bottom + left
    thirds = [rim[:6], rim[5:11], rim[10:]]
    for name, far in (("A", 800.0), ("B", 1600.0)):
        boxes = [f"{name}{number}" for number in range(3)]
        known |= zip(boxes, [(200 + far, -far), (200.0, 200 + far), (-far, -far)], strict=True)
        pairs |= {(box, other) for box, third in zip(boxes, thirds, strict=True) for other in third}
        pairs |= set(itertools.combinations(boxes, 2))
        thirds = [[boxes[n], boxes[(n + 1) % 3]] for n in range(3)]
    return pairs, known


def test_a_board_within_a_few_boxes_has_room_for_every_place() -> None:
    """Youngstown's edge is three boxes, and all the world was squeezed between them."""
    pairs, known = boxed()
    laid = lay_out(pairs, set(), known)
    assert laid.apart == ()
    at = {code: np.array(spot) for code, spot in laid.at.items()}
    assert crossing(pairs_of(pairs), at) is None
    assert min(float(np.hypot(*(at[a] - at[b]))) for a, b in pairs) > 5


def test_a_fleet_that_is_sent_inland_goes_nowhere(tmp_path: Path) -> None:
    """godip's Unconstitutional has such a border; the army's part of it stays."""
    file = written(tmp_path, "godip")
    text = file.read_text(encoding="utf-8")
    first = text.replace('Conn("dun", godip.Land)', 'Conn("dun", godip.Coast...)', 1)
    file.write_text(first, encoding="utf-8")
    map_found = reading.read_foreign(file)
    assert [(e.army, e.fleet) for e in map_found.edges if {e.a, e.b} == {"Ast", "Dun"}] == [
        (True, False)
    ]
    assert "Fleets that the file sends inland go nowhere here: Dune." in map_found.notes


def test_a_home_that_nobody_owns_at_the_start_is_claimed(tmp_path: Path) -> None:
    """As the small powers of godip's Empires and Coalitions have one each."""
    file = written(tmp_path, "godip")
    text = file.read_text(encoding="utf-8")
    owners = (
        '\tresult.SetSupplyCenters(map[godip.Province]godip.Nation{"ast": AsterLand})\n}\n\nvar'
    )
    file.write_text(text.replace("}\n\nvar prov", owners + " prov", 1), encoding="utf-8")
    claimed = {place.code: place.claimed for place in reading.read_foreign(file).places}
    assert claimed == {**dict.fromkeys(claimed, False), "Bir": True}


def test_what_comes_in_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes, places, moves, elements and depth all have an end."""
    file = written(tmp_path, "godip")
    for module, name in ((reading, "LARGEST"), (found, "MOST_PLACES"), (found, "MOST_MOVES")):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, 3)
            with pytest.raises(FileError, match=r"larger than|more than 3"):
                reading.read_foreign(file)
    deep = b"<a>" * (markup.DEEPEST + 2)
    with pytest.raises(FileError, match="in one another"):
        markup.read_markup("deep.xml", deep)
