"""A whole game on one page: every phase, to be stepped through."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.atlas import replay
from legation.server.accounts.limits import sender, spend
from legation.server.archive.words import Words, words_of
from legation.server.games import reads
from legation.server.games.doors import find
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import Reader
from legation.server.games.so_far import so_far
from legation.server.reports.looking import Looking, looking
from legation.server.site.kept import Kept
from legation.server.site.policy import policy_of

_HOUR = timedelta(hours=1)
_replays: Kept[str] = Kept(room=30_000_000, size=len)
_drawing = threading.Lock()


@never_cache
@require_safe
def whole(request: HttpRequest, slug: str) -> HttpResponse:
    """Every phase on one page, to be stepped through; it can be saved and needs nothing else."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    told, now = so_far(game), look.now()
    if not now.number:
        return render(request, "reports/no_report.html", {"game": game, "section": "games"})
    words = _words(game, reader, look, now.number)
    key = told.key(look.sight, (now.number, game.name, _digest(words)))
    html = _replays.find(key)
    if html is None:
        spend("replay", sender(request), 60, _HOUR, "Very many replays were drawn for you.")
        with _drawing:  # it takes seconds; one at a time
            html = _replays.find(key) or _drawn(game, look, words)
        if told.holds(game):
            _replays.keep(key, html)
    answer = HttpResponse(html)
    answer["Content-Security-Policy"] = policy_of(html)
    return answer


def _words(game: Game, reader: Reader, look: Looking, last: int) -> Words:
    """What stands beside the phases; beside what was told to somebody in a seat, nothing."""
    if game.state != FINISHED or look.sight.told_to or look.sight.holding:
        return Words(((),) * (last + 1))
    return words_of(game, reader, [str(look.at(number).phase) for number in range(last)])


def _digest(words: Words) -> bytes:
    """Names and texts as they stand now, so that what was taken back is on no kept page."""
    return sha256(repr(words).encode()).digest()


def _drawn(game: Game, look: Looking, words: Words) -> str:
    leaves, (*phases, whole) = [], words.said
    for number, said in enumerate(phases):
        before, after, page = look.at(number), look.at(number + 1), look.report(number)
        news = [(s.title, [(item.label, item.text) for item in s.items]) for s in page.sections]
        leaves.append(replay.Leaf(before, after, news, page.after, said))
    left = replace(look.at(len(phases)), sheets={})
    leaves.append(replay.Leaf(left, None, words.end, "", whole))
    return replay.page(reads.book_of(game), leaves, game.name)
