"""What of the studio an account can take along, and what stays when it ends."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from msgspec import Raw, json

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving, staying
from legation.server.studio import drafts, publishing
from legation.server.studio.models import BUILD, PUBLISH, SANDBOX, Draft, Edition
from legation.studio.document import as_data


@receiver(exporting)
def drafts_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """His drafts as they are now; of what they were, and what was made of them, where it is."""
    del sender
    ways = ("kind", "asked_at", "began_at", "ended_at", "wanted", "state", "result")
    return "drafts of variants", [
        {
            "title": row.title,
            "begun": row.made_at,
            "changed": row.changed_at,
            "document": as_data(drafts.document_of(row)),
            "steps": list(row.steps.order_by("number").values("number", "what", "at")),
            "jobs": list(row.jobs.order_by("pk").values(*ways)),
            "all of it": reverse("studio:kept", args=[row.key]),
        }
        for row in Draft.objects.filter(owner=user).order_by("pk")
    ]


def kept_of(row: Draft) -> Iterator[tuple[str, bytes]]:
    """A file for each step of a draft, and those that were made of it, one after the other.

    All steps at once, unpacked, may be a hundred megabytes.
    """
    for step in row.steps.order_by("number").iterator(chunk_size=10):
        told = {"number": step.number, "what": step.what, "at": step.at}
        told["document"] = Raw(zlib.decompress(bytes(step.document)))
        yield f"steps/{step.number:04}.json", json.encode(told)
    for job in row.jobs.order_by("pk").iterator(chunk_size=1):
        name = f"made/{job.pk}-{job.kind}"
        if job.made:
            end = "svg" if job.kind in (BUILD, PUBLISH, SANDBOX) else "html"
            yield f"{name}.{end}", zlib.decompress(bytes(job.made))
        if job.files:
            yield f"{name}.zip", bytes(job.files)


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
