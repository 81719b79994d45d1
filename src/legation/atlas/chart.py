"""How a game has stood, as lines over its phases: SVG for a page that has the board's style sheet.

A line goes in steps, level while nothing changes. Each has its power's colour,
a shape of its own at every change, and the power's mark at its end, so that
none of them is needed to know it; lines that lie on each other stand apart by
less than a step. A figure that may be more is dashed, and where nothing is
known there is no line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from legation.atlas.nations import class_of, mark_of
from legation.atlas.svg import escaped, group, number, path, tag, text
from legation.rules.course import Course
from legation.rules.rulebook import Rulebook
from legation.rules.standings import Figure

WIDTH, HEIGHT = 420.0, 250.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 26.0, 352.0, 12.0, 224.0
_APART = 1.8  # between lines that lie on each other
_ROW = 15.0  # between marks at the ends of lines
_TICK = 40.0  # the least room of a date
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
_LINES = 6
SHAPES = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "M-2.7-2.7h5.4v5.4h-5.4z",
    "M0-3.6l3.6 6.2h-7.2z",
    "M0-3.9l3.4 3.9-3.4 3.9-3.4-3.9z",
    "M0 3.6l3.6-6.2h-7.2z",
    "M-1.2-3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z",
    "M-4-1.7h8v3.4h-8z",
)
"""What stands at each change of a power's line, by the order of the powers; then hollow ones."""


def chart(book: Rulebook, course: Course, said: str) -> str:
    """The chart of a course; `said` is what is read of the picture as a whole.

    Empty where there is but one phase, of which no line could be drawn.
    """
    if len(course.moments) < 2:
        return ""
    plot = _Plot(course)
    last = {power: f for power in course.powers if (f := course.of(power)[-1]) is not None}
    marks = _spread(sorted((plot.of(power, f), power) for power, f in last.items()))
    return tag(
        "svg",
        tag("title", escaped(said)),
        *_grid(plot, course),
        *(_line(book, plot, power) for power in course.powers),
        *(_end(book, plot, power, last[power], y) for y, power in marks),
        class_="course-lines",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
        aria_label=said,
    )


class _Plot:
    """Where a phase and a figure lie in the picture."""

    def __init__(self, course: Course) -> None:
        self.course = course
        near = course.goal is not None and course.goal <= 2 * max(course.most, 1)
        self.goal = course.goal if near else None
        self.top = max(course.most, self.goal or 0, 1)
        self.step = next((s for s in _STEPS if self.top / s <= _LINES), self.top)

    def x(self, at: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * at / (len(self.course.moments) - 1)

    def y(self, value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * value / self.top

    def of(self, power: str, figure: Figure) -> float:
        """The height of a power's line, a little off that of the others."""
        powers = self.course.powers
        return self.y(figure.value) + _APART * (powers.index(power) - (len(powers) - 1) / 2)


def _grid(plot: _Plot, course: Course) -> Iterator[str]:
    for value in range(0, plot.top + 1, plot.step):
        y = number(plot.y(value))
        yield path("rule", f"M{number(_LEFT - 6)} {y}H{number(_RIGHT + 6)}")
        yield text("axis", str(value), _LEFT - 9, plot.y(value) + 3.6, text_anchor="end")
    if plot.goal is not None:
        y = number(plot.y(plot.goal))
        yield path("goal", f"M{number(_LEFT - 6)} {y}H{number(_RIGHT + 6)}")
        yield text("axis", f"{plot.goal} to win", _LEFT - 4, plot.y(plot.goal) + 11)
    free = 0.0
    for at in range(len(course.moments)):
        label = _date(course, at)
        if label and plot.x(at) >= free and plot.x(at) <= _RIGHT:
            free = plot.x(at) + _TICK
            yield path("rule", f"M{number(plot.x(at))} {number(_BOTTOM + 6)}v4")
            yield text("axis", label, plot.x(at), HEIGHT - 4, text_anchor="middle")


def _date(course: Course, at: int) -> str:
    """The year that begins with a phase, or the hour where none is counted; empty for others."""
    phase = course.moments[at].phase
    label = str(phase.year) if phase.year else phase.season
    if not at:
        return label
    before = course.moments[at - 1].phase
    return "" if label == (str(before.year) if before.year else before.season) else label


def _line(book: Rulebook, plot: _Plot, power: str) -> str:
    figures = plot.course.of(power)
    parts = [*_strokes(plot, power, figures, "casing"), *_strokes(plot, power, figures, "line")]
    order = plot.course.powers.index(power)
    hollow = " hollow" if order >= len(SHAPES) else ""
    for at, figure in enumerate(figures):
        if figure is not None and (not at or figures[at - 1] != figure):
            where = f"translate({number(plot.x(at))} {number(plot.of(power, figure))})"
            parts.append(path(f"at{hollow}", SHAPES[order % len(SHAPES)], transform=where))
    return group(f"nation-{class_of(book, power)}", tag("title", escaped(power)), *parts)


def _strokes(plot: _Plot, power: str, figures: Sequence[Figure | None], css: str) -> Iterator[str]:
    """The line in pieces: one for each stretch that is known alike."""
    d, least = "", False
    for at, (before, here) in enumerate(pairwise(figures), 1):
        if before is None:
            continue
        if not d or before.least != least:
            if d:
                yield path(_css(css, least), d)
            d, least = f"M{number(plot.x(at - 1))} {number(plot.of(power, before))}", before.least
        d += f"H{number(plot.x(at))}"
        if here is not None and here.value != before.value:
            d += f"V{number(plot.of(power, here))}"
        if here is None:
            yield path(_css(css, least), d)
            d = ""
    if d:
        yield path(_css(css, least), d)


def _css(css: str, least: bool) -> str:
    return f"{css} least" if least else css


def _end(book: Rulebook, plot: _Plot, power: str, figure: Figure, y: float) -> str:
    """The power's mark and its figure where its line ends, at the height `y`."""
    x, at = _RIGHT + 12, plot.of(power, figure)
    said = f"{figure.value}+" if figure.least else str(figure.value)
    return group(
        f"nation-{class_of(book, power)}",
        path("leader", f"M{number(_RIGHT)} {number(at)}L{number(x)} {number(y)}"),
        tag("rect", class_="seal", x=x, y=y - 6.5, width=22.0, height=13.0),
        text("mark", mark_of(book, power), x + 11, y + 3.8),
        text("figure", said, x + 26, y + 3.8),
    )


def _spread(ends: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Heights for the marks, from the top down: as near to their lines as leaves room for each."""
    placed: list[tuple[float, str]] = []
    for y, power in ends:
        placed.append((max(y, placed[-1][0] + _ROW if placed else _TOP), power))
    below = _BOTTOM + 8 + _ROW
    for at in reversed(range(len(placed))):
        y, power = placed[at]
        below = min(y, below - _ROW)
        placed[at] = (below, power)
    return placed
