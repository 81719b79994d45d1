"""Making, reading and revoking tokens: what one may do, and until when, is said when it is made."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction

from legation.errors import InputError, StateError
from legation.server.accounts import letters
from legation.server.accounts.models import User
from legation.server.api.models import Token
from legation.server.site import moment
from legation.server.site.nulls import plain
from legation.server.site.outdated import Outdated

PREFIX = "legation_"
READ, ORDER, PRESS, DESK = "read", "order", "press", "desk"
SCOPES = {
    READ: "see your games as you see them, and when you said you are away",
    ORDER: "hand in orders, vote on more time, and announce or take back when you are away",
    PRESS: "read your press, and write",
    DESK: "see games as their game master",
}
"""What a token may be for."""
DAYS = (7, 30, 90, 365)
"""For how many days one may be made."""
ENDED_KEPT = timedelta(days=30)
"""How long a token that has ended is still listed."""
LONGEST_NAME = 60
_MOST = 20


def make(
    *, user: User, name: str, scopes: Collection[str] = (READ, ORDER, PRESS), days: int = 90
) -> str:
    """A new token, shown this once; its user is told by mail that it was made.

    Raises:
        InputError: without a name for it, for nothing, or for a time that is not to be had.
        StateError: for a user who has many.
    """
    name = " ".join(plain(name).split())[:LONGEST_NAME]
    if not name:
        raise InputError("give the token a name, to know it again.")
    if not scopes or not set(scopes) <= SCOPES.keys():
        raise InputError(f"say what the token is for: {', '.join(SCOPES)}.")
    if days not in DAYS:
        raise InputError(f"a token lasts {', '.join(map(str, DAYS))} days.")
    if Token.objects.filter(user=user).count() >= _MOST:
        raise StateError(f"you have {_MOST} tokens; revoke one first.")
    word = PREFIX + secrets.token_urlsafe(32)
    chosen = [scope for scope in SCOPES if scope in scopes]
    with transaction.atomic():
        ends_at = moment.now() + timedelta(days=days)
        Token.objects.create(
            user=user, name=name, digest=_digest(word), scopes=chosen, ends_at=ends_at
        )
        if user.reachable:
            letters.token_made(user, [SCOPES[scope] for scope in chosen], ends_at)
    return word


def revoke(*, user: User, number: int) -> None:
    """Ends a token of a user's; nothing happens where it is not his."""
    Token.objects.filter(user=user, pk=number).delete()


def find(word: str) -> Token | None:
    """The token, with whom it speaks for; None where it is none, or none any more."""
    good = Token.objects.filter(user__is_active=True, ends_at__gt=moment.now())
    return good.filter(digest=_digest(word)).select_related("user").first()


def used(token: Token) -> None:
    """Notes the day on which something was written with a token."""
    today = moment.now().date()
    if token.used_on != today:
        Token.objects.filter(pk=token.pk).update(used_on=today)


def of(user: User) -> list[Token]:
    """A user's tokens, without what they are."""
    return list(Token.objects.filter(user=user).order_by("pk"))


_ENDED = Outdated(lambda then: Token.objects.filter(ends_at__lt=then), datetime)


def tidy(now: datetime) -> None:
    """Forgets tokens that ended long ago."""
    _ENDED.throw(now - ENDED_KEPT)


def _digest(word: str) -> str:
    # 256 random bits need no slow hash.
    return hashlib.sha256(word.encode()).hexdigest()
