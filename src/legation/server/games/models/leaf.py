"""The rows of records: a phase of a game is a row, so that a record grows by what a phase adds."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Leaf(models.Model):
    """One phase record of a game, as the line of a saved game that it is (`table.saving.save`).

    `index` is its place in the record. The last is the phase that is open, and
    is written anew by what is done in it; those before it are never changed.
    For `games.records` only.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="leaves")
    index = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        verbose_name_plural = "leaves"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "index"], name="one_leaf_a_phase")
        ]

    def __str__(self) -> str:
        return f"{self.index} of {self.game_id}"
