"""Units as they are drawn: a shape for each kind, the power's mark, badges.

Shapes are about 24 by 16 units around their middle, and told apart by their
outline alone: a block, a ship, a star, a shield, a helmet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from legation.atlas.board import Point
from legation.atlas.figures import BEATEN, GUARD, PUSHED, TOLD, Piece
from legation.atlas.nations import mark_of, suffix
from legation.atlas.numbers import BASELINE
from legation.atlas.seats import HALF_HEIGHT, HALF_WIDTH, Seat, Seating
from legation.atlas.svg import escaped, group, path, tag, text, use
from legation.board.graph import ARMY, FLEET, MUTANT, UNIT
from legation.rules.rulebook import Rulebook

SHAPES: Mapping[str, str] = {
    ARMY: "M-11-7.5h22v15h-22z",
    FLEET: "M-13-3.5h5.5v-4.5h5v4.5h15.5q-.8 7-5.5 11.5h-15q-4.7-4.5-5.5-11.5z",
    MUTANT: "M0-10l3.1 3 4.9-2.3.7 4.1 5 .2-2.9 4.4 3.2 3.5-4.9 1.4.4 4.4-5.2-1.5-4.3 3"
    "-4.3-3-5.2 1.5.4-4.4-4.9-1.4 3.2-3.5-2.9-4.4 5-.2.7-4.1 4.9 2.3z",
    UNIT: "M-9.5-8.5h19v7.5q0 6.8-9.5 10q-9.5-3.2-9.5-10z",
    GUARD: "M-12.5 8.2v-2.4h3.2v-3.6q0-8.6 6.6-9.9l.9-2h3.6l.9 2q6.6 1.3 6.6 9.9v3.6h3.2v2.4z",
}
"""Kind -> its outline, as the data of a path around the middle."""

NOUNS = {ARMY: "army", FLEET: "fleet", MUTANT: "mutant", UNIT: "unit", GUARD: "guard"}
BASELINES = {ARMY: 3.6, FLEET: 5.9, MUTANT: 3.6, UNIT: 2.4, GUARD: 5.2}
CROWN = "M-5.5-9.5l-1.3-6 3.6 2.4 3.2-4.4 3.2 4.4 3.6-2.4-1.3 6z"
PLUS, CROSS = "+", "×"
_MARKED = 0.72  # a smaller unit has no room for the mark


GLYPHS = {"block": ARMY, "ship": FLEET, "star": MUTANT, "shield": UNIT, "helmet": GUARD}


def symbols(book: Rulebook, kinds: Iterable[str]) -> str:
    """The shapes of these kinds, to be used; of a kind of the variant's own the one it chose."""
    own = {letter: GLYPHS[kind.glyph] for letter, kind in book.graph.kinds.items()}
    shapes = ((kind, own.get(kind) or _shape(kind)) for kind in kinds)
    return "".join(f'<path id="unit-{kind}" d="{SHAPES[shape]}"/>' for kind, shape in shapes)


def _shape(kind: str) -> str:
    return kind if kind in SHAPES else UNIT


def default_shape(book: Rulebook) -> str:
    """The shape that stands for a power's units."""
    return _shape(book.kinds[0])


def drawn(book: Rulebook, pieces: Iterable[Piece], seating: Seating, patterned: bool) -> str:
    """All units; the dislodged ones come first, below those who drove them out."""
    return "".join(_all(book, pieces, seating, patterned))


def _all(
    book: Rulebook, pieces: Iterable[Piece], seating: Seating, patterned: bool
) -> Iterator[str]:
    hidden: dict[str, list[Piece]] = {}
    last: dict[str, Seat] = {}
    for piece in pieces:
        seat = seating.seats.get(piece.stop)
        if seat is None:
            hidden.setdefault(piece.unit.place, []).append(piece)
            continue
        if piece.state != PUSHED:
            last[piece.unit.place] = seat
        yield _unit(book, piece, seat, patterned)
    for place, more in hidden.items():
        yield _more(last[place], more)


def _more(seat: Seat, hidden: list[Piece]) -> str:
    """How many more there are than have room."""
    said = "; ".join(piece.said for piece in hidden)
    x = seat.x + seat.box.half_width + 8
    return group(
        "more",
        tag("title", escaped(said)),
        text("code halo", f"+{len(hidden)}", x, seat.y + 3.6),
        text("code", f"+{len(hidden)}", x, seat.y + 3.6),
        role="img",
    )


