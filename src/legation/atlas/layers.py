"""The board itself, layer by layer: water, lands by owner, borders, labels, centres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from legation.atlas.board import DrawnBoard, Point, board_of
from legation.atlas.figures import Area, Scene
from legation.atlas.lettering import CENTRE_RADIUS, Box, name_role
from legation.atlas.look import Look
from legation.atlas.nations import class_of, suffix
from legation.atlas.outlines import Outlines, corners, mark_of, outlines_of
from legation.atlas.seats import spot_of
from legation.atlas.svg import escaped, group, number, numbers, path, tag, text, use
from legation.board.graph import BRIDGE, IMPASSABLE, SEA
from legation.rules.marks import DOUBLE_RANGE, FOG, RANGE, Mark
from legation.rules.rulebook import Rulebook

_PEAK_EVERY = 9.0
_CROSSING = 17.0
Ends = tuple[float, float, float, float]
SIGNS = {
    "fortified": ("fort", "M-6.4-3.4v-4h2.6v1.8h2.5v-1.8h2.6v1.8h2.5v-1.8h2.6v13.4h-12.8z"),
    "port": ("port", "M0 3v6M-4.4 5.2q.4 3.6 4.4 4q4-.4 4.4-4"),
}
"""Feature of a province -> class and path of its sign; a centre's circle stands in it."""


def below(book: Rulebook, board: DrawnBoard, look: Look) -> str:
    """What lies below the seas: open water and the lines on it."""
    water = tag("rect", class_="water", width=board.width, height=board.height)
    lines = _outlines(book, board).graticule if look.graticule else ""
    return water + (path("graticule", lines) if lines else "")


def _outlines(book: Rulebook, board: DrawnBoard) -> Outlines:
    return outlines_of(book.variant, board, _seas(book))


def shapes_mark(book: Rulebook) -> str:
    """A mark of the shapes of a game's provinces, which are the same where it is."""
    return mark_of(book.variant, board_of(book.variant), _seas(book))


def _seas(book: Rulebook) -> frozenset[str]:
    table = book.graph.provinces.items()
    return frozenset(code for code, province in table if province.terrain == SEA)


def _off_board(lines: Outlines) -> str:
    """Land and water that are no provinces."""
    rows = (("ground", lines.ground), ("offwater", lines.water))
    return "".join(path(css, d, aria_hidden="true") for css, d in rows if d)


def provinces(book: Rulebook, board: DrawnBoard, look: Look, scene: Scene) -> str:
    """Seas, the lines along the coast, and the lands in the colours of their owners."""
    seas: list[Area] = []
    lands: list[Area] = []
    bridges: list[Area] = []
    for area in scene.areas:
        if area.code in board.areas:
            rows = {SEA: seas, BRIDGE: bridges}.get(area.terrain, lands)
            rows.append(area)
    surf = "".join(
        use("lands", f"surf surf-{step}", aria_hidden="true") for step in range(look.surf, 0, -1)
    )
    lines = _outlines(book, board)
    owned = tag("g", *_by_owner(book, lines, lands, "l-"), id="lands")
    between = path("between", lines.between_seas, fill="none") if lines.between_seas else ""
    return "".join(
        (
            group("seas", tag("g", *_by_owner(book, lines, seas, ""), stroke="none"), between),
            surf,
            use("lands", "coast", aria_hidden="true"),
            _off_board(lines),
            group("lands", owned),
            group("patterns", *_patterns(book, look, lands), aria_hidden="true"),
            group("crossings", *_crossings(board), aria_hidden="true"),
            group("bridges", *_by_owner(book, lines, bridges, "")),
        )
    )


def _owners(book: Rulebook, areas: Iterable[Area]) -> Mapping[str, list[Area]]:
    """Class of the owner -> its provinces, nobody's first."""
    owned: dict[str, list[Area]] = {"none": []}
    for nation in book.nations.values():
        owned.setdefault(suffix(nation.mark), [])
    for area in areas:
        owned[class_of(book, area.owner)].append(area)
    return {owner: rows for owner, rows in owned.items() if rows}


