"""The rows of how long a game has waited for each of its players who was away."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Deferral(models.Model):
    """A game waits, or has waited, so long for one player; for `games.absences` only."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="deferrals")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField()
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"from {self.since} to {self.until} in {self.game_id}"
