"""The game master's desk. For whoever is not the master of a game there is none."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.desk.doing import ACTS, Doing
from legation.server.desk.page import context, lost
from legation.server.desk.views.open_pages import sentence
from legation.server.games.doors import find
from legation.server.games.models import FORMING, Game
from legation.server.games.readers import Reader


def _mine(request: HttpRequest, slug: str) -> tuple[Game, Reader, User]:
    """The game whose master asks.

    Raises:
        Http404: where it is not his, or has not begun.
    """
    game, reader = find(request, slug)
    if not reader.master or game.state == FORMING:
        raise Http404
    return game, reader, cast(User, request.user)


@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that a game master does, on one page."""
    game, reader, _ = _mine(request, slug)
    return render(request, "desk/desk.html", context(game, reader))


@never_cache
@require_safe
def back(request: HttpRequest, slug: str) -> HttpResponse:
    """What a rollback would take back, to be confirmed."""
    game, reader, _ = _mine(request, slug)
    try:
        number = acts.check_number(request.GET.get("number", ""))
        found = lost(game, reader, number)
    except LegationError as error:
        messages.error(request, sentence(error))
        return redirect("desk:desk", slug)
    return render(request, "desk/back.html", {"section": "games", "game": game, "lost": found})


@never_cache
@require_safe
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """That the game will end, to be confirmed."""
    game, _, _ = _mine(request, slug)
    if not game.going_on:
        return redirect("desk:desk", slug)
    return render(request, "desk/end.html", {"section": "games", "game": game})


@never_cache
@require_POST
def act(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Does what a button of the desk says."""
    game, _, user = _mine(request, slug)
    doing = ACTS.get(what)
    if doing is None:
        raise Http404
    try:
        said = doing(Doing(game, user, request.POST))
        messages.success(request, said)
    except LegationError as error:
        messages.error(request, sentence(error))
    return redirect(f"/games/{slug}/desk/#{what}")
