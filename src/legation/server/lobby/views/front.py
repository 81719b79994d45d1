"""The front page, and playing alone from it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from legation import __version__
from legation.errors import LegationError
from legation.server.accounts.limits import sender, spend
from legation.server.accounts.models import User
from legation.server.games import bots, reads
from legation.server.games.models import Game
from legation.server.lobby import guests, solo, words
from legation.server.lobby.catalogue import card_of, cards
from legation.server.lobby.forms import said

_HOUR = timedelta(hours=1)
_BACKEND = "django.contrib.auth.backends.ModelBackend"
_LISTED = 8
_MANY = "From where you are, many games against bots were begun within this hour."
MOST_ALONE = 40
"""Games against bots that may be begun from one address in an hour."""


def offered(request: HttpRequest) -> dict[str, object]:
    """What everybody finds at the front: games to play alone, and games that wait for players."""
    return {
        "cards": cards(),
        "bots": [(name, words.BOTS.get(name, name)) for name in bots.names()],
        "usual_bot": bots.STEADY,
        "open": list(reads.open_games(request.user)[:_LISTED]),
        "mark": __version__,
        "may_play": request.user.is_authenticated or settings.OPEN_SIGN_UP,
    }


@never_cache
@require_POST
def play_alone(request: HttpRequest) -> HttpResponse:
    """Begins a game against bots; who is not signed in plays as a guest."""
    card = card_of(request.POST.get("variant", ""))
    if card is None:
        raise Http404
    if not request.user.is_authenticated and not settings.OPEN_SIGN_UP:
        return redirect("sign-in")
    spend("play-alone", sender(request), MOST_ALONE, _HOUR, _MANY)
    try:
        user, game = _begun(request, card.name)
    except LegationError as error:
        messages.error(request, said(error))
        return redirect("front")
    if not request.user.is_authenticated:
        login(request, user, _BACKEND)
    return redirect("game", game.slug)


def _begun(request: HttpRequest, variant: str) -> tuple[User, Game]:
    """Who plays alone, and his game; where none can be made, no guest is either."""
    there, sent = request.user, request.POST
    power, bot = sent.get("power", ""), sent.get("bot", bots.STEADY)
    with transaction.atomic():
        user = there if there.is_authenticated else guests.make(sent.get("zone", ""))
        return user, solo.play_alone(user=user, variant=variant, power=power, bot=bot)
