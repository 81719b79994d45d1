"""The game master's desk. For whoever is not the master of a game there is none."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.desk.doing import ACTS, PLACES
from legation.server.desk.page import context
from legation.server.desk.parts import PARTS
from legation.server.desk.sent import Doing, Gone, refusal, sentence
from legation.server.games.doors import find
from legation.server.games.models import FORMING, Game
from legation.server.games.readers import Reader
from legation.server.site import parts
from legation.server.site.sure import Question, ask


def mine(request: HttpRequest, slug: str) -> tuple[Game, Reader, User]:
    """The game whose master asks.

    Raises:
        Http404: where it is not his, or has not begun.
    """
    game, reader = find(request, slug)
    if not reader.master or game.state == FORMING:
        raise Http404
    return game, reader, cast(User, request.user)


def void(request: HttpRequest, said: str) -> HttpResponse:
    """The page of a link that leads nowhere any more, or never did: the same for each."""
    context = {"title": "This link is void", "text": sentence(said)}
    return render(request, "wrong.html", context, status=404)


@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that a game master does, on one page, or pieces of it.

    Before the start it is the page of the game.
    """
    game, reader = find(request, slug)
    if not reader.master:
        raise Http404
    if game.state == FORMING:
        return redirect("game-about", slug)
    pieces = parts.wanted(request, PARTS)
    made = context(game, reader)
    if pieces:
        return parts.sent(request, [PARTS[name] for name in pieces], made)
    return render(request, "desk/desk.html", made)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Does what a button of the desk says, or asks first; what is refused stands as it was sent."""
    game, reader, user = mine(request, slug)
    doing, back = ACTS.get(what), f"/games/{slug}/desk/#{PLACES.get(what, what)}"
    if doing is None:
        raise Http404
    if request.method != "POST":
        return redirect(back)  # the address of a form that was refused, opened anew
    try:
        done = doing(Doing(game, reader, user, request.POST))
    except LegationError as error:
        game.refresh_from_db()  # a form may be refused because the game has gone on
        refused = refusal(what, request.POST, error)
        return render(request, "desk/desk.html", context(game, reader, refused), status=422)
    if isinstance(done, Question):
        return ask(request, done, back=back, place=f"Desk of {game.name}")
    if isinstance(done, Gone):
        return redirect(str(done))
    messages.success(request, done)
    return redirect(back)
