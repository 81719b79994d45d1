"""A pattern for each power, so that its land is known without its colour.

Each is a small tile of lines over the fill, light enough to leave names in
peace. The powers of a look have them by their order: no two share one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from legation.atlas.look import Look


class Tile(NamedTuple):
    """A tile `width` by `height` units, the lines on it, and how far it is turned, in degrees."""

    name: str
    width: float
    height: float
    lines: str
    turned: int = 0


# Neighbours in this list are unlike each other: it is cut off where the powers end.
_RING = "a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0"
TILES = (
    Tile("rising", 6, 6, "M0 3h6", -45),
    Tile("dots", 7, 7, "M1.75 1.75h.01M5.25 5.25h.01"),
    Tile("level", 6, 5, "M0 2.5h6"),
    Tile("crosses", 9, 9, "M1 2.5h3M2.5 1v3M5.5 7h3M7 5.5v3"),
    Tile("falling", 6, 6, "M0 3h6", 45),
    Tile("waves", 10, 6, "M0 3q2.5-3.4 5 0t5 0"),
    Tile("upright", 5, 6, "M2.5 0v6"),
    Tile("rings", 10, 10, f"M1 2.5{_RING}M6 7.5{_RING}"),
    Tile("net", 8, 8, "M0 4h8M4 0v8", 45),
    Tile("dashes", 9, 7, "M1 1.75h4M5.5 5.25h3M0 5.25h.5"),
    Tile("chevrons", 8, 6, "M0 4.5l4-3 4 3"),
    Tile("double", 9, 9, "M0 2h9M0 4h9", -45),
    Tile("bricks", 10, 8, "M0 0h10M0 4h10M2.5 0v4M7.5 4v4"),
    Tile("ticks", 8, 8, "M1 3l2-2M5 7l2-2"),
)


@lru_cache(maxsize=64)
def patterns(look: Look) -> str:
    """The ``<pattern>`` of each power of a look, to stand in ``<defs>``; none where it wants none.

    The id is ``pt-`` and the power's suffix, the colour of its lines comes from
    the class ``pl-`` and the suffix.
    """
    if not look.patterns:
        return ""
    return "".join(_pattern(mark, TILES[at % len(TILES)]) for at, mark in enumerate(look.powers))


def _pattern(mark: str, tile: Tile) -> str:
    turned = f' patternTransform="rotate({tile.turned})"' if tile.turned else ""
    return (
        f'<pattern id="pt-{mark}" width="{tile.width:g}" height="{tile.height:g}"'
        f' patternUnits="userSpaceOnUse"{turned}>'
        f'<path class="pl pl-{mark}" d="{tile.lines}"/></pattern>'
    )
