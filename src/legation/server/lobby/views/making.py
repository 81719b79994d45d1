"""Offering a game."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.games import create
from legation.server.games.models import BY_HAND, BY_LINK
from legation.server.lobby.catalogue import card_of
from legation.server.lobby.forms import OfferForm, said
from legation.variants.find import unlisted
from legation.variants.load import load

_HINT = (
    "This game has no deadlines, and no phase ends because all are ready: each ends only when you"
    " end it at your desk."
)
_AMONG_FRIENDS = {"access": BY_LINK, "starts": BY_HAND, "fill": True}
"""How a game of a variant that is in no list is offered, unless its maker says otherwise."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, variant: str) -> HttpResponse:
    """The form of a new game, of one variant."""
    card = card_of(variant)
    if card is None:
        raise Http404
    user = cast(User, request.user)
    initial = {"zone": user.zone} | (_AMONG_FRIENDS if unlisted(variant) is not None else {})
    form = OfferForm(load(variant), request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and form.offer is not None:
        try:
            game = create.create(user=user, offer=form.offer)
        except LegationError as error:
            form.add_error(None, said(error))
        else:
            if game.movement_minutes is None and not game.when_ready:
                messages.warning(request, _HINT)
            return redirect("game-about", game.slug)
    status = 422 if form.errors else 200
    return render(
        request,
        "lobby/new_game.html",
        {"section": "games", "card": card, "form": form},
        status=status,
    )
