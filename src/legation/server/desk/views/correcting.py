"""The page on which one thing of the phase that closed last is corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.atlas.draw import draw
from legation.atlas.sharing import shared
from legation.errors import LegationError
from legation.server.board import looks
from legation.server.desk import correcting
from legation.server.desk.choices import board_choices
from legation.server.desk.sent import Doing, Refused, refusal
from legation.server.desk.views import mine
from legation.server.games import reads
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.site.packed import packed
from legation.server.site.sure import hidden_fields
from legation.table.changes import Change


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks what is to be corrected, shows what would differ, and does it."""
    game, reader, user = mine(request, slug)
    doing = Doing(game, reader, user, request.POST)
    if request.method != "POST":
        return render(request, "desk/correct.html", _context(request, game, reader))
    what = doing.word("what")
    if what not in correcting.MENDS:
        raise Http404
    try:
        mend = correcting.MENDS[what](doing)
        if doing.sure:
            correcting.correct(doing, mend)
        else:
            tried = correcting.tried(doing, mend)
    except LegationError as error:
        game.refresh_from_db()  # it may be refused because the game has gone on
        wrong = refusal(what, request.POST, error)
        page = _context(request, game, reader, wrong)
        return render(request, "desk/correct.html", page, status=422)
    if doing.sure:
        messages.success(request, "The phase is corrected; everybody is told.")
        return redirect("desk:desk", slug)
    context = {**_shown(tried), "game": game, "section": "games"}
    context |= {"fields": hidden_fields(request.POST), "note": doing.word("note")}
    return packed(request, render(request, "desk/corrected.html", context))


def _context(
    request: HttpRequest, game: Game, reader: Reader, refused: Refused | None = None
) -> dict[str, Any]:
    """What can be corrected: the sheets of the phase that closed last, and its board."""
    view, book = reads.view_for(game, reader), reads.book_of(game)
    powers = [power.name for power in book.powers]
    if not view.number:
        return {"section": "games", "game": game, "closed": None}
    closed = reads.view_for(game, reader, view.number - 1)
    asked = refused.post.get("power", "") if refused else request.GET.get("power", "")
    power = asked if asked in powers else powers[0]
    sheet = closed.sheets.get(power)
    return {
        "section": "games",
        "game": game,
        "closed": closed,
        "book": book,
        "refused": refused,
        "power": power,
        "powers": powers,
        "sheet": "\n".join(sheet.orders) if sheet else "",
        **board_choices(book, closed),
    }


def _shown(tried: correcting.Tried) -> dict[str, Any]:
    """What would differ, in lines and on two maps of the closed phase."""
    book = tried.book
    together = shared(
        [
            draw(book, tried.closed, tried.was, standalone=False),
            draw(book, tried.closed_now, tried.now, standalone=False),
        ]
    )
    everybody = "" in tried.readers
    count = len(book.powers) + 1
    return {
        "tried": tried,
        "look": looks.href_of(book),
        "common": together.common,
        "was": together.pictures[0],
        "now": together.pictures[1],
        "everybody": everybody,
        "readers": [power for power in tried.readers if power],
        "heard": [_group(names, lines, tried.changes, count) for names, lines in tried.heard],
    }


def _group(
    names: Sequence[str], lines: Sequence[Change], whole: Sequence[Change], count: int
) -> dict[str, Any]:
    """Who would read the same lines, and which, where they are not all that differs."""
    all_of_them = len(names) == count
    return {
        "names": ["Everybody"] if all_of_them else [name or "Who only watches" for name in names],
        "several": len(names) > 1 and not all_of_them,
        "whole": list(lines) == list(whole),
        "lines": lines,
    }
