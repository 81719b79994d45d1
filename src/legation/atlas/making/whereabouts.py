"""From units of the picture back to the ground, one point at a time, without any library."""

from __future__ import annotations

from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt

from legation.atlas.board import Point
from legation.atlas.making.recipe import LatLon, Recipe

_EARTH_KM = 6371.0
_WIDTH = 1000.0
_STEPS = 60


def kilometres(recipe: Recipe, place: LatLon) -> Point:
    """A place on the ground in km from the centre of the projection, y north."""
    phi, lam = radians(place[0]), radians(place[1] - recipe.frame.centre[1])
    middle = radians(recipe.frame.centre[0])
    near = 1 + sin(middle) * sin(phi) + cos(middle) * cos(phi) * cos(lam)
    k = _EARTH_KM * sqrt(2 / max(near, 1e-9))
    up = cos(middle) * sin(phi) - sin(middle) * cos(phi) * cos(lam)
    return k * cos(phi) * sin(lam), k * up


def in_units(recipe: Recipe, x: float, y: float) -> Point:
    """Km from the centre → units of the picture, lenses and all."""
    for lens in recipe.lenses:
        mx, my = kilometres(recipe, (lens.lat, lens.lon))
        t = hypot(x - mx, y - my) / lens.radius
        grown = 1 + (lens.m - 1) * (1 - t) ** 2 if t < 1 else 1.0
        x, y = mx + (x - mx) * grown, my + (y - my) * grown
    scale = (recipe.frame.x[1] - recipe.frame.x[0]) / _WIDTH
    return (x - recipe.frame.x[0]) / scale, (recipe.frame.y[1] - y) / scale


def drawn_at(recipe: Recipe, place: LatLon) -> Point:
    """Where a place on the ground lies in the picture."""
    return in_units(recipe, *kilometres(recipe, place))


def ground(recipe: Recipe, point: Point) -> LatLon:
    """The latitude and longitude of a point of the picture."""
    scale = (recipe.frame.x[1] - recipe.frame.x[0]) / _WIDTH
    x, y = recipe.frame.x[0] + point[0] * scale, recipe.frame.y[1] - point[1] * scale
    for _ in range(_STEPS):  # a lens moves no point as far as its radius: this closes in
        u, v = in_units(recipe, x, y)
        x, y = x + 0.4 * (point[0] - u) * scale, y - 0.4 * (point[1] - v) * scale
    middle = radians(recipe.frame.centre[0])
    rho = max(hypot(x, y), 1e-9)
    c = 2 * asin(min(rho / (2 * _EARTH_KM), 1))
    phi = asin(max(-1, min(1, cos(c) * sin(middle) + y * sin(c) * cos(middle) / rho)))
    lam = atan2(x * sin(c), rho * cos(middle) * cos(c) - y * sin(middle) * sin(c))
    return degrees(phi), degrees(lam) + recipe.frame.centre[1]


def said(place: LatLon, digits: int) -> str:
    """A place in words: ``55.2 N 5.8 W``."""
    lat, lon = place
    ns, ew = "N" if lat >= 0 else "S", "E" if lon >= 0 else "W"
    return f"{abs(lat):.{digits}f} {ns} {abs(lon):.{digits}f} {ew}"
