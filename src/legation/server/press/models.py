"""The rows of press: threads by the set of their members, messages, drafts, marks of reading.

No address and no page shows the number of a row: how many there are would tell
how much others write to each other.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models

from legation.server.games.models import Game

LONGEST = 10_000
"""Letters of a message."""


def new_code() -> str:
    """The name of a message on a page: not to be guessed, and in no order."""
    return secrets.token_hex(8)


class Custom(models.Model):
    """What is usual for the press of one game, fixed when it begins.

    `heirs_read`: who takes over a seat reads what its power wrote and was
    written before. `grey_told`: the game master is shown who writes unsigned.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="press_custom")
    heirs_read = models.BooleanField(default=True)
    grey_told = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"press of {self.game_id}"


class Thread(models.Model):
    """All that was written among the same members; `key` names them, see `members`."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="threads")
    key = models.CharField(max_length=200)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "key"], name="one_thread_a_circle")
        ]

    def __str__(self) -> str:
        return f"{self.key} in {self.game_id}"


class Message(models.Model):
    """A message. Of an unsigned one nothing is kept that says who wrote it, see `Custom`.

    `token` is a mark of its sending, so that sending it twice writes it once.
    """

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="messages")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    number = models.PositiveIntegerField()
    sender = models.CharField(max_length=40, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="messages"
    )
    text = models.TextField()
    phase = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField()
    token = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["thread", "number"], name="messages_are_counted")
        ]

    def __str__(self) -> str:
        return self.code


class ReadMark(models.Model):
    """Up to which message somebody has read a thread."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="read_marks")
    number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["thread", "user"], name="one_mark_a_reader")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.number}"


class Draft(models.Model):
    """What somebody has begun to write; `token` is the one that it will be sent with."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    key = models.CharField(max_length=200)
    text = models.TextField()
    token = models.CharField(max_length=64, blank=True)
    saved_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user", "key"], name="one_draft_a_thread")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.key}"


class Aside(models.Model):
    """What somebody keeps to himself of a member or a thread (`about`): a note, and if it is muted.

    It is the user's and not his power's.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="asides")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="asides")
    about = models.CharField(max_length=200)
    note = models.TextField(blank=True)
    muted = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user", "about"], name="one_aside_a_thread")
        ]

    def __str__(self) -> str:
        return f"{self.about} for {self.user_id}"


class Block(models.Model):
    """Somebody does not want to read what a power of a game writes, as long as this user plays it.

    Of an `author` whose account is gone the letters without author are meant.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="press_blocks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    member = models.CharField(max_length=40)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="blocked_by"
    )
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "user", "member", "author"], name="one_block_a_writer"
            )
        ]

    def __str__(self) -> str:
        return f"{self.member} for {self.user_id}"


class Report(models.Model):
    """A message that somebody has reported, with its text as he read it.

    `by` and `sender` are as whom he reports and who wrote it, as the game names
    them, of a remark as the archive does. `to_master`: the game master is to look
    at it, else who runs the site.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="press_reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="press_reports"
    )
    by = models.CharField(max_length=40, blank=True)
    sender = models.CharField(max_length=200, blank=True)
    code = models.CharField(max_length=16)
    text = models.TextField()
    note = models.TextField(blank=True)
    to_master = models.BooleanField()
    made_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["reporter", "code"], name="one_report_a_message")
        ]

    def __str__(self) -> str:
        return f"{self.code} in {self.game_id}"
