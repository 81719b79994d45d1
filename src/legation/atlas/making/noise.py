"""Smooth noise that bends borders as rivers and ridges would.

The noise is a function of the point, so a line that two places share stays
shared. It is Perlin's gradient noise on a lattice whose arrows are drawn from a
generator seeded by a text: the same map is bent in the same way always.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from legation.atlas.making.projection import Points

_TABLE = 256
_FADE = 0.58
"""How much of the amplitude each next octave, of half the wave, has."""


class Noise:
    """A field of displacements, of which each part has about the size 1."""

    def __init__(self, name: str, octaves: int) -> None:
        seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
        random = np.random.Generator(np.random.PCG64(seed))
        self._order = random.permutation(_TABLE)
        turns = random.random((2, octaves, _TABLE)) * 2 * np.pi
        self._arrows = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
        self.octaves = octaves

    def shift(self, points: Points, wave: float) -> Points:
        """The displacement at each point, array (n, 2); `wave` is the longest wave."""
        parts = np.empty_like(points)
        for axis in range(2):
            total = np.zeros(len(points))
            size = 1.0
            for octave in range(self.octaves):
                at = points * (2**octave / wave) + 37.1 * (octave + 1) + 11.3 * axis
                total += size * self._layer(at, self._arrows[axis, octave])
                size *= _FADE
            parts[:, axis] = np.round(total, 9)
        return parts

    def _layer(self, at: Points, arrows: NDArray[np.float64]) -> NDArray[np.float64]:
        corner = np.floor(at).astype(np.int64)
        inside = at - corner
        ease = inside**3 * (inside * (inside * 6 - 15) + 10)
        values = []
        for step in ((0, 0), (1, 0), (0, 1), (1, 1)):
            x, y = ((corner + step) % _TABLE).T
            arrow = arrows[self._order[(self._order[x] + y) % _TABLE]]
            values.append(((inside - step) * arrow).sum(axis=1))
        low = values[0] + ease[:, 0] * (values[1] - values[0])
        high = values[2] + ease[:, 0] * (values[3] - values[2])
        bent: NDArray[np.float64] = 2.0 * (low + ease[:, 1] * (high - low))
        return bent
