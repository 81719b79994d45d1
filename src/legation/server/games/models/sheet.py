"""The rows of sheets, apart from the others: what a page may show of one is asked of `reads`.

Sheets are rows of their own until the phase is processed, so that writing one
never touches the record.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Sheet(models.Model):
    """What a power has written for a phase: the text as typed, and the good orders in it.

    `late` is what was handed in when the phase was closed already: it does not
    count, and is kept for who typed it; `late_at` is when it came, None where
    it was put away. `edition` grows with every change.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="sheets")
    serial = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    typed = models.TextField(blank=True)
    orders = models.JSONField(default=list, blank=True)
    settled = models.BooleanField(default=False)
    edition = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()
    late = models.TextField(blank=True)
    late_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "serial", "power"], name="one_sheet_a_phase")
        ]

    def __str__(self) -> str:
        return f"{self.power} in {self.game_id}, {self.serial}"
