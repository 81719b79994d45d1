"""Who asks: by his session, or by a token. Without either, nothing is answered."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast

from django.http import HttpRequest
from ninja.security import HttpBearer, SessionAuth

from legation.server.accounts.limits import seldom, sender
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.games.reads import find_game

_WINDOW = timedelta(minutes=10)
_READING = ("GET", "HEAD", "OPTIONS")
MOST, MOST_WRONG = 1200, 60
"""Requests of a user in ten minutes, and wrong tokens from one address; of each process."""


class TooOftenError(Exception):
    """Somebody asks too often."""


class NotHereError(Exception):
    """What is not there, or not for who asks: one answer."""


class ScopeError(Exception):
    """A token is not for this: its argument is the scope that it lacks."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who was let in, and for what."""

    user: User
    scopes: Collection[str]


class ByToken(HttpBearer):
    """``Authorization: Bearer legation_...``."""

    def authenticate(self, request: HttpRequest, token: str) -> Entrant | None:
        """For whom the token speaks, and what it is for.

        Raises:
            TooOftenError: for many wrong tokens.
        """
        entrant = tokens.find(token)
        if entrant is None:
            if not seldom("api-token", sender(request), MOST_WRONG, _WINDOW):
                raise TooOftenError
            return None
        if request.method not in _READING:
            tokens.used(entrant)
        return _counted(Entrant(entrant.user, entrant.scopes))


class BySession(SessionAuth):
    """The session of a browser; what changes something needs the CSRF token as well."""

    def authenticate(self, request: HttpRequest, key: str | None) -> Entrant | None:
        """Who is signed in: he may do all that he may."""
        del key
        user = request.user
        return _counted(Entrant(user, tokens.SCOPES)) if user.is_authenticated else None


def _counted(entrant: Entrant) -> Entrant:
    if not seldom("api", str(entrant.user.pk), MOST, _WINDOW):
        raise TooOftenError
    return entrant


def asker(request: HttpRequest, scope: str) -> User:
    """Who asks for something of a scope; the interface has let nobody else in.

    Raises:
        ScopeError: where his token is not for that.
    """
    entrant: Entrant = cast(Any, request).auth
    if scope not in entrant.scopes:
        raise ScopeError(scope)
    return entrant.user


def find(request: HttpRequest, slug: str, scope: str) -> tuple[Game, Reader]:
    """A game, and what who asks is to it.

    Raises:
        NotHereError: where there is none for him.
        ScopeError: where his token is not for that, or not for games that he masters.
    """
    user = asker(request, scope)
    # The keys of private games are of the session that was given them.
    same = request.user.is_authenticated and request.user.pk == user.pk
    keys: Collection[str] = request.session.get("game_keys", []) if same else []
    try:
        game, reader = find_game(slug, user, keys)
    except Game.DoesNotExist:
        raise NotHereError from None
    if reader.master:
        asker(request, tokens.DESK)
    return game, reader