def _by_owner(book: Rulebook, lines: Outlines, areas: Iterable[Area], prefix: str) -> Iterator[str]:
    for owner, rows in _owners(book, areas).items():
        inside = "".join(_province(lines, area) for area in rows)
        if prefix:
            inside = tag("g", inside, id=f"{prefix}{owner}")
        yield group(f"o-{owner}", inside)


def _province(lines: Outlines, area: Area) -> str:
    css = {SEA: "sea", BRIDGE: "bridge", IMPASSABLE: "land impassable"}.get(area.terrain, "land")
    return (
        f'<path id="p-{area.code}" class="province {css}" data-code="{area.code}"'
        f' d="{lines.areas[area.code]}" role="img" aria-label="{escaped(area.said)}">'
        f"<title>{escaped(area.name)}</title></path>"
    )


def _patterns(book: Rulebook, look: Look, lands: Iterable[Area]) -> Iterator[str]:
    for owner in _owners(book, lands) if look.patterns else ():
        if owner != "none":
            yield use(f"l-{owner}", "pattern", fill=f"url(#pt-{owner})")


def _crossings(board: DrawnBoard) -> Iterator[str]:
    for css, lines in (
        ("crossing", [_seen(line.ends) for line in board.crossings]),
        ("bar", list(board.bars)),
        ("edge", [line.ends for line in board.edges]),
    ):
        for x1, y1, x2, y2 in lines:
            yield path(css, f"M{numbers((x1, y1))}L{numbers((x2, y2))}")


def _seen(ends: Ends) -> Ends:
    """A line over water, long enough to be seen: over a narrow strait it runs ashore."""
    x1, y1, x2, y2 = ends
    far = math.hypot(x2 - x1, y2 - y1) or 1.0
    more = max(0.0, _CROSSING - far) / 2 / far
    across, down = (x2 - x1) * more, (y2 - y1) * more
    return x1 - across, y1 - down, x2 + across, y2 + down


# Labels and centres


@lru_cache(maxsize=32)
def _labels(variant: str, made_from: str, seas: frozenset[str], look: Look) -> str:
    del made_from
    board = board_of(variant)
    leaders, texts = [], []
    for code, label in board.labels.items():
        terrain = SEA if code in seas else ""
        role = name_role(terrain)
        if label.leader is not None:
            x1, y1, x2, y2 = label.leader
            leaders.append(path("leader", f"M{numbers((x1, y1))}L{numbers((x2, y2))}"))
        css = "sea-name" if role == "sea" else "name"
        for line, x, y in label.name:
            texts.append(text(css, look.written(line, role), x, y, font_size=label.size))
        css = "code sea-code" if terrain == SEA else "code"
        texts.append(text(css, look.written(code, "code"), *label.code))
    named = tag("g", *texts, id="names")
    return group("labels", *leaders, use("names", "halo"), named, aria_hidden="true")


def labels(book: Rulebook, board: DrawnBoard, look: Look) -> str:
    """Codes and names, with a halo below them."""
    return _labels(book.variant, board.made_from, _seas(book), look)


def centres(book: Rulebook, board: DrawnBoard, scene: Scene) -> str:
    """The supply centres that are known, in the colours of their owners; ports and forts."""
    owners = dict(scene.centres)
    drawn = []
    for code, province in book.graph.provinces.items():
        signs = [SIGNS[name] for name in sorted(SIGNS.keys() & province.features)]
        if code not in owners and not signs:
            continue
        x, y = board.centres.get(code) or _below(board, code)
        for css, d in signs:
            drawn.append(path(f"centre {css}", d, transform=f"translate({number(x)} {number(y)})"))
        if code in owners:
            owner = owners[code]
            css = f"centre c-{class_of(book, owner)}" if owner else "centre free"
            drawn.append(tag("circle", class_=css, cx=x, cy=y, r=CENTRE_RADIUS))
    return group("centres", *drawn, aria_hidden="true")


