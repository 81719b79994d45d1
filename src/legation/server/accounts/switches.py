"""Links that stop mail of one kind: a letter has one, and it works without signing in."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from legation.server.accounts.models import User

_SALT = "legation.server.accounts.switches"
SAID = {
    "phase": "the news of each phase",
    "press": "press",
    "deadline": "reminders of deadlines",
    "votes": "votes",
    "end": "the end of a game",
}
"""The kinds of mail that can be switched, in words."""


def link(user: User, kind: str) -> str:
    """The address of the page that stops mail of this kind."""
    token = signing.dumps([user.pk, kind], salt=_SALT)
    return settings.SITE_URL + reverse("mail-off", args=[token])


def read(token: str) -> tuple[User, str] | None:
    """Whom a link is for, and which kind; None for one that is void."""
    try:
        number, kind = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=number).first()
    return (user, str(kind)) if user is not None and kind in SAID else None


def off(*, user: User, kind: str) -> None:
    """Stops mail of one kind."""
    setattr(user, f"mail_{kind}", False)
    user.save(update_fields=[f"mail_{kind}"])
