"""How a game has stood over its phases: charts with their tables, from the Views of each phase."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.atlas.chart import chart
from legation.atlas.nations import class_of, mark_of
from legation.rules.course import Course
from legation.rules.rulebook import Rulebook
from legation.server.board import looks, standings
from legation.server.board.pens import sitting
from legation.sight.view import View
from legation.table.standing import courses_of, figure_said, what_counts


@dataclass(frozen=True, slots=True)
class Head:
    """The power of a column; `css` ends the class of its colours."""

    power: str
    mark: str
    css: str


@dataclass(frozen=True, slots=True)
class Charted:
    """One kind of figure: its picture, and the same as a table of the phases that changed it."""

    name: str
    picture: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@never_cache
@require_safe
def course(request: HttpRequest, slug: str) -> HttpResponse:
    """How it stood in each phase, as the reader knew it in that phase."""
    at = sitting(request, slug)
    if not at.game.phase:
        return redirect("game-about", slug)
    now = at.view()
    views = [*map(at.view, range(now.number)), now]
    context = {
        "sitting": at,
        "game": at.game,
        "book": at.book,
        "look": looks.href_of(at.book),
        "standings": standings.table_of(at.book, now),
        "charts": charted(at.book, views),
        "back": f"/games/{slug}/{at.query()}",
    }
    return render(request, "board/course.html", context)


def charted(book: Rulebook, views: list[View]) -> list[Charted]:
    """A chart for each kind of figure, that by which the game is won first."""
    names = [book.calendar.said(view.phase, view.over) for view in views]
    return [_charted(book, each, names) for each in courses_of(book, views)]


def _charted(book: Rulebook, course: Course, names: list[str]) -> Charted:
    counts = what_counts(book, course.kind)
    name = f"{counts[:1].upper()}{counts[1:]}"
    heads = tuple(Head(p, mark_of(book, p), class_of(book, p)) for p in course.powers)
    rows = tuple(
        (
            names[at],
            tuple(figure_said(course.moments[at].figures.get(p)) for p in course.powers),
        )
        for at in course.turning
    )
    said = f"{name} of each power over the phases. The table has the same."
    return Charted(name, chart(book, course, said), heads, rows)
