"""A first ``picture.toml`` for a map: a frame around its points, and the defaults named."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from string import Template
from typing import Any

from legation.atlas.making.recipe import Borders, Coast
from legation.board.graph import Province

_EARTH = 6371.0  # km
_ROOM = 0.12  # around the outermost points, in parts of the larger side
_NARROW, _HIGH = 0.55, 1.3  # how high a frame may be, in parts of its width
_LEAST = 20.0  # km; a board is no smaller
_RIM = 12_742  # km; the other side of the earth
_ISLAND = 2000.0  # square units: an island this large that no place has is off the board

RECIPE = Template("""\
# How this board is drawn; docs/draw-a-map.md tells every key. After a change:
#   legation map build $name

[frame]
# latitude and longitude of the middle; edges in km from there: west, east; south, north
centre = [$lat, $lon]
x = [$west, $east]
y = [$south, $north]

[coast]
# corners of the coast finer than this are left out, in units (the picture is 1000 wide)
detail = $detail

[islands]
# An island without a point is off the board from so many km2 on; a smaller one goes with
# the nearest place.
off = $off
with = "place"

[borders]
# how far borders wind, in units; 0 for straight ones
land = $land
sea = $sea

[graticule]
# degrees between the lines of latitude and longitude
step = $step

# A place that the picture shows beside another, though the table has no border, or the
# other way round: move or add points in provinces.csv, add some here for the picture
# alone, or give the reason why it may stay so.
#
# [[points]]
# place = "Abc"
# at = [[54.1, -3.2], [54.3, -3.1]]
#
# [[exceptions]]
# a = "Abc"
# b = "Def"
# how = "apart"         # a border that is not drawn; "touch": drawn, and no border
# reason = "a ferry"
""")


def recipe(name: str, provinces: Iterable[Province]) -> str:
    """The text of a recipe for a map with these places."""
    data = around([at for each in provinces for at in ((each.lat, each.lon), *each.points)])
    (lat, lon), (west, east), (south, north) = data["frame"].values()
    words = {
        "name": name,
        "detail": f"{Coast().detail:g}",
        "land": f"{Borders().land:g}",
        "sea": f"{Borders().sea:g}",
        "lat": f"{lat:g}",
        "lon": f"{lon:g}",
        "west": f"{west:g}",
        "east": f"{east:g}",
        "south": f"{south:g}",
        "north": f"{north:g}",
        "off": f"{data['islands']['off']:g}",
        "step": f"{data['graticule']['step']:g}",
    }
    return RECIPE.substitute(words)


def around(points: Sequence[tuple[float, float]], steady: bool = False) -> dict[str, Any]:
    """The frame, islands and graticule of a recipe that has room for these points.

    A `steady` frame goes in large steps: it stays while its points move a little.
    """
    centre = _middle(points, steady)
    west, east, south, north = _frame([_projected(at, centre) for at in points])
    if steady:
        step = _round_number((east - west) / 16)
        west, south = (math.floor(edge / step) * step for edge in (west, south))
        east, north = (math.ceil(edge / step) * step for edge in (east, north))
    if max(map(abs, (west, east, south, north))) > _RIM:
        west, east, south, north = -_RIM, _RIM, -_RIM, _RIM
    scale = (east - west) / 1000
    return {
        "frame": {"centre": list(centre), "x": [west, east], "y": [south, north]},
        "islands": {"off": float(f"{_ISLAND * scale * scale:.2g}"), "with": "place"},
        "graticule": {"step": _step(east - west)},
    }


def _middle(points: Sequence[tuple[float, float]], steady: bool = False) -> tuple[float, float]:
    lats, lons = [lat for lat, _ in points], [lon for _, lon in points]
    spread = max(max(lats) - min(lats), max(lons) - min(lons), 0.05)
    step = 10.0 ** math.floor(math.log10(spread)) / 2 if steady else 0.01
    middles = ((min(each) + max(each)) / 2 / step for each in (lats, lons))
    lat, lon = (round(round(middle) * step, 3) for middle in middles)
    return lat, lon


def _projected(at: tuple[float, float], centre: tuple[float, float]) -> tuple[float, float]:
    """Lambert's azimuthal projection of equal areas, as the picture's: km east and north."""
    lat, lon = (math.radians(degrees) for degrees in at)
    lat0, lon0 = (math.radians(degrees) for degrees in centre)
    cosine = math.sin(lat0) * math.sin(lat) + math.cos(lat0) * math.cos(lat) * math.cos(lon - lon0)
    k = _EARTH * math.sqrt(2 / max(1 + cosine, 1e-6))
    x = k * math.cos(lat) * math.sin(lon - lon0)
    up = math.cos(lat0) * math.sin(lat) - math.sin(lat0) * math.cos(lat) * math.cos(lon - lon0)
    return x, k * up


def _frame(flat: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    """The edges in whole km: room around the points, neither a stripe nor a tower."""
    xs, ys = [x for x, _ in flat], [y for _, y in flat]
    room = max(_ROOM * max(max(xs) - min(xs), max(ys) - min(ys)), _LEAST / 2)
    west, east = min(xs) - room, max(xs) + room
    south, north = min(ys) - room, max(ys) + room
    wanting = (north - south) / _HIGH - (east - west)
    if wanting > 0:
        west, east = west - wanting / 2, east + wanting / 2
    wanting = (east - west) * _NARROW - (north - south)
    if wanting > 0:
        south, north = south - wanting / 2, north + wanting / 2
    return math.floor(west), math.ceil(east), math.floor(south), math.ceil(north)


def _round_number(wanted: float) -> int:
    """One, two or five with noughts, near what is wanted and no less than 1."""
    power = int(10 ** math.floor(math.log10(max(wanted, 1))))
    return power * min((1, 2, 5, 10), key=lambda each: abs(each - wanted / power))


def _step(width: float) -> float:
    """Degrees between lines, about six of them across."""
    wanted = width / 111 / 6
    return min((0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0), key=lambda step: abs(math.log(step / wanted)))
