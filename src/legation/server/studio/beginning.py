"""The ways to begin a draft: with nothing, with a copy of a game, or with a file."""

from __future__ import annotations

from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from legation.errors import InputError
from legation.server.accounts.limits import spend
from legation.server.accounts.models import User
from legation.server.lobby.catalogue import card_of
from legation.server.studio import drafts
from legation.server.studio.doors import is_shut
from legation.server.studio.models import Draft
from legation.studio import limits
from legation.studio.document import empty, read
from legation.studio.taken import of
from legation.variants.find import folder

NOTHING, COPY, FILE = "nothing", "copy", "file"
_MANY, _DAY = 60, timedelta(days=1)
_SAID = "You have begun as many drafts today as one account may."
_SECONDS, _MEGABYTES = 30, 1000
_AT_ONCE, _PATIENCE = BoundedSemaphore(2), 4.0


def begin(*, user: User, way: str, game: str, file: UploadedFile[Any] | None) -> Draft:
    """A new draft, as its designer wishes to begin.

    Raises:
        LegationError: for a way, a game or a file that is none; the message says which.
        OverError: for an account that has begun very many today.
    """
    spend("studio-begun", str(user.pk), _MANY, _DAY, _SAID)
    if way == NOTHING:
        return drafts.begin(user=user, document=empty(), notes=[], what="Begun with nothing")
    if way == COPY:
        card = card_of(game)
        if card is None or is_shut(user, card.name):
            raise InputError(f'there is no game "{game[:40]}": choose one of the list.')
        document, notes = of(folder(card.name))
        what = f"Begun with a copy of {card.title}"
        return drafts.begin(user=user, document=document, notes=list(notes), what=what)
    if way != FILE:
        raise InputError("choose how to begin: with nothing, a copy of a game, or a file.")
    if file is None or not file.name:
        raise InputError("choose a file: a zip of a folder, or a map of another program.")
    asked = (file.name, file.read())
    if not _AT_ONCE.acquire(timeout=_PATIENCE):
        raise limits.BusyError("others bring files just now; try again in a moment")
    try:
        came = limits.run("legation.studio.brought:brought", asked, _SECONDS, _MEGABYTES)
    finally:
        _AT_ONCE.release()
    found, notes = came["document"], came["notes"]
    what = f"Begun with {file.name}"
    return drafts.begin(user=user, document=read(found), notes=list(notes), what=what)
