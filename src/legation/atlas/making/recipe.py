"""How a board is drawn: ``map/picture.toml``, written by hand.

A unit is a thousandth of the picture's width. Places on the ground are given as
``[latitude, longitude]`` in degrees.

=================== ==========================================================
frame.centre        [lat, lon] around which the board is projected
frame.x, frame.y    [west, east] and [south, north] edge, in km from the centre
coast.detail        what to leave out of the coast, in units (0.5); about the
                    side of the smallest corner that stays
coast.islets        islands smaller than this many square units are left out (1.5)
coast.lakes         likewise for water inside a land (30)
coast.river         a table ``lat,lon,width_m`` whose river cuts the land, and is
                    no place on the board; such a board has no sea coast
islands.off         a landmass that holds no point of any place is off the board
                    where it is larger than this many km2 (0)
islands.with        what a smaller one goes to: ``landmass``, the nearest larger
                    one and its nearest place; or ``place``, the nearest point's
borders.land        how far noise moves a border between lands, in units (7.5)
borders.sea         likewise between seas (4)
borders.wave        length of its longest wave, in units (70)
borders.severed     a piece of a place this small, in square units, that holds no
                    point of it goes to its neighbour (120)
borders.detail      what to leave out of borders, in units (0.2)
lenses              [[lenses]]: ground drawn larger. lat, lon; radius in km; m, how
                    many times at its middle, below 4. One acts after the other
points              [[points]]: points for the picture only. place; at, a list of
                    [lat, lon]; they count as those of provinces.csv do
exceptions          [[exceptions]]: a, b; how, ``apart`` (a border that is not
                    drawn) or ``touch`` (drawn, and no border); reason
bars                [[bars]]: from, to: a line that closes a false passage
edges               [[edges]]: a, b, from, to: a border joined off the picture
crossings           [[crossings]]: a, b, from, to: where the line of a border that
                    crosses water goes, instead of the shortest way
bridges.width       of the strips for places that are bridges, in units (14)
graticule.step      degrees between the lines of latitude and longitude (none)
spots               place = [lat, lon]: where its units stand
labels              place = [lat, lon]: where its code stands
=================== ==========================================================
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from legation.errors import FileError, meant

PICTURE = "picture.toml"
APART, TOUCH = "apart", "touch"
LANDMASS, PLACE = "landmass", "place"

LatLon = tuple[float, float]

_KEYS: Mapping[str, tuple[str, ...]] = {
    "": (
        *("frame", "coast", "islands", "borders", "lenses", "points", "exceptions", "bars"),
        *("edges", "crossings", "bridges", "graticule", "spots", "labels"),
    ),
    "frame": ("centre", "x", "y"),
    "coast": ("detail", "islets", "lakes", "river"),
    "islands": ("off", "with"),
    "borders": ("land", "sea", "wave", "severed", "detail"),
    "lenses": ("lat", "lon", "radius", "m"),
    "points": ("place", "at"),
    "exceptions": ("a", "b", "how", "reason"),
    "bars": ("from", "to"),
    "edges": ("a", "b", "from", "to"),
    "crossings": ("a", "b", "from", "to"),
    "bridges": ("width",),
    "graticule": ("step",),
}
_LISTS = ("lenses", "points", "exceptions", "bars", "edges", "crossings")
_NEEDED = ("frame", *_LISTS)
_CHOICES = {("exceptions", "how"): (APART, TOUCH), ("islands", "with"): (LANDMASS, PLACE)}
_TEXTS = ("place", "a", "b", "how", "reason", "river", "with")


@dataclass(frozen=True, slots=True)
class Lens:
    """A round piece of ground that is drawn larger."""

    lat: float
    lon: float
    radius: float
    m: float


@dataclass(frozen=True, slots=True)
class PictureException:
    """A pair of places for which the picture may differ from the table, and why."""

    a: str
    b: str
    how: str
    reason: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line drawn on the ground, perhaps for the border of two places."""

    start: LatLon
    end: LatLon
    a: str = ""
    b: str = ""


@dataclass(frozen=True)
class Recipe:
    """What ``picture.toml`` says; the module's text tells every key."""

    centre: LatLon
    x: tuple[float, float]
    y: tuple[float, float]
    coast_detail: float = 0.5
    islets: float = 1.5
    lakes: float = 30.0
    river: str = ""
    islands_off: float = 0.0
    islands_with: str = PLACE
    land_noise: float = 7.5
    sea_noise: float = 4.0
    wave: float = 70.0
    severed: float = 120.0
    border_detail: float = 0.2
    lenses: tuple[Lens, ...] = ()
    points: Mapping[str, tuple[LatLon, ...]] = field(default_factory=dict)
    exceptions: tuple[PictureException, ...] = ()
    bars: tuple[Stroke, ...] = ()
    edges: tuple[Stroke, ...] = ()
    crossings: tuple[Stroke, ...] = ()
    bridge_width: float = 14.0
    graticule: float = 0.0
    spots: Mapping[str, LatLon] = field(default_factory=dict)
    labels: Mapping[str, LatLon] = field(default_factory=dict)


