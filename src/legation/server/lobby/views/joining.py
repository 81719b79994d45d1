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
from django.views.decorators.http import require_POST, require_safe

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.board.standings import table_of
from legation.server.games import create, lost, pledges, reads, respites, seats, standby
from legation.server.games.doors import find
from legation.server.games.models import (
    ANYBODY,
    BY_LINK,
    FINISHED,
    FORMING,
    MASTER_SAYS,
    NOBODY,
    OPEN,
    Game,
)
from legation.server.games.readers import SPECTATING, Reader, keeps
from legation.server.lobby import words
from legation.server.lobby.catalogue import card_of
from legation.server.lobby.forms import said
from legation.server.lobby.results import result_of
from legation.server.lobby.wishes import WishesForm
from legation.server.site import moment
from legation.server.site.sure import Question, ask, is_sure
from legation.variants.sums import is_changed

_HEIRS = {
    ANYBODY: ", and anybody may take the seat",
    MASTER_SAYS: ", and the game master may give the seat to another",
    NOBODY: "",
}


@never_cache
@require_safe
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """A game as everybody sees it who may see it at all."""
    game, reader = find(request, slug)
    return render(request, "lobby/game.html", _shown(game, reader))


def _shown(game: Game, reader: Reader) -> dict[str, object]:
    forming = game.state == FORMING
    public = reads.view_for(game, SPECTATING) if game.going_on else None
    book, card = reads.book_of(game), card_of(game.variant)
    places = create.places(game)
    entries = reads.entries_for(game, reader) if forming else []
    keeper = keeps(game, reader)
    joined = game.entries.count() if forming else 0
    filled = joined or game.master_id  # who seats people by post from the desk needs nobody here
    return {
        "section": "games",
        "game": game,
        "reader": reader,
        "card": card,
        "facts": list(words.facts(game)),
        "rulings": words.rulings(game),
        "studio": settings.STUDIO,
        "starts": words.begins(game),
        "now": moment.now(),
        "time_stands": lost.STANDS,
        "forming": forming,
        "changed": pledges.CHANGED if forming and is_changed(game.variant) else "",
        "entries": entries,
        "joined": joined,
        "places": places,
        "seats": [] if forming else reads.seats_for(game, reader),
        "log": reads.log_for(game, reader)[:20],
        "wishes": WishesForm(reads.book_of(game)) if forming else None,
        "may_join": forming and not reader.entered and not reader.master and joined < places,
        "may_start": forming and keeper and (joined == places or (filled and game.fill_bot)),
        "keeper": keeper,
        "may_take": game.going_on
        and not respites.are_given(game)
        and game.replacers == ANYBODY
        and not reader.power
        and not reader.master,
        **_standing(game, reader),
        "link": _link(game) if reader.inside and game.access != OPEN else "",
        "next": _link_here(game),
        "hashes": public.seed_hashes if public else (),
        "standings": table_of(book, public) if public else None,
        "result": result_of(game, reader) if game.state == FINISHED else None,
    }


def _standing(game: Game, reader: Reader) -> dict[str, object]:
    """May he stand by for a seat, and does he?"""
    outside = not (reader.power or reader.past or reader.master)
    may = game.going_on and game.master_id is not None and reader.user is not None and outside
    return {"may_stand": may, "stands": may and standby.stands_by(game, reader.user)}


def _link(game: Game) -> str:
    return settings.SITE_URL + reverse("game-key", args=[game.slug, game.token])


def _link_here(game: Game) -> str:
    """The address that leads here on another device: of a private game with its key."""
    if game.access == OPEN:
        return reverse("game-about", args=[game.slug])
    return reverse("game-key", args=[game.slug, game.token])


@never_cache
@login_required
@require_POST
def act(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Does what a button of the page says, and shows the page again; or asks first."""
    game, reader = find(request, slug)
    user = cast(User, request.user)
    try:
        question = None if is_sure(request.POST) else _question(game, reader, what)
        if question is not None:
            back = reverse("game-about", args=[slug])
            return ask(request, question, back=back, place=game.name)
        return _done(request, game, reader, user, what)
    except LegationError as error:
        messages.error(request, said(error))
        return redirect("game-about", slug)


def _question(game: Game, reader: Reader, what: str) -> Question | None:
    """What is asked before something is given up; nothing where that cannot be done anyway."""
    match what:
        case "leave" if reader.entered:
            said = "Your place is free for another, and what you wished for is forgotten."
            if game.access == BY_LINK and not reader.maker:
                said += " The game is in no list: only its link brings you back."
            return Question(f"Leave {game.name}?", (said,), "Leave")
        case "withdraw" if game.state == FORMING and keeps(game, reader):
            joined = game.entries.count()
            said = (
                f"{joined or 'No'} {'player has' if joined == 1 else 'players have'} joined it. It"
                " is then as if it had never been offered, and its press is gone too."
            )
            return Question(f"Take the offer of {game.name} back?", (said,), "Take the offer back")
        case "give-up" if game.going_on and reader.power:
            lost = (
                "You keep what you were told until now, and learn nothing more in secret. You may"
                " not take another seat of this game."
            )
            said = f"A bot plays {reader.power} from now on{_HEIRS[game.replacers]}."
            return Question(f"Give up {reader.power}?", (said, lost), f"Give up {reader.power}")
    return None


def _done(request: HttpRequest, game: Game, reader: Reader, user: User, what: str) -> HttpResponse:
    keeper = keeps(game, reader)
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
        case "stand-by":
            standby.add(game=game, user=user, himself=True)
            messages.success(request, "You stand by; the game master may offer you a seat by mail.")
        case "stand-down":
            standby.stand_down(game=game, user=user)
            messages.success(request, "You stand by no longer.")
        case "come-back":
            seats.come_back(game=game, user=user)
            return redirect("game", game.slug)
        case _:
            raise Http404
    return redirect("game-about", game.slug)
