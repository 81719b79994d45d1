"""The rows of respites: more time that the game master gave to one power, for one phase."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Respite(models.Model):
    """The sheet of a power is taken so long before the end of phase `serial`, and no longer.

    It is counted from the end of the phase, so that a clock that is stopped, or
    time that was lost, moves it along. Whose it is, his power and the game
    master are told alone.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="respites")
    serial = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    before = models.DurationField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "serial", "power"], name="one_respite_a_sheet")
        ]

    def __str__(self) -> str:
        return f"{self.power} in {self.game_id}, {self.serial}"