def _unit(book: Rulebook, piece: Piece, seat: Seat, patterned: bool) -> str:
    unit = piece.unit
    mark = mark_of(book, unit.power)
    css = ["unit", NOUNS.get(piece.shape, "unit"), f"u-{suffix(mark)}"]
    css += ["dislodged"] if piece.state in (PUSHED, BEATEN) else []
    css += ["seen"] if piece.state == TOLD else []
    turned = "rotate(-9)" if piece.state == PUSHED else ""
    parts = [tag("title", escaped(piece.said)), *_body(piece, seat, mark, patterned)]
    if seat.scale >= _MARKED:
        parts.append(text("mark", mark, 0, round(BASELINES[_shape(piece.shape)] * seat.scale, 1)))
    parts += _extras(piece, seat)
    return tag(
        "g",
        *parts,
        class_=" ".join(css),
        data_unit=str(unit),
        transform=f"{_moved(seat.x, seat.y)}{turned}",
        role="img",
    )


def _body(piece: Piece, seat: Seat, mark: str, patterned: bool) -> Iterator[str]:
    """The shape, with plates behind it for a strength of two or three."""
    shape = f"unit-{piece.shape}"
    scaled = f"scale({seat.scale:.2g})" if seat.scale < 1 else ""
    if piece.state in (PUSHED, BEATEN):
        yield alarm(piece.shape, scaled)
    plates = 0 if piece.count else min(piece.unit.strength, 4) - 1
    for plate in range(plates, 0, -1):
        yield use(shape, transform=f"translate({2.6 * plate:g} {-2.6 * plate:g}){scaled}")
    yield use(shape, transform=scaled)
    if seat.scale < _MARKED and patterned and piece.state != TOLD:
        yield use(shape, transform=scaled, fill=f"url(#pt-{suffix(mark)})")


def alarm(shape: str, scaled: str = "") -> str:
    """The ring around a dislodged unit: off its edge, so that it is seen on a red unit too."""
    return "".join(use(f"unit-{shape}", css, transform=scaled) for css in ("alarm", "alarm-gap"))


def _extras(piece: Piece, seat: Seat) -> Iterator[str]:
    right, top = HALF_WIDTH * seat.scale, -HALF_HEIGHT * seat.scale
    if piece.bearer:
        yield path("badge crown", CROWN)
    if piece.side:
        yield sided(piece.side, right - 1, top + 1, crowned=piece.crowned)
    if piece.count:
        said = f"{piece.count:,}"
        yield text("code halo", said, 0, -top + 9.5)
        yield text("code", said, 0, -top + 9.5, stroke="none")
    elif piece.unit.strength > 1:
        yield badge("strength-badge", f"×{piece.unit.strength}", right + 2, top - 1)


def badge(css: str, said: str, x: float, y: float) -> str:
    """A small plate with a text, around a point."""
    half = 3.0 + 2.6 * len(said)
    return group(
        css,
        tag("rect", class_="badge", x=x - half, y=y - 5.5, width=2 * half, height=11.0),
        text("badge-text", said, x, y + 3.4),
    )


def sided(ending: str, x: float, y: float, *, crowned: bool = False) -> str:
    """A dot around a point, or over a unit a crown, in the colour of whose side it is."""
    css = "faction" if ending == "none" else f"faction u-{ending}"
    if crowned:
        return path(css, CROWN)
    return tag("circle", class_=css, cx=x, cy=y, r=3.6)


def sign(what: str, x: float, y: float) -> str:
    """A plate with a plus for what is built, or a cross for what goes, around a point."""
    arms = "M-3.4 0h6.8M0-3.4v6.8" if what == PLUS else "M-2.6-2.6l5.2 5.2M-2.6 2.6l5.2-5.2"
    return group(
        "sign",
        tag("rect", class_="badge", x=-5.8, y=-5.8, width=11.6, height=11.6),
        path("fate", arms),
        transform=_moved(x, y),
    )


def ghost(kind: str, mark: str, x: float, y: float) -> str:
    """A unit that is to be: its shape, thin, in the colours of its power."""
    shape = f"unit-{kind}"
    return group(
        f"unit seen ghost u-{suffix(mark)}",
        use(shape),
        text("mark", mark, 0, BASELINES[_shape(kind)]),
        transform=_moved(x, y),
    )


def last_seen(mark: str, said: str, time: str, seat: Seat, at: Point) -> str:
    """Where a unit was last seen: thin, with the time around `at`."""
    x, y = at[0] - seat.x, at[1] - seat.y + BASELINE
    return tag(
        "g",
        tag("title", escaped(said)),
        use(f"unit-{UNIT}"),
        text("mark", mark, 0, BASELINES[UNIT]),
        text("code halo", time, x, y),
        text("seen-time", time, x, y),
        class_=f"unit seen u-{suffix(mark)}",
        transform=_moved(seat.x, seat.y),
        role="img",
    )


def _moved(x: float, y: float) -> str:
    return f"translate({x:.1f} {y:.1f})"
