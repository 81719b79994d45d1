"""What is thrown away in time: nothing of a game, and nothing that anybody still needs."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.contrib.sessions.models import Session

from legation.server.accounts import services
from legation.server.accounts.models import Attempt
from legation.server.api import tokens
from legation.server.desk import handing, inviting
from legation.server.devices import notices
from legation.server.games import standby
from legation.server.games.models import Event
from legation.server.lobby import guests
from legation.server.post.models import Letter
from legation.server.running.models import Worker
from legation.server.site.outdated import Outdated
from legation.server.site.patience import passing_by
from legation.server.studio import jobs, shelf

KEPT = timedelta(days=30)
"""How long it is kept which letters were sent, and what streams of events may resume from."""

_SESSIONS = Outdated(lambda now: Session.objects.filter(expire_date__lt=now), datetime)
_ATTEMPTS = Outdated(lambda now: Attempt.objects.filter(until__lt=now), datetime)
_SENT = Outdated(lambda then: Letter.objects.filter(sent_at__lt=then), datetime)
_FAILED = Outdated(lambda then: Letter.objects.filter(failed=True, due_at__lt=then), datetime)
_EVENTS = Outdated(lambda then: Event.objects.filter(made_at__lt=then), datetime)
_WORKERS = Outdated(lambda then: Worker.objects.filter(seen_at__lt=then), datetime)


def tidy(now: datetime) -> None:
    """Throws away what is over: sessions, counts, letters, events, dead workers, and accounts.

    Accounts are those that were never confirmed, and those of guests who cannot come back.
    """
    long_ago = now - KEPT
    for throw in (
        partial(_SESSIONS.throw, now),
        partial(_ATTEMPTS.throw, now),
        partial(_SENT.throw, long_ago),
        partial(_FAILED.throw, long_ago),
        partial(_EVENTS.throw, long_ago),
        partial(_WORKERS.throw, now - timedelta(days=1)),
        partial(services.forget_unconfirmed, now),
        partial(guests.forget_stale, now),
        partial(standby.tidy, now),
        partial(handing.tidy, now),
        partial(inviting.tidy, now),
        partial(tokens.tidy, now),
        partial(notices.tidy, now),
        partial(jobs.tidy, now),
        shelf.tidy,
    ):
        with passing_by():  # the next time will do
            throw()
