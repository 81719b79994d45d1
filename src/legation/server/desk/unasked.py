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

_SALT = "legation.server.desk.unasked"
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


def is_off(address: str) -> bool:
    """Does this address want no such letters?"""
    return Unasked.objects.filter(mark=_mark(address)).exists()


def switch(address: str, *, off: bool) -> None:
    """Lets nobody write to an address who was not asked to, or lets them again."""
    if off:
        Unasked.objects.get_or_create(mark=_mark(address))
    else:
        Unasked.objects.filter(mark=_mark(address)).delete()


def foot(address: str) -> str:
    """The last lines of such a letter: how to get no more of them."""
    token = signing.dumps(address, salt=_SALT)
    there = settings.SITE_URL + reverse("desk:letters-off", args=[token])
    return f"No more such letters to {address}: {there}\n"


def read(token: str) -> str | None:
    """The address that a link is for; None for one that is void."""
    try:
        return str(signing.loads(token, salt=_SALT))
    except signing.BadSignature:
        return None


def _mark(address: str) -> str:
    key, _ = MarkKey.objects.get_or_create(name="unasked")
    text = address.strip().casefold().encode()
    return hmac.new(bytes.fromhex(key.secret), text, hashlib.sha256).hexdigest()
