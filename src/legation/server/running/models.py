"""The heartbeat of a worker."""

from __future__ import annotations

from django.db import models


class Worker(models.Model):
    """A worker, and when it was last alive."""

    name = models.CharField(max_length=80, unique=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
