"""How large a draft may be, and how wide its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from legation.documents.shape import Fault

MOST = {"places": 250, "borders": 1500, "powers": 40, "setup": 250}
"""Rows of a section."""
NEIGHBOURS = 40
"""Borders of one place: what is tried of a place grows with them."""
POINTS, ALL_POINTS = 100, 4000
"""Points of a place, and of all together."""
MOST_BYTES = 512 * 1024

_PART = {"lenses": 24, "points": 250, "exceptions": 500, "bars": 200, "edges": 200}
_PART |= {"crossings": 200, "spots": 500, "labels": 500}
_FAR = 12_742.0
"""Km: the rim of the projection, the other side of the earth."""


def too_many(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Sections with more rows than there may be, and points without end."""
    for section, most in MOST.items():
        rows = data.get(section, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            yield Fault((section,), f"{section} must be a list of rows")
        elif len(rows) > most:
            yield Fault((section,), f"there are {len(rows)} {section}; there may be {most}")
    places = data.get("places", [])
    points = sum(len(_list(row.get("points"))) for row in _list(places) if isinstance(row, dict))
    ends = Counter(
        str(row.get(end))
        for row in _list(data.get("borders"))
        if isinstance(row, dict)
        for end in ("a", "b")
    )
    for code, borders in ends.most_common(1):
        if borders > NEIGHBOURS:
            said = f"{code[:20]} has {borders} borders; there may be {NEIGHBOURS} of one place"
            yield Fault(("borders",), said)
    if points > ALL_POINTS:
        yield Fault(("places",), f"the places have {points} points; there may be {ALL_POINTS}")


def too_wide(extra: Mapping[str, Any]) -> Iterator[Fault]:
    """What a picture cannot be, of a recipe whose shape is right."""
    for key, most in _PART.items():
        if len(extra.get(key, ())) > most:
            yield Fault(("extra", key), f"extra.{key} has more than {most} rows")
    if sum(len(row["at"]) for row in extra.get("points", ())) > ALL_POINTS:
        yield Fault(("extra", "points"), f"extra.points has more than {ALL_POINTS} points")
    if extra.get("coast", {}).get("river"):
        yield Fault(("extra", "coast"), "extra.coast.river names a file, and a draft has none")
    borders = extra.get("borders", {})
    if borders.get("wave", 70) < 5 or max(borders.get(key, 0) for key in ("land", "sea")) > 60:
        yield Fault(
            ("extra", "borders"), "extra.borders: wave is 5 or more, land and sea at most 60"
        )
    if (frame := extra.get("frame")) is not None:
        yield from _frame(frame, extra.get("graticule", {}).get("step"))


def _frame(frame: Mapping[str, Any], step: float | None) -> Iterator[Fault]:
    lat, lon = frame["centre"]
    (west, east), (south, north) = frame["x"], frame["y"]
    at = ("extra", "frame")
    if abs(lat) > 90 or abs(lon) > 180:
        yield Fault(at, "extra.frame.centre is no place on the earth")
    elif max(map(abs, (west, east, south, north))) > _FAR:
        yield Fault(
            at, f"extra.frame goes further than {_FAR:.0f} km, to the other side of the earth"
        )
    elif not east - west >= 1 or not 0.2 <= (north - south) / (east - west) <= 3:
        yield Fault(at, "extra.frame is 1 km wide at least, and a fifth to three times as high")
    if step is not None and step < (east - west) / 111 / 100:
        yield Fault(("extra", "graticule"), "extra.graticule.step would draw more than 100 lines")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
