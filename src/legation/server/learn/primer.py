"""What is different about a variant, on one screen: a text, a worked picture, its signs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legation.atlas.draw import drawn
from legation.atlas.legend import sampled
from legation.server.board import looks
from legation.server.board.fates import Result, results_of
from legation.server.board.linked import rendered
from legation.server.board.rules import clauses_of, rules_of
from legation.server.board.signs import signs_of
from legation.server.site.packed import packed
from legation.table.knowing import proviso
from legation.table.lessons import taught_by
from legation.table.primers import primer_for
from legation.variants.load import load


@require_safe
def primer(request: HttpRequest, variant: str) -> HttpResponse:
    """The primer of a variant."""
    try:
        context = _context(variant)
    except Exception:  # whatever a stranger's hooks raise: it has no such page
        raise Http404 from None
    return packed(request, render(request, "learn/primer.html", context))


@lru_cache(maxsize=32)
def _context(variant: str) -> dict[str, Any]:
    """All that its template asks for; it changes with the program alone."""
    found, taught = primer_for(variant), taught_by(variant)
    book, clauses, after = found.book, clauses_of(variant), found.after
    picture = drawn(book, found.before, after, near=after is not None)
    return {
        "section": "rules",
        "variant": variant,
        "game": book.title,
        "title": found.title,
        "text": rendered(found.text, variant, clauses),
        "caption": found.caption,
        "picture": str(picture),
        "phase": found.before.phase,
        "reader": found.before.viewer.power,
        "signs": signs_of(book, sampled(book, picture.scene)),
        "results": _ordered(results_of(book, found.before, after)) if after else [],
        "far": proviso(book, found.before.phase, found.before.viewer),
        "look": looks.href_of(book),
        "rules": rules_of(variant),
        "taught_by": taught,
        "taught_as": load(taught).title if taught else "",
    }


def _ordered(results: list[tuple[str, list[Result]]]) -> list[tuple[str, list[Result]]]:
    """The results of orders that were given, power by power."""
    given = [(power, [row for row in rows if row.ordered]) for power, rows in results]
    return [(power, rows) for power, rows in given if rows]
