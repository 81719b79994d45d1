"""Links that stop mail of one kind: a letter has one, and it works without signing in."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

_SALT = "legation.server.post.switches"
SAID = {
    "phase": "the news of each phase",
    "press": "press, questions and rulings",
    "deadline": "reminders of deadlines",
    "votes": "votes",
    "end": "the end of a game",
}
"""The kinds of mail that can be switched, in words."""
_OTHERS = {"game": "phase"}


def of(kind: str) -> str:
    """The switch that stops a kind of letter; empty for one that nothing stops."""
    switch = _OTHERS.get(kind, kind)
    return switch if switch in SAID else ""


def link(user: int, kind: str) -> str:
    """The address of the page that stops mail of this kind to a user."""
    token = signing.dumps([user, kind], salt=_SALT)
    return settings.SITE_URL + reverse("mail-off", args=[token])


def read(token: str) -> tuple[int, str] | None:
    """Whom a link is for, and which kind; None for one that is void."""
    try:
        number, kind = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (number, kind) if isinstance(number, int) and kind in SAID else None
