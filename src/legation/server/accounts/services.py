"""Making, confirming, ending and exporting accounts."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, cast

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction

from legation.server.accounts import letters
from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving
from legation.server.site import moment

CONFIRMED_WITHIN = timedelta(days=7)
"""How long an account waits to be confirmed."""
_NOWHERE = "@taken.invalid"  # no mail is ever sent there (RFC 2606)


def is_taken(*, email: str) -> bool:
    """Has an address an account? Its owner is then told by mail; nobody else is to be."""
    there = User.objects.filter(email__iexact=email).first()
    if there is not None:
        letters.already_there(there)
    return there is not None


def sign_up(*, email: str, name: str, password: str, zone: str = "UTC") -> None:
    """Makes an account, unless the address has one: its owner is then told so by mail.

    Either way the answer is the same, takes the same time, and the name is gone:
    who tries it again learns nothing of the address.

    Raises:
        ValueError: for a name that somebody else took just now.
    """
    try:
        with transaction.atomic():
            taken = is_taken(email=email)
            waits = settings.CONFIRM_MAIL or taken
            user = User.objects.make(
                email=f"{secrets.token_hex(16)}{_NOWHERE}" if taken else email,
                name=name,
                password=password,
                zone=zone,
                is_active=not waits,
                confirmed_at=None if waits else moment.now(),
            )
            if waits and not taken:
                letters.to_confirm(user)
    except IntegrityError:
        raise ValueError("Somebody else is called so already.") from None


def confirm(*, user: User) -> None:
    """An address is confirmed, and its account begins."""
    user.is_active, user.confirmed_at = True, moment.now()
    user.save(update_fields=["is_active", "confirmed_at"])


def forgotten(*, email: str) -> None:
    """Sends the page for another password to an address that has an account."""
    user = User.objects.filter(email__iexact=email).first()
    if user is None:
        return
    if user.is_active:
        letters.to_reset(user)
    elif user.confirmed_at is None:
        letters.to_confirm(user)


def forget_unconfirmed(now: datetime) -> None:
    """Throws away accounts that were not confirmed in time, and those that only held a name."""
    never = User.objects.filter(is_active=False, confirmed_at=None)
    never.filter(joined_at__lt=now - CONFIRMED_WITHIN).delete()


def signed_in(now: datetime) -> set[str]:
    """The numbers of the users who are signed in anywhere."""
    sessions = Session.objects.filter(expire_date__gte=now).iterator()
    return {str(session.get_decoded().get("_auth_user_id", "")) for session in sessions}


def end(*, user: User) -> None:
    """Ends an account of somebody who is signed in nowhere."""
    with transaction.atomic():
        leaving.send(sender=User, user=user)
        for kept in (AccessAttempt, AccessFailureLog, AccessLog):
            kept.objects.filter(username__iexact=user.email).delete()
        user.delete()


def delete(*, user: User) -> None:
    """Ends an account. Games keep what the power did, and not who it was."""
    number = str(user.pk)
    end(user=user)
    for session in Session.objects.filter(expire_date__gte=moment.now()).iterator():
        if session.get_decoded().get("_auth_user_id") == number:
            session.delete()


def export(*, user: User) -> dict[str, Any]:
    """Everything that is kept of a user, as plain data."""
    wishes = ("mail_phase", "mail_press", "mail_deadline", "mail_votes", "mail_end")
    found: dict[str, Any] = {
        "account": {
            "address": user.email,
            "name": user.name,
            "time zone": user.zone,
            "quiet hours": [user.quiet_from, user.quiet_to],
            "joined": user.joined_at,
            "address confirmed": user.confirmed_at,
            "last signed in": user.last_login,
            "mail": {wish.removeprefix("mail_"): getattr(user, wish) for wish in wishes},
        },
        "letters": list(user.letters.order_by("pk").values("kind", "subject", "body", "sent_at")),
    }
    for _, answer in exporting.send(sender=User, user=user):
        found |= dict([cast(tuple[str, Any], answer)])
    return found
