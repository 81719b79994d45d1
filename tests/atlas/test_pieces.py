"""Pieces that lie astray, and lines over the land of others, on a board of two squares.

Anemone is 100 units wide, and Birch beside it 200; a square of 20 by 20 in the
middle of Birch is Anemone's as well. A unit is a kilometre.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from legation.atlas.board import board_from
from legation.atlas.collisions import collisions
from legation.atlas.making.check import check
from legation.atlas.making.pieces import Over, Piece, across, stray
from legation.atlas.making.recipe import Frame, PictureException, Points, Recipe
from legation.board.graph import Border, MapGraph, Province

RECIPE = Recipe(frame=Frame(centre=(0.0, 0.0), x=(-500.0, 500.0), y=(-500.0, 500.0)))
DEGREE = 111.19
"""Kilometres."""


def at(x: float, y: float) -> tuple[float, float]:
    """The degrees of a point of the picture."""
    return (500 - y) / DEGREE, (x - 500) / DEGREE


def graph(**changes: Any) -> MapGraph:
    """Anemone and Birch, and Cedar, which the line from Anemone leads to."""
    provinces = {}
    for code, x in (("Ane", 50), ("Bir", 150), ("Ced", 350)):
        lat, lon = at(x, 50)
        provinces[code] = Province(code, code, "inland", lat=lat, lon=lon)
    provinces["Ane"] = replace(provinces["Ane"], **changes)
    return MapGraph(
        provinces, (Border("Ane", "Bir", True, False), Border("Ane", "Ced", True, False))
    )


BOARD = board_from(
    {
        "version": 1,
        "size": [1000, 1000],
        "from": "",
        "scale": 1.0,
        "arcs": [
            "1000 0 0 1000",
            "1000 1000 -1000 0 0 -1000 1000 0",
            "1000 0 2000 0 0 1000 -2000 0",
            "2200 400 0 200 -200 0 0 -200 200 0",
        ],
        "areas": {"Ane": [[0, 1], [3]], "Bir": [[~0, 2], [~3]], "Ced": []},
        "ground": [],
        "water": [],
        "spots": {},
        "labels": {},
        "centres": {},
        "crossings": [["Ane", "Ced", 60.0, 50.0, 340.0, 50.0]],
        "bars": [],
        "edges": [],
        "graticule": [],
    }
)


def test_a_piece_in_the_land_of_another_is_astray() -> None:
    assert list(stray(BOARD, graph(), RECIPE)) == [Piece("Ane", 400.0, "Bir", (210.0, 50.0))]
    # with a point in it, in the table or for the picture alone, it is meant so
    assert not list(stray(BOARD, graph(points=(at(210, 50),)), RECIPE))
    more = Recipe(frame=RECIPE.frame, points=(Points(place="Ane", at=(at(210, 50),)),))
    assert not list(stray(BOARD, graph(), more))


def test_a_line_over_a_third_land_is_told() -> None:
    # from 100 to 300 it runs over Birch, but for the piece from 200 to 220
    (line,) = across(BOARD, graph())
    assert line == Over("Ane", "Ced", "Bir", line.at)
    assert 150 < line.at[0] < 250


def test_the_check_says_both_and_takes_an_exception() -> None:
    known = graph()
    known = MapGraph({code: known.provinces[code] for code in ("Ane", "Bir")}, known.borders[:1])
    piece, line = check(BOARD, known, RECIPE)
    assert piece.startswith("a stray piece of Ane, 400 square units, lies beside Bir near")
    assert line.startswith("the line from Ane to Ced runs over Bir near")
    over = PictureException(a="Ane", b="Ced", how="over", reason="a tunnel")
    assert check(BOARD, known, Recipe(frame=RECIPE.frame, exceptions=(over,))) == [piece]


def test_a_coast_without_a_mark_is_told() -> None:
    shored = graph(terrain="coast", coasts=("nc", "sc"))
    assert {"Ane/nc has no spot", "Ane/sc has no spot"} <= set(collisions(BOARD, shored))
