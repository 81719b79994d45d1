"""A map's tables are read whole, and everything wrong with them is said at once."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

import legation
from legation.board.mapfile import check_map, load_map
from legation.board.names import NameTable
from legation.errors import MapError

STANDARD = Path(legation.__file__).parent / "variants/standard/map"

PROVINCES = """\
code,name,terrain,centre,home,region,coasts,lat,lon,points,features
Aaa,Aland,coast,1,Red,,,1,2,1 2; 3 4,port
Bbb,Beland,coast,0,,,nc;sc,1,2,,
Ccc,Celand,inland,0,,,,1,2,,
SEA,Sea,sea,0,,,,1,2,,
Zzz,Zeland,impassable,0,,,,1,2,,
"""
BORDERS = """\
a,b,army,fleet,a_coast,b_coast,kind
Aaa,Bbb,1,1,,nc,
Aaa,Ccc,1,0,,,
Aaa,SEA,0,1,,,
Bbb,SEA,0,1,sc,,strait
Bbb,SEA,0,1,nc,,
"""
SETUP = "power,type,province,coast,strength\nRed,F,Bbb,nc,1\nBlue,?,Ccc|Aaa,,2\n"


def write(folder: Path, **tables: str) -> Path:
    whole = {"provinces": PROVINCES, "borders": BORDERS, "setup": SETUP} | tables
    for name, text in whole.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def problems(folder: Path) -> list[str]:
    graph, found = check_map(folder)
    assert (graph is None) == bool(found)
    return [str(problem) for problem in found]


def test_the_standard_map_is_without_fault() -> None:
    graph = load_map(STANDARD)
    assert len(graph.provinces) == 76
    assert len(graph.setup) == 22
    assert len(graph.centres) == 34
    assert graph.aliases["Lpl"] == "Lvp"
    assert load_map(files("legation") / "variants/standard/map") == graph


def test_every_alias_of_the_standard_map_is_found() -> None:
    graph = load_map(STANDARD)
    names = NameTable(graph, {})
    for alias, code in graph.aliases.items():
        assert names.find_place(alias) == code


def test_a_small_map(tmp_path: Path) -> None:
    graph = load_map(write(tmp_path, aliases="code,alias\nAaa,First Land\n"))
    assert graph.provinces["Bbb"].coasts == ("nc", "sc")
    assert graph.provinces["Aaa"].points == ((1, 2), (3, 4))
    assert graph.fleet["Bbb/nc"] == {"Aaa", "SEA"}
    assert [unit.places for unit in graph.setup] == [("Bbb/nc",), ("Ccc", "Aaa")]
    assert graph.aliases == {"First Land": "Aaa"}


def test_all_problems_of_all_tables_are_found_at_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        provinces=PROVINCES
        + "aAA,Twice,coast,0,,,,1,2,,\n"
        + "Ddd,Aland,marsh,2,,,,x,200,1;2 3,magic\n"
        + "eee,Eland,inland,0,,,nc;xc,1,2,,\n"
        + "Fff,Effsea,sea,0,,,,1,2,,\n"
        + "Ggg,Giland,inland,0,,,,1,2,,land-in-sea\n"
        + "X1,One,inland,0,,,,1,2,,\n"
        + "Hhh,Haland,coast,0,,,nc,-91,2,,\n"
        + "Iii,Iland,impassable,1,,,,1,2,,\n",
        borders=BORDERS
        + "Aaa,Yyy,1,0,,,\n"
        + "Aaa,Aaa,1,0,,,\n"
        + "SEA,Aaa,0,1,,,\n"
        + "Bbb,Aaa,0,1,sc,,\n"
        + "Bbb,Ccc,1,1,,,tunnel\n"
        + "Ccc,SEA,1,0,,,\n"
        + "Aaa,Zzz,2,0,,,\n"
        + "Aaa,Ddd,1,0,nc,,\n",
        setup=SETUP
        + ",A,SEA,,1\n"
        + "Red,F,Ccc,,0\n"
        + "Red,X,aaa,,1\n"
        + "Red,F,Bbb,,1\n"
        + "Red,A,Zzz,nc,1\n",
        aliases="code,alias\nAaa,bbb\nNnn,New\nAaa,Celand\nAaa,Ay\nBbb,a.y.\nBbb,AY\nAaa,-\n",
    )
    assert problems(tmp_path) == [
        "provinces.csv, line 7: the code aAA is taken by line 2.",
        'provinces.csv, line 8: the name "Aland" is taken by Aaa.',
        'provinces.csv, line 8: "marsh" is no terrain.'
        " Terrains are inland, coast, sea, bridge or impassable.",
        'provinces.csv, line 8: "magic" is no feature. Features are canal, claimed, colony,'
        " fortified, garrison, island, land-in-sea, minor, northbank, police, port, southbank"
        " or two-parts.",
        'provinces.csv, line 8: "2" does not say whether Ddd is a centre. Write 1, ? or 0.',
        'provinces.csv, line 8: lat is "x", which is no number.',
        "provinces.csv, line 8: lon is 200, outside -180 to 180 degrees.",
        'provinces.csv, line 8: the point "1" is not a pair "lat lon".',
        "provinces.csv, line 9: eee is land: write its code as Eee.",
        'provinces.csv, line 9: "xc" is no coast. Coasts are nc, sc, ec or wc.',
        "provinces.csv, line 9: eee is inland; only a coast province has coasts.",
        "provinces.csv, line 9: eee has no border.",
        "provinces.csv, line 10: Fff is a sea: write its code in capitals, FFF.",
        "provinces.csv, line 10: Fff has no border.",
        "provinces.csv, line 11: only a sea can have land-in-sea; Ggg is inland.",
        "provinces.csv, line 11: Ggg has no border.",
        'provinces.csv, line 12: "X1" is no code; a code has letters only.',
        "provinces.csv, line 13: Hhh needs two different coasts or none.",
        "provinces.csv, line 13: lat is -91, outside -90 to 90 degrees. Have lat and lon"
        " changed places?",
        "provinces.csv, line 13: Hhh has no border.",
        "provinces.csv, line 14: Iii is impassable, so it cannot be a centre.",
        'borders.csv, line 7: there is no province "Yyy".',
        "borders.csv, line 8: Aaa borders on itself.",
        "borders.csv, line 9: SEA and Aaa are joined by line 4 already.",
        "borders.csv, line 10: army differs from line 2 of Bbb and Aaa.",
        'borders.csv, line 11: "tunnel" is no kind of border.'
        " Kinds are strait, landbridge, four-way, bridge, canal or edge.",
        "borders.csv, line 11: Bbb has several coasts; say which one, nc or sc.",
        "borders.csv, line 11: Ccc is inland, which no fleet enters.",
        "borders.csv, line 12: SEA is a sea, which no army enters.",
        'borders.csv, line 13: army is "2"; write 1 or 0.',
        "borders.csv, line 13: Zzz is impassable, so it has no borders.",
        'borders.csv, line 14: Aaa has no coast "nc".',
        "setup.csv, line 4: the unit has no power.",
        "setup.csv, line 4: an army cannot stand in SEA, which is a sea.",
        "setup.csv, line 5: a fleet cannot be in Ccc, which is inland.",
        "setup.csv, line 5: Ccc has a unit by line 3 already.",
        'setup.csv, line 5: strength is "0"; write a number from 1 on.',
        'setup.csv, line 6: "X" is no kind of unit. Kinds are A, F, U or ?.',
        'setup.csv, line 6: there is no province "aaa". Did you mean Aaa?',
        "setup.csv, line 7: Bbb has several coasts; say which one, nc or sc.",
        "setup.csv, line 7: Bbb has a unit by line 2 already.",
        "setup.csv, line 8: Zzz is impassable, so no unit stands there.",
        'setup.csv, line 8: Zzz has no coast "nc".',
        'aliases.csv, line 2: the alias "bbb" is the code of Bbb already.',
        'aliases.csv, line 3: there is no province "Nnn".',
        'aliases.csv, line 4: the alias "Celand" is the name of Ccc already.',
        'aliases.csv, line 7: the alias "AY" is an alias of Aaa, line 5, already.',
        'aliases.csv, line 8: "-" is no alias; it has no letters.',
    ]
    with pytest.raises(MapError, match="48 problems") as caught:
        load_map(tmp_path)
    assert len(caught.value.problems) == 48


def test_columns_are_all_there_and_all_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        provinces=PROVINCES.replace(",terrain,", ",climate,"),
        setup="power,type,province,coast,coast\nRed,A,Aaa,,\n",
    )
    assert [text for text in problems(tmp_path) if ", line 1:" in text] == [
        'provinces.csv, line 1: nobody reads a column "climate". Columns are code, name, terrain,'
        " centre, home, region, coasts, lat, lon, points, features.",
        'provinces.csv, line 1: the column "terrain" is missing.',
        'setup.csv, line 1: the column "coast" is there twice.',
        'setup.csv, line 1: the column "strength" is missing.',
    ]


def test_a_land_in_sea_lets_armies_in_and_keeps_its_code(tmp_path: Path) -> None:
    write(
        tmp_path,
        provinces=PROVINCES + "Gib,Rock,sea,1,,,,1,2,,land-in-sea\nBRI,Bridge,bridge,0,,,,1,2,,\n",
        borders=BORDERS + "Aaa,Gib,1,1,,,\nCcc,BRI,1,0,,,bridge\n",
        setup=SETUP + "Red,A,Gib,,1\nRed,U,BRI,,1\nBlue,U,BRI,,1\nRed,U,SEA,,1\nBlue,U,SEA,,1\n",
    )
    assert problems(tmp_path) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "provinces.csv: the file is empty."),
        (b"\xff\xfe\x00c\x00o", "provinces.csv, line 1: the file is not UTF-8 text."),
        (PROVINCES.encode() + b"Caf\xe9", "provinces.csv, line 7: the file is not UTF-8 text."),
        (
            PROVINCES.encode() + b"Ddd,Del",
            "provinces.csv, line 7: the row has 2 cells where the heading has 11;"
            " is the file cut off?",
        ),
        (
            PROVINCES.encode() + b'Ddd,"Del',
            "provinces.csv, line 7: the row cannot be read: unexpected end of data.",
        ),
        (
            PROVINCES.encode() + b"Ddd,Del\0land,coast,0,,,,1,2,,\n",
            "provinces.csv, line 7: the file is not UTF-8 text.",
        ),
    ],
)
def test_a_broken_file_is_a_problem_not_a_crash(tmp_path: Path, data: bytes, said: str) -> None:
    write(tmp_path)
    (tmp_path / "provinces.csv").write_bytes(data)
    assert said in problems(tmp_path)


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    assert problems(tmp_path) == [
        f"{table}.csv: the file cannot be read: No such file or directory."
        for table in ("provinces", "borders", "setup")
    ]


def test_one_place_for_a_choice_of_two(tmp_path: Path) -> None:
    write(tmp_path, setup=SETUP + "Red,?,Aaa|Nnn,,1\n")
    assert problems(tmp_path) == [
        "setup.csv, line 4: Aaa has a unit by line 3 already.",
        'setup.csv, line 4: there is no province "Nnn".',
    ]


def test_homes_are_centres_of_powers_that_play(tmp_path: Path) -> None:
    copy = tmp_path / "map"
    shutil.copytree(STANDARD, copy)
    table = copy / "provinces.csv"
    text = table.read_text(encoding="utf-8")
    text = text.replace("Ank,Ankara,coast,1,Turkey", "Ank,Ankara,coast,0,Turkey")
    table.write_text(text.replace("Bre,Brest,coast,1,France", "Bre,Brest,coast,1,Frnce"), "utf-8")
    _, problems = check_map(copy)
    assert [str(problem).partition(": ")[2] for problem in problems] == [
        "Ank is a home of Turkey, and no centre.",
        'no unit of setup.csv is of the power "Frnce", whose home Bre is. Did you mean France?',
    ]
