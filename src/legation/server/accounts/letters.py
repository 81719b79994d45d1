"""Letters about accounts. Each is the same whether or not there was an account before."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator, default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.accounts.onward import with_next
from legation.server.post.models import Letter
from legation.server.post.outbox import post
from legation.server.site import moment

_DAY = timedelta(days=1)
_WARNINGS = "account-warning"


class _Confirmation(PasswordResetTokenGenerator):
    """Tokens that confirm an address; one is void when it has been used."""

    key_salt = "legation.server.accounts.confirm"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.confirmed_at}"


confirmation = _Confirmation()


def write(
    address: str,
    subject: str,
    body: str,
    user: User | None = None,
    budget: str = "account-mail",
) -> None:
    """Puts a letter about an account into the outbox; beyond a day's budget it is not written.

    Of that there is no word: it would tell what the address has, or was sent.
    What anybody can cause and what its owner alone can have budgets apart, so
    that nobody keeps a warning from him.
    """
    if allowed(budget, address, settings.ACCOUNT_LETTERS, _DAY):
        put(address, subject, body, user)


def put(
    address: str,
    subject: str,
    body: str,
    user: User | None = None,
    key: str = "",
    goes: bool = True,
) -> None:
    """Puts a letter into the outbox of which its writer has kept the budget.

    `key` is for who asks later whether it came back, or takes it back. One that
    does not go is stored as one that went, empty: its writer does not find out.
    """
    now = moment.now()
    letter = Letter(
        key=f"account:{key or uuid.uuid4()}",
        user=user,
        address=address,
        kind="account",
        subject=subject,
        body=body if goes else "",
        made_at=now,
        due_at=now,
        sent_at=None if goes else now,
    )
    post([letter])


def call_back(*keys: str) -> None:
    """Forgets letters that have not gone yet, also one that was tried and waits to be again.

    One that is being sent at this moment may go all the same.
    """
    Letter.objects.filter(key__in=[f"account:{key}" for key in keys], sent_at=None).delete()


def link(name: str, user: User, token: str) -> str:
    """The address of a page that only the reader of a letter can open."""
    number = urlsafe_base64_encode(force_bytes(user.pk))
    return settings.SITE_URL + reverse(name, args=[number, token])


def to_confirm(user: User, onward: str = "") -> None:
    """Asks a new user to confirm his address; the page leads `onward`, on whichever device."""
    there = with_next(link("confirm", user, confirmation.make_token(user)), onward)
    body = (
        "Somebody signed up with this address. If it was you, open this page within a day, and"
        f" choose your name and your password there:\n\n{there}\n\n"
        "If it was not you, there is nothing to do: nobody else can open the page, and nobody has"
        " an account with your address before it was opened.\n"
    )
    write(user.email, "Confirm your address", body, user)


def already_there(user: User, onward: str = "") -> None:
    """Tells somebody that his address was used to sign up once more, and where to go `onward`."""
    there = settings.SITE_URL + reverse("reset")
    sign_in = with_next(settings.SITE_URL + reverse("sign-in"), onward)
    body = (
        f"Somebody signed up with this address. You have an account already, {user.name}."
        f" Sign in with it:\n\n{sign_in}\n\n"
        f"If you have lost your password, choose another one here:\n\n{there}\n\n"
        "If it was not you, there is nothing to do.\n"
    )
    write(user.email, "You have an account", body, user)


def to_reset(user: User) -> None:
    """Sends the page on which a lost password is replaced."""
    there = link("reset-confirm", user, default_token_generator.make_token(user))
    body = (
        f"To choose another password, {user.name}, open this page within a day:\n\n{there}\n\n"
        "It ends all other sessions and all tokens of your account. If it was not you who asked,"
        " there is nothing to do.\n"
    )
    write(user.email, "Another password", body, user)


def not_there(address: str) -> None:
    """Tells somebody who asked for another password that his address has no account."""
    body = (
        "Somebody asked for another password, and gave this address. It has no account at"
        f" {settings.SITE_URL}/, so that there is none to change; perhaps you signed up with"
        " another address.\n\nIf it was not you, there is nothing to do.\n"
    )
    write(address, "Another password", body)


def token_made(user: User, does: Sequence[str], ends_at: datetime) -> None:
    """Tells somebody that a program can speak for him from now on, for what, and until when."""
    there = settings.SITE_URL + reverse("api:tokens")
    until = user.local(ends_at).strftime("%-d %B %Y")
    body = (
        f"A token for programs was made in your account, {user.name}. Until {until}, whoever has it"
        f" can in your name {', '.join(does)}.\n\n"
        f"If it was not you, revoke it here, and choose another password:\n\n{there}\n"
    )
    write(user.email, "A token was made", body, user, _WARNINGS)


def password_changed(user: User) -> None:
    """Tells somebody that his password is another now."""
    there = settings.SITE_URL + reverse("reset")
    body = (
        f"Your account, {user.name}, has another password. All other sessions and all tokens for"
        " programs have ended.\n\n"
        f"If it was not you, take your account back by choosing one yourself:\n\n{there}\n"
    )
    write(user.email, "Your password was changed", body, user, _WARNINGS)


def suspended(user: User, why: str) -> None:
    """Tells somebody that his account may not be used for now, and why."""
    body = (
        f"Your account on {settings.SITE_URL}, {user.name}, was suspended by who runs the site:\n\n"
        f"{why}\n\nYour seats and games stay as they are. It stands in the log of the site:\n\n"
        f"{settings.SITE_URL}{reverse('office-log')}\n"
    )
    write(user.email, "Your account was suspended", body, user, _WARNINGS)


def reinstated(user: User) -> None:
    """Tells somebody that his account may be used again."""
    body = (
        f"Your account on {settings.SITE_URL}, {user.name}, may be used again. Your password is"
        " what it was; tokens for programs have to be made anew.\n"
    )
    write(user.email, "Your account may be used again", body, user, _WARNINGS)


def renamed(user: User, why: str) -> None:
    """Tells somebody that he was given another name."""
    body = (
        f"Who runs {settings.SITE_URL} has given your account the name {user.name}:\n\n{why}\n\n"
        f"You can choose another one: {settings.SITE_URL}{reverse('profile')}\n"
    )
    write(user.email, "You have another name", body, user, _WARNINGS)
