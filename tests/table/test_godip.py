"""Games of godip: read, played again, and those of Hundred phase by phase as people played them."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.cli.main import run
from legation.errors import FileError, InputError, NameUnknownError
from legation.table.cases.check import check_case
from legation.table.cases.file import load_cases
from legation.table.elsewhere import read_elsewhere
from legation.table.formats import godip
from legation.table.formats.complete import Completed, complete
from legation.table.formats.convert import convert
from legation.table.formats.transcript import Transcript
from legation.table.game import Game
from legation.table.saving import save
from legation.variants.load import load

SAMPLES = Path(__file__).parents[1] / "samples"
SAMPLE = SAMPLES / "formats" / "game.godip.txt"
TEXT = SAMPLE.read_text(encoding="utf-8")
HUNDRED = SAMPLES / "games" / "hundred.yaml.gz"
ROUND = """PHASE 1425 Year Movement
POSITIONS
	France: army par
	Burgundy: army dij
	France: supply par
	Burgundy: supply dij
	Burgundy: supply fla
ORDERS
	par hold
PHASE 1430 Year Adjustment
POSITIONS
	France: army par
	Burgundy: army dij
	France: supply par
	Burgundy: supply dij
	Burgundy: supply fla
ORDERS
	build anywhere Army fla
"""
# ARC is beside neither Edinburgh nor Ireland: the convoy cannot be.
CONVOY = """PHASE 1811 Spring Movement
POSITIONS
	Britain: army edi
	Britain: fleet arc
	Denmark: fleet noa
ORDERS
	edi move ire
	arc convoy edi move ire
	noa move ire
