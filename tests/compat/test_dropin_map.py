"""The board, by the names that programs for the package use."""

from __future__ import annotations

import pytest

from legation.compat.diplomacy import Map
from legation.errors import InputError

BOARD = Map()


def test_places_stand_in_the_order_of_the_package() -> None:
    assert len(BOARD.locs) == 82  # 75 provinces, 6 coasts, and Switzerland
    assert BOARD.locs[:3] == ["ADR", "AEG", "ALB"]
    at = BOARD.locs.index("NAP")
    assert BOARD.locs[at : at + 4] == ["NAP", "NWY", "NTH", "NWG"]
    assert BOARD.locs[15:18] == ["BUL/EC", "BUL/SC", "bul"]
    assert BOARD.locs[-1] == "SWI"


def test_who_borders_on_whom() -> None:
    assert sorted(BOARD.loc_abut["MAR"]) == ["BUR", "LYO", "PIE", "SPA/SC", "SWI", "gas"]
    assert sorted(BOARD.loc_abut["SER"]) == ["ALB", "BUD", "BUL", "GRE", "RUM", "TRI"]
    assert sorted(BOARD.loc_abut["STP/NC"]) == ["BAR", "NWY"]
    assert sorted(BOARD.loc_abut["stp"]) == ["BAR", "BOT", "FIN", "LVN", "MOS", "NWY"]
    assert "BUL" not in BOARD.abut_list("CON")
    assert "BUL" in BOARD.abut_list("CON", incl_no_coast=True)
    assert "STP/NC" in BOARD.dest_with_coasts["FIN"]  # with all its coasts, reached or not


@pytest.mark.parametrize(
    ("kind", "here", "order", "there", "may"),
    [
        ("A", "PAR", "-", "BUR", 1),
        ("?", "YOR", "S", "LVP", 1),  # an army could
        ("?", "MAO", "-", "SPA", 0),
        ("F", "ROM", "-", "VEN", 0),  # two coasts of Italy
        ("A", "ROM", "-", "VEN", 1),
        ("F", "MAO", "-", "SPA", 0),  # a fleet names its coast
        ("F", "MAO", "-", "SPA/SC", 1),
        ("F", "MAO", "S", "SPA", 1),
        ("F", "GAS", "-", "SPA/SC", 0),
        ("A", "LON", "-", "BEL", 0),
        ("F", "NTH", "C", "LON", 1),
        ("A", "MUN", "-", "SWI", 0),
        ("A", "PAR", "-", "LONDON", 0),
    ],
)
def test_who_may_go_where(kind: str, here: str, order: str, there: str, may: int) -> None:
    assert BOARD.abuts(kind, here, order, there) == may


def test_what_may_stand_where() -> None:
    good = ["A PAR", "F ENG", "F STP/NC", "A STP"]
    bad = ["F PAR", "A ENG", "A STP/NC", "F STP", "A SWI", "X PAR", "A PARIS"]
    assert [BOARD.is_valid_unit(unit) for unit in good + bad] == [True] * 4 + [False] * 7
    assert BOARD.is_valid_unit("F STP", no_coast_ok=1)
    assert BOARD.is_valid_unit("A SWI", shut_ok=1)


def test_kinds_of_places() -> None:
    kinds = {"MOS": "LAND", "ENG": "WATER", "BRE": "COAST", "SPA": "COAST", "SWI": "SHUT"}
    assert {place: BOARD.area_type(place) for place in kinds} == kinds
    assert BOARD.area_type("QQQ") is None
    assert BOARD.find_coasts("SPA/NC") == ["SPA/NC", "SPA/SC", "SPA"]
    assert BOARD.default_coast(["F", "GRE", "-", "BUL"]) == ["F", "GRE", "-", "BUL/SC"]
    assert BOARD.default_coast(["F", "CON", "-", "BUL"]) == ["F", "CON", "-", "BUL"]


def test_centres_and_homes() -> None:
    assert len(BOARD.scs) == 34
    assert BOARD.homes["RUSSIA"] == ["MOS", "SEV", "STP", "WAR"]
    assert BOARD.units["RUSSIA"] == ["A WAR", "A MOS", "F SEV", "F STP/SC"]


def test_phases_follow_each_other() -> None:
    assert BOARD.phase_long("F1901R") == "FALL 1901 RETREATS"
    assert Map.phase_abbr("WINTER 1903 ADJUSTMENTS") == "W1903A"
    assert BOARD.find_next_phase("FALL 1901 RETREATS") == "WINTER 1901 ADJUSTMENTS"
    assert BOARD.find_next_phase("WINTER 1901 ADJUSTMENTS") == "SPRING 1902 MOVEMENT"
    assert BOARD.find_next_phase("SPRING 1901 MOVEMENT", "M", 1) == "SPRING 1902 MOVEMENT"
    assert BOARD.find_previous_phase("SPRING 1901 MOVEMENT") == "WINTER 1900 ADJUSTMENTS"
    assert BOARD.find_next_phase("COMPLETED") == "COMPLETED"
    assert BOARD.compare_phases("W1901A", "F1901M") == 1
    assert BOARD.compare_phases("FORMING", "S1901M") == -1
    assert BOARD.compare_phases("COMPLETED", "S1950M") == 1
    assert BOARD.phase_long("X1901M") == "?????"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Army Paris - Burgundy", "A PAR BUR"),
        ("F St Petersburg (south coast) to Gulf of Bothnia", "F STP/SC BOT"),
        ("f nth c a lon - nwy", "F NTH C A LON NWY"),
        ("FRANCE: A PAR - BUR", "A PAR BUR"),
        ("A LON-NWY via convoy", "A LON NWY VIA"),
        ("remove A par", "D A PAR"),
        ("F Spain/sc supports A Marseilles to Gascony", "F SPA/SC S A MAR GAS"),
    ],
)
def test_texts_are_read(text: str, words: str) -> None:
    assert BOARD.compact(text) == words.split()


def test_another_map_is_refused() -> None:
    with pytest.raises(InputError, match='no map "modern" here'):
        Map("modern")


def test_ways_over_sea_are_told_by_their_length() -> None:
    ways = BOARD.convoy_paths
    assert ("CLY", {"NAO"}, {"LVP"}) in ways[1]
    # over both seas to where the first alone does not lead; Denmark and Holland it does
    assert ("LON", {"NTH", "HEL"}, {"KIE"}) in ways[2]
    assert not any(start == "LON" and seas == {"ENG", "NTH"} for start, seas, _ in ways[2])
    assert ways[10] == []
