"""Questions to a game master, and his rulings; seats and places that are offered by mail."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from legation.server.games.models import Game, Holding
from legation.server.games.models.standby import Standby

LONGEST = 4000
"""Letters of a question, and of an answer."""


def new_code() -> str:
    """The name of a ruling on a page: not to be guessed, and in no order."""
    return secrets.token_hex(8)


def new_key() -> str:
    """The key to a seat that is on offer."""
    return secrets.token_urlsafe(32)


class Ruling(models.Model):
    """What a power asks, and what it is answered.

    `told` is the question as everybody reads it, in the game master's words,
    where the answer is published; empty where it is not.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="rulings")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    power = models.CharField(max_length=40)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="questions"
    )
    question = models.TextField()
    phase = models.CharField(max_length=60)
    asked_at = models.DateTimeField()
    answer = models.TextField(blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    told = models.TextField(blank=True)
    told_at = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return self.code


class Offer(models.Model):
    """A seat offered to a mail address. It is void when the seat has changed hands meanwhile.

    `code` is in the letter and nowhere else. Whether an account has the
    address is not looked up. `standby` is who stood by, where it is offered to
    him: of a user the game master reads the name, `whom`, and not the address.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="offers")
    code = models.CharField(max_length=43, unique=True, default=new_key)
    power = models.CharField(max_length=40)
    address = models.EmailField(max_length=254)
    holding = models.ForeignKey(Holding, models.CASCADE, related_name="offers")
    standby = models.ForeignKey(
        Standby, models.SET_NULL, null=True, blank=True, related_name="offers"
    )
    whom = models.CharField(max_length=254, blank=True)
    made_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.power} in {self.game_id}"


class Invitation(models.Model):
    """A place in a game that has not begun, for whoever opens its letter, once.

    `power` is settled with it, where the game master says so. `code` is in the
    letter, and on the page of who wrote it. `user` is who took it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=43, unique=True, default=new_key)
    address = models.EmailField(max_length=254)
    power = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations_taken",
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                models.F("game"), Lower("address"), name="one_invitation_an_address"
            )
        ]

    def __str__(self) -> str:
        return f"{self.power or 'a place'} in {self.game_id}"


def new_secret() -> str:
    """What keys the marks of `Unasked`."""
    return secrets.token_hex(32)


class MarkKey(models.Model):
    """What keys the marks of `Unasked`: of the database's own, so that it stays with them.

    With the key of the site they would all be lost when that is changed.
    """

    name = models.CharField(max_length=20, unique=True)
    secret = models.CharField(max_length=64, default=new_secret)

    def __str__(self) -> str:
        return self.name


class Unasked(models.Model):
    """An address to which nobody may write who is not asked to: a keyed hash of it alone."""

    mark = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return self.mark
