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
coast.drawn         ``borders`` for a board without a coast: its areas lie around
                    the points of places as the table of borders says (``ground``)
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
                    drawn), ``touch`` (drawn, and no border) or ``over`` (its line
                    runs over the land of others); reason
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

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from legation.documents.packed import member
from legation.documents.shape import Shape
from legation.documents.toml import Document
from legation.errors import FileError

PICTURE = "picture.toml"
APART, TOUCH, OVER = "apart", "touch", "over"
BORDERS = "borders"
LANDMASS, PLACE = "landmass", "place"

LatLon = tuple[float, float]

Text = Annotated[str, Meta(min_length=1, description="a text")]
Number = Annotated[float, Meta(ge=0, description="a number, 0 or more")]
Positive = Annotated[float, Meta(gt=0, description="a number, more than 0")]
Degrees = Annotated[LatLon, Meta(description="[latitude, longitude]")]
Places = Annotated[
    tuple[LatLon, ...], Meta(min_length=1, description="a list of [latitude, longitude]")
]
Edges = Annotated[LatLon, Meta(description="[from, to] in km")]
Times = Annotated[
    float,
    Meta(
        ge=1,
        lt=4,
        description="from 1 to below 4: below 1 a lens shrinks, "
        "from 4 on it would fold the map over",
    ),
]


class Frame(Shape, frozen=True):
    """What of the ground is on the picture: its middle, and its edges in km from there."""

    centre: Degrees
    x: Edges
    y: Edges

    def __post_init__(self) -> None:
        for name, (start, end) in (("x", self.x), ("y", self.y)):
            if start >= end:
                raise ValueError(f"frame.{name} must be [from, to] in km, the lesser first")


class Coast(Shape, frozen=True):
    """What of the coast is drawn, in units and square units."""

    detail: Number = 0.5
    islets: Number = 1.5
    lakes: Number = 30.0
    river: Text = ""
    drawn: Literal["ground", "borders"] = "ground"


class Islands(Shape, frozen=True):
    """Whose an island is that holds no point of any place; `off` in km2."""

    off: Number = 0.0
    with_: Literal["landmass", "place"] = field(default="place", name="with")


class Borders(Shape, frozen=True):
    """How borders bend, in units."""

    land: Number = 7.5
    sea: Number = 4.0
    wave: Positive = 70.0
    severed: Number = 120.0
    detail: Number = 0.2


class Lens(Shape, frozen=True):
    """A round piece of ground that is drawn larger; `radius` in km."""

    lat: float
    lon: float
    radius: Positive
    m: Times


class Points(Shape, frozen=True):
    """More points of a place, for the picture only."""

    place: Text
    at: Places


class Pair(Shape, frozen=True):
    """Two places."""

    a: Text
    b: Text

    @classmethod
    def label(cls, table: Mapping[str, Any]) -> str:
        """The two places."""
        return " ".join(str(table[key]) for key in ("a", "b") if key in table)


class PictureException(Pair, frozen=True):
    """A pair of places for which the picture may differ from the table, and why."""

    how: Literal["apart", "touch", "over"]
    reason: Text


class Stroke(Shape, frozen=True):
    """A line drawn on the ground."""

    start: Degrees = field(name="from")
    end: Degrees = field(name="to")


class Joined(Pair, frozen=True):
    """A line drawn on the ground for the border of two places."""

    start: Degrees = field(name="from")
    end: Degrees = field(name="to")


class Bridges(Shape, frozen=True):
    """How places that are bridges are drawn, in units."""

    width: Number = 14.0


class Graticule(Shape, frozen=True):
    """The lines of latitude and longitude; a step of 0 degrees draws none."""

    step: Positive | None = None


class Recipe(Shape, frozen=True):
    """What ``picture.toml`` says; the module's text tells every key."""

    frame: Frame
    coast: Coast = Coast()
    islands: Islands = Islands()
    borders: Borders = Borders()
    lenses: tuple[Lens, ...] = ()
    points: tuple[Points, ...] = ()
    exceptions: tuple[PictureException, ...] = ()
    bars: tuple[Stroke, ...] = ()
    edges: tuple[Joined, ...] = ()
    crossings: tuple[Joined, ...] = ()
    bridges: Bridges = Bridges()
    graticule: Graticule = Graticule()
    spots: dict[str, Degrees] = field(default_factory=dict)
    labels: dict[str, Degrees] = field(default_factory=dict)

    def more_points(self) -> Mapping[str, tuple[LatLon, ...]]:
        """Place → its points for the picture only."""
        points: dict[str, tuple[LatLon, ...]] = {}
        for row in self.points:
            points[row.place] = (*points.get(row.place, ()), *row.at)
        return points


def read_recipe(place: Traversable | Path) -> Recipe:
    """The recipe in the folder of a map.

    Raises:
        FileError: where there is none, or with everything that is wrong in it.
    """
    file = member(place, PICTURE)
    if not file.is_file():
        said = "there is no recipe for the picture; it needs at least [frame] centre, x and y"
        raise FileError(str(file), said)
    return Document(file).read(Recipe)
