"""Where the picture of a board and its table of borders disagree, and what to move.

Two areas touch where they share a line. They must do so exactly where
``borders.csv`` has a row for them, but for the exceptions that ``picture.toml``
lists; two coastal provinces between which fleets sail must meet at the shore,
and those between which only armies march must not. Impassable areas touch whom
they like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot

from legation.atlas.board import DrawnBoard, Point, read_board
from legation.atlas.making.contacts import Contacts, Pair, contacts, inside, nearest
from legation.atlas.making.inputs import digest, map_folders
from legation.atlas.making.pieces import across, stray
from legation.atlas.making.recipe import APART, OVER, TOUCH, Recipe, read_recipe
from legation.atlas.making.whereabouts import drawn_at, ground, said
from legation.board.graph import BRIDGE, IMPASSABLE, SEA, Border, MapGraph
from legation.board.mapfile import load_map
from legation.variants.load import kinds_beside

SHORTEST = 2.0
"""A common line shorter than this, in units, is a speck: too short to see, too long to ignore."""
EDGE, CANAL = "edge", "canal"
SHORELESS, UNSAILED, STRAY, NEEDLESS, NOWHERE = (
    "shoreless",
    "unsailed",
    "stray",
    "needless",
    "nowhere",
)
"""Kinds of disagreement; a further one is the `how` of the exception that would excuse it."""
_LANDS_IN = 1.5
"""A bridge may end this far from the bank, in units."""


def check_variant(name: str) -> list[str]:
    """What is wrong with the drawn board of a variant.

    Raises:
        FileError: where it has no board or no recipe, or one that cannot be read.
    """
    place, *parents = map_folders(name)
    board = read_board(place)
    faults = []
    if board.made_from != digest(place, parents):
        faults.append(
            "board.json is older than the tables, the recipe or the coast that it is made"
            " from: run legation map build"
        )
    return faults + check(board, load_map(place, kinds_beside(place)), read_recipe(place))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where a picture and its tables disagree: a sentence, the places, a point in units.

    `kind` is one of those below, by which a page knows what would mend it; "" has no such.
    """

    text: str
    places: tuple[str, ...]
    at: Point | None = None
    kind: str = ""

    def __str__(self) -> str:
        return self.text


def unmet(board: DrawnBoard, graph: MapGraph, recipe: Recipe) -> list[Border]:
    """The rows of fleets between lands that do not meet at a shore of the picture."""
    return list(_Check(board, graph, recipe).shoreless())


def check(board: DrawnBoard, graph: MapGraph, recipe: Recipe) -> list[str]:
    """Every disagreement between a drawn board and its tables, in words."""
    return list(map(str, disagreements(board, graph, recipe)))


def disagreements(board: DrawnBoard, graph: MapGraph, recipe: Recipe) -> list[Disagreement]:
    """Every disagreement between a drawn board and its tables, each with what to move."""
    missing = [
        Disagreement(
            f"{code} has no area: none of its points is on ground that the picture shows as"
            " its own; move one, or widen the frame",
            (code,),
            kind=NOWHERE,
        )
        for code in graph.provinces
        if not board.areas.get(code)
    ]
    return missing or list(_Check(board, graph, recipe).problems())


