"""Accounts as an operator reads of them: whose they are, and what they may not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from legation.server.accounts import limits
from legation.server.accounts.models import User
from legation.server.office.models import Suspension

_MOST = 50


@dataclass(frozen=True, slots=True)
class Listed:
    """An account, why it is suspended if it is, and until when wrong passwords have locked it."""

    user: User
    suspension: Suspension | None
    locked: datetime | None

    @property
    def waits(self) -> bool:
        """Was its address never confirmed? One that is suspended counts as confirmed."""
        return not self.user.confirmed_at and self.user.reachable


def accounts(text: str = "") -> list[Listed]:
    """Accounts whose name or address holds a text, the newest first; a page of them."""
    users = User.objects.filter(Q(name__icontains=text) | Q(email__icontains=text))
    return _listed(users.select_related("suspension").order_by("-joined_at")[:_MOST])


def suspended() -> list[Listed]:
    """All accounts that are suspended, the last one first."""
    users = User.objects.filter(suspension__isnull=False)
    return _listed(users.select_related("suspension").order_by("-suspension__since", "-pk"))


def _listed(users: Iterable[User]) -> list[Listed]:
    users = list(users)
    locked = limits.locked(user.email for user in users)
    return [
        Listed(user, getattr(user, "suspension", None), locked.get(user.email.casefold()))
        for user in users
    ]
