"""What operators did, and whom and what they have stopped."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from legation.server.games.models import Game

LONGEST_WHY = 300


class Act(models.Model):
    """One act of an operator, as everybody may read it."""

    made_at = models.DateTimeField()
    said = models.CharField(max_length=200)
    why = models.CharField(max_length=LONGEST_WHY, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.said


class Suspension(models.Model):
    """An account that may not be used for now."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="suspension")
    since = models.DateTimeField()
    why = models.CharField(max_length=LONGEST_WHY)

    def __str__(self) -> str:
        return self.why


class Stopped(models.Model):
    """A game whose clock was stopped with that of the whole site, to go on with it."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return str(self.game)
