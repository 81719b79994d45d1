"""From degrees to units of the picture: projection, frame, lenses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from legation.atlas.making.projection import Points, Projection
from legation.atlas.making.recipe import LatLon, Recipe

WIDTH = 1000.0
"""Every board is a thousand units wide."""


@dataclass(frozen=True)
class Scene:
    """How the ground of one board lies in its picture."""

    recipe: Recipe

    @cached_property
    def projection(self) -> Projection:
        """The board's projection."""
        return Projection(*self.recipe.frame.centre)

    @property
    def scale(self) -> float:
        """Kilometres a unit, where no lens is."""
        west, east = self.recipe.frame.x
        return (east - west) / WIDTH

    @property
    def height(self) -> float:
        """Of the picture, in whole units."""
        south, north = self.recipe.frame.y
        return float(round((north - south) / self.scale))

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """West, south, east and north edge of the picture, in km."""
        (west, east), north = self.recipe.frame.x, self.recipe.frame.y[1]
        return west, north - self.height * self.scale, east, north

    def kilometres(self, degrees: Points) -> Points:
        """Latitude and longitude → km from the centre of the projection; arrays (n, 2)."""
        return self.projection.forward(degrees)

    def units(self, kilometres: Points) -> Points:
        """Km from the centre, y north → units of the picture, y down; arrays (n, 2)."""
        at = kilometres
        for lens in self.recipe.lenses:
            middle = self.projection.forward(np.array([[lens.lat, lens.lon]]))[0]
            away = at - middle
            t = np.hypot(away[:, 0], away[:, 1]) / lens.radius
            inside = np.clip(t, 0, 1)
            grown = np.where(t < 1, 1 + (lens.m - 1) * (1 - inside) ** 2, 1.0)
            at = middle + away * grown[:, None]
        west, north = self.recipe.frame.x[0], self.recipe.frame.y[1]
        return np.column_stack([(at[:, 0] - west) / self.scale, (north - at[:, 1]) / self.scale])

    def point(self, place: LatLon) -> tuple[float, float]:
        """One place on the ground, in units."""
        x, y = self.units(self.kilometres(np.array([place], dtype=float)))[0]
        return float(x), float(y)

    def ground(self, x: float, y: float) -> LatLon:
        """Latitude and longitude of a point of the picture, to a fraction of a unit."""
        goal = np.array([x, y])
        west, north = self.recipe.frame.x[0], self.recipe.frame.y[1]
        at = np.array([[west + x * self.scale, north - y * self.scale]])
        for _ in range(60):  # a lens moves a point less far than its radius: this closes in
            miss = goal - self.units(at)[0]
            at = at + 0.5 * miss * np.array([self.scale, -self.scale])
        lat, lon = self.projection.inverse(at)[0]
        return float(lat), float(lon)
