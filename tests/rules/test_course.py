"""How a game has stood over its phases: what is counted first, what changed, what is not known."""

from __future__ import annotations

from legation.board.calendar import Phase
from legation.rules.course import Course, courses
from legation.rules.reports import Report
from legation.rules.standings import CENTRES, UNITS, Figure, Standing, Standings

AIM = Report("aim-centres", "STD-END", {"count": 18})
SPRING, AUTUMN, WINTER = (
    Phase(season, 1901, "movement") for season in ("Spring", "Autumn", "Winter")
)


def stood(deciding: str = CENTRES, **had: tuple[Figure, ...]) -> Standings:
    """How it stands when powers have these figures."""
    return Standings(
        tuple(Standing(power, figures) for power, figures in had.items()), AIM, deciding
    )


def figures(centres: int, units: int, least: bool = False) -> tuple[Figure, ...]:
    return Figure(CENTRES, centres, least), Figure(UNITS, units)


def three() -> tuple[Course, ...]:
    """Austria takes two centres in autumn; a third phase changes nothing but its units."""
    first = stood(Austria=figures(3, 3), Turkey=figures(3, 3))
    then = stood(Austria=figures(5, 3), Turkey=figures(3, 3))
    last = stood(Austria=figures(5, 5), Turkey=figures(3, 3))
    return courses([(SPRING, first), (AUTUMN, then), (WINTER, last)])


def test_a_course_for_each_kind_of_figure() -> None:
    centres, units = three()
    assert [f and f.value for f in centres.of("Austria")] == [3, 5, 5]
    assert [f and f.value for f in units.of("Austria")] == [3, 3, 5]
    assert (centres.turning, units.turning) == ((0, 1), (0, 2))
    assert (centres.most, units.most) == (5, 5)


def test_what_decides_comes_first_and_alone_has_a_goal() -> None:
    one = stood(UNITS, Austria=figures(3, 4))
    first, second = courses([(SPRING, one)])
    assert (first.kind, first.goal) == (UNITS, 18)
    assert (second.kind, second.goal) == (CENTRES, None)
    assert courses([]) == ()


def test_what_was_not_known_then_stays_unknown() -> None:
    """Turkey was not seen in spring; in autumn it has four centres at least."""
    nothing = stood(Austria=figures(3, 3), Turkey=())
    least = stood(Austria=figures(3, 3), Turkey=figures(4, 4, least=True))
    centres, units = courses([(SPRING, nothing), (AUTUMN, least)])
    assert centres.of("Turkey") == (None, Figure(CENTRES, 4, least=True))
    assert units.of("Turkey") == (None, Figure(UNITS, 4))
    assert centres.turning == (0, 1)
