"""Publishing: a board that a worker built becomes an edition, which never changes again."""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.urls import reverse

from legation.atlas.board import board_of
from legation.errors import InputError, StateError
from legation.server.games.models import Game, Seat
from legation.server.site import moment
from legation.server.studio import jobs, shelf
from legation.server.studio.models import BUILD, LONGEST_TITLE, Draft, Edition, Job
from legation.server.studio.packing import unzipped, zipped
from legation.server.studio.shelf import NAME
from legation.variants.load import load


def fresh(draft: Draft) -> Job | None:
    """The build of the draft as it is now, if there is one that can be played."""
    job = jobs.last(draft, BUILD)
    good = job is not None and job.serial == draft.serial and job.result.get("svg")
    return job if good else None


def name_of(draft: Draft, files: bytes) -> str:
    """The name of an edition: of its files, and of a draft that nobody else knows."""
    digest = hashlib.sha256(draft.key.encode() + b"\n" + files).hexdigest()
    return f"studio_{digest[:12]}"


def edition(*, draft: Draft, built: bytes, public: bool) -> Edition:
    """The edition of a draft as it was built, made if it is not there.

    Raises:
        StateError: for an account that has as many editions as one may have.
        LegationError: for files that make no variant.
        Draft.DoesNotExist: for one that was deleted since.
    """
    name = name_of(draft, built)
    files = zipped(unzipped(built), name)
    with transaction.atomic():
        draft = (
            Draft.objects.select_for_update(of=("self",)).select_related("owner").get(pk=draft.pk)
        )
        row = Edition.objects.filter(name=name).first() or _made(draft, name, files)
        if public and row.number is None:
            _room(draft, public)
            highest = draft.editions.aggregate(Max("number"))["number__max"]
            row.number, row.published_at = (highest or 0) + 1, moment.now()
            row.save(update_fields=["number", "published_at"])
    return row


def read_ahead(draft: Draft, built: bytes) -> None:
    """Has this process read what an edition of a draft is to be, while nothing is held for it.

    Raises:
        LegationError: for files that make no variant.
    """
    name = name_of(draft, built)
    with shelf.ahead(name, zipped(unzipped(built), name)):
        load(name)
        board_of(name)


def _made(draft: Draft, name: str, files: bytes) -> Edition:
    unused(Edition.objects.filter(draft=draft, number=None)).delete()
    _room(draft, public=False)
    row = Edition.objects.create(
        maker=draft.owner,
        draft=draft,
        name=name,
        title=draft.title[:LONGEST_TITLE],
        files=files,
        digest=hashlib.sha256(files).hexdigest(),
        made_at=moment.now(),
    )
    load(name)
    board_of(name)  # these raise, and nothing is kept, where it cannot be played
    return row


def _room(draft: Draft, public: bool) -> None:
    """Is there room for an edition more? Of those that are tried in a sandbox none is counted.

    Raises:
        StateError: where there is none.
    """
    many = settings.STUDIO_EDITIONS
    there = Edition.objects.filter(maker=draft.owner, number__isnull=not public)
    if (there if public else played(there)).count() < many:
        return
    if public:
        raise StateError(
            f"you have {many} editions, as many as one may. One that is played with stays;"
            " the others go with their draft."
        )
    raise StateError(
        f"games are played on {many} boards that you have not published, as many as may be:"
        " publish one of them."
    )


def played(editions: QuerySet[Edition]) -> QuerySet[Edition]:
    """Those with which a game is played; a sandbox is none."""
    games = Game.objects.filter(variant=OuterRef("name"), sandbox_of=None)
    return editions.filter(Exists(games))


def unused(editions: QuerySet[Edition]) -> QuerySet[Edition]:
    """Those of which there is no game, held until the transaction is over."""
    held = list(editions.select_for_update().values_list("pk", flat=True))
    games = Game.objects.filter(variant=OuterRef("name"))
    return Edition.objects.filter(pk__in=held).exclude(Exists(games))


def told(row: Edition) -> dict[str, Any]:
    """What a page is told of an edition that was published."""
    return {"edition": row.number, "url": reverse("studio:edition", args=[row.name])}


def clear(draft: Draft) -> None:
    """Throws the sandbox of a draft away; one that somebody else has come to play in is a game."""
    others = Q(user__isnull=False) & ~Q(user=draft.owner_id) | ~Q(postal="")
    shared = Seat.objects.filter(others, game=OuterRef("pk"))
    Game.objects.filter(sandbox_of=draft).exclude(Exists(shared)).delete()
    Draft.objects.filter(pk=draft.pk).update(sandbox=None)


def drop(draft: Draft) -> None:
    """Deletes a draft with its sandbox, and its editions with which no game is played."""
    with transaction.atomic():
        held = Draft.objects.select_for_update().filter(pk=draft.pk).first()
        if held is not None:  # nothing of it is published in this moment
            clear(held)
            unused(Edition.objects.filter(draft=held)).delete()
            held.delete()


@receiver(post_save, sender=Game)
def begun(sender: object, instance: Game, created: bool, **_: object) -> None:
    """A game that is made holds its edition: it is not thrown away in the same moment."""
    del sender
    if created and NAME.fullmatch(instance.variant):
        row = Edition.objects.select_for_update().filter(name=instance.variant).first()
        if row is None:
            raise InputError("this edition was withdrawn by who made it.")
