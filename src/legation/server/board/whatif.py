"""What if: from a phase as the reader knows it he orders for everybody. Nothing is stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.atlas.draw import draw
from legation.atlas.sharing import shared
from legation.errors import LegationError
from legation.rules.rulebook import Rulebook
from legation.server.accounts.limits import sender, spend
from legation.server.board import looks
from legation.server.board.fates import results_of
from legation.server.board.pens import sitting
from legation.server.board.rules import rules_of
from legation.server.games.sheets import LONGEST
from legation.server.site.nulls import plain
from legation.server.site.packed import packed
from legation.sight.view import View
from legation.table.knowing import proviso
from legation.table.whatif import Supposed, suppose

_OFTEN, _MINUTE = 40, timedelta(minutes=1)
_MOST = 8
"""Phases that are supposed one after the other."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def what_if(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A phase as the reader knows it, with orders for everybody, and what comes of them."""
    at = sitting(request, slug)
    if not at.game.phase:
        return redirect("game-about", slug)
    if request.method == "POST":
        spend("what-if", _who(request), _OFTEN, _MINUTE, "Very much was tried within this minute.")
    view = at.view(number)
    sheets = _sheets(request)
    wrong = ""
    try:
        start, steps = suppose(at.book, view, sheets)
    except LegationError as error:
        wrong = str(error)
        sheets = sheets[:-1]
        start, steps = suppose(at.book, view, sheets)
    here = steps[-1].after if steps else start
    last = steps[-1] if steps else None
    context: dict[str, Any] = {
        "sitting": at,
        "game": at.game,
        "book": at.book,
        "view": view,
        "start": start,
        "here": here,
        **_pictures(at.book, here, last),
        "results": results_of(at.book, last.before, last.after) if last else [],
        "far": proviso(at.book, last.before.phase, view.viewer) if last else "",
        "look": looks.href_of(at.book),
        "rules": rules_of(at.book.variant),
        "query": at.query(),
        "done": sheets[: len(steps)],
        "units": _units(at.book, here),
        "over": here.over or len(steps) >= _MOST,
        "wrong": wrong,
    }
    get_token(request)
    return packed(request, render(request, "board/what_if.html", context))


def _who(request: HttpRequest) -> str:
    return str(request.user.pk) if request.user.is_authenticated else sender(request)


def _sheets(request: HttpRequest) -> list[str]:
    """The sheets so far, of the phases before among them.

    Raises:
        Http404: for more than a page ever sends.
    """
    sheets = request.POST.getlist("sheet")
    fresh = request.POST.get("fresh")
    if len(sheets) > _MOST or any(len(text) > LONGEST for text in (*sheets, fresh or "")):
        raise Http404
    sheets = [plain(text) for text in sheets]
    if request.POST.get("back"):
        return sheets[:-1]
    return [*sheets, plain(fresh)][:_MOST] if fresh is not None else sheets


def _pictures(book: Rulebook, here: View, last: Supposed | None) -> dict[str, Any]:
    """The board as it is supposed to be, and what came of the last phase, on one page."""
    drawn = [draw(book, here, standalone=False)]
    if last is not None:
        drawn.append(draw(book, last.before, last.after, standalone=False))
    together = shared(drawn)
    came = None
    if last is not None:
        came = {
            "phase": last.before.phase,
            "errors": last.errors,
            "picture": together.pictures[1],
        }
    return {"common": together.common, "picture": together.pictures[0], "came": came}


def _units(book: Rulebook, view: View) -> list[tuple[str, str]]:
    """Whom there is to order, power by power."""
    rows = []
    for power in book.powers:
        units = [str(unit) for unit in view.position.of(power.name)]
        lost = [
            f"{d.unit} (dislodged)" for d in view.position.dislodged if d.unit.power == power.name
        ]
        if units or lost:
            rows.append((power.name, ", ".join([*lost, *units])))
    return rows
