"""Whether what is stored of the studio can be read: asked of a backup that is verified."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator

from legation.errors import LegationError
from legation.server.studio.models import Draft, Edition, Step
from legation.server.studio.packing import unpacked


def lost(alias: str) -> Iterator[str]:
    """What of a database cannot be used: editions that were changed, drafts that are torn."""
    for edition in Edition.objects.using(alias).order_by("pk").iterator(chunk_size=10):
        if hashlib.sha256(edition.files).hexdigest() != edition.digest:
            yield f"The edition {edition.name}: its files are not what was published."
    for draft in Draft.objects.using(alias).order_by("pk").iterator(chunk_size=10):
        if not _whole(draft.document):
            yield f"Draft {draft.pk} of a variant: it cannot be read."
    for step in Step.objects.using(alias).order_by("pk").iterator(chunk_size=10):
        if not _whole(step.document):
            yield f"Draft {step.draft_id} of a variant: its step {step.number} cannot be read."


def _whole(document: bytes | memoryview) -> bool:
    try:
        unpacked(document)
    except (LegationError, ValueError, zlib.error):
        return False
    return True
