"""Browsers that are told of what happens, and what waits to be told."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

LONGEST_ENDPOINT = 700


class PushKey(models.Model):
    """What notices are signed with: of the database's own, for browsers know its other half.

    With the key of the site it would change, and no browser would be told any more.
    """

    name = models.CharField(max_length=20, unique=True)
    pem = models.TextField()

    def __str__(self) -> str:
        return self.name


class Browser(models.Model):
    """A browser of somebody's: where notices to it go, and what they are sealed with (RFC 8291)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField(auto_now_add=True)
    failing_since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Notice(models.Model):
    """That something happened in a game: its name, and what kind of thing; one of a kind waits."""

    browser = models.ForeignKey(Browser, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12)
    name = models.CharField(max_length=80)
    path = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["browser", "kind", "path"], name="one_notice_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.path}"
