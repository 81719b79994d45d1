"""The builder makes what designers ask for; it is apart from the worker, so that no phase waits."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from legation.server.running.rounds import Rounds
from legation.server.site import moment
from legation.server.site.patience import passing_by
from legation.server.studio import jobs
from legation.server.studio.making import make
from legation.server.studio.models import Job


class Builder(Rounds):
    """One builder; any number may be at work at once."""

    def once(self, now: datetime | None = None) -> int:
        """Makes what is next in line; whether there was something.

        After each the line is read anew: somebody who has waited longer may have come.
        """
        for job in jobs.waiting(now or moment.now()) if settings.STUDIO else ():
            held: Job | None = None
            with passing_by():  # another goes first, then
                held = jobs.claim(job, now or moment.now())
            if held is not None:
                make(held)
                return 1
        return 0


def builders() -> list[Builder]:
    """As many as this site wants in each worker."""
    return [Builder() for _ in range(settings.STUDIO_BUILDERS if settings.STUDIO else 0)]
