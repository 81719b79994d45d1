"""Announced absences of an account: which there are, and what may be announced.

What comes of them in a game is a setting of the game (`games.absences`).
"""

from __future__ import annotations

from datetime import date, timedelta

from django.db.models import QuerySet

from legation.errors import InputError
from legation.server.accounts.models import Absence, User
from legation.server.site import moment

LONGEST = timedelta(days=60)
AHEAD = timedelta(days=365)
"""How long ahead of its first day one may be announced."""
MOST = 10
"""Absences that somebody has announced at once."""


def today(user: User) -> date:
    """Which day it is where he is."""
    return user.local(moment.now()).date()


def announced(user: User) -> QuerySet[Absence]:
    """His absences that are not over, the first first."""
    return user.absences.filter(last__gte=today(user)).order_by("first", "pk")


def amiss(user: User, first: date, last: date) -> tuple[str, str] | None:
    """What is wrong with an absence that he would announce: the field, and why; empty for all."""
    if last < today(user):
        return "last", "This day is over."
    if last < first:
        return "last", "The last day is before the first."
    if first - today(user) > AHEAD:
        return "first", "The first day is more than a year ahead."
    if last - first >= LONGEST:
        return "last", f"At most {LONGEST.days} days; then announce it again."
    if announced(user).count() >= MOST:
        return "", f"You have announced {MOST} absences; take one back first."
    return None


def announce(*, user: User, first: date, last: date) -> Absence:
    """Announces an absence from one day to another, both days in it; those that are over go.

    Raises:
        InputError: for one that may not be.
    """
    if wrong := amiss(user, first, last):
        field, why = wrong
        raise InputError(f"{field}: {why}" if field else why)
    user.absences.filter(last__lt=today(user)).delete()
    return Absence.objects.create(user=user, first=first, last=last)
