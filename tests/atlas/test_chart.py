"""The chart of a game: where its lines go, what stands at their ends, and what is not drawn."""

from __future__ import annotations

import re

from legation.atlas.chart import SHAPES, chart
from legation.board.calendar import Phase
from legation.rules.course import Course, Moment
from legation.rules.standings import CENTRES, Figure
from legation.variants.load import load

BOOK = load("standard")
PHASES = tuple(Phase(season, 1901, "movement") for season in ("Spring", "Autumn", "Winter"))


def drawn(goal: int | None = None, **had: list[int | Figure | None]) -> str:
    """The chart of powers that had these centres in three phases."""
    moments = []
    for at, phase in enumerate(PHASES):
        of = {power: values[at] for power, values in had.items()}
        known = {
            power: value if isinstance(value, Figure) else Figure(CENTRES, value)
            for power, value in of.items()
            if value is not None
        }
        moments.append(Moment(phase, known))
    return chart(BOOK, Course(CENTRES, tuple(had), tuple(moments), goal), "Centres")


def lines(picture: str, css: str = "line") -> list[str]:
    return re.findall(rf'<path class="{css}" d="([^"]*)"', picture)


def test_a_line_is_level_and_rises_at_the_phase_that_changed_it() -> None:
    """From 26 to 352 across, so that three phases lie at 26, 189 and 352; 4 is the top, at 12.

    A power of its own is not moved aside; 2 of 4 is halfway between 224 and 12.
    """
    picture = drawn(France=[2, 4, 4])
    assert lines(picture) == ["M26 118H189V12H352"]
    assert picture.count(SHAPES[0]) == 2, "a sign at the first phase and at the change"


def test_lines_at_one_height_stand_apart() -> None:
    """Two powers with the same are 0.9 above and below their height."""
    assert lines(drawn(France=[4, 4, 4], Turkey=[4, 4, 4])) == [
        "M26 11.1H189H352",
        "M26 12.9H189H352",
    ]


def test_each_power_has_its_mark_and_figure_at_the_end() -> None:
    picture = drawn(France=[2, 4, 4], Turkey=[3, 3, 3])
    marks = re.findall(r'<text class="mark"[^>]*>(\w+)', picture)
    said = re.findall(r'<text class="figure"[^>]*>([^<]+)', picture)
    assert (marks, said) == (["FR", "TU"], ["4", "3"])
    assert 'class="nation-fr"' in picture
    heights = [float(y) for y in re.findall(r'<text class="mark" x="[\d.]+" y="([\d.]+)"', picture)]
    assert heights[1] - heights[0] >= 15


def test_what_is_not_known_has_no_line_and_what_may_be_more_is_dashed() -> None:
    """Turkey is not seen in the second phase, and has two centres at least in the third."""
    unknown = drawn(Turkey=[None, None, Figure(CENTRES, 2, least=True)])
    assert lines(unknown) == []
    assert re.findall(r'<text class="figure"[^>]*>([^<]+)', unknown) == ["2+"]
    least = drawn(Turkey=[Figure(CENTRES, 2, least=True), Figure(CENTRES, 2, least=True), None])
    assert lines(least, "line least") == ["M26 12H189H352"]
    assert "mark" not in least, "nothing is said of what he has now"


def test_the_goal_is_drawn_when_it_is_near() -> None:
    assert "18 to win" in drawn(18, France=[9, 9, 9])
    assert "to win" not in drawn(18, France=[8, 8, 8])


def test_one_phase_is_no_course() -> None:
    course = Course(CENTRES, ("France",), (Moment(PHASES[0], {"France": Figure(CENTRES, 3)}),))
    assert chart(BOOK, course, "Centres") == ""
