"""Orders as groups of the picture: their lines, ends, numbers and words."""

from __future__ import annotations

from collections.abc import Iterator

from legation.atlas.arrows import Arrows, Stroke
from legation.atlas.board import DrawnBoard, Point
from legation.atlas.figures import (
    BORDER,
    BUILD,
    DISBAND,
    FAILED,
    REMOVE,
    VOID,
    Line,
    Scene,
)
from legation.atlas.layers import range_path
from legation.atlas.nations import mark_of, suffix
from legation.atlas.numbers import BASELINE, Numbers
from legation.atlas.seats import Seating, spot_of
from legation.atlas.svg import escaped, path, tag, text
from legation.atlas.units import CROSS, PLUS, badge, ghost, sign
from legation.rules.rulebook import Rulebook


def orders(
    book: Rulebook, board: DrawnBoard, scene: Scene, seating: Seating, counts: Numbers
) -> str:
    """All orders that are drawn below the units."""
    arrows = Arrows(board, seating, scene.lines)
    drawn = []
    for index, line in enumerate(scene.lines):
        mark = mark_of(book, line.power)
        inside = "".join(_inside(board, seating, arrows, index, mark, counts))
        if inside:
            drawn.append(_order(line, mark, inside))
    return "".join(drawn)


def _order(line: Line, mark: str, inside: str) -> str:
    css = ["order", line.form, line.fate, f"w-{suffix(mark)}"]
    css += ["dislodged"] if line.beaten else []
    css += ["bid"] if line.bid else []
    css += ["by-sea"] if line.by_sea else []
    return tag(
        "g",
        tag("title", escaped(line.said)),
        inside,
        class_=" ".join(css),
        data_order=line.text,
        role="img",
    )


def _inside(
    board: DrawnBoard, seating: Seating, arrows: Arrows, index: int, mark: str, counts: Numbers
) -> Iterator[str]:
    line = arrows.lines[index]
    if line.form == BUILD:
        yield from _built(board, line, mark)
    elif line.form in (REMOVE, DISBAND):
        box = seating.at(line.stops[0])
        yield from _gone(line, box.x + box.half_width + 3, box.y - box.half_height - 1)
    elif line.form == BORDER:
        a, b = line.stops[0].place, line.stops[-1].place
        yield path("range", range_path(board, a, b))
    else:
        stroke = arrows.stroke(index)
        if stroke is not None:
            yield from _stroke(stroke)
            if line.count and stroke.labels:
                said = f"{line.count:,}"
                yield from _number(said, counts.placed(said, stroke.labels))


def _stroke(stroke: Stroke) -> Iterator[str]:
    for css in ("casing", "line"):
        yield from (path(css, d) for d in stroke.lines)
    yield from (path("head", d) for d in stroke.heads)
    for css in ("fate-ground", "fate"):
        yield from (path(css, d) for d in stroke.fates)


def _number(said: str, at: Point) -> Iterator[str]:
    x, y = at
    yield text("code halo", said, x, y + BASELINE)
    yield text("code", said, x, y + BASELINE, stroke="none")


def _built(board: DrawnBoard, line: Line, mark: str) -> Iterator[str]:
    spot = spot_of(board, line.stops[0].place)
    yield ghost(line.kind or "U", mark, spot.x, spot.y)
    x, y = spot.x + 14, spot.y - 9
    yield sign(CROSS if line.fate in (VOID, FAILED) else PLUS, x, y)
    if line.strength > 1:
        yield badge("strength-badge", f"×{line.strength}", x + 15, y)


def _gone(line: Line, x: float, y: float) -> Iterator[str]:
    yield sign(CROSS, x, y)
    if line.count:
        yield from _number(f"{line.count:,}", (x, y - 12))
