"""A river that cuts the land and is no place on the board, from its centre line and width."""

from __future__ import annotations

import csv
import io
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import Polygon

from legation.atlas.making.projection import Points
from legation.atlas.making.scene import Scene
from legation.documents.packed import unpacked
from legation.errors import FileError

_STEPS = 12
"""Pieces of the smooth line between two points of the table."""


def river(file: Path | Traversable, scene: Scene) -> Polygon:
    """The water of a river, in km.

    Raises:
        FileError: for a table that is missing or wrong.
    """
    try:
        text = unpacked(file.read_bytes(), str(file)).decode("utf-8")
        rows = list(csv.DictReader(io.StringIO(text)))
        table = np.array([[float(r["lat"]), float(r["lon"]), float(r["width_m"])] for r in rows])
    except FileNotFoundError:
        raise FileError(str(file), "there is no such river") from None
    except (KeyError, ValueError, TypeError) as error:
        said = f"it is no river, a table lat,lon,width_m ({type(error).__name__}: {error})"
        raise FileError(str(file), said) from None
    if len(table) < 2:
        raise FileError(str(file), "a river needs two points at least")
    line = np.column_stack([scene.kilometres(table[:, :2]), table[:, 2] / 1000])
    smooth = _smooth(line)
    ahead = np.gradient(smooth[:, :2], axis=0)
    across = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / np.hypot(*ahead.T)[:, None]
    half = across * smooth[:, 2:] / 2
    banks = np.vstack([smooth[:, :2] + half, (smooth[:, :2] - half)[::-1]])
    water = shapely.make_valid(Polygon(banks)).buffer(0)
    return max(shapely.get_parts(water), key=lambda part: part.area)


def _smooth(line: Points) -> Points:
    """Catmull and Rom's curve through the points, array (n, 3)."""
    padded = np.vstack([2 * line[0] - line[1], line, 2 * line[-1] - line[-2]])
    t = np.linspace(0, 1, _STEPS, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        curve = 2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2
        parts.append((curve + (3 * b - a - 3 * c + d) * t**3) / 2)
    return np.vstack([*parts, line[-1:]])
