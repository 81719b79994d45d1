"""How a game stands, from one viewer's View alone, in words and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legation.rules.course import Course, courses
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.standings import Figure, Standings
from legation.rules.wording import sentence
from legation.sight.view import View
from legation.table.written import Data


def standings_of(book: Rulebook, view: View) -> Standings:
    """What each power has and is, as its viewer knows it, and what it takes to win."""
    return book.standings(view.position, view.ledger, view.lore)


def what_counts(book: Rulebook, kind: str) -> str:
    """What a kind of figure counts: ``centres``."""
    return sentence(book, Report(kind, book.reports[kind].clause))


def figure_said(figure: Figure | None) -> str:
    """A figure as it is written: ``3``; ``3+`` for so many at least; ``?`` for one not known."""
    if figure is None:
        return "?"
    return f"{figure.value}+" if figure.least else str(figure.value)


def limits(book: Rulebook, view: View, stand: Standings) -> str:
    """That it stands so as far as its viewer knows; empty where he knows all of it."""
    if not stand.partial or view.viewer.knows_all:
        return ""
    kind = "known-so-to-you" if view.viewer.power else "known-so-to-all"
    return sentence(book, Report(kind, "STD-WHY"))


def remarks(book: Rulebook, view: View, stand: Standings) -> Iterator[str]:
    """What is said under the figures: what it takes to win while it runs, and of the whole game."""
    if not view.over:
        yield sentence(book, stand.aim)
    yield from (sentence(book, note) for note in stand.notes)


def standings_data(book: Rulebook, view: View) -> Data:
    """The same as plain data. A figure that may be more has `least`; one not known is left out."""
    stand = standings_of(book, view)
    return {
        "aim": "" if view.over else sentence(book, stand.aim),
        "deciding": what_counts(book, stand.deciding),
        "powers": [
            {
                "power": row.power,
                "figures": {
                    what_counts(book, figure.kind): {"value": figure.value, "least": figure.least}
                    for figure in row.figures
                },
                "notes": [sentence(book, note) for note in row.said],
            }
            for row in stand.rows
        ],
        "notes": [sentence(book, note) for note in stand.notes],
        "partial": stand.partial,
    }


def courses_of(book: Rulebook, views: Iterable[View]) -> tuple[Course, ...]:
    """How it has stood in the phases of these Views, which are one viewer's, in their order.

    Each is the View that he had of its phase: what he learned later is not in it.
    """
    return courses([(view.phase, standings_of(book, view)) for view in views])
