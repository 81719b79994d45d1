"""The browsers of an account that are told of what happens: each by its own wish."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.devices import line, sealing
from legation.server.devices.leaving import HERE
from legation.server.devices.models import LONGEST_ENDPOINT, Browser

_MOST, _SECRET = 20, 16
_ENDED = (
    "This browser is told nothing any more: its push service has ended that, or you have"
    " elsewhere. Under Your wishes, Notify me in this browser switches it on again."
)
_NAMES = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("Mac", "a Mac"),
    ("Linux", "Linux"),
)


def called(agent: str) -> str:
    """What its owner knows a browser by, of what it says of itself."""
    name = next((said for mark, said in _NAMES if mark in agent), "A browser")
    system = next((said for mark, said in _SYSTEMS if mark in agent), "")
    return f"{name} on {system}" if system else name


def add(*, user: User, endpoint: str, p256dh: str, auth: str, agent: str) -> Browser:
    """Lets a browser be told from now on; one that was another account's is his now.

    Raises:
        InputError: for an address or keys that are none.
        StateError: for a user who has many.
    """
    if len(endpoint) > LONGEST_ENDPOINT:
        raise InputError("this is no address of a push service.")
    line.check(endpoint)
    sealing.theirs(p256dh)
    if len(sealing.raw(auth)) != _SECRET:
        raise InputError("this browser's secret is not 16 bytes long.")
    fields = {"user": user, "p256dh": p256dh, "auth": auth, "name": called(agent)}
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        Browser.objects.filter(endpoint=endpoint).exclude(user=user).delete()
        others = Browser.objects.filter(user=user).exclude(endpoint=endpoint)
        if others.count() >= _MOST:
            raise StateError(f"you have {_MOST} browsers; forget one first.")
        found, _ = Browser.objects.update_or_create(
            endpoint=endpoint, defaults={**fields, "failing_since": None}
        )
    return found


def forget(*, user: User, number: int) -> None:
    """Tells a browser nothing any more; nothing happens where it is not his."""
    Browser.objects.filter(user=user, pk=number).delete()


def miss(request: HttpRequest) -> None:
    """Says in a browser, once, that it was told of what happens and is not any more."""
    number = request.session.get(HERE)
    if number is not None and not Browser.objects.filter(pk=number).exists():
        del request.session[HERE]
        messages.warning(request, _ENDED)


def of(user: User) -> list[Browser]:
    """The browsers of an account, the oldest first."""
    return list(Browser.objects.filter(user=user).order_by("pk"))
