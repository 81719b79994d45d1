"""The rows of the studio: drafts with their steps, jobs for workers, and editions."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from legation.server.games.models import Game

LONGEST_TITLE, LONGEST_WHAT = 60, 80
WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
BUILD, CHECK, LAB, PUBLISH, SANDBOX = "build", "check", "lab", "publish", "sandbox"
TRIED = "tried"


def _key() -> str:
    return secrets.token_hex(10)


class Draft(models.Model):
    """A variant that somebody is making; nobody else is shown it, and nobody else finds it.

    `serial` counts what was stored, so that no window replaces what it has not
    seen. `document` is the step at `position`, packed; `notes` says what could
    not be taken over from where it was begun. `sandbox` is the game in which it
    is tried; the next one takes its place.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="studio_drafts"
    )
    key = models.CharField(max_length=20, unique=True, default=_key)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    serial = models.PositiveIntegerField(default=1)
    position = models.PositiveIntegerField(default=1)
    places = models.PositiveSmallIntegerField(default=0)
    document = models.BinaryField()
    notes = models.JSONField(default=list)
    sandbox = models.OneToOneField(Game, models.SET_NULL, null=True, related_name="sandbox_of")
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class Step(models.Model):
    """What a draft was at one moment: what undo goes back to, and redo on to."""

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    document = models.BinaryField()
    size = models.PositiveIntegerField()
    what = models.CharField(max_length=LONGEST_WHAT, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["draft", "number"], name="steps_are_numbered")
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.draft_id}"


class Edition(models.Model):
    """A draft as it is played: its files, which never change; `name` is that of the variant.

    `number` is None for one that nobody was given: its maker tries it out.
    Without its maker or its draft it stays as long as a game is played with it.
    """

    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="variants_made"
    )
    draft = models.ForeignKey(Draft, models.SET_NULL, null=True, related_name="editions")
    name = models.CharField(max_length=19, unique=True)
    number = models.PositiveIntegerField(null=True)
    title = models.CharField(max_length=LONGEST_TITLE)
    files = models.BinaryField()
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["draft", "number"], name="draft_editions_are_numbered")
        ]

    def __str__(self) -> str:
        return self.name


class Job(models.Model):
    """What a worker makes of a draft: the board, what a check says, games by bots, an edition.

    Without a draft it is games by bots of a variant as it is on the shelf, under
    the key `tried`. `serial` is the draft's that it was made of. `made` is what came of it beside
    the `result`: a picture or a page, packed. A worker holds it with a lease.
    """

    draft = models.ForeignKey(Draft, models.CASCADE, null=True, related_name="jobs")
    tried = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=8)
    serial = models.PositiveIntegerField()
    wanted = models.JSONField(default=dict)
    state = models.CharField(max_length=8, default=WAITING)
    result = models.JSONField(default=dict)
    made = models.BinaryField(default=bytes)
    files = models.BinaryField(default=bytes)
    asked_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["draft", "kind"],
                condition=Q(state__in=(WAITING, RUNNING)),
                name="one_job_a_kind",
            ),
            models.UniqueConstraint(fields=["tried"], condition=~Q(tried=""), name="tried_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(F("asked_at"), condition=Q(ended_at=None), name="jobs_to_do"),
            models.Index(F("asked_at"), condition=Q(state=FAILED), name="jobs_that_failed"),
        ]

    @property
    def own_draft(self) -> Draft:
        """The draft, of a job that has one."""
        assert self.draft is not None
        return self.draft

    def __str__(self) -> str:
        return f"{self.kind} of {self.tried or self.draft_id}"
