"""What its designer does with a draft: begins it, saves it, goes back and forth, throws it away."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.site import moment
from legation.server.studio.models import LONGEST_WHAT, Draft, Step
from legation.server.studio.packing import packed, unpacked
from legation.studio.document import Document

MOST_STEPS, MOST_BYTES = 200, 4_000_000
"""How many steps of a draft are kept, and packed how large they may be together."""


class StaleError(StateError):
    """The draft was changed elsewhere since; `draft` is what it is now."""

    def __init__(self, draft: Draft) -> None:
        super().__init__("this draft was changed in another window; that is what it is now.")
        self.draft = draft


_NOTES = 200
"""Notes that are kept of what a draft began with; a file can be wrong in every line."""


def begin(*, user: User, document: Document, notes: list[str], what: str) -> Draft:
    """A new draft.

    Raises:
        StateError: for a user who has as many as one may have.
    """
    data, now = packed(document), moment.now()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # counted one after the other
        if Draft.objects.filter(owner=user).count() >= settings.STUDIO_DRAFTS:
            many = settings.STUDIO_DRAFTS
            raise StateError(f"you have {many} drafts, as many as one may: delete one first.")
        row = Draft(owner=user, notes=[each[:300] for each in notes[:_NOTES]], made_at=now)
        _put(row, document, data, now)
        row.save()
        _step(row, data, what, now)
    return row


def save(*, draft: Draft, serial: int, document: Document, what: str = "") -> Draft:
    """The draft as it was changed in a window that has seen `serial`.

    Raises:
        StaleError: where it was changed elsewhere since.
    """
    data, now = packed(document), moment.now()
    with transaction.atomic():
        row = _seen(draft, serial)
        if bytes(row.document) == data:
            return row
        row.steps.filter(number__gt=row.position).delete()
        row.position += 1
        row.serial += 1
        _put(row, document, data, now)
        row.save()
        _step(row, data, what, now)
        _forget(row)
    return row


def go(*, draft: Draft, serial: int, by: int = 0, to: int | None = None) -> Draft:
    """The draft a step back, or forth, or as the step `to` has it; the same where there is none.

    The steps after it stay until the draft is changed.

    Raises:
        StaleError: where it was changed elsewhere since.
    """
    with transaction.atomic():
        row = _seen(draft, serial)
        step = row.steps.filter(number=row.position + by if to is None else to).first()
        if step is None:
            return row
        row.position = step.number
        row.serial += 1
        _put(row, unpacked(step.document), bytes(step.document), moment.now())
        row.save()
    return row


def ways(draft: Draft) -> dict[str, bool]:
    """Is there a step to go back to, and one to go forth to?"""
    numbers = draft.steps.filter(number__in=(draft.position - 1, draft.position + 1))
    there = set(numbers.values_list("number", flat=True))
    return {"undo": draft.position - 1 in there, "redo": draft.position + 1 in there}


def steps(draft: Draft) -> list[Step]:
    """What was done to a draft, the newest first, without what it was then."""
    return list(draft.steps.order_by("-number").defer("document"))


def document_of(draft: Draft) -> Document:
    """What the draft is now."""
    return unpacked(draft.document)


def _seen(draft: Draft, serial: int) -> Draft:
    """The draft, held; it is what the window has seen."""
    row = Draft.objects.select_for_update().get(pk=draft.pk)
    if row.serial != serial:
        raise StaleError(row)
    return row


def _put(row: Draft, document: Document, data: bytes, now: datetime) -> None:
    row.document, row.changed_at = data, now
    row.title = document.title
    row.places = len(document.places)


def _step(row: Draft, data: bytes, what: str, now: datetime) -> None:
    Step.objects.create(
        draft=row,
        number=row.position,
        document=data,
        size=len(data),
        what=what[:LONGEST_WHAT],
        at=now,
    )


def _forget(row: Draft) -> None:
    """Throws the oldest steps away where there are too many, or too large ones."""
    held, sizes = 0, row.steps.order_by("-number").values_list("number", "size")
    for count, (number, size) in enumerate(sizes):
        held += size
        if count and (count >= MOST_STEPS or held > MOST_BYTES):
            row.steps.filter(number__lte=number).delete()
            return
