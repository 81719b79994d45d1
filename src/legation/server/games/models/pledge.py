"""The rows of pledges: what everybody was told when a phase closed, and the secret half of it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Pledge(models.Model):
    """A pledge of a game (`table.proof.pledges`), and what it commits to.

    `text` is public; `sha256` is its hash. `acts` and `told` say how much of
    the phase record `serial` it is about. `secret` holds the salts and the
    texts of its parts, packed (`games.pledges`): for services only. `who` did
    what it is about, where it is a correction: it goes with his account.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="pledges")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    serial = models.PositiveIntegerField()
    acts = models.PositiveIntegerField()
    told = models.PositiveIntegerField()
    text = models.TextField()
    sha256 = models.CharField(max_length=71)
    secret = models.BinaryField()
    who = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="pledges_are_counted")
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.game_id}"
