"""The rows of a game. Its record is the authority; the rest is what the record is not for.

A record is a head in the row of its game, and a leaf for each phase
(`models.leaf`); `games.records` writes and reads them. What happens in a game
is told by events without content: who is told fetches what he may see.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

import legation.server.games.models.deferral
import legation.server.games.models.later
import legation.server.games.models.leaf
import legation.server.games.models.pledge
import legation.server.games.models.postponement
import legation.server.games.models.respite
import legation.server.games.models.sheet
import legation.server.games.models.standby
import legation.server.games.models.taken
import legation.server.games.models.trace  # noqa: F401
from legation.server.games.time import Times

FORMING, RUNNING, PAUSED, FINISHED = "forming", "running", "paused", "finished"
STATES = (FORMING, RUNNING, PAUSED, FINISHED)
OF_RECORD = ("version", "head", "so_far")
"""What a row has that changes with all of its record: also with what is hidden in it."""

OPEN, BY_LINK, BY_PASSWORD = "open", "link", "password"
ACCESS = (OPEN, BY_LINK, BY_PASSWORD)

FULL, AT_TIME, BY_HAND = "full", "time", "hand"
STARTS = (FULL, AT_TIME, BY_HAND)

HOLD, BOT, SUBSTITUTE, DISORDER = "hold", "bot", "substitute", "disorder"
POLICIES = (HOLD, BOT, SUBSTITUTE, DISORDER)

ALL_PRESS, PUBLIC_PRESS, NO_PRESS = "all", "public", "none"
PRESS = (ALL_PRESS, PUBLIC_PRESS, NO_PRESS)

ANYBODY, MASTER_SAYS, NOBODY = "anybody", "master", "nobody"
REPLACERS = (ANYBODY, MASTER_SAYS, NOBODY)

IGNORED, TOLD, DEFERRED = "ignored", "told", "deferred"
ABSENCES = (IGNORED, TOLD, DEFERRED)

NO_VOTE, MAJORITY, ALL_AGREE = "none", "majority", "all"
AGREEING = (NO_VOTE, MAJORITY, ALL_AGREE)

REMINDER, DUE, START = "reminder", "due", "start"
EVERYBODY, MASTER = "", "gm"


def new_slug() -> str:
    """The public name of a game in addresses: not to be guessed, easy to read out."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


def new_token() -> str:
    """What opens a private game: 128 bits."""
    return secrets.token_urlsafe(16)


def _choices(words: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(word, word) for word in words]


class Game(models.Model):
    """A game of a variant, from when somebody offers it.

    `serial` is the index of the open phase in the record: unlike the number of
    the phase it never comes twice, whatever is rolled back. `version` counts
    the changes of the record. `due` is when the phase ends, as told to all; at
    its end it waits for so long for those alone who were given more time
    (`games.respites`). `lost` how much of the time that was lost its times have been given, see
    `games.lost`.
    """

    slug = models.CharField(max_length=16, unique=True, default=new_slug)
    name = models.CharField(max_length=80)
    variant = models.CharField(max_length=200)
    options = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=8, choices=_choices(STATES), default=FORMING)
    made_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    head = models.TextField(blank=True)  # of its record, empty until it begins
    version = models.PositiveIntegerField(default=0)
    serial = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=60, blank=True)
    phase_kind = models.CharField(max_length=12, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    waits = models.DurationField(null=True, blank=True)
    time_left = models.DurationField(null=True, blank=True)  # while paused
    lost = models.DurationField(default=timedelta(0))
    extended = models.IntegerField(default=-1)  # serial of the phase that had its extension
    ending = models.CharField(max_length=30, blank=True)
    winners = models.JSONField(default=list, blank=True)

    movement_minutes = models.PositiveIntegerField(null=True, blank=True)
    retreat_minutes = models.PositiveIntegerField(null=True, blank=True)
    adjustment_minutes = models.PositiveIntegerField(null=True, blank=True)
    grace_minutes = models.PositiveIntegerField(default=0)
    fixed_time = models.TimeField(null=True, blank=True)
    zone = models.CharField(max_length=64, default="UTC")
    weekends_off = models.BooleanField(default=False)
    when_ready = models.BooleanField(default=True)
    held = models.BooleanField(default=False)  # the game master lets no phase end early

    missed = models.CharField(max_length=12, choices=_choices(POLICIES), default=HOLD)
    absences = models.CharField(max_length=8, choices=_choices(ABSENCES), default=IGNORED)
    postpone = models.CharField(max_length=8, choices=_choices(AGREEING), default=NO_VOTE)
    away_days = models.PositiveSmallIntegerField(default=28)  # a player and year of play
    press = models.CharField(max_length=8, choices=_choices(PRESS), default=ALL_PRESS)
    grey = models.BooleanField(default=False)
    anonymous = models.BooleanField(default=False)
    awaited = models.BooleanField(default=False)  # all see who is not ready
    advice = models.BooleanField(default=False)  # of bots, while it runs
    sealed = models.BooleanField(default=True)  # before a phase closes: see games.promise
    access = models.CharField(max_length=8, choices=_choices(ACCESS), default=OPEN)
    token = models.CharField(max_length=32, default=new_token)
    password = models.CharField(max_length=128, blank=True)
    replacers = models.CharField(max_length=8, choices=_choices(REPLACERS), default=ANYBODY)
    starts = models.CharField(max_length=8, choices=_choices(STARTS), default=FULL)
    start_at = models.DateTimeField(null=True, blank=True)
    fill_bot = models.CharField(max_length=40, blank=True)
    master = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="mastered"
    )
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="made"
    )

    asked = models.JSONField(null=True, blank=True)  # for orders now, where all see whom

    begun_elsewhere = models.CharField(max_length=60, blank=True)  # the phase it is taken over in
    out = models.JSONField(default=list, blank=True)  # powers that have nothing left there

    so_far: Any = None
    """What was told of it when it was read by its address: a `games.so_far.SoFar`, or nothing."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "-made_at"], name="games_by_state"),
            models.Index(fields=["lost"], name="games_by_lost_time"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def times(self) -> Times:
        """When its phases end."""
        return Times(
            movement=self.movement_minutes,
            retreat=self.retreat_minutes,
            adjustment=self.adjustment_minutes,
            grace=self.grace_minutes,
            fixed=self.fixed_time,
            zone=self.zone,
            weekends_off=self.weekends_off,
        )

    @property
    def closes(self) -> datetime | None:
        """When sheets close that were given no more time; None where no time is set."""
        return self.due - self.waits if self.due and self.waits else self.due

    @property
    def tells_absences(self) -> bool:
        """Does it make anything of an announced absence now?"""
        told = self.absences != IGNORED and not self.anonymous
        return told and not self.times.live and self.going_on

    @property
    def going_on(self) -> bool:
        """Has it begun, and not ended?"""
        return self.state in (RUNNING, PAUSED)


class Seat(models.Model):
    """A power of a game, and who plays it: a person, a bot by its name, or both.

    A person is a user, or `postal`, the name of somebody without an account,
    whose orders the game master enters. A bot beside a person plays while he is
    missing. `open`: somebody else may take the seat.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    power = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    postal = models.CharField(max_length=40, blank=True)
    bot = models.CharField(max_length=40, blank=True)
    open = models.BooleanField(default=False)
    missed = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "power"], name="one_seat_a_power"),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(user__isnull=False),
                name="one_seat_a_user",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game"], condition=models.Q(open=True), name="seats_free")
        ]

    def __str__(self) -> str:
        return f"{self.power} in {self.game_id}"

    @property
    def person(self) -> bool:
        """Does somebody play it who is no bot?"""
        return bool(self.user_id or self.postal)


