"""The report of a phase, as a page that prints like a zine's, and as text."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.atlas.draw import draw
from legation.errors import FileError
from legation.server.games import reads
from legation.server.games.doors import find
from legation.server.lobby.catalogue import card_of
from legation.server.reports.looking import looking
from legation.server.site.policy import PICTURE
from legation.table.typeset import text


@never_cache
@require_safe
def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """The report of the phase that was carried out last."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    number = look.now().number - 1
    if number < 0:
        return render(request, "reports/no_report.html", {"game": game, "section": "games"})
    return redirect(reverse("game-report", args=[slug, number]) + look.query)


@never_cache
@require_safe
def report(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a reader was told of a phase."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    last = look.now().number - 1
    page = look.report(number)
    others = [(n, str(look.at(n).phase)) for n in range(last + 1)]
    context = {
        "section": "games",
        "game": game,
        "card": card_of(game.variant),
        "page": page,
        "reader": str(page.reader),
        "number": number,
        "before": number - 1 if number else None,
        "next": number + 1 if number < last else None,
        "others": others,
        "query": look.query,
        # the game master reads what others were told, too (STD-WHY)
        "told_to": request.GET.get("to", ""),
        "powers": [power.name for power in reads.book_of(game).powers]
        if reader.viewer.knows_all
        else [],
    }
    return render(request, "reports/report.html", context)


@never_cache
@require_safe
def as_text(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same as text, as a zine or a mail prints it."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    return HttpResponse(text([look.report(number)]), content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The board of a phase with its orders and what came of them, as the reader knows it."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    try:
        drawn = draw(reads.book_of(game), look.at(number), look.at(number + 1))
    except FileError:  # the variant has no drawn board
        raise Http404 from None
    answer = HttpResponse(drawn, content_type="image/svg+xml")
    answer["Content-Security-Policy"] = PICTURE
    return answer
