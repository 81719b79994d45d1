"""Inviting by letter to a game that has not begun: the page of its keeper, and of who is asked."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from legation.errors import InputError, LegationError
from legation.server.accounts.models import User
from legation.server.desk import inviting, unasked
from legation.server.desk.models import Invitation
from legation.server.desk.sent import sentence
from legation.server.desk.views import void
from legation.server.games import create, reads
from legation.server.games.doors import find
from legation.server.games.models import FORMING, OPEN, Game
from legation.server.games.readers import keeps
from legation.server.lobby import words
from legation.server.site.nulls import plain
from legation.server.site.sure import Question, ask, is_sure

_PAGE = require_http_methods(["GET", "HEAD", "POST"])


def _kept(request: HttpRequest, slug: str) -> tuple[Game, User]:
    """A game that has not begun, of who keeps it.

    Raises:
        Http404: for anybody else.
    """
    game, reader = find(request, slug)
    if game.state != FORMING or not keeps(game, reader):
        raise Http404
    return game, cast(User, request.user)


@never_cache
@_PAGE
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """The invitations of a game and what became of them; writes others, and withdraws them."""
    game, user = _kept(request, slug)
    wrong, post = "", request.POST
    if request.method == "POST":
        try:
            done = _done(game, user, request)
        except LegationError as error:
            wrong = sentence(str(error))
        else:
            if isinstance(done, Question):
                back = reverse("desk:invitations", args=[slug])
                return ask(request, done, back=back, place=f"Invitations to {game.name}")
            messages.success(request, done)
            game.refresh_from_db()  # with the last place it may have begun
            return redirect("desk:invitations" if game.state == FORMING else "desk:desk", slug)
    powers = [power.name for power in reads.book_of(game).powers] if game.master_id else []
    key = reverse("game-key", args=[slug, game.token]) if game.access != OPEN else ""
    context = {
        "section": "games",
        "game": game,
        "lines": inviting.lines(game),
        "powers": powers,
        "postal": game.entries.filter(user=None).order_by("pk"),
        "posted": "postal" in post and bool(powers),
        "name": post.get("postal", ""),
        "addresses": post.get("addresses", ""),
        "power": post.get("power", ""),
        "most": inviting.MOST,
        "link": settings.SITE_URL + (key or reverse("game-about", args=[slug])),
        "private": bool(key),
        "wrong": wrong,
    }
    return render(request, "desk/invitations.html", context, status=422 if wrong else 200)


def _done(game: Game, user: User, request: HttpRequest) -> str | Question:
    """Writes invitations, once one is sure, or withdraws one; says so.

    Raises:
        LegationError: where that cannot be done.
    """
    post = request.POST
    if "withdraw" in post:
        inviting.withdraw(game=game, number=post["withdraw"])
        return "The invitation is withdrawn; its link is void."
    if "off" in post:
        return f"{create.take_off(game=game, number=post['off'])} has no place any more."
    if "postal" in post:
        name = " ".join(plain(post["postal"]).split())[:40]
        return _by_post(game, name, post.get("power", ""))
    addresses = inviting.addresses_of(post.get("addresses", ""))
    power = post.get("power", "")
    if not is_sure(post):
        one = len(addresses) == 1
        said = (
            f"{'One letter is' if one else f'{len(addresses)} letters are'} written in your name."
            f" Each has a link of its own that takes a place{f', as {power},' if power else ''}"
            " once. It keeps no place free.",
            "You see here what becomes of them, and can withdraw each.",
        )
        return Question("Send the invitations?", said, "Send them", tuple(addresses))
    missing = inviting.invite(game=game, addresses=addresses, power=power, user=user)
    if missing:
        return f"The other invitations are written. Not written: {' '.join(missing)}"
    return "The invitations are written."


def _by_post(game: Game, name: str, power: str) -> str:
    """Gives a place to somebody without an account, whose orders the game master enters."""
    if not name:
        raise InputError("say who posts the letters: a name, as all read it.")
    inviting.check_power(game, [name], power)
    create.seat_by_post(game=game, name=name, power=power)
    return f"{name} has a place, by post."


@never_cache
@_PAGE
def invited(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The page of an invitation, and its buttons. The letter is the key, also to a private game."""
    made = inviting.invited(slug, code)
    if made is None:
        return void(request, inviting.VOID)
    if request.method == "POST":
        return _answered(request, made)
    if request.method == "GET":
        inviting.opened(made)
    game = made.game
    context = {
        "section": "games",
        "game": game,
        "made": made,
        "facts": list(words.facts(game)),
        "starts": words.begins(game),
        "joined": game.entries.count(),
        "places": len(reads.book_of(game).powers),
        "public": game.access == OPEN,
        "named": inviting.names_takers(game),
    }
    return render(request, "desk/invited.html", context)


def _answered(request: HttpRequest, made: Invitation) -> HttpResponse:
    if request.POST.get("what") == "decline":
        inviting.decline(made=made)
        messages.success(request, "You have declined; who invited you is told.")
        return redirect("front")
    if not request.user.is_authenticated:
        return redirect(f"{reverse('sign-in')}?next={request.path}")
    try:
        started = inviting.take(made=made, user=request.user)
    except LegationError as error:
        messages.error(request, sentence(str(error)))
        return redirect(request.path if inviting.invited(made.game.slug, made.code) else "front")
    messages.success(request, "You have joined.")
    return redirect("game" if started else "game-about", made.game.slug)


@csrf_exempt  # a mail program that offers to unsubscribe sends no cookie; the link is the proof
@never_cache
@_PAGE
def letters_off(request: HttpRequest, token: str) -> HttpResponse:
    """The page on which an address says that strangers may not write to it, or may again."""
    whom = unasked.read(token)
    if whom is None:
        raise Http404
    if request.method == "POST":
        unasked.switch(whom, off=request.POST.get("what") != "on")
    context = {"called": str(whom), "off": unasked.is_off(whom)}
    return render(request, "desk/letters_off.html", context)
