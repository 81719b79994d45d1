"""One's own notes on a game, phase by phase: pages for who plays or masters it, or did."""

from __future__ import annotations

from typing import cast

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.archive import remarks
from legation.server.archive.models import LONGEST
from legation.server.games import reads
from legation.server.games.doors import find
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import Reader
from legation.server.reports.looking import Looking

_PAGE = require_http_methods(["GET", "HEAD", "POST"])


def _found(request: HttpRequest, slug: str) -> tuple[Game, Reader, list[str]]:
    """A game in which he takes or took part, and its phases as he names them.

    The last is the phase that is open, or the whole game when it is over, after the
    phase that was open then, where it ended before its end.

    Raises:
        Http404: where there is none, or it has not begun.
    """
    game, reader = find(request, slug)
    if not reader.took_part:
        raise Http404
    look = Looking(game, reads.sight_for(game, reader), "")
    now = look.now()
    names = [str(look.at(number).phase) for number in range(now.number)]
    if not now.over:
        return game, reader, [*names, str(now.phase)]
    cut = remarks.left_open(now)
    return game, reader, [*names, *([cut] if cut else []), "The whole game"]


@never_cache
@_PAGE
def all_of(request: HttpRequest, slug: str) -> HttpResponse:
    """All that he has noted; published at once where he says so."""
    game, reader, names = _found(request, slug)
    if request.method == "POST":
        try:
            count = remarks.publish_all(game=game, user=cast(User, request.user))
            plural = "" if count == 1 else "s"
            notices.success(request, f"{count or 'No'} note{plural} of yours can be read by all.")
        except LegationError as error:
            notices.error(request, str(error)[:1].upper() + str(error)[1:])
        return redirect("archive:notes", slug)
    own = remarks.own(game, reader)
    context = {
        "section": "games",
        "game": game,
        "over": game.state == FINISHED,
        "rows": [(number, name, own.get(number)) for number, name in enumerate(names)],
        "beyond": [each for number, each in own.items() if number >= len(names)],
        "private": any(not each.published for each in own.values()),
    }
    return render(request, "archive/notes.html", context)


@never_cache
@_PAGE
def note(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A note, to be written, published, kept to oneself or thrown away."""
    game, reader, names = _found(request, slug)
    kept = remarks.own(game, reader).get(number)
    if number >= len(names) and kept is None:
        raise Http404
    text, wrong = kept.text if kept else "", ""
    if request.method == "POST":
        what = request.POST.get("what", "keep")
        text = "" if what == "drop" else request.POST.get("text", "")
        user, publish = cast(User, request.user), what == "publish"
        try:
            remarks.write(game=game, user=user, number=number, text=text, publish=publish)
        except LegationError as error:
            wrong = str(error)[:1].upper() + str(error)[1:]
        else:
            notices.success(request, _told(bool(text.strip()), publish))
            return redirect("archive:notes", slug)
    context = {
        "section": "games",
        "game": game,
        "over": game.state == FINISHED,
        "phase": names[number] if number < len(names) else "a phase that was taken back",
        "kept": kept,
        "text": text,
        "wrong": wrong,
        "longest": LONGEST,
    }
    return render(request, "archive/note.html", context, status=422 if wrong else 200)


def _told(there: bool, publish: bool) -> str:
    if not there:
        return "There is no note of yours on this phase."
    return "Everybody can read it now." if publish else "Kept. Nobody but you is shown it."
