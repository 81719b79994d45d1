"""The board as a picture: from a View, and what was told later of its phase, to SVG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from legation.atlas import css, fonts, layers, strokes, units
from legation.atlas.board import DrawnBoard, board_of
from legation.atlas.figures import Scene
from legation.atlas.furniture import Furniture, furnished
from legation.atlas.look import Look, look_of
from legation.atlas.nations import mark_of
from legation.atlas.numbers import Numbers, lettering
from legation.atlas.part import part_of
from legation.atlas.patterns import patterns
from legation.atlas.saying import mark_said
from legation.atlas.scene import scene_of, with_orders
from legation.atlas.seats import Seat, Seating, seated, spot_of
from legation.atlas.svg import escaped, escaped_style, group, tag
from legation.board.graph import UNIT
from legation.rules.marks import FOG, LAST_SEEN
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

TITLE = "title"
_ORDERS, _UNITS = "\x00", "\x01"  # which no picture has in it
_XMLNS = "http://www.w3.org/2000/svg"


def draw(
    book: Rulebook,
    view: View,
    after: View | None = None,
    *,
    mode: str = "auto",
    standalone: bool = True,
    furniture: bool = False,
) -> str:
    """The board of a View as SVG.

    `after` is a later View of the same viewer: what it tells of the phase of
    `view` is drawn as results. Without it the viewer's own sheets are drawn, as
    orders that wait. `mode` is one of the style's: ``light``, ``dark``,
    ``print``, or ``auto``, which follows the reader's. A picture that is not
    `standalone` stands in a page that has the style sheet. `furniture` adds a
    title and a legend in margins of their own.

    Raises:
        FileError: where the variant has no drawn board, or no style.
    """
    scene = scene_of(book, view, after)
    return str(_drawn(book, scene, mode=mode, standalone=standalone, furniture=furniture))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture in parts: the layers of orders and of units, and what is below, between, above."""

    scene: Scene
    seating: Seating
    below: str
    orders: str
    names: str
    units: str
    above: str

    def __str__(self) -> str:
        return f"{self.below}{self.orders}{self.names}{self.units}{self.above}"


def drawn(book: Rulebook, view: View, after: View | None = None, *, near: bool = False) -> Drawn:
    """The same for a page that has the style sheet, in parts.

    `near`: only what is around its orders.

    Raises:
        FileError: where the variant has no drawn board, or no style.
    """
    return _drawn(book, scene_of(book, view, after), standalone=False, near=near)


def redrawn(book: Rulebook, view: View, scene: Scene, seating: Seating) -> tuple[Scene, str] | None:
    """The layer of orders anew, where nothing else is drawn otherwise than it was for this scene.

    Returns the scene of the View, and its layer; None where the whole picture has to be drawn.
    """
    now = with_orders(book, view, scene)
    if not _alike(book, now, scene):
        return None
    numbers = Numbers(book, look_of(book), now, seating)
    return now, _orders(book, board_of(book.variant), now, seating, numbers)


def _alike(book: Rulebook, scene: Scene, other: Scene) -> bool:
    """Do two scenes differ in nothing that is drawn outside of the layer of orders?"""
    return (
        scene.pieces == other.pieces
        and _shapes(book, scene) == _shapes(book, other)
        and all(mark.kind != LAST_SEEN for mark in scene.marks)  # it stands off their numbers
    )


def _drawn(
    book: Rulebook,
    scene: Scene,
    *,
    mode: str = "auto",
    standalone: bool = True,
    furniture: bool = False,
    near: bool = False,
) -> Drawn:
    board, look = board_of(book.variant), look_of(book)
    seating = seated(board, scene.pieces)
    numbers = Numbers(book, look, scene, seating)
    orders = _orders(book, board, scene, seating, numbers)
    plain = _map(book, board, look, scene)
    style = tag("style", _style(look, mode, furniture)) if standalone else ""
    haze = layers.HAZE if any(mark.kind == FOG for mark in scene.marks) else ""
    defs = tag("defs", units.symbols(book, _shapes(book, scene)), patterns(look), haze)
    frame = furnished(book, board, look, scene) if furniture else Furniture(board)
    whole = tag(
        "svg",
        tag("title", escaped(scene.said)),
        style,
        defs,
        frame.around(plain),
        xmlns=_XMLNS,
        class_="atlas",
        viewBox=part_of(scene, seating) if near else frame.view_box,
        role="group",
        aria_label=scene.said,
    )
    below, _, rest = whole.partition(_ORDERS)
    names, _, above = rest.partition(_UNITS)
    figures = units.drawn(book, scene.pieces, seating, look.patterns)
    layer = group("units", _last_seen(book, board, scene, numbers), figures)
    return Drawn(scene, seating, below, orders, names, layer, above)


@lru_cache(maxsize=64)
def _style(look: Look, mode: str, furniture: bool) -> str:
    used = {role: face.id for role, face in look.faces.items() if furniture or role != TITLE}
    faces = tuple(dict.fromkeys(used.values()))
    return escaped_style(fonts.rules(faces) + css.sheet(look, mode))


def _shapes(book: Rulebook, scene: Scene) -> list[str]:
    shapes = {piece.shape for piece in scene.pieces} | {line.kind for line in scene.lines}
    shapes |= {units.default_shape(book)}
    shapes |= {UNIT} if any(mark.kind == LAST_SEEN for mark in scene.marks) else set()
    return sorted(shapes & {*units.SHAPES, *book.graph.kinds})


def _orders(
    book: Rulebook, board: DrawnBoard, scene: Scene, seating: Seating, numbers: Numbers
) -> str:
    return group("orders", strokes.orders(book, board, scene, seating, numbers))


def _map(book: Rulebook, board: DrawnBoard, look: Look, scene: Scene) -> str:
    """The layers of the map, from the water up; where those of orders and units come is marked."""
    said = {mark: mark_said(book, mark) for mark in scene.marks}
    return "".join(
        (
            layers.below(book, board, look),
            layers.provinces(book, board, look, scene),
            layers.fog(book, board, scene.marks),
            layers.ranges(board, scene.marks, said, lettering(book, board, look)),
            _ORDERS,
            layers.centres(book, board, scene),
            layers.labels(book, board, look),  # an arrow may cross a name, and it is still read
            _UNITS,
        )
    )


def _last_seen(book: Rulebook, board: DrawnBoard, scene: Scene, numbers: Numbers) -> str:
    drawn = []
    for mark in scene.marks:
        if mark.kind == LAST_SEEN:
            spot = spot_of(board, mark.places[0])
            x, y, _ = seat = Seat(spot.x, spot.y, 1.0)
            beside = ((x, y - 14), (x, y + 15), (x + 25, y), (x - 25, y))
            at = numbers.placed(mark.text, beside)
            letters = mark_of(book, mark.power)
            drawn.append(units.last_seen(letters, mark_said(book, mark), mark.text, seat, at))
    return "".join(drawn)