def read_recipe(place: Traversable | Path) -> Recipe:
    """The recipe in the folder of a map.

    Raises:
        FileError: where there is none, or with everything that is wrong in it.
    """
    file = place.joinpath(PICTURE)
    if not file.is_file():
        said = "there is no recipe for the picture; it needs at least [frame] centre, x and y"
        raise FileError(str(file), said)
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(str(file), str(error)) from None
    problems = list(_problems(data))
    if problems:
        raise FileError(str(file), "; ".join(problems))
    return _recipe(data)


def _problems(data: Mapping[str, Any]) -> Iterator[str]:
    if "frame" not in data:
        yield "it lacks [frame], with centre, x and y"
    for section, value in data.items():
        if section not in _KEYS[""]:
            yield f'nothing reads the key "{section}".{meant(section, _KEYS[""])}'
        elif section in ("spots", "labels"):
            for name, at in _tables(value):
                if not _numbers(at, 2):
                    yield f"{section}.{name} must be [latitude, longitude]"
        elif section in _LISTS and not isinstance(value, list):
            yield f"{section} must be written as [[{section}]]"
        elif section not in _LISTS and not isinstance(value, dict):
            yield f"{section} must be written as [{section}]"
        else:
            for table in value if isinstance(value, list) else [value]:
                yield from _section(section, table)


def _section(section: str, table: Any) -> Iterator[str]:
    if not isinstance(table, dict):
        yield f"{section} must be written as [[{section}]]"
        return
    for key in sorted(set(table) - set(_KEYS[section])):
        yield f'nothing reads the key "{key}" in {section}.{meant(key, _KEYS[section])}'
    for key in _KEYS[section] if section in _NEEDED else ():
        if key not in table:
            which = " ".join(str(table[k]) for k in ("a", "b", "place") if k in table)
            yield f"the key {key!r} is missing in {section}{f' {which}' if which else ''}"
    for key, value in table.items():
        if key in _KEYS[section]:
            yield from _value(section, key, value)


def _value(section: str, key: str, value: Any) -> Iterator[str]:
    where = f"{section}.{key}"
    choices = _CHOICES.get((section, key), ())
    if choices and value not in choices:
        yield f'{where} is "{value}"; it can be {" or ".join(choices)}'
    elif key in _TEXTS:
        if not isinstance(value, str) or not value:
            yield f"{where} must be a text"
    elif key == "at":
        if not isinstance(value, list) or not value or not all(_numbers(v, 2) for v in value):
            yield f"{where} must be a list of [latitude, longitude]"
    elif key in ("centre", "from", "to", "x", "y"):
        pair = "[from, to] in km" if key in ("x", "y") else "[latitude, longitude]"
        if not _numbers(value, 2) or (key in ("x", "y") and value[0] >= value[1]):
            yield f"{where} must be {pair}"
    elif not _number(value) or (value < 0 and key not in ("lat", "lon")):
        yield f"{where} must be a number, 0 or more"
    elif key == "m" and not 1 <= value < 4:
        yield f"{where} is {value}; from 4 on a lens would fold the map over, below 1 it shrinks"
    elif key in ("radius", "wave", "step") and not value:
        yield f"{where} must be more than 0"


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(map(_number, value))


def _tables(value: Any) -> Iterator[tuple[str, Any]]:
    yield from value.items() if isinstance(value, dict) else [("", value)]


def _recipe(data: Mapping[str, Any]) -> Recipe:
    frame, coast, islands = data["frame"], data.get("coast", {}), data.get("islands", {})
    borders = data.get("borders", {})
    said: dict[str, Any] = {
        "coast_detail": coast.get("detail"),
        "islets": coast.get("islets"),
        "lakes": coast.get("lakes"),
        "river": coast.get("river"),
        "islands_off": islands.get("off"),
        "islands_with": islands.get("with"),
        "land_noise": borders.get("land"),
        "sea_noise": borders.get("sea"),
        "wave": borders.get("wave"),
        "severed": borders.get("severed"),
        "border_detail": borders.get("detail"),
        "bridge_width": data.get("bridges", {}).get("width"),
        "graticule": data.get("graticule", {}).get("step"),
    }
    points: dict[str, tuple[LatLon, ...]] = {}
    for row in data.get("points", ()):
        points[row["place"]] = points.get(row["place"], ()) + tuple(map(_pair, row["at"]))
    return Recipe(
        centre=_pair(frame["centre"]),
        x=_pair(frame["x"]),
        y=_pair(frame["y"]),
        lenses=tuple(Lens(**lens) for lens in data.get("lenses", ())),
        points=points,
        exceptions=tuple(PictureException(**row) for row in data.get("exceptions", ())),
        bars=_strokes(data, "bars"),
        edges=_strokes(data, "edges"),
        crossings=_strokes(data, "crossings"),
        spots={name: _pair(at) for name, at in data.get("spots", {}).items()},
        labels={name: _pair(at) for name, at in data.get("labels", {}).items()},
        **{key: value for key, value in said.items() if value is not None},
    )


def _strokes(data: Mapping[str, Any], section: str) -> tuple[Stroke, ...]:
    return tuple(
        Stroke(_pair(row["from"]), _pair(row["to"]), row.get("a", ""), row.get("b", ""))
        for row in data.get(section, ())
    )


def _pair(value: Any) -> LatLon:
    a, b = value
    return float(a), float(b)
