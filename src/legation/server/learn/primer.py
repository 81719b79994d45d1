"""What is different about a variant, on one screen: a text, a worked picture, its signs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legation.atlas.draw import Drawn, drawn
from legation.atlas.svg import number
from legation.errors import LegationError
from legation.server.board import looks
from legation.server.board.fates import Result, results_of
from legation.server.board.linked import rendered
from legation.server.board.rules import clauses_of, rules_of
from legation.server.board.signs import signs_of
from legation.server.site.packed import packed
from legation.table.knowing import proviso
from legation.table.lessons import has_lessons
from legation.table.primers import primer_of

_AROUND, _LEAST = 75.0, 0.42  # around the orders, in units; how much of the board's height is shown


@require_safe
def primer(request: HttpRequest, variant: str) -> HttpResponse:
    """The primer of a variant."""
    try:
        context = _context(variant)
    except (LegationError, ImportError, OSError):
        raise Http404 from None
    if context is None:
        raise Http404
    return packed(request, render(request, "learn/primer.html", context))


@lru_cache(maxsize=32)
def _context(variant: str) -> dict[str, Any] | None:
    """All that its template asks for; it changes with the program alone."""
    found = primer_of(variant)
    if found is None:
        return None
    book, clauses = found.book, clauses_of(variant)
    return {
        "section": "rules",
        "variant": variant,
        "game": book.title,
        "title": found.title,
        "text": rendered(found.text, variant, clauses),
        "caption": found.caption,
        "picture": _about_orders(drawn(book, found.before, found.after)),
        "phase": found.before.phase,
        "reader": found.before.viewer.power,
        "signs": signs_of(book, found.before, found.after),
        "results": _ordered(results_of(book, found.before, found.after)),
        "far": proviso(book, found.before.phase, found.before.viewer),
        "look": looks.href_of(book),
        "rules": rules_of(variant),
        "has_lessons": has_lessons(variant),
    }


def _about_orders(picture: Drawn) -> str:
    """The part of the picture in which something is ordered; it is as wide as high, or wider."""
    board, whole = picture.seating.board, str(picture)
    rooms = [picture.seating.at(stop) for line in picture.scene.lines for stop in line.stops]
    if not rooms:
        return whole
    left, right = min(room.x for room in rooms), max(room.x for room in rooms)
    top, bottom = min(room.y for room in rooms), max(room.y for room in rooms)
    high = min(board.height, max(bottom - top + 2 * _AROUND, _LEAST * board.height))
    wide = min(board.width, max(right - left + 2 * _AROUND, high))
    x = min(max((left + right - wide) / 2, 0), board.width - wide)
    y = min(max((top + bottom - high) / 2, 0), board.height - high)
    all_of_it = f'viewBox="0 0 {number(board.width)} {number(board.height)}"'
    part = " ".join(map(number, (x, y, wide, high)))
    return whole.replace(all_of_it, f'viewBox="{part}"', 1)


def _ordered(results: list[tuple[str, list[Result]]]) -> list[tuple[str, list[Result]]]:
    """The results of orders that were given, power by power."""
    given = [(power, [row for row in rows if row.ordered]) for power, rows in results]
    return [(power, rows) for power, rows in given if rows]
