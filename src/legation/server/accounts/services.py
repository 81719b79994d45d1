"""Making, confirming, ending and exporting accounts."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, cast

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from legation.server.accounts import letters
from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving, relocked, staying
from legation.server.post.models import Letter
from legation.server.site import moment
from legation.server.site.outdated import Outdated

CONFIRMED_WITHIN = timedelta(days=7)
"""How long an account waits to be confirmed."""

TAKEN = "Somebody else is called so already."
_NOWHERE = "@taken.invalid"  # no mail is ever sent there (RFC 2606)


def owner_of(*, email: str) -> User | None:
    """Whose account has this address, confirmed or not."""
    return User.objects.filter(email__iexact=email).first()


def sign_up(
    *,
    email: str,
    name: str,
    password: str | None = None,
    zone: str = "UTC",
    onward: str = "",
) -> None:
    """Makes an account, unless the address has one: its owner is then told so by mail.

    `onward` is the page of this site to which the letter leads in the end.

    Whatever the address has, the answer is the same, takes the same time, and
    the name is gone: who tries it again learns nothing. An account that waits to
    be confirmed has no password and takes the wishes of who signed up last; who
    confirms it chooses both.

    Raises:
        ValueError: for a name that somebody else took just now.
    """
    password = None if settings.CONFIRM_MAIL else password
    try:
        with transaction.atomic():
            there = owner_of(email=email)
            if there is None:
                _begin(email, name, password, zone, onward)
                return
            if waits(there):
                name, there.zone = _called(there, name), zone
                there.save(update_fields=["name", "likeness", "zone"])
                letters.to_confirm(there, onward)
            else:
                letters.already_there(there, onward)
            _hold(name, password)
    except IntegrityError:
        raise ValueError(TAKEN) from None


def _begin(email: str, name: str, password: str | None, zone: str, onward: str) -> None:
    later = settings.CONFIRM_MAIL
    user = User.objects.make(
        email=email,
        name=name,
        password=password,
        zone=zone,
        is_active=not later,
        confirmed_at=None if later else moment.now(),
    )
    if later:
        letters.to_confirm(user, onward)


def _called(user: User, name: str) -> str:
    """Gives somebody a name; the one that he had."""
    before = user.name
    user.call(name)
    return before


def _hold(name: str, password: str | None) -> None:
    """Lets nobody have a name for as long as an account waits to be confirmed.

    The password is hashed for nothing, for that takes as long as it does for others.
    """
    email = f"{secrets.token_hex(16)}{_NOWHERE}"
    User.objects.make(email=email, name=name, password=password, is_active=False)


def waits(user: User) -> bool:
    """Has nobody shown yet that the address of this account is his?"""
    return not user.is_active and user.confirmed_at is None


def has_shown_address(user: User) -> bool:
    """Has somebody shown, by a letter, that the address of his account is his?"""
    return settings.CONFIRM_MAIL and user.confirmed_at is not None and user.reachable


def confirm(*, user: User, name: str, password: str) -> None:
    """An address is confirmed: the account begins, and is of who reads mail there alone.

    Raises:
        ValueError: for a name that somebody else took just now.
    """
    user.call(name)
    user.is_active, user.confirmed_at = True, moment.now()
    try:
        with transaction.atomic():
            user.save(update_fields=["name", "likeness", "is_active", "confirmed_at"])
            lock(user=user, password=password)
    except IntegrityError:
        raise ValueError(TAKEN) from None


def lock(*, user: User, password: str) -> None:
    """Gives an account another password: sessions end by that, and tokens with it."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        relocked.send(sender=User, user=user)


def change_password(*, user: User, password: str) -> None:
    """Another password for an account that goes on; its owner is told by mail."""
    with transaction.atomic():
        lock(user=user, password=password)
        if user.reachable:
            letters.password_changed(user)


def forgotten(*, email: str) -> None:
    """Sends the page for another password, or word that there is no account to this address."""
    accounts = User.objects.filter(email__iexact=email)
    user = accounts.select_related("suspension").first()  # in one question, whatever there is
    if user is None:
        letters.not_there(email)
    elif user.is_active:
        letters.to_reset(user)
    elif waits(user):
        letters.to_confirm(user)
    elif hasattr(user, "suspension"):
        letters.suspended(user, user.suspension.why)
    else:
        letters.not_there(email)


def _never(then: datetime) -> QuerySet[User]:
    return User.objects.filter(is_active=False, confirmed_at=None, joined_at__lt=then)


_NEVER = Outdated(_never, datetime)


def forget_unconfirmed(now: datetime) -> None:
    """Throws away accounts that were not confirmed in time, and those that only held a name."""
    _NEVER.throw(now - CONFIRMED_WITHIN)


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
        _letters_to(user).delete()
        user.delete()


def _letters_to(user: User) -> QuerySet[Letter]:
    """The letters to somebody; those to his address alone are from before he had an account."""
    to_address = Q(user=None, address__iexact=user.email)
    return Letter.objects.filter(Q(user=user) | to_address).order_by("pk")


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
    data: dict[str, Any] = {
        "account": {
            "address": user.email,
            "name": user.name,
            "time zone": user.zone,
            "quiet hours": [user.quiet_from, user.quiet_to],
            "joined": user.joined_at,
            "address confirmed": user.confirmed_at,
            "last signed in": user.last_login,
            "record open": user.open_record,
            "mail": {wish.removeprefix("mail_"): getattr(user, wish) for wish in wishes},
        },
        "absences": list(user.absences.order_by("first").values("first", "last")),
        "letters": list(_letters_to(user).values("kind", "subject", "body", "sent_at")),
    }
    tried = AccessAttempt.objects.filter(username__iexact=user.email).order_by("pk")
    data["failed sign-ins"] = [
        {"last": each.attempt_time, "times": each.failures_since_start} for each in tried
    ]
    for _, answer in exporting.send(sender=User, user=user):
        data |= dict([cast(tuple[str, Any], answer)])
    return data


def what_stays(*, user: User) -> list[str]:
    """What stays of an account that ends, and under what name: a sentence for each thing."""
    answers = staying.send(sender=User, user=user)
    return [sentence for _, told in answers for sentence in cast(list[str], told)]
