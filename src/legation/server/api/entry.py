"""Who asks: by his session, or by a token. Without either, nothing is answered."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any, cast

from django.http import HttpRequest
from ninja.security import HttpBearer, SessionAuth

from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.accounts.views import sender
from legation.server.api import tokens
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.games.reads import find_game

_WINDOW = timedelta(minutes=10)
MOST, MOST_WRONG = 1200, 60
"""Requests of a user in ten minutes, and wrong tokens from one address."""


class TooOftenError(Exception):
    """Somebody asks too often."""


class NotHereError(Exception):
    """What is not there, or not for who asks: one answer."""


class ByToken(HttpBearer):
    """``Authorization: Bearer legation_...``."""

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        """For whom the token speaks.

        Raises:
            TooOftenError: for many wrong tokens.
        """
        user = tokens.owner(token)
        if user is None and not allowed("api-token", sender(request), MOST_WRONG, _WINDOW):
            raise TooOftenError
        return _counted(user)


class BySession(SessionAuth):
    """The session of a browser; what changes something needs the CSRF token as well."""

    def authenticate(self, request: HttpRequest, key: str | None) -> User | None:
        """Who is signed in."""
        del key
        user = request.user
        return _counted(user if user.is_authenticated else None)


def _counted(user: User | None) -> User | None:
    if user is not None and not allowed("api", str(user.pk), MOST, _WINDOW):
        raise TooOftenError
    return user


def asker(request: HttpRequest) -> User:
    """Who asks; the interface has let nobody else in."""
    found: User = cast(Any, request).auth
    return found


def find(request: HttpRequest, slug: str) -> tuple[Game, Reader]:
    """A game, and what who asks is to it.

    Raises:
        NotHereError: where there is none for him.
    """
    user = asker(request)
    # The keys of private games are of the session that was given them.
    same = request.user.is_authenticated and request.user.pk == user.pk
    keys: Collection[str] = request.session.get("game_keys", []) if same else []
    try:
        return find_game(slug, user, keys)
    except Game.DoesNotExist:
        raise NotHereError from None
