"""Lambert's azimuthal equal-area projection of a sphere, in kilometres around a centre.

One projection does for every board: areas are true, and near the centre shapes
are. A street plan of nine kilometres and a continent are drawn by the same rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EARTH_KM = 6371.0
Points = NDArray[np.float64]

_DIGITS = 7
"""Kilometres are rounded to a tenth of a millimetre, so that the last bit of a
sine, which differs from one machine to the next, changes no picture."""


@dataclass(frozen=True, slots=True)
class Projection:
    """The projection around one centre, in degrees."""

    lat: float
    lon: float

    def forward(self, degrees: Points) -> Points:
        """Latitude and longitude, array (n, 2) → x east and y north in km, array (n, 2)."""
        phi, lam = np.radians(degrees[:, 0]), np.radians(degrees[:, 1] - self.lon)
        middle = np.radians(self.lat)
        sin, cos = np.sin(middle), np.cos(middle)
        near = 1 + sin * np.sin(phi) + cos * np.cos(phi) * np.cos(lam)
        k = EARTH_KM * np.sqrt(2 / np.maximum(near, 1e-9))
        x = k * np.cos(phi) * np.sin(lam)
        y = k * (cos * np.sin(phi) - sin * np.cos(phi) * np.cos(lam))
        return np.round(np.column_stack([x, y]), _DIGITS)

    def inverse(self, kilometres: Points) -> Points:
        """East and north in km, array (n, 2) → latitude and longitude in degrees, array (n, 2)."""
        x, y = kilometres[:, 0], kilometres[:, 1]
        middle = np.radians(self.lat)
        rho = np.maximum(np.hypot(x, y), 1e-12)
        c = 2 * np.arcsin(np.minimum(rho / (2 * EARTH_KM), 1))
        sine = np.cos(c) * np.sin(middle) + y * np.sin(c) * np.cos(middle) / rho
        phi = np.arcsin(np.clip(sine, -1, 1))
        down = rho * np.cos(middle) * np.cos(c) - y * np.sin(middle) * np.sin(c)
        lam = np.arctan2(x * np.sin(c), down)
        return np.column_stack([np.degrees(phi), np.degrees(lam) + self.lon])
