"""What is different about a variant, on one screen: a text, a worked picture, its signs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legation.atlas.draw import drawn
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
        "picture": str(drawn(book, found.before, found.after, near=True)),
        "phase": found.before.phase,
        "reader": found.before.viewer.power,
        "signs": signs_of(book, found.before, found.after),
        "results": _ordered(results_of(book, found.before, found.after)),
        "far": proviso(book, found.before.phase, found.before.viewer),
        "look": looks.href_of(book),
        "rules": rules_of(variant),
        "has_lessons": has_lessons(variant),
    }


def _ordered(results: list[tuple[str, list[Result]]]) -> list[tuple[str, list[Result]]]:
    """The results of orders that were given, power by power."""
    given = [(power, [row for row in rows if row.ordered]) for power, rows in results]
    return [(power, rows) for power, rows in given if rows]
