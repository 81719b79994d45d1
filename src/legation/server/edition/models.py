"""The rows of editions: what is signed, which never changes, and what is still being written."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from legation.server.games.models import Game

HEADING, EDITORIAL, ADDRESS = 120, 20_000, 300
"""The longest heading, editorial and address, in letters."""


class Edition(models.Model):
    """An edition as it was signed. Its row is written once; a mistake is mended by another.

    `printed` is what stands in it (`printed.Printed`), `picture` its map, and
    `addresses` how many addresses did, which can be withdrawn (`Stood`). Press
    of `since` to `until` stands in it, and the report of the phases from number
    `first` to `phase`; None for one before the first phase was over.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="editions")
    number = models.PositiveIntegerField()
    signed_at = models.DateTimeField()
    signer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="editions_signed"
    )
    first = models.IntegerField(null=True)
    phase = models.IntegerField(null=True)
    since = models.DateTimeField()
    until = models.DateTimeField()
    corrects = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="corrections"
    )
    printed = models.JSONField()
    picture = models.TextField(blank=True)
    addresses = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="editions_are_numbered")
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.game_id}"


class Draft(models.Model):
    """What the game master has written of the next edition; nobody else is shown it.

    `saves` counts how often it was stored, so that no window replaces what it has not seen.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="edition_draft")
    heading = models.CharField(max_length=HEADING, blank=True)
    editorial = models.TextField(max_length=EDITORIAL, blank=True)
    corrects = models.ForeignKey(
        Edition, models.CASCADE, null=True, blank=True, related_name="drafts"
    )
    saves = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"draft of {self.game_id}"


class Address(models.Model):
    """How a player wishes to be reached, in his own words, in the next editions of a game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="edition_addresses")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="edition_addresses"
    )
    text = models.CharField(max_length=ADDRESS)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user"], name="one_address_a_reader")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"


class Stood(models.Model):
    """An address as it stood in an edition. It is gone, from that page too, when withdrawn."""

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="stood")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="stood")
    label = models.CharField(max_length=90)
    text = models.CharField(max_length=ADDRESS)

    def __str__(self) -> str:
        return f"{self.label} in {self.edition_id}"
