"""What of press an account can take along. What others were written stays theirs."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting
from legation.server.press.models import Draft, Message


@receiver(exporting)
def press_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """What he wrote, signed, and what he has begun to write."""
    del sender
    written = Message.objects.filter(author=user).select_related("thread__game").order_by("pk")
    begun = Draft.objects.filter(user=user).select_related("game").order_by("pk")
    return "press", [
        *(
            {
                "game": m.thread.game.name,
                "address": m.thread.game.slug,
                "thread": m.thread.key,
                "as": m.sender,
                "sent_at": m.made_at,
                "text": m.text,
            }
            for m in written
        ),
        *(
            {
                "game": d.game.name,
                "address": d.game.slug,
                "thread": d.key,
                "draft_of": d.saved_at,
                "text": d.text,
            }
            for d in begun
        ),
    ]
