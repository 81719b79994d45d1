"""The rows of the archive: who agreed to open a conversation, and how far each is open.

`number` is that of the last message of the conversation before the game was
over. Should the game go back and end again, with more written by then, nobody
has agreed to that.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from legation.server.press.models import Thread


class Consent(models.Model):
    """Somebody who wrote in a conversation agrees to open it; known to himself alone."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="consents")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="consents")
    number = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["thread", "user"], name="one_consent_a_writer")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.thread_id}"


class Opened(models.Model):
    """A conversation that is open, up to a message. It stays open."""

    thread = models.OneToOneField(Thread, models.CASCADE, related_name="opened")
    number = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.thread_id} to {self.number}"
