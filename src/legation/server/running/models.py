"""What the programs of a server tell of themselves: who works, what failed, what was saved."""

from __future__ import annotations

from django.db import models

from legation.server.games.models import Deadline


class Worker(models.Model):
    """A worker, and when it was last alive."""

    name = models.CharField(max_length=80, unique=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Failure(models.Model):
    """Why a deadline was last not met, and when: the kind of error and where, nothing quoted.

    `at` is None for one of before it was written down.
    """

    deadline = models.OneToOneField(Deadline, models.CASCADE, related_name="failure")
    said = models.CharField(max_length=200)
    at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.said


class Clock(models.Model):
    """When a worker looked last, and since when time has gone on evenly; one row.

    `trusted`: by one that is called now and then, and lets hours pass on purpose.
    """

    seen_at = models.DateTimeField()
    steady_since = models.DateTimeField()
    trusted = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.seen_at:%Y-%m-%d %H:%M:%S}"


class Backup(models.Model):
    """That a backup was made, or put back: the newest tells how much would be lost now."""

    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M}"