@dataclass
class _Check:
    """One comparison of a board with its tables."""

    board: DrawnBoard
    graph: MapGraph
    recipe: Recipe
    used: set[tuple[Pair, str]] = field(default_factory=set)

    @cached_property
    def found(self) -> Contacts:
        """Who touches whom."""
        return contacts(self.board)

    @cached_property
    def listed(self) -> dict[Pair, list[Border]]:
        """The rows of each pair."""
        rows: dict[Pair, list[Border]] = {}
        for border in self.graph.borders:
            rows.setdefault(frozenset((border.a, border.b)), []).append(border)
        return rows

    @cached_property
    def excused(self) -> frozenset[tuple[Pair, str]]:
        """The exceptions: pair and how."""
        return frozenset((frozenset((row.a, row.b)), row.how) for row in self.recipe.exceptions)

    def excuses(self, pair: Pair, how: str) -> bool:
        """Whether something is an exception; that it was needed is noted."""
        if (pair, how) in self.excused:
            self.used.add((pair, how))
            return True
        return False

    def problems(self) -> Iterator[Disagreement]:
        """All of them."""
        yield from self.false()
        yield from self.lacking()
        yield from self.shores()
        yield from self.coasts()
        yield from self.bridges()
        yield from self.pieces()
        yield from self.lines()
        for row in self.recipe.exceptions:
            if (frozenset((row.a, row.b)), row.how) not in self.used:
                yield Disagreement(
                    f"the exception {row.a} {row.b} ({row.how}) is not needed any more:"
                    " take it out of picture.toml",
                    (row.a, row.b),
                    kind=NEEDLESS,
                )

    def is_a(self, code: str, *terrains: str) -> bool:
        """Whether a province has one of these terrains."""
        province = self.graph.provinces.get(code)
        return province is not None and province.terrain in terrains

    def false(self) -> Iterator[Disagreement]:
        """Pairs that touch without a row."""
        for pair, length in sorted(self.found.lengths.items(), key=lambda each: sorted(each[0])):
            known = all(code in self.graph.provinces for code in pair)
            if not known or pair in self.listed or any(self.is_a(c, IMPASSABLE) for c in pair):
                continue
            if self.excuses(pair, TOUCH):
                continue
            a, b = sorted(pair)
            at = self.found.middles[pair]
            speck = ", a speck," if length < SHORTEST else ""
            yield Disagreement(
                f"{a} and {b} touch for {length:.1f} units{speck} off the table, near"
                f" {self.place(at)}: {self.between(pair, at)}, or list it in picture.toml",
                (a, b),
                at,
                TOUCH,
            )

    def lacking(self) -> Iterator[Disagreement]:
        """Pairs that have a row and do not touch."""
        hints = {frozenset((line.a, line.b)) for line in self.board.edges}
        for pair, rows in self.listed.items():
            length = self.found.lengths.get(pair, 0.0)
            a, b = rows[0].a, rows[0].b
            if any(self.is_a(code, BRIDGE) for code in pair):
                continue
            if all(row.kind == EDGE for row in rows) and length < SHORTEST:
                if pair not in hints:
                    yield Disagreement(
                        f"{a} and {b} are joined off the picture, and nothing shows it:"
                        " add an [[edges]] to picture.toml",
                        (a, b),
                    )
                continue
            if length >= SHORTEST:
                continue
            if self.excuses(pair, APART):
                continue
            yield self.apart(a, b, length)

    def apart(self, a: str, b: str, length: float) -> Disagreement:
        """A border of the table that is not to be seen."""
        if length:
            at, how = self.found.middles[frozenset((a, b))], f"touch for {length:.1f} units only"
        else:
            away, at = nearest(
                (p for ring in self.board.rings(a) for p in ring),
                (p for ring in self.board.rings(b) for p in ring),
            )
            how = f"do not touch: they are {away:.1f} units apart"
        side, place = self.closest((a, b), at)
        between = sorted(
            code
            for code in self.graph.provinces
            if code not in (a, b) and self.meets(code, a) and self.meets(code, b)
        )
        other = ""
        if between:
            code, point = self.closest(between, at)
            other = f" or the point of {code} at {point} away from there,"
        return Disagreement(
            f"{a} and {b} {how}, near {self.place(at)}: move the point of {side} at {place} towards"
            f" it,{other} or list the pair in picture.toml",
            (a, b),
            at,
            APART,
        )

    def meets(self, a: str, b: str) -> bool:
        """Whether two areas share a line."""
        return frozenset((a, b)) in self.found.lengths

    def between(self, pair: Pair, at: Point) -> str:
        """What could part two areas that touch at a point."""
        a, b = sorted(pair)
        codes = [
            code
            for code in sorted(self.graph.provinces)
            if code not in pair and self.meets(code, a) and self.meets(code, b)
        ]
        own, there = self.closest((a, b), at)
        away = f"move the point of {own} at {there} away from it"
        if not codes:
            return away
        code, point = self.closest(codes, at)
        return f"{away}, or that of {code} at {point} towards it"

    def closest(
        self, codes: Iterator[str] | list[str] | tuple[str, ...], at: Point
    ) -> tuple[str, str]:
        """The point, of these provinces, nearest to a point of the picture; in words."""
        best: tuple[float, str, tuple[float, float]] = (float("inf"), "", (0.0, 0.0))
        for code in codes:
            province = self.graph.provinces[code]
            extra = self.recipe.more_points().get(code, ())
            for place in ((province.lat, province.lon), *province.points, *extra):
                x, y = drawn_at(self.recipe, place)
                best = min(best, (hypot(x - at[0], y - at[1]), code, place))
        return best[1], self.said(best[2])

    def place(self, at: Point) -> str:
        """A point of the picture in words."""
        return self.said(ground(self.recipe, at))

    def said(self, place: tuple[float, float]) -> str:
        """A place on the ground in words, as exactly as a unit is large."""
        scale = self.board.scale
        return said(place, 1 if scale > 2 else 2 if scale > 0.1 else 4)

    def shores(self) -> Iterator[Disagreement]:
        """Whether lands meet at the shore where fleets sail along it, and only there."""
        for row in self.shoreless():
            yield Disagreement(
                f"fleets sail between {place(row, 'a')} and {place(row, 'b')}, and the two"
                f" do not meet at the shore: {self.shore(frozenset((row.a, row.b)))}",
                (row.a, row.b),
                self.found.middles.get(frozenset((row.a, row.b))),
                SHORELESS,
            )
        for pair, rows in self.lands.items():
            seas = self.seas_of(pair)
            if seas and not any(row.fleet for row in rows) and self.sailed:
                a, b = sorted(pair)
                sea, (x, y) = sorted(seas.items())[0]
                yield Disagreement(
                    f"{a} and {b} meet at the shore of {sea} near {self.place((x / 10, y / 10))},"
                    f" and no fleet sails between them: {self.shore(pair)}",
                    (a, b, sea),
                    (x / 10, y / 10),
                    UNSAILED,
                )

    @cached_property
    def lands(self) -> dict[Pair, list[Border]]:
        """The rows between lands that the picture is to show."""
        return {
            pair: rows
            for pair, rows in self.listed.items()
            if not any(self.is_a(code, SEA, BRIDGE) for code in pair)
            and (pair, APART) not in self.excused
        }

    @cached_property
    def sailed(self) -> bool:
        """Whether anybody sails along a shore on this board."""
        return any(row.fleet for rows in self.lands.values() for row in rows)

    def seas_of(self, pair: Pair) -> dict[str, tuple[int, int]]:
        """The seas at whose shore two lands meet, and where."""
        return {
            code: at
            for at, keys in sorted(self.found.corners.items())
            if pair <= keys
            for code in keys
            if self.is_a(code, SEA)
        }

    def shoreless(self) -> Iterator[Border]:
        """The rows of fleets whose lands meet at none of the seas that both sail; not canals."""
        for pair, rows in self.lands.items():
            seas = self.seas_of(pair)
            for row in rows:
                both = self.sailing(row, "a") & self.sailing(row, "b")
                if row.fleet and row.kind != CANAL and not both & seas.keys():
                    yield row

    def sailing(self, row: Border, side: str) -> frozenset[str]:
        """The seas that a fleet on one side of a row can sail to."""
        return self.graph.fleet_provinces[place(row, side)]

    def shore(self, pair: Pair) -> str:
        """What to do about two lands and a shore."""
        a, b = sorted(pair)
        at = self.found.middles.get(pair)
        if at is None:
            return "they do not touch at all"
        code, point = self.closest((a, b), at)
        return f"the point nearest to their line is {code}'s at {point}"

    def coasts(self) -> Iterator[Disagreement]:
        """Whether every coast of a split one has a shore."""
        for code, province in self.graph.provinces.items():
            for coast in province.places[1:]:
                seas = [c for c in self.graph.fleet_provinces[coast] if self.is_a(c, SEA)]
                shore = sum(self.found.lengths.get(frozenset((code, sea)), 0.0) for sea in seas)
                if seas and shore < SHORTEST:  # the bank of a river lies at none
                    said = f"{coast} has no shore: {code} touches none of {', '.join(sorted(seas))}"
                    yield Disagreement(said, (code,))

    def bridges(self) -> Iterator[Disagreement]:
        """Whether bridges reach what they join, and nothing else."""
        for code, province in self.graph.provinces.items():
            if province.terrain != BRIDGE:
                continue
            ring = self.board.rings(code)[0]
            for other in self.graph.provinces:
                if self.is_a(other, BRIDGE, SEA) or other == code:
                    continue
                rings = self.board.rings(other)
                lands = any(inside(p, rings) for p in dense(ring))
                joined = frozenset((code, other)) in self.listed
                if joined and not lands:
                    away, at = nearest(dense(ring), (p for r in rings for p in dense(r)))
                    if away > _LANDS_IN:
                        yield Disagreement(
                            f"the bridge {code} does not reach {other}: it ends {away:.1f} units"
                            f" off, near {self.place(at)}; move its end there, or widen it",
                            (code, other),
                            at,
                        )
                elif lands and not joined:
                    at = next(p for p in dense(ring) if inside(p, rings))
                    yield Disagreement(
                        f"the bridge {code} lands on {other}, which it does not join, near"
                        f" {self.place(at)}: move its end away from there, or narrow it",
                        (code, other),
                        at,
                    )

    def pieces(self) -> Iterator[Disagreement]:
        """Whether a piece of a place lies among others, where none of its points is."""
        for piece in stray(self.board, self.graph, self.recipe):
            yield Disagreement(
                f"a stray piece of {piece.place}, {piece.size:.0f} square units, lies beside"
                f" {piece.beside} near {self.place(piece.at)}, and none of its points is in it:"
                f" give {piece.beside} a point there, or set borders.severed above its size",
                (piece.place, piece.beside),
                piece.at,
                STRAY,
            )

    def lines(self) -> Iterator[Disagreement]:
        """Whether the line of a border runs over the land of a third."""
        for line in across(self.board, self.graph):
            if not self.excuses(frozenset((line.a, line.b)), OVER):
                yield Disagreement(
                    f"the line from {line.a} to {line.b} runs over {line.land} near"
                    f" {self.place(line.at)}: say in picture.toml where it goes, in [[crossings]]"
                    " or [[edges]], move a point, or list it there as over",
                    (line.a, line.b, line.land),
                    line.at,
                    OVER,
                )


def place(row: Border, side: str) -> str:
    """The place of one side of a row: ``Spa/nc``."""
    code, coast = (row.a, row.a_coast) if side == "a" else (row.b, row.b_coast)
    return f"{code}/{coast}" if coast else code


def dense(ring: list[Point]) -> list[Point]:
    """A ring with corners no further apart than two units."""
    points = []
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        steps = max(1, int(hypot(bx - ax, by - ay) / 2))
        points += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps)]
    return points
