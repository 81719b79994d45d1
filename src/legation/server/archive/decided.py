"""Where a finished game was decided: the movements at which the value of its boards moved most."""

from __future__ import annotations

import threading
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.bots.outlook import is_fitted
from legation.bots.prospects import Turning, turnings
from legation.server.accounts.limits import sender, spend
from legation.server.archive.views import looking_at, over, ways_of
from legation.server.games import reads
from legation.server.games.so_far import so_far
from legation.server.site.kept import Kept

_HOUR = timedelta(hours=1)
_found: Kept[list[Turning]] = Kept(room=500, size=lambda _: 1)
_working = threading.Lock()


@never_cache
@require_safe
def decided(request: HttpRequest, slug: str) -> HttpResponse:
    """The movements after which most was won and lost, by what the bots see in a board."""
    game, reader = over(request, slug)
    look, whose = looking_at(request, game, reader)
    book, last = reads.book_of(game), look.now().number
    told = so_far(game)
    key = told.key(look.sight, ("decided", last))
    found = _found.find(key)
    if found is None:
        spend("decided", sender(request), 60, _HOUR, "Very many games were looked through for you.")
        with _working:  # it takes a second or two; one at a time
            found = _found.find(key)
            if found is None:
                found = turnings(book, [look.at(number) for number in range(last + 1)])
                if told.holds(game):
                    _found.keep(key, found)
    context = {
        "section": "games",
        "game": game,
        "ways": ways_of(game),
        "whose": whose,
        "query": look.query,
        "fitted": is_fitted(book.variant),
        "found": [(each, look.at(each.number).phase, _said(each)) for each in found],
    }
    return render(request, "archive/decided.html", context)


def _said(turning: Turning) -> list[tuple[str, str]]:
    return [(power, f"{'+' if by > 0 else '−'}{abs(by):.1f}") for power, by in turning.moved]