def _below(board: DrawnBoard, code: str) -> Point:
    spot = spot_of(board, code)
    return spot.x - 18, spot.y + 8


# Fog

HAZE = (
    '<pattern id="haze" width="40" height="28" patternUnits="userSpaceOnUse">'
    '<path class="haze" d="M4 8q3-4 6 0t6 0M24 22q3-4 6 0t6 0"/></pattern>'
)
"""What lies over ground out of sight, to stand in ``<defs>`` where there is some."""


def fog(book: Rulebook, board: DrawnBoard, marks: Iterable[Mark]) -> str:
    """A haze over what the viewer does not see: seen and empty is another thing."""
    areas = _outlines(book, board).areas
    hidden = [place for mark in marks if mark.kind == FOG for place in mark.places]
    lines = "".join(areas[place] for place in hidden if place in areas)
    if not lines:
        return ""
    covers = (path("fog", lines), path("pattern", lines, fill="url(#haze)"))
    return group("fogged", *covers, aria_hidden="true")


# Mountains


def ranges(
    board: DrawnBoard, marks: Iterable[Mark], said: Mapping[Mark, str], names: Iterable[Box] = ()
) -> str:
    """Mountains on the borders that are known to have them."""
    names = tuple(names)
    drawn = []
    for mark in marks:
        if mark.kind in (RANGE, DOUBLE_RANGE) and len(mark.places) == 2:
            css = "range" if mark.kind == RANGE else "range range-double"
            peaks = range_path(board, *mark.places, double=mark.kind == DOUBLE_RANGE, names=names)
            words = said[mark]
            drawn.append(
                tag(
                    "g",
                    tag("title", escaped(words)),
                    path(css, peaks),
                    role="img",
                )
            )
    return group("ranges", *drawn)


def range_path(
    board: DrawnBoard, a: str, b: str, double: bool = False, names: Iterable[Box] = ()
) -> str:
    """Peaks along the border of two provinces; between their middles where they do not touch.

    Peaks that would stand on a name are left out, as long as others are left.
    """
    peaks: list[Point] = []
    for line in _border(board, a, b):
        peaks += _spaced(line)
    if not peaks:
        one, other = spot_of(board, a), spot_of(board, b)
        x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
        peaks = [(x - 8, y), (x, y), (x + 8, y)]
    clear = [at for at in peaks if not any(_peak(at).meets(name) for name in names)]
    peaks = clear if len(clear) > 1 else peaks
    rise = "l2.6 -5.4 2.6 5.4m-1.6 0l2.6 -5.4 2.6 5.4" if double else "l3.4 -6 3.4 6"
    off = 4.4 if double else 3.4
    return "".join(f"M{numbers((x - off, y + 2.6))}{rise}" for x, y in peaks)


def _peak(at: Point) -> Box:
    x, y = at
    return Box(x - 4.0, y - 4.0, x + 4.0, y + 3.5)


def _border(board: DrawnBoard, a: str, b: str) -> Iterator[list[Point]]:
    pair = frozenset((a, b))
    for which, beside in board.sides.items():
        if beside == pair:
            yield corners(board.arcs[which])


def _spaced(line: list[Point]) -> list[Point]:
    """Points at equal distances along a line, its ends left free; its middle at least."""
    steps = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(line)]
    whole = sum(steps)
    many = max(1, int(whole / _PEAK_EVERY))
    wanted = [whole * (k + 0.5) / many for k in range(many)]
    spaced, gone = [], 0.0
    for (a, b), step in zip(pairwise(line), steps, strict=True):
        while wanted and step and wanted[0] <= gone + step:
            share = (wanted.pop(0) - gone) / step
            spaced.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        gone += step
    return spaced
