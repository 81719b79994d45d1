"""What operators' acts are to an account that is taken along, and what of them ends with it."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving
from legation.server.office.models import Act, Suspension

_GONE = "An account that is gone"
_SENTENCES = (
    ("The account {} was suspended.", f"{_GONE} was suspended."),
    ("The account {} was let in again.", f"{_GONE} was let in again."),
    ("An account was given the name {}.", "An account that is gone was given another name."),
)
"""What the log says of an account (`acts`), and what it says when that is gone."""


@receiver(exporting)
def suspension_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """That he is suspended, since when and why."""
    del sender
    suspensions = Suspension.objects.filter(user=user)
    return "suspended", [{"since": each.since, "why": each.why} for each in suspensions]


@receiver(leaving)
def forget_name(sender: object, user: User, **_: object) -> None:
    """The log of the site goes on to say that something was done, and no longer to whom."""
    del sender
    for said, then in _SENTENCES:
        Act.objects.filter(said=said.format(user.name)).update(said=then)
