"""Addresses that want no letters from people they did not ask: offers of seats, invitations.

Each such letter has a link that says so, and one can take it back there. What
is kept is a keyed hash, and beside the key no list of addresses.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse

from legation.errors import StateError
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.desk.models import MarkKey, Unasked
from legation.server.games.models.standby import Standby

_SALT, _KEY = "legation.server.desk.unasked", "unasked"
_TO_ONE, _DAY = 4, timedelta(days=1)


def refused(address: str) -> str:
    """Counts a letter to an address; why it is not to be written, empty where it is.

    It is asked after the budget of whoever writes: what an address wants is told
    at the cost of a letter alone.
    """
    if not allowed("seat-mail", address, _TO_ONE, _DAY):
        return f"{address} was written to often today; go on tomorrow."
    if is_off(address):
        return (
            f"{address} wants no letters of people that it did not ask: write to it yourself, and"
            " send a link."
        )
    return ""


def check_sender(user: User) -> None:
    """Says whether somebody may have letters written to people who did not ask for them.

    Raises:
        StateError: for a guest: he could be anybody, as often as he likes.
    """
    if not user.reachable:
        raise StateError(
            "a guest has no letters written to others: keep your account with an address first."
        )


Whom = str | User
"""An address, or an account by its name.

They are marked apart. What an address wants is told to who types it; would it
change with what a named account wants, it would tell whose it is.
"""


def is_off(whom: Whom) -> bool:
    """Does this address, or this account, want no such letters?"""
    return _are_marked(whom)


def wants_none(user: User) -> bool:
    """Does this account want none, or its address? Nobody is told but who has it."""
    return _are_marked(user, user.email)


def switch(whom: Whom, *, off: bool) -> None:
    """Lets nobody write to an address who was not asked to, or lets them again."""
    if not off:
        for key in MarkKey.objects.filter(name=_KEY):
            Unasked.objects.filter(mark__in=_marks(key, whom)).delete()
        return
    key, _ = MarkKey.objects.get_or_create(name=_KEY)
    Unasked.objects.get_or_create(mark=_marks(key, whom)[0])
    if isinstance(whom, User):
        Standby.objects.filter(user=whom).update(himself=False)  # he asks no more


def foot(whom: Whom) -> str:
    """The last lines of such a letter: how to get no more of them."""
    token = signing.dumps(whom.pk if isinstance(whom, User) else whom, salt=_SALT)
    there = settings.SITE_URL + reverse("desk:letters-off", args=[token])
    return f"No more such letters to {whom}: {there}\n"


def read(token: str) -> Whom | None:
    """Whom a link is for; None for one that is void."""
    try:
        found = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=found).first() if isinstance(found, int) else str(found)


def _are_marked(*whom: Whom) -> bool:
    """Is one of them marked? While there is no key, nobody is."""
    key = MarkKey.objects.filter(name=_KEY).first()
    return key is not None and Unasked.objects.filter(mark__in=_marks(key, *whom)).exists()


def _marks(key: MarkKey, *whom: Whom) -> list[str]:
    secret = bytes.fromhex(key.secret)
    # No address has a space in it.
    texts = [f"account {w.pk}" if isinstance(w, User) else w.strip().casefold() for w in whom]
    return [hmac.new(secret, text.encode(), hashlib.sha256).hexdigest() for text in texts]
