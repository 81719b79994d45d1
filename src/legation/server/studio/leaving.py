"""What of the studio an account can take along, and what stays when it ends."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving, staying
from legation.server.studio import drafts, publishing
from legation.server.studio.models import Draft, Edition
from legation.studio.document import as_data


@receiver(exporting)
def drafts_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """His drafts as they are now."""
    del sender
    return "drafts of variants", [
        {
            "title": row.title,
            "begun": row.made_at,
            "changed": row.changed_at,
            "document": as_data(drafts.document_of(row)),
        }
        for row in Draft.objects.filter(owner=user).order_by("pk")
    ]


@receiver(exporting)
def editions_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The editions that he made; their folders have addresses of their own."""
    del sender
    rows = Edition.objects.filter(maker=user).order_by("pk").defer("files")
    return "editions of variants", [
        {"title": row.title, "name": row.name, "edition": row.number, "made": row.made_at}
        for row in rows
    ]


@receiver(staying)
def played_stay(sender: object, user: User, **_: object) -> list[str]:
    """Editions with which games are played."""
    del sender
    count = publishing.played(Edition.objects.filter(maker=user)).count()
    said = f"{count} edition{'' if count == 1 else 's'} of variants that you made"
    return [f"{said}, with the games that are played with them, without your name."] * bool(count)


@receiver(leaving)
def withdraw(sender: object, user: User, **_: object) -> None:
    """His sandboxes, and editions that nobody plays with, go with their drafts."""
    del sender
    for draft in Draft.objects.filter(owner=user):
        publishing.clear(draft)
    publishing.unused(Edition.objects.filter(maker=user)).delete()
