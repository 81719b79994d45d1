"""What of press an account can take along. What others were written stays theirs."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, staying
from legation.server.press.models import Aside, Block, Draft, Message, ReadMark, Report


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


@receiver(exporting)
def guards_of(sender: object, user: User, **_: object) -> tuple[str, dict[str, Any]]:
    """Whom he has blocked, what he has reported, and the threads that he has read."""
    del sender
    blocks = Block.objects.filter(user=user).select_related("game").order_by("pk")
    reports = Report.objects.filter(reporter=user).select_related("game").order_by("pk")
    marks = ReadMark.objects.filter(user=user).select_related("thread__game").order_by("pk")
    return "reading", {
        "blocked": [{"game": b.game.name, "power": b.member, "since": b.made_at} for b in blocks],
        "reported": [
            {
                "game": r.game.name,
                "as": r.by,
                "of": r.sender,
                "text": r.text,
                "note": r.note,
                "to": "the game master" if r.to_master else "who runs the site",
                "made_at": r.made_at,
            }
            for r in reports
        ],
        "read": [{"game": m.thread.game.name, "thread": m.thread.key} for m in marks],
    }


@receiver(exporting)
def asides_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """What he noted of powers and threads, and which he has muted."""
    del sender
    rows = Aside.objects.filter(user=user).select_related("game").order_by("pk")
    return "press notes", [
        {"game": a.game.name, "about": a.about, "note": a.note, "muted": a.muted} for a in rows
    ]


@receiver(staying)
def written(sender: object, user: User, **_: object) -> list[str]:
    """Letters that others were written."""
    del sender
    count = Message.objects.filter(author=user).count()
    told = []
    if count:
        letters = f"{count} message{'' if count == 1 else 's'} of press"
        told.append(f"{letters}, with those who got them, signed by the power.")
    if Report.objects.filter(reporter=user).exists():
        told.append("What you have reported, without your name.")
    return told
