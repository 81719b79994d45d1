"""Making, reading and revoking tokens."""

from __future__ import annotations

import hashlib
import secrets

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.api.models import Token
from legation.server.site import moment

PREFIX = "legation_"
_MOST, _LONGEST_NAME = 20, 60


def make(*, user: User, name: str) -> str:
    """A new token, shown this once.

    Raises:
        InputError: without a name for it.
        StateError: for a user who has many.
    """
    name = " ".join(name.replace("\x00", "").split())[:_LONGEST_NAME]
    if not name:
        raise InputError("give the token a name, to know it again.")
    if Token.objects.filter(user=user).count() >= _MOST:
        raise StateError(f"you have {_MOST} tokens; revoke one first.")
    word = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(user=user, name=name, digest=_digest(word))
    return word


def revoke(*, user: User, number: int) -> None:
    """Ends a token of a user's; nothing happens where it is not his."""
    Token.objects.filter(user=user, pk=number).delete()


def owner(word: str) -> User | None:
    """For whom a token speaks; nobody, where it is none."""
    found = Token.objects.filter(digest=_digest(word), user__is_active=True)
    token = found.select_related("user").first()
    if token is None:
        return None
    today = moment.now().date()
    if token.used_on != today:
        Token.objects.filter(pk=token.pk).update(used_on=today)
    return token.user


def of(user: User) -> list[Token]:
    """A user's tokens, without what they are."""
    return list(Token.objects.filter(user=user).order_by("pk"))


def _digest(word: str) -> str:
    # 256 random bits need no slow hash.
    return hashlib.sha256(word.encode()).hexdigest()
