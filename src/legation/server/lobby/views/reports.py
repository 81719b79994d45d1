"""The report of a phase, as a page that prints like a zine's, and as text; the whole game."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from legation.atlas import replay
from legation.atlas.draw import draw
from legation.errors import FileError
from legation.server.accounts.limits import allowed
from legation.server.accounts.views import sender, too_often
from legation.server.games import reads
from legation.server.games.doors import find
from legation.server.games.models import Game
from legation.server.lobby.catalogue import card_of
from legation.server.lobby.looking import Looking, looking
from legation.server.lobby.policy import PICTURE, policy_of
from legation.server.site.kept import Kept, Key
from legation.table.newsletter import Page, text
from legation.table.newsletter import report as report_of

_HOUR = timedelta(hours=1)
_replays: Kept[str] = Kept(room=30_000_000, size=len)
_drawing = threading.Lock()


@never_cache
@require_GET
def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """The report of the phase that was carried out last."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    number = look.now().number - 1
    if number < 0:
        return render(request, "lobby/no_report.html", {"game": game, "section": "games"})
    return redirect(reverse("game-report", args=[slug, number]) + look.query)


@never_cache
@require_GET
def report(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a reader was told of a phase."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    last = look.now().number - 1
    page = _page(game, look, number, last)
    others = [(n, str(look.at(n).phase)) for n in range(last + 1)]
    found = {
        "section": "games",
        "game": game,
        "card": card_of(game.variant),
        "page": page,
        "reader": page.reader.power
        or ("" if page.reader.role == "spectator" else page.reader.role),
        "number": number,
        "before": number - 1 if number else None,
        "next": number + 1 if number < last else None,
        "others": others,
        "query": look.query,
    }
    return render(request, "lobby/report.html", found)


@never_cache
@require_GET
def as_text(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same as text, as a zine or a mail prints it."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    page = _page(game, look, number, look.now().number - 1)
    return HttpResponse(text([page]), content_type="text/plain; charset=utf-8")


@never_cache
@require_GET
def picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The board of a phase with its orders and what came of them, as the reader knows it."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    if number >= look.now().number:
        raise Http404
    try:
        drawn = draw(reads.book_of(game), look.at(number), look.at(number + 1))
    except FileError:  # the variant has no drawn board
        raise Http404 from None
    answer = HttpResponse(drawn, content_type="image/svg+xml")
    answer["Content-Security-Policy"] = PICTURE
    return answer


@never_cache
@require_GET
def whole(request: HttpRequest, slug: str) -> HttpResponse:
    """Every phase on one page, to be stepped through; it can be saved and needs nothing else."""
    game, reader = find(request, slug)
    look = looking(request, game, reader)
    now = look.now()
    if not now.number:
        return render(request, "lobby/no_report.html", {"game": game, "section": "games"})
    key = Key(game.pk, game.version, now.viewer, (now.number, look.query))
    html = _replays.find(key)
    if html is None:
        if not allowed("replay", sender(request), 60, _HOUR):
            return too_often(request)
        with _drawing:  # it takes seconds; one at a time
            html = _replays.find(key) or _replays.keep(key, _drawn(game, look, now.number))
    answer = HttpResponse(html)
    answer["Content-Security-Policy"] = policy_of(html)
    return answer


def _page(game: Game, look: Looking, number: int, last: int) -> Page:
    if number > last:
        raise Http404
    page = report_of(reads.book_of(game), look.at(number), look.at(number + 1))
    return replace(page, game=game.name)


def _drawn(game: Game, look: Looking, last: int) -> str:
    leaves = []
    for number in range(last + 1):
        before, after = look.at(number), look.at(number + 1) if number < last else None
        if after is None:
            leaves.append(replay.Leaf(replace(before, sheets={}), None, (), ""))
            continue
        page = report_of(reads.book_of(game), before, after)
        news = [(s.title, [(item.label, item.text) for item in s.items]) for s in page.sections]
        leaves.append(replay.Leaf(before, after, news, page.after))
    return replay.page(reads.book_of(game), leaves, game.name)
