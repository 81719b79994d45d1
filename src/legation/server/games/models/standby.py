"""The rows of standbys: who would take a seat of a game that falls vacant."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Standby(models.Model):
    """Somebody who stands by for a seat, in the order of the rows; for the game master alone.

    He is a user, or the `address` that the game master was given for him.
    `himself`: he has put himself on the list, and so asked for its letters.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="standbys")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="standing_by",
    )
    address = models.EmailField(max_length=254, blank=True)
    himself = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(user__isnull=False),
                name="one_standby_a_user",
            ),
            models.UniqueConstraint(
                fields=["game", "address"],
                condition=~models.Q(address=""),
                name="one_standby_an_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or 'an address'} for {self.game_id}"

    @property
    def called(self) -> str:
        """By what the game master knows him."""
        return self.user.name if self.user else self.address
