"""A letter that waits to be sent, or was."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

ACCOUNT = "account"
KINDS = (ACCOUNT, "phase", "press", "deadline", "votes", "end", "game")
"""What letters are about. `account` and `game` are written to whom they concern, unasked."""


class Letter(models.Model):
    """A letter. `key` makes it the only one of what it tells; who knows it has sent it."""

    key = models.CharField(max_length=120, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="letters"
    )
    address = models.EmailField(max_length=254, blank=True)
    kind = models.CharField(max_length=12)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    failed = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(sent_at=None, failed=False),
                name="letters_to_send",
            ),
            models.Index(
                fields=["sent_at"],
                condition=models.Q(sent_at__isnull=False),
                name="letters_by_age",
            ),
            models.Index(
                fields=["due_at"], condition=models.Q(failed=True), name="letters_refused"
            ),
        ]

    def __str__(self) -> str:
        return self.key