"""


def told(text: str, variant: str = "standard") -> Transcript:
    [game] = godip.read(text, "game.txt", load(variant))
    return game


def played(text: str, variant: str = "standard") -> Completed:
    game = told(text, variant)
    return complete(game, load(variant, game.options))


def test_whose_an_order_is_follows_from_the_position() -> None:
    spring, retreat, _, winter, last = told(TEXT).entries
    assert str(spring.phase) == "Spring 1902, movement"
    assert {power: list(map(str, sheet)) for power, sheet in spring.sheets.items()} == {
        "France": ["A Bur - Mun", "A Ruh S A Bur - Mun"],
        "Germany": ["A Mun S A Sil", "A Sil H", "F Kie - Ber"],
        "Russia": ["F Stp/sc - BOT"],
    }
    assert {str(unit) for unit in spring.units or ()} >= {"F Stp/sc", "A Bur"}
    assert len(spring.units or ()) == 6
    assert [str(order) for order in retreat.sheets["Germany"]] == ["A Mun - Boh"]
    assert {power: list(map(str, sheet)) for power, sheet in winter.sheets.items()} == {
        "Russia": ["Build F Stp/nc"],
        "Germany": ["Remove A Sil"],
    }
    assert last.open


def test_it_leads_through_every_position_here() -> None:
    """The army of Munich is dislodged by two; Munich and Sweden change hands; one is removed."""
    done = played(TEXT)
    assert (done.quarrels, done.unknown, done.remarks) == ((), (), ())
    assert done.end is not None
    assert {str(unit) for unit in done.end.position.units} == {
        "A Mun", "A Ruh", "A Boh", "F Ber", "F Swe", "F Stp/nc",
    }  # fmt: skip


def test_an_order_for_a_unit_that_is_not_there_is_passed_over() -> None:
    [lost] = told(TEXT).lost
    assert str(lost) == (
        'Spring 1902, movement: "tyr move boh" passed over: no such unit waits for orders'
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Russia: fleet bot", "Russia: fleet bal", "Spring 1902, retreats: units"),
        ("army/dislodged mun", "army/dislodged ber", "Spring 1902, movement: dislodged"),
        ("Russia: supply swe", "France: supply swe", "Winter 1902, adjustments: owners"),
    ],
)
def test_a_position_that_comes_out_otherwise_is_told(old: str, new: str, said: str) -> None:
    assert played(TEXT.replace(old, new)).quarrels[0].startswith(said)


def test_a_year_without_seasons_is_told_by_its_kind_of_phase() -> None:
    """The tens have the Winter: 1430 is the year of the first (HUN-1), and builds are owned (2)."""
    spring, winter = told(ROUND, "hundred").entries
    assert str(spring.phase) == "Spring 1425, movement"
    assert str(winter.phase) == "Winter 1430, adjustments"
    assert [str(order) for order in winter.sheets["Burgundy"]] == ["Build A Fla"]


def test_an_impossible_convoy_shows_that_the_army_means_to_go_by_it() -> None:
    """So godip plays (STD-CON): the army does not keep the fleet out of Ireland."""
    done = played(CONVOY, "empires_and_coalitions")
    assert done.end is not None
    assert {str(unit) for unit in done.end.position.units} == {"A Edi", "F ARC", "F Ire"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("PHASE 1902 Spring Movement", "PHASE soon", "line 1: write PHASE, a year"),
        ("PHASE 1902 Spring", f"PHASE {'9' * 5000} Spring", "line 1: write PHASE, a year"),
        ("PHASE 1902 Spring Movement\n", "", "line 1: a game begins with PHASE"),
        ("\tFrance: army bur", "\tFrance: knight bur", "line 3: write a power, army, fleet"),
        ("\tFrance: army bur", "\tFrance: army atlantis", 'line 3: no place is called "atlantis"'),
        ("\tFrance: army ruh", "\tGermany: army bur", "A Bur and A Bur stand in one province"),
        ("\tsil hold", "\tsil dances", "line 18: this is no order that godip's games have"),
        ("\tbuild Fleet stp/nc", "\tbuild Army lvp", "line 66: lvp is nobody's"),
        ("mun support sil", "mun support sil to boh", "line 17: write the place of a unit"),
        ("POSITIONS\n\tFrance: army bur", "\tFrance: army bur", "POSITIONS is missing"),
    ],
)
def test_one_clear_error(old: str, new: str, said: str) -> None:
    with pytest.raises(FileError) as raised:
        told(TEXT.replace(old, new, 1))
    assert said in str(raised.value)


def test_the_variant_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, out = tmp_path / "game_1.txt", tmp_path / "game.yaml"
    game.write_text(ROUND, encoding="utf-8")
    with pytest.raises(FileError, match="name it with --variant"):
        convert(game, out)
    with pytest.raises(NameUnknownError):
        convert(game, out, variant="hundert")
    assert run(["convert", str(game), str(out), "--variant", "hundred"]) == 0
    assert "read as godip" in capsys.readouterr().out
    assert {case.book.variant for case in load_cases(out)} == {"hundred"}
    with pytest.raises(InputError, match="the case form names its variant"):
        convert(out, tmp_path / "again.yaml", variant="hundred")


def test_it_becomes_a_save_and_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="a game of godip is read, and not written"):
        convert(SAMPLE, tmp_path / "out.txt", to_format="godip")
    whole = "PHASE 1901 Spring Movement\nPOSITIONS\n" + "".join(
        f"\t{unit.power}: {'army' if unit.kind == 'A' else 'fleet'} {unit.place.lower()}\n"
        for unit in Game.new("standard").truth.position.units
    )
    game = tmp_path / "game_1.txt"
    game.write_text(f"{whole}ORDERS\n\tpar move bur\n", encoding="utf-8")
    convert(game, tmp_path / "game.json")
    assert save.load(tmp_path / "game.json").audit() == []


def test_where_it_stands_is_taken_over() -> None:
    """Of a stranger's file, as of any other program's: the last position, and no remarks."""
    found = read_elsewhere(TEXT.encode(), "game.txt", by_path=False)
    assert (found.form, found.table["date"]) == ("godip", "Spring 1903")
    assert found.table["units"]["Russia"] == ["F Stp/nc", "F Swe"]


def test_hundred_as_people_played_it() -> None:
    """Eight games, from movement to movement: units, centres and who was dislodged."""
    cases = load_cases(HUNDRED)
    assert len(cases) == 86
    assert len({case.id.partition("-")[0] for case in cases}) == 8
    assert [failure for case in cases for failure in check_case(case)] == []
