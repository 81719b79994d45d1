"""Guests: accounts made on the spot, to be kept by giving a mail address."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TypeGuard

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from legation.server.accounts import letters, services
from legation.server.accounts.models import User
from legation.server.accounts.onward import with_next
from legation.server.games.models import PAUSED, RUNNING, Seat
from legation.server.site import moment
from legation.server.site.outdated import Outdated
from legation.server.site.zones import known_zones

_DOMAIN = "@guest.invalid"  # no mail is ever sent there (RFC 2606)
_SALT = "legation.server.lobby.guests"
_DAY = 60 * 60 * 24
STALE = timedelta(days=60)
"""How long after he last signed in a guest is forgotten."""
_AT_ONCE = 200


def is_guest(user: object) -> TypeGuard[User]:
    """Is this an account that nobody has kept yet?"""
    return isinstance(user, User) and user.email.endswith(_DOMAIN)


def make(zone: str = "") -> User:
    """A guest: no address, no password, no mail; he is known by his session alone.

    What is no time zone counts as none.
    """
    for _ in range(20):
        mark = secrets.token_hex(8)
        try:
            with transaction.atomic():
                return User.objects.make(
                    email=f"{mark}{_DOMAIN}",
                    name=f"Guest {mark[:4].upper()}",
                    password=None,
                    zone=zone if zone in known_zones() else "UTC",
                    mail_phase=False,
                    mail_deadline=False,
                    mail_end=False,
                )
        except IntegrityError:
            continue  # another guest is called so
    raise RuntimeError("no name is left for a guest")


def _stale(then: datetime, now: datetime) -> QuerySet[User]:
    old = User.objects.filter(email__endswith=_DOMAIN, last_login__lt=then)
    return old.exclude(tokens__ends_at__gt=now)


_STALE = Outdated(_stale, datetime, datetime)


def forget_stale(now: datetime) -> None:
    """Ends the accounts of guests who are signed in nowhere, and whom nobody plays with."""
    if not _STALE.there(now - STALE, now):
        return
    old, there = _STALE.rows(now - STALE, now), services.signed_in(now)
    company = Seat.objects.filter(game__state__in=(RUNNING, PAUSED)).exclude(user=None)
    for user in old.order_by("last_login")[:_AT_ONCE]:
        with_him = company.filter(game__seats__user=user).exclude(user=user)
        if str(user.pk) not in there and not with_him.exists():
            services.end(user=user)


def keep(
    *,
    user: User,
    email: str,
    name: str,
    zone: str,
    password: str | None = None,
    onward: str = "",
) -> None:
    """Makes a guest's account one to keep, when somebody has opened the letter that this sends.

    `onward` is the page of this site to which the letter leads in the end.

    His name is his at once, and the answer is the same, for an address that has
    an account; its owner is told so by mail, and the address stays his. The
    password is chosen by who opens the letter, and the guest's sessions end with it.

    Raises:
        ValueError: for a name that somebody else took just now.
    """
    kept = User.objects.get(pk=user.pk)
    kept.call(name)
    kept.zone = zone
    kept.set_password(None if settings.CONFIRM_MAIL else password)
    try:
        with transaction.atomic():
            kept.save(update_fields=["name", "likeness", "zone", "password"])
    except IntegrityError:
        raise ValueError(services.TAKEN) from None
    there = services.owner_of(email=email)
    if there is not None and not services.waits(there):
        letters.already_there(there, onward)
        return
    if not settings.CONFIRM_MAIL:
        _give(kept, email)
        return
    token = signing.dumps([kept.pk, email, _mark(kept)], salt=_SALT, compress=True)
    there_at = with_next(settings.SITE_URL + reverse("kept", args=[token]), onward)
    body = (
        f"To keep the games of {name} under this address, open this page within a day, and choose"
        f" your name and your password there:\n\n{there_at}\n\n"
        "If it was not you who asked for it, there is nothing to do: nobody else can open it.\n"
    )
    letters.write(email, "Keep your games", body)


def confirmed(token: str) -> User | None:
    """Whom the link of a letter confirms, before he does; None for a link that is void."""
    guest = _read(token)
    return guest[0] if guest else None


def confirm(*, user: User, token: str, name: str, password: str) -> None:
    """Gives a guest's account to who has opened the letter to an address, and to him alone.

    Raises:
        ValueError: where the letter is void by now, or the name somebody else's.
    """
    guest = _read(token)
    if guest is None or guest[0].pk != user.pk:
        raise ValueError("This link is void by now.")
    user.call(name)
    try:
        with transaction.atomic():
            user.save(update_fields=["name", "likeness"])
            services.lock(user=user, password=password)
            if not _give(user, guest[1]):
                raise ValueError("This address has an account by now.")
    except IntegrityError:
        raise ValueError(services.TAKEN) from None


def _give(user: User, email: str) -> bool:
    """Gives a guest an address; not where somebody else has it by now.

    An account that waits to be confirmed has it from nobody who could read mail there.
    """
    user.email, user.confirmed_at = User.objects.normalize_email(email), moment.now()
    letters_by_default = ("mail_phase", "mail_deadline", "mail_end")
    for wish in letters_by_default:
        setattr(user, wish, True)
    try:
        with transaction.atomic():
            User.objects.filter(
                email__iexact=user.email, is_active=False, confirmed_at=None
            ).delete()
            user.save(update_fields=["email", "confirmed_at", *letters_by_default])
    except IntegrityError:
        return False
    return True


def _mark(user: User) -> str:
    """Changes with his password, so that only the last letter counts; tells nothing of it."""
    return salted_hmac(_SALT, user.password).hexdigest()[:20]


def _read(token: str) -> tuple[User, str] | None:
    try:
        number, email, mark = signing.loads(token, salt=_SALT, max_age=_DAY)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=number).first()
    if not is_guest(user) or not constant_time_compare(mark, _mark(user)):
        return None
    return user, str(email)
