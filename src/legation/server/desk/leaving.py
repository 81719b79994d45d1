"""What of the desk an account can take along: the questions that he asked."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting
from legation.server.desk.models import Ruling


@receiver(exporting)
def questions_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """His questions to game masters."""
    del sender
    found = Ruling.objects.filter(author=user).select_related("game").order_by("pk")
    return "questions", [
        {"game": r.game.name, "as": r.power, "asked_at": r.asked_at, "question": r.question}
        for r in found
    ]
