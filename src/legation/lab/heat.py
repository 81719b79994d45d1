"""Boards on which a wash of ink says how much of something there was in a province."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from legation.atlas.board import DrawnBoard, board_of
from legation.atlas.outlines import Outlines, outlines_of
from legation.atlas.seats import spot_of
from legation.atlas.svg import escaped, group, path, tag, text, use
from legation.board.graph import BRIDGE, IMPASSABLE, SEA
from legation.rules.rulebook import Rulebook

STEPS = 6
_TOP = 8  # of the provinces that are named beside a map


@dataclass(frozen=True)
class Heat:
    """What a map shows: a number for some provinces, each in words; `warm` makes it strong.

    `early`: the smallest numbers are the strongest.
    """

    title: str
    note: str
    values: Mapping[str, float]
    said: Callable[[float], str]
    early: bool = False
    css: str = ""

    def step(self, code: str) -> int:
        """How strong the wash is, from 0 to STEPS; shares of the strongest count by their root."""
        value = self.values.get(code)
        if value is None or (not self.early and value <= 0):
            return 0
        least, most = min(self.values.values()), max(self.values.values())
        if self.early:
            part = (most - value) / (most - least) if most > least else 1.0
            return 1 + round((STEPS - 1) * part)
        return max(1, round(STEPS * math.sqrt(value / most)))

    @property
    def first(self) -> list[tuple[str, float]]:
        """The provinces with most of it, or which were first."""
        ranked = sorted(self.values.items(), key=lambda pair: (pair[1], pair[0]))
        if not self.early:
            ranked = sorted(self.values.items(), key=lambda pair: (-pair[1], pair[0]))
        return ranked[:_TOP]


class HeatMaps:
    """The heat maps of one board: what they have in common is written once."""

    def __init__(self, book: Rulebook, ending: str = "") -> None:
        """`ending` keeps the names of two boards on one page apart."""
        self.book, self.ending = book, ending
        self.board: DrawnBoard = board_of(book.variant)
        terrains = book.graph.provinces.items()
        seas = frozenset(code for code, province in terrains if province.terrain == SEA)
        self.lines: Outlines = outlines_of(book.variant, self.board, seas)

    def common(self) -> str:
        """The shapes, for the first place of the page."""
        shapes = "".join(
            tag("path", id=self._id(code), d=d) for code, d in self.lines.areas.items()
        )
        below = group(
            "lab-board",
            *(path("lab-off", d) for d in (self.lines.ground,) if d),
            *(use(self._id(code), self._terrain(code)) for code in self._ordered()),
            *(path("lab-water", d) for d in (self.lines.water,) if d),
            id=f"h-board{self.ending}",
        )
        codes = tag("g", *self._codes(), id=f"h-codes{self.ending}")
        return tag(
            "svg", tag("defs", shapes, below, codes), class_="lab-common", aria_hidden="true"
        )

    def drawn(self, heat: Heat) -> str:
        """One map, with what is strongest named below it."""
        provinces = self.book.graph.provinces
        washes = "".join(
            tag(
                "use",
                tag("title", escaped(f"{provinces[code].name}: {heat.said(value)}")),
                href=f"#{self._id(code)}",
                class_=f"h{heat.step(code)}",
            )
            for code in self._ordered()
            if (value := heat.values.get(code)) is not None and heat.step(code)
        )
        named = "; ".join(f"{provinces[c].name} {heat.said(value)}" for c, value in heat.first)
        picture = tag(
            "svg",
            tag("title", escaped(heat.title)),
            tag("rect", class_="water", width=self.board.width, height=self.board.height),
            use(f"h-board{self.ending}", ""),
            tag("g", washes, class_="lab-heat"),
            use(f"h-codes{self.ending}", "lab-codes"),
            viewBox=f"0 0 {self.board.width:g} {self.board.height:g}",
            role="img",
            aria_label=f"{heat.title}. {named}",
            class_=heat.css,
        )
        return (
            f"<figure><figcaption><b>{escaped(heat.title)}</b> {escaped(heat.note)}</figcaption>"
            f"{picture}<p>{escaped(named or 'Nowhere.')}</p></figure>"
        )

    def _id(self, code: str) -> str:
        return f"h-{code}{self.ending}"

    def _terrain(self, code: str) -> str:
        terrain = self.book.graph.provinces[code].terrain
        return {SEA: "lab-sea", IMPASSABLE: "lab-off"}.get(terrain, "lab-land")

    def _ordered(self) -> list[str]:
        """Seas below lands below bridges, as the board is drawn."""
        rank = {SEA: 0, BRIDGE: 2}
        provinces = self.book.graph.provinces
        codes = [code for code in provinces if code in self.lines.areas]
        return sorted(codes, key=lambda code: rank.get(provinces[code].terrain, 1))

    def _codes(self) -> list[str]:
        codes = []
        for code in self._ordered():
            if self._terrain(code) != "lab-off":
                spot = spot_of(self.board, code)
                codes.append(text("lab-code", code, spot.x, spot.y + 5))
        return codes
