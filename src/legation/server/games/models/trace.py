"""The rows of what a game master did with the sheet of another: its power reads them, and he."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

OPENED, RECEIVED, ENTERED, REFUSED, AHEAD, LIFTED = (
    *("opened", "received", "entered", "refused", "ahead", "lifted"),
)
WAYS = {
    "post": "by post",
    "telephone": "by telephone",
    "hand": "by hand",
    "mail": "by e-mail",
}
"""How orders come to a game master, and how that is said."""


class Trace(models.Model):
    """An act of the game master on the sheet of a power, in the phase `serial`.

    `edition` is what the sheet was after he entered it; while nobody else has
    changed it, the same row tells the next time. Of what was refused `said` has
    the reason, and `typed` keeps what he typed: for him alone.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="traces")
    serial = models.PositiveIntegerField()
    phase = models.CharField(max_length=60, blank=True)
    power = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    actor = models.CharField(max_length=40)
    kind = models.CharField(max_length=8)
    way = models.CharField(max_length=12, blank=True)
    edition = models.PositiveIntegerField(default=0)
    said = models.CharField(max_length=500, blank=True)
    typed = models.TextField(blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "serial", "power"], name="traces_of_a_sheet")
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.power} in {self.game_id}, {self.serial}"
