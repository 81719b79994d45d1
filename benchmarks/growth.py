"""Draws the growth curves of `docs/growth.svg` from the figures kept in `growth.toml`.

    python benchmarks/growth.py

Each dot is a run, and the line goes through their medians. Nothing is measured
here: `server.py` does that, and its rows are written into the file by hand.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
KEPT, DRAWN = HERE / "growth.toml", HERE.parent / "docs" / "growth.svg"
WIDE, HIGH, LEFT, TOP = 330, 190, 44, 46
"""Of a panel: the field of its curves, and the room for numbers and words beside and above it."""
NAMES, BELOW = 116, 46
"""Room for the names of curves, and under the field."""

_LIMIT = "limit"

Runs = Mapping[float, Sequence[float]]
"""The values of each run, by what it was tried with."""

STYLE = """
svg { --paper: #ffffff; --ink: #1f2430; --faint: #5b6472; --line: #d9dde3;
  --c0: #0b62a8; --c1: #a83a0b; --c2: #2b7a3d; --c3: #7a3f9d; --limit: #b00020; }
@media (prefers-color-scheme: dark) { svg { --paper: #15181d; --ink: #e8eaee; --faint: #a4acb8;
  --line: #353b45; --c0: #6db3f2; --c1: #f2946d; --c2: #7fd08f; --c3: #cf9af0; --limit: #ff7b8a; } }
text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.head { font-weight: 600; font-size: 14px; } .note { fill: var(--faint); }
.grid { stroke: var(--line); fill: none; } .limit { stroke: var(--limit); stroke-dasharray: 5 4; }
text.limit { fill: var(--limit); stroke: none; }
.curve { fill: none; stroke-width: 2; } circle { stroke: none; }
"""


@dataclass(frozen=True)
class Panel:
    """One field of curves: their runs by name, what is counted on each side, and the limit."""

    title: str
    across: str
    unit: str
    limit: float
    top: float
    curves: Mapping[str, Runs]
    log: bool = False

    def draw(self, x: float, y: float) -> Iterator[str]:
        """Its elements, the corner of the field being here."""
        stops = sorted({at for runs in self.curves.values() for at in runs})
        step = math.log if self.log else float
        first, last = (step(stops[0]), step(stops[-1])) if self.log else (0.0, step(stops[-1]))

        def over(at: float) -> float:
            return x + WIDE * (step(at) - first) / (last - first)

        def up(value: float) -> float:
            return y + HIGH * (1 - value / self.top)

        yield _text(x, y - 24, self.title, "head")
        yield _text(x, y - 8, self.unit, "note")
        for part in range(5):
            value = self.top * part / 4
            yield f'<path class="grid" d="M{x:.1f} {up(value):.1f}h{WIDE}"/>'
            yield _text(x - 8, up(value) + 4, f"{value:g}", "note", "end")
        for at in stops:
            yield _text(over(at), y + HIGH + 18, f"{at:,.0f}", "note", "middle")
        yield _text(x + WIDE / 2, y + HIGH + 36, self.across, "note", "middle")
        yield f'<path class="limit" d="M{x:.1f} {up(self.limit):.1f}h{WIDE}"/>'
        yield from self._curves(over, up, x + WIDE + 8)

    def _curves(
        self, over: Callable[[float], float], up: Callable[[float], float], beside: float
    ) -> Iterator[str]:
        ends = {n: up(median(runs[max(runs)])) for n, runs in self.curves.items() if n}
        places = _apart(ends | {_LIMIT: up(self.limit)})
        yield _text(beside, places[_LIMIT] + 4, f"limit {self.limit:g}", "limit")
        for number, (name, runs) in enumerate(self.curves.items()):
            colour = f"var(--c{number})"
            points = " ".join(
                f"{over(at):.1f},{up(median(values)):.1f}" for at, values in sorted(runs.items())
            )
            yield f'<polyline class="curve" style="stroke:{colour}" points="{points}"/>'
            for at, values in sorted(runs.items()):
                for value in values:
                    centre = f'cx="{over(at):.1f}" cy="{up(value):.1f}"'
                    yield f'<circle {centre} r="3" style="fill:{colour}"/>'
            if name:
                yield _text(beside, places[name] + 4, name, style=f"fill:{colour}")


def _apart(ends: Mapping[str, float], room: float = 15) -> dict[str, float]:
    """Where names stand: at the ends of their curves, or under the name that stands there."""
    found: dict[str, float] = {}
    at = 0.0
    for name, end in sorted(ends.items(), key=lambda pair: pair[1]):
        at = found[name] = max(end, at)
        at += room
    return found


def _text(
    x: float, y: float, said: str, kind: str = "", anchor: str = "start", style: str = ""
) -> str:
    more = f' class="{kind}"' if kind else ""
    more += f' style="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(said)}</text>'


def panels(kept: Mapping[str, Mapping[str, Mapping[str, Sequence[float]]]]) -> list[Panel]:
    """All panels, row by row."""

    def runs(part: str, name: str) -> Runs:
        return {float(at): values for at, values in kept[part][name].items()}

    def looks(part: str) -> Mapping[str, Runs]:
        return {name: runs(part, name) for name in kept[part]}

    players, games = "players with open pages", "games, 36 events each"
    least = "ms, the least of 50"
    return [
        Panel("Answers", players, "ms, p95", 250, 300, {"": runs("players", "p95")}),
        Panel(
            "Processor", players, "ms a request, all in all", 8, 12, {"": runs("players", "each")}
        ),
        Panel("Look-ups, SQLite", games, least, 10, 20, looks("sqlite"), log=True),
        Panel("Look-ups, PostgreSQL", games, least, 10, 20, looks("postgresql"), log=True),
    ]


def drawn(text: str) -> str:
    """The picture of figures that are kept as TOML."""
    all_panels = panels(tomllib.loads(text))
    step, down = LEFT + WIDE + NAMES, TOP + HIGH + BELOW
    parts: list[str] = []
    for number, panel in enumerate(all_panels):
        parts += panel.draw(LEFT + step * (number % 2), TOP + down * (number // 2))
    wide, high = 2 * step, down * math.ceil(len(all_panels) / 2)
    said = "Growth: answers and processor by players, look-ups by games"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">',
            f"<title>{said}</title><style>{STYLE}</style>",
            f'<rect width="{wide}" height="{high}" style="fill:var(--paper)"/>',
            *parts,
            "</svg>\n",
        )
    )


if __name__ == "__main__":
    DRAWN.write_text(drawn(KEPT.read_text(encoding="utf-8")), encoding="utf-8")
