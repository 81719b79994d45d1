"""What everybody reads of the game master's work: log and rulings; and a seat on offer."""

from __future__ import annotations

import secrets
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.desk import handing
from legation.server.desk import rulings as asked
from legation.server.desk.reasons import with_reasons
from legation.server.desk.sent import sentence
from legation.server.desk.views import void
from legation.server.games import reads
from legation.server.games.doors import find
from legation.server.games.models import FORMING
from legation.server.games.promise import promise
from legation.server.games.traced import traces_for
from legation.server.games.waiting import became_for
from legation.server.lobby import words
from legation.server.site.templatetags.moments import clock

_PAGE = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """What was done in a game beside playing it."""
    game, reader = find(request, slug)
    context = {
        "section": "games",
        "game": game,
        "reader": reader,
        "entries": with_reasons(game, reader, reads.log_for(game, reader)[:500]),
        "traces": [(each, each.said(clock(each.made_at))) for each in traces_for(game, reader)],
        "became": became_for(game, reader),
    }
    return render(request, "desk/log.html", context)


@never_cache
@_PAGE
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The rulings of a game, one's own questions, and a form to ask another."""
    game, reader = find(request, slug)
    if game.state == FORMING or game.master_id is None:
        raise Http404
    question, wrong = "", ""
    if request.GET.get("ask") == "more-time" and reader.power:
        question = f"May I have more time for {game.phase}?"
    if request.method == "POST":
        if not reader.power:
            raise Http404
        question = request.POST.get("question", "")
        token = request.POST.get("token", "")[:64] or secrets.token_hex(16)
        try:
            user = cast(User, request.user)
            asked.ask(game=game, user=user, question=question, token=token)
        except LegationError as error:
            wrong = sentence(str(error))
        else:
            messages.success(request, "Your question is asked.")
            return redirect("desk:rulings", slug)
    context = {
        "section": "games",
        "game": game,
        "reader": reader,
        "own": [] if reader.master else asked.own(game, reader),
        "published": asked.published(game, reader),
        "rulings": words.rulings(game),
        "question": question,
        "more_time": request.GET.get("ask") == "more-time",
        "wrong": wrong,
        "token": secrets.token_hex(16),
    }
    return render(request, "desk/rulings.html", context, status=422 if wrong else 200)


@never_cache
@login_required
@_PAGE
def accept(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The page of a letter that offers a seat, and its button."""
    # A private game is open to whom its master offers a seat: the letter is the key.
    user = cast(User, request.user)
    offer = handing.offered(slug, user, token)
    if offer is None:
        return void(request, handing.VOID)
    if request.method == "POST" and request.POST.get("what") == "decline":
        handing.decline(offer=offer)
        messages.success(request, "You have said no; the game master is told.")
        return redirect("front")
    if request.method == "POST":
        try:
            handing.accept(offer=offer, user=user)
        except LegationError as error:
            messages.error(request, sentence(str(error)))
            return redirect("front")
        return redirect("game", slug)
    context = {
        "game": offer.game,
        "power": offer.power,
        "promise": promise(offer.game),
        "by_name": offer.standby is not None and offer.standby.user_id is not None,
        "section": "games",
    }
    return render(request, "desk/accept.html", context)
