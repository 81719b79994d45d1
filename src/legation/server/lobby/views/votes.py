"""Endings put to the vote."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.errors import LegationError
from legation.server.games import reads, votes
from legation.server.games.doors import find
from legation.server.games.models import FORMING, Game
from legation.server.games.readers import Reader
from legation.server.lobby.forms import said
from legation.sight.view import View

DRAW, CONCESSION = "draw", "concession"
_LONGEST_NUMBER = 9


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def voting(request: HttpRequest, slug: str) -> HttpResponse:
    """The proposals that are open, and the form of another."""
    game, reader = find(request, slug)
    if game.state == FORMING:
        return redirect("game-about", slug)
    if request.method == "POST":
        try:
            _act(request, game, reader)
        except LegationError as error:
            messages.error(request, said(error))
        return redirect("game-votes", slug)
    view = reads.view_for(game, reader)
    return render(request, "lobby/votes.html", _shown(game, reader, view))


def _shown(game: Game, reader: Reader, view: View) -> dict[str, object]:
    gone = {
        str(r.facts.get("power")) for t in view.told for r in t.reports if r.kind == "eliminated"
    }
    powers = [p.name for p in reads.book_of(game).powers if p.name not in gone]
    return {
        "section": "games",
        "game": game,
        "reader": reader,
        "proposals": view.proposals,
        "voted": view.voted,
        "powers": powers,
        "others": [p for p in powers if p != reader.power],
        "may_vote": game.going_on and reader.power in powers and reader.power not in view.disorder,
    }


def _act(request: HttpRequest, game: Game, reader: Reader) -> None:
    what = request.POST.get("what", "")
    if not reader.power or not game.going_on:
        return
    if what in (DRAW, CONCESSION):
        powers = request.POST.getlist("powers")
        if what == DRAW and request.POST.get("of") != "some":
            powers = []
        votes.propose(game=game, power=reader.power, kind=what, powers=powers)
        messages.success(request, "It is put to the vote.")
        return
    number = request.POST.get("proposal", "")
    if not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        return
    votes.vote(game=game, power=reader.power, proposal=int(number), answer=what)
    messages.success(request, "Your vote is counted. Nobody is told how you voted.")
