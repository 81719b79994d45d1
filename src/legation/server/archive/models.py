"""The rows of the archive: who agreed to open a conversation, how far each is open, and notes.

Of a conversation, `number` is that of the last message of the conversation before the game was
over. Should the game go back and end again, with more written by then, nobody
has agreed to that.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from legation.server.games.models import Game
from legation.server.press.models import Thread

LONGEST = 5_000
"""Letters of a note."""


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


class Note(models.Model):
    """What somebody has noted on the phase of this number: a remark for all once he publishes it.

    Until then, and while the game goes on, nobody else is shown it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes")
    number = models.PositiveIntegerField()
    text = models.TextField()
    published = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user", "number"], name="one_note_a_phase")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.number} of {self.game_id}"
