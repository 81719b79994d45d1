"""What of the archive an account can take along. It ends with the account."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting
from legation.server.archive.models import Consent, Note


@receiver(exporting)
def consents_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The conversations that he agreed to open."""
    del sender
    rows = Consent.objects.filter(user=user).select_related("thread__game").order_by("pk")
    return "agreed to open", [
        {"game": row.thread.game.name, "thread": row.thread.key} for row in rows
    ]


@receiver(exporting)
def notes_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """What he noted on phases, published or not."""
    del sender
    rows = Note.objects.filter(user=user).select_related("game").order_by("pk")
    return "notes", [
        {"game": row.game.name, "phase": row.number, "text": row.text, "published": row.published}
        for row in rows
    ]
