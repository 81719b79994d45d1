"""Short explanations of what is on a picture: a sample of each sort of line, and its name."""

from __future__ import annotations

from collections.abc import Iterator

from legation.atlas.arrows import DOT
from legation.atlas.board import DrawnBoard
from legation.atlas.curves import burst, head, ring, stroke_across
from legation.atlas.figures import (
    BOUNCE,
    BUILD,
    CUT,
    DISBAND,
    FAILED,
    GUARD,
    HOLD,
    MOVE,
    OK,
    PUSHED,
    REMOVE,
    RETREAT,
    SUPPORT,
    VOID,
    Scene,
)
from legation.atlas.layers import SIGNS
from legation.atlas.lettering import CENTRE_RADIUS
from legation.atlas.nations import mark_of, suffix
from legation.atlas.svg import group, path, tag, use
from legation.atlas.units import CROSS, CROWN, NOUNS, PLUS, alarm, sided, sign
from legation.rules.marks import BEARER, DOUBLE_RANGE, FOG, LAST_SEEN, LEADER, RANGE, SIDE
from legation.rules.rulebook import Rulebook

WIDTH = 36.0
_PLAIN = (MOVE, RETREAT, SUPPORT, "convoy", HOLD)
_WORDS = {
    MOVE: "move",
    RETREAT: "retreat",
    SUPPORT: "support",
    "convoy": "convoy",
    HOLD: "hold",
    BOUNCE: "bounced",
    CUT: "cut",
    VOID: "void",
    FAILED: "failed",
    "port": "port",
    "fort": "fortress",
}
_BRACKETS = "M9-7H5V7H9M25-7H29V7H25"
_PEAKS = "M5 3l4-7 4 7M14 3l4-7 4 7M23 3l4-7 4 7"


def samples(book: Rulebook, board: DrawnBoard, scene: Scene) -> Iterator[tuple[str, str]]:
    """A sample of each sort of sign that the scene has, and what it means."""
    colour = f"w-{suffix(book.powers[0].mark)}"
    forms = {line.form for line in scene.lines}
    fates = {line.fate for line in scene.lines}
    for shape in sorted({piece.shape for piece in scene.pieces}):
        if len(book.kinds) > 1 or shape == GUARD:
            body = use(f"unit-{shape}", transform="translate(17 0)")
            noun = NOUNS.get(shape) or book.graph.nouns.get(shape, "unit")
            yield group("unit o-none", body), noun
    if scene.centres:
        yield tag("circle", class_="centre free", cx=20.0, cy=0.0, r=CENTRE_RADIUS), "supply centre"
    for form in _PLAIN:
        if form in forms:
            yield group(f"order {form} {OK} {colour}", *_line(form)), _WORDS[form]
    for fate in (BOUNCE, CUT, FAILED, VOID):
        if fate in fates:
            form = SUPPORT if fate == CUT else MOVE
            yield group(f"order {form} {fate} {colour}", *_ended(fate)), _WORDS[fate]
    for form, what, word in (
        (BUILD, PLUS, "built"),
        (REMOVE, CROSS, "removed"),
        (DISBAND, CROSS, "disbanded"),
    ):
        if form in forms:
            yield group("order", sign(what, 20.0, 0.0)), word
    if any(line.beaten for line in scene.lines) or any(p.state == PUSHED for p in scene.pieces):
        shape = scene.pieces[0].shape
        power = suffix(mark_of(book, scene.pieces[0].unit.power))
        middle = "translate(17 0)"
        body = alarm(shape, middle) + use(f"unit-{shape}", transform=middle)
        yield group(f"unit u-{power} dislodged", body), "dislodged"
    yield from _of_the_ground(book, board)
    yield from _of_marks(scene)


def _of_the_ground(book: Rulebook, board: DrawnBoard) -> Iterator[tuple[str, str]]:
    """What the board itself has: harbours, fortresses, ways over water, closed straits."""
    features = {name for p in book.graph.provinces.values() for name in p.features}
    for name, (css, d) in SIGNS.items():
        if name in features:
            shift = "translate(20 -4)" if css == "port" else "translate(20 0)"
            yield path(f"centre {css}", d, transform=shift), _WORDS[css]
    if board.crossings:
        yield path("crossing", "M6 0H34"), "crossing"
    if board.bars:
        yield path("bar", "M10 0H30"), "closed to ships"


def _of_marks(scene: Scene) -> Iterator[tuple[str, str]]:
    """What the viewer knows beside units and owners."""
    kinds = {mark.kind for mark in scene.marks}
    if kinds & {RANGE, DOUBLE_RANGE}:
        yield path("range", _PEAKS), "mountains"
    if FOG in kinds:
        yield path("fog", "M6-8h28v16h-28z"), "out of sight"
    bearers = {mark.text for mark in scene.marks if mark.kind == BEARER}
    for name in sorted(bearers):
        yield path("badge crown", CROWN, transform="translate(20 12)"), name
    if kinds & {SIDE, LEADER}:
        sides = sorted({piece.side for piece in scene.pieces if piece.side})[:3]
        dots = "".join(sided(each, 10.0 + 10 * at, 0.0) for at, each in enumerate(sides))
        yield group("sides", dots), "for whom"
    if LEADER in kinds:
        leader = next(piece for piece in scene.pieces if piece.crowned)
        crown = sided(leader.side, 0.0, 0.0, crowned=True)
        yield group("crowned", crown, transform="translate(20 12)"), "crowned"
    if LAST_SEEN in kinds:
        yield group("unit seen", use("unit-U", transform="translate(17 0)")), "last seen"


def _line(form: str) -> Iterator[str]:
    if form == HOLD:
        yield from (path(css, _BRACKETS) for css in ("casing", "line"))
        return
    ends_in_head = form in (MOVE, RETREAT)
    d = "M1 3Q14-4 26 0" if ends_in_head else "M1 3Q14-4 29 0"
    yield from (path(css, d) for css in ("casing", "line"))
    if ends_in_head:
        yield path("head", head((34.0, 2.0), (0.95, 0.3)))
    else:
        yield path("head", ring((32.0, 0.5), DOT, DOT))


def _ended(fate: str) -> Iterator[str]:
    if fate == CUT:
        for css in ("casing", "line"):
            yield path(css, "M1 0H12M22 0H33")
        ends = [stroke_across((17.0, 0.0), (1.0, 0.0), 5.0, 0.6)]
    else:
        for css in ("casing", "line"):
            yield path(css, "M1 3Q14-4 26 0")
        marks = {
            BOUNCE: burst((28.0, 0.4)),
            FAILED: stroke_across((27.0, 0.4), (1.0, 0.2), 5.0),
        }
        ends = [marks[fate]] if fate in marks else []
        if fate == VOID:
            yield path("head", head((34.0, 2.0), (0.95, 0.3)))
    for css in ("fate-ground", "fate"):
        yield from (path(css, d) for d in ends)
