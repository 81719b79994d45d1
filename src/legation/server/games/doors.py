"""From a request to a game and its reader, for views.

The tokens of private games that a browser was given are kept in its session.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest

from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.games.reads import find_game

_KEYS = "game_keys"
_MOST = 50


def find(request: HttpRequest, slug: str) -> tuple[Game, Reader]:
    """The game of an address, and what who asks is to it.

    Raises:
        Http404: where there is none, or it is private and not his.
    """
    try:
        return find_game(slug, request.user, request.session.get(_KEYS, []))
    except Game.DoesNotExist:
        raise Http404 from None


def remember_key(request: HttpRequest, token: str) -> None:
    """Keeps the token that a link, or the right password, has brought."""
    kept = [key for key in request.session.get(_KEYS, []) if key != token]
    request.session[_KEYS] = [*kept, token][-_MOST:]
