"""A game's page for everybody, and what is done there: join, leave, start, take a seat."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.games import create, reads, seats
from legation.server.games.doors import find
from legation.server.games.models import ANYBODY, BY_LINK, FINISHED, FORMING, OPEN, Game
from legation.server.games.readers import SPECTATING, Reader
from legation.server.lobby import words
from legation.server.lobby.catalogue import card_of
from legation.server.lobby.forms import said
from legation.server.lobby.results import result_of
from legation.server.lobby.wishes import WishesForm


@never_cache
@require_GET
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """A game as everybody sees it who may see it at all."""
    game, reader = find(request, slug)
    return render(request, "lobby/game.html", _shown(game, reader))


def _shown(game: Game, reader: Reader) -> dict[str, object]:
    forming = game.state == FORMING
    places = create.places(game)
    entries = reads.entries_for(game, reader) if forming else []
    keeper = reader.master or (reader.maker and game.master_id is None)
    joined = game.entries.count() if forming else 0
    return {
        "section": "games",
        "game": game,
        "reader": reader,
        "card": card_of(game.variant),
        "facts": list(words.facts(game)),
        "rulings": words.rulings(game),
        "starts": words.STARTS[game.starts],
        "forming": forming,
        "entries": entries,
        "joined": joined,
        "places": places,
        "seats": [] if forming else reads.seats_for(game, reader),
        "log": reads.log_for(game, reader)[:20],
        "wishes": WishesForm(reads.book_of(game)) if forming else None,
        "may_join": forming and not reader.entered and not reader.master and joined < places,
        "may_start": forming and keeper and (joined == places or (joined and game.fill_bot)),
        "keeper": keeper,
        "may_take": game.going_on
        and game.replacers == ANYBODY
        and not reader.power
        and not reader.master,
        "link": _link(game) if reader.inside and game.access != OPEN else "",
        "hashes": reads.view_for(game, SPECTATING).seed_hashes if game.going_on else (),
        "result": result_of(game, reader) if game.state == FINISHED else None,
    }


def _link(game: Game) -> str:
    return settings.SITE_URL + reverse("game-key", args=[game.slug, game.token])


@never_cache
@login_required
@require_POST
def act(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Does what a button of the page says, and shows the page again."""
    game, reader = find(request, slug)
    user = cast(User, request.user)
    try:
        return _done(request, game, reader, user, what)
    except LegationError as error:
        messages.error(request, said(error))
        return redirect("game-about", slug)


def _done(request: HttpRequest, game: Game, reader: Reader, user: User, what: str) -> HttpResponse:
    keeper = reader.master or (reader.maker and game.master_id is None)
    match what:
        case "join":
            form = WishesForm(reads.book_of(game), request.POST)
            wishes = form.wishes if form.is_valid() else []
            if create.join(game=game, user=user, wishes=wishes):
                return redirect("game", game.slug)
            messages.success(request, "You have joined.")
        case "leave":
            create.leave(game=game, user=user)
            messages.success(request, "You have left.")
            if game.access == BY_LINK:
                return redirect("lobby")
        case "start" if keeper:
            create.start(game=game)
            return redirect("game", game.slug)
        case "withdraw" if keeper:
            create.withdraw(game=game)
            messages.success(request, f"{game.name} is no longer offered.")
            return redirect("lobby")
        case "take":
            seats.take(game=game, user=user, power=request.POST.get("power", ""))
            return redirect("game", game.slug)
        case "give-up":
            seats.give_up(game=game, user=user)
            messages.success(request, "You have given up your seat.")
        case "come-back":
            seats.come_back(game=game, user=user)
            return redirect("game", game.slug)
        case _:
            raise Http404
    return redirect("game-about", game.slug)
