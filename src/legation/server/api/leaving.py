"""What of tokens an account can take along, their names; and that they end with its password."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, relocked
from legation.server.api.models import Token


@receiver(exporting)
def tokens_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The names of his tokens; the tokens themselves nobody has but he."""
    del sender
    own = Token.objects.filter(user=user).order_by("pk")
    fields = ("name", "scopes", "made_at", "ends_at", "used_on")
    return "tokens", [{name: getattr(token, name) for name in fields} for token in own]


@receiver(relocked)
def end_tokens(sender: object, user: User, **_: object) -> None:
    """Who made them may not be who chose the password."""
    del sender
    Token.objects.filter(user=user).delete()
