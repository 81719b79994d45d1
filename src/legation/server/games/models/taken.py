"""Where a game stood elsewhere, until it begins here: all its secrets, for `games.taking` only."""

from __future__ import annotations

from django.db import models


class Taken(models.Model):
    """The game that begins when one that is forming starts, as the text of a saved game."""

    game = models.OneToOneField("games.Game", models.CASCADE, related_name="taken")
    text = models.TextField()

    def __str__(self) -> str:
        return f"the beginning of {self.game_id}"
