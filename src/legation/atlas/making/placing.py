"""Where lettering, units and centre marks go on a board.

    placed = place(Request(width, height, shapes, provinces, anchors,
                           coasts=..., crowded=book.open_places, counted=bool(book.full),
                           spots=..., labels=..., obstacles=..., letters=look_of(book)))
    board["spots"], board["labels"], board["centres"] = written(placed)

The same request always has the same answer. Bridges are provinces of terrain
``bridge`` in `shapes`. Two of {codes, names, spots, centre marks} never share
room and nothing is cut off by the frame: a name that does not fit is left out,
a code that does not fit in its province stands outside with a leader, and what
then is still wrong is told in `Placements.problems`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import numpy as np

from legation.atlas.board import Label, Point, Spot
from legation.atlas.making.placing_choices import CENTRE, LABEL, UNIT, Choices
from legation.atlas.making.placing_ground import Floats, Ground
from legation.atlas.making.placing_labels import label_choices
from legation.atlas.making.placing_solve import Solver
from legation.atlas.making.placing_spots import centre_choices, sizes, spot_choices
from legation.atlas.making.placing_terms import Placements, Request
from legation.atlas.making.placing_text import Setting
from legation.board.graph import IMPASSABLE, SEA

Size = tuple[float, float]
Ends = tuple[float, float, float, float]

WORDS = {UNIT: "spot of the units", LABEL: "code", CENTRE: "centre's mark"}
__all__ = ["Placements", "Request", "place", "written"]


def place(request: Request) -> Placements:
    """Where everything goes."""
    ground = Ground(
        (request.width, request.height),
        request.shapes,
        [code for code, p in request.provinces.items() if p.terrain == SEA],
        request.lines,
        request.obstacles,
    )
    things = [thing for code in request.shapes for thing in _things(request, ground, code)]
    solver = Solver(things)
    solver.solve()
    spots = {
        code: Spot(*ground.middle(code), *sizes(request, code)[-1])
        for code, province in request.provinces.items()
        if province.terrain == IMPASSABLE
    }
    labels: dict[str, Label] = {}
    centres: dict[str, Point] = {}
    for key, number in solver.at.items():
        thing = solver.things[key]
        x, y = map(float, thing.at[number])
        way = thing.ways[thing.way[number]] if thing.ways else None
        if thing.kind == UNIT:
            spots[thing.place] = Spot(x, y, *cast(Size, way))
        elif thing.kind == LABEL:
            labels[thing.place] = _label(cast(Setting, way), x, y, thing.leaders[number])
        else:
            centres[thing.place] = (x, y)
    return Placements(spots, labels, centres, tuple(_problems(solver)))


def _things(request: Request, ground: Ground, code: str) -> Iterator[Choices]:
    """Everything to be placed for a province; nobody stands in one that is closed."""
    province = request.provinces[code]
    yield label_choices(request, ground, code)
    if province.terrain != IMPASSABLE:
        for name in province.places:
            yield spot_choices(request, ground, name)
    if province.centre != "0":
        yield centre_choices(request, ground, code)
    ground.forget(code)


def _problems(solver: Solver) -> Iterator[str]:
    for key in solver.things:
        if key not in solver.at:
            yield f"{key[1]}: no room for the {WORDS[key[0]]}"
    for a, b in solver.clashes():
        yield f"{a[1]}: the {WORDS[a[0]]} and the {WORDS[b[0]]} of {b[1]} share room"


def _label(setting: Setting, x: float, y: float, leader: Floats) -> Label:
    dx, dy = setting.code
    name = tuple((text, x, y + down) for text, down in setting.name)
    led = tuple(map(float, leader)) if np.isfinite(leader[0]) else None
    return Label((x + dx, y + dy), name, setting.size, cast("Ends | None", led))


def written(placed: Placements) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Spots, labels and centres as ``board.json`` has them."""
    spots = {place: _tenths(s.x, s.y, s.width, s.height) for place, s in placed.spots.items()}
    labels = {code: _written_label(label) for code, label in placed.labels.items()}
    return spots, labels, {code: _tenths(*at) for code, at in placed.centres.items()}


def _written_label(label: Label) -> dict[str, Any]:
    data: dict[str, Any] = {"code": _tenths(*label.code)}
    if label.name:
        data["name"] = [[text, *_tenths(x, y)] for text, x, y in label.name]
        data["size"] = label.size
    if label.leader is not None:
        data["leader"] = _tenths(*label.leader)
    return data


def _tenths(*numbers: float) -> list[float]:
    return [round(number, 1) for number in numbers]
