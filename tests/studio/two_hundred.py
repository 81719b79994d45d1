"""A board of two hundred places and thirty-four powers, as a draft: a grid laid over Europe."""

from __future__ import annotations

import colorsys
from typing import Any

import msgspec
import numpy as np
import shapely

from legation.atlas.making.projection import Projection
from legation.atlas.making.recipe import Recipe
from legation.studio.document import Document, read
from legation.studio.framing import recipe_of
from legation.studio.ground import ground
from legation.studio.preview import preview

PLACES, POWERS, HOMES = 200, 34, 2
SOUTH, WEST, DOWN, ACROSS, ROW = 36.0, -9.0, 2.3, 3.0, 16
"""Where the grid begins, its steps in degrees, and places of a row; each second row is set in."""


def two_hundred() -> Document:
    """The draft, with the terrains and borders that its picture shows."""
    points = [_point(n) for n in range(PLACES)]
    names = [_name(n) for n in range(PLACES)]
    dry = _on_land(points)
    places: list[dict[str, Any]] = [
        {
            "code": name if land else name.upper(),
            "name": f"{name} {'land' if land else 'sea'}",
            "terrain": "coast" if land else "sea",
            "points": [at],
        }
        for name, at, land in zip(names, points, dry, strict=True)
    ]
    data: dict[str, Any] = {"title": "Two hundred", "blurb": "A grid.", "places": places}
    shown = {area["code"]: area["shown"] for area in preview(data)["areas"]}
    for place in places:
        place["terrain"] = shown[place["code"]]
    powers = [f"Power {n + 1}" for n in range(POWERS)]
    lands = [place for place in places if place["terrain"] != "sea"]
    homes = lands[: POWERS * HOMES]
    for n, place in enumerate(homes):
        place |= {"centre": True, "home": powers[n // HOMES]}
    keys = ("a", "b", "army", "fleet")
    data |= {
        "places": places,
        "borders": [{key: row[key] for key in keys} for row in preview(data)["borders"]],
        "powers": [
            {"name": name, "short": _name(n)[:2], "colour": _colour(n)}
            for n, name in enumerate(powers)
        ],
        "setup": [{"power": p["home"], "kind": "army", "place": p["code"]} for p in homes],
        "declared": {"victory": {"centres": 35}},
        "rules": "# Two hundred\nEverything is as in `standard`.\n",
    }
    return read(data)


def around(n: int) -> set[int]:
    """The six that lie around a place inside the grid; empty at its rim."""
    row, column = divmod(n, ROW)
    if not 0 < column < ROW - 1 or not ROW < n < PLACES - ROW - 1:
        return set()
    left = column - 1 + row % 2
    beside = {n - 1, n + 1}
    return beside | {ROW * (row + by) + each for by in (-1, 1) for each in (left, left + 1)}


def _point(n: int) -> tuple[float, float]:
    row, column = divmod(n, ROW)
    return SOUTH + DOWN * row, WEST + ACROSS * (column + row % 2 / 2)


def _name(n: int) -> str:
    first, rest = divmod(n, 25)
    return "ABCDEFGH"[first] + "abcdefghiklmnopqrstuvwxyz"[rest] + "o"


def _colour(n: int) -> str:
    hue, lightness = n / POWERS, (0.3, 0.45, 0.6)[n % 3]
    return "#" + "".join(
        f"{int(255 * part):02x}" for part in colorsys.hls_to_rgb(hue, lightness, 0.7)
    )


def _on_land(points: list[tuple[float, float]]) -> list[bool]:
    frame = msgspec.convert(
        recipe_of(read({"places": [{"points": [at]} for at in points]}))[0], Recipe
    ).frame
    land = shapely.union_all(list(ground("standard", frame)))
    at = Projection(*frame.centre).forward(np.array(points))
    return [bool(inside) for inside in shapely.contains_xy(land, at[:, 0], at[:, 1])]