class Holding(models.Model):
    """Who held a seat, from which phase on, and how much of the record he was shown.

    `due` and `given` count turns, for when the game is over (`games.attendance`).
    While he holds it the three before are empty; afterwards they say where his
    knowledge ends: in the phase record `serial_to`, after so many acts and
    tellings of it.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="holdings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="holdings"
    )
    bot = models.CharField(max_length=40, blank=True)
    serial_from = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, blank=True)
    serial_to = models.PositiveIntegerField(null=True, blank=True)
    acts_to = models.PositiveIntegerField(null=True, blank=True)
    told_to = models.PositiveIntegerField(null=True, blank=True)
    due = models.PositiveIntegerField(default=0)
    given = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.seat_id} from {self.serial_from}"


class Entry(models.Model):
    """Somebody who waits for a game to start; `wishes` are powers, the dearest first.

    He is a user, or `postal`, the name of somebody without an account. `power` is
    his without a lot, where the game master has invited him to it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="entries"
    )
    postal = models.CharField(max_length=40, blank=True)
    wishes = models.JSONField(default=list, blank=True)
    power = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user"], name="one_entry_a_user"),
            models.UniqueConstraint(
                fields=["game", "power"],
                condition=~models.Q(power=""),
                name="one_entry_a_power",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or 'a player by post'} in {self.game_id}"


class Deadline(models.Model):
    """Something to be done with a phase at a time, once: claimed by one worker with a lease.

    `due_at` is empty where the phase waits for its players alone. `early` says
    why it fell before the time told: "ready" or "now".
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="deadlines")
    serial = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    due_at = models.DateTimeField(null=True, blank=True)
    early = models.CharField(max_length=8, blank=True)
    claimed_by = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "serial", "kind"], name="one_deadline_a_phase")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due_at"], condition=models.Q(done_at=None), name="deadlines_to_keep"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.game_id}, {self.serial}"


class LostTime(models.Model):
    """How much time was lost in all, by outages and jumps of the clock; one row."""

    total = models.DurationField(default=timedelta(0))

    def __str__(self) -> str:
        return str(self.total)


class Line(models.Model):
    """How many events an audience of a game was told. Its row is the lock that orders them.

    `views` counts those of them with which what it sees of the game may have changed.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="lines")
    audience = models.CharField(max_length=40, blank=True)
    count = models.PositiveIntegerField(default=0)
    views = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "audience"], name="one_line_an_audience")
        ]

    def __str__(self) -> str:
        return f"{self.audience or 'all'} in {self.game_id}"


class Event(models.Model):
    """That something happened, told to an audience: a power, everybody, or the game master.

    Each audience's events are counted by themselves, so that the number of one
    says nothing of what others were told.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    audience = models.CharField(max_length=40, blank=True)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "audience", "number"], name="events_are_counted"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["made_at"], name="events_by_age")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.game_id}"


class LogEntry(models.Model):
    """An act of the game master, as the players may read it: secrets are cut out."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="log")
    made_at = models.DateTimeField()
    serial = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=60, blank=True)
    actor = models.CharField(max_length=40)
    text = models.CharField(max_length=500)

    why: str = ""
    """Why it was done, as its reader was told: read from his View, and never stored."""

    class Meta:
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return self.text
