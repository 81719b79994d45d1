"""The rows of votes on more time for a phase; for `games.postpone` only."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Postponement(models.Model):
    """That a power asks for so many minutes more in phase `serial`, and who has agreed: a secret.

    `done`: enough have, and the phase was put off.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="postponements")
    serial = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    minutes = models.PositiveIntegerField()
    agreed = models.JSONField(default=list)
    done = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "serial", "power"], name="asked_once_a_phase")
        ]

    def __str__(self) -> str:
        return f"{self.power} in {self.game_id}, {self.serial}"
