"""How the server goes: what health, Prometheus, the doctor, the office and a restore count."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, Min, Q, QuerySet

from legation.server.games.models import DUE, PAUSED, Deadline, Game
from legation.server.post.models import Letter
from legation.server.running.models import Backup, Failure, Worker
from legation.server.site import moment
from legation.server.studio import jobs

STUCK = 3
"""Tries after which a deadline is said to be stuck."""

_ALIVE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Figures:
    """How many there are at this moment.

    Workers seen within half a minute; deadlines that no worker took within a
    lease (`late`), and that failed three times (`stuck`); games that stand still
    since their rules failed (`standing`), and for how long the first of them; letters that are due
    (`waiting`), of these longer than a lease (`unsent`), and that the mail
    server refused for good; what designers have asked for and is not made yet
    (`jobs`); how long ago the last backup was made.
    """

    workers: int
    late: int
    stuck: int
    standing: int
    stood: timedelta | None
    waiting: int
    unsent: int
    refused: int
    jobs: int
    backup: timedelta | None


@dataclass(frozen=True, slots=True)
class Late:
    """A deadline that no worker met in time, and why, as far as it is known.

    `stands`: the game's clock was stopped by it, `since` then, if that was written down.
    """

    game: Game
    since: datetime | None
    tries: int
    why: str
    stands: bool = False

    @property
    def said(self) -> str:
        """Since when it waits, and why; times are UTC."""
        since = f" since {self.since:%Y-%m-%d %H:%M} UTC" if self.since else ""
        return f"{'stands still' if self.stands else 'waits'}{since}: {self.why}"


def figures() -> Figures:
    """As the database has them.

    Raises:
        DatabaseError: where it does not answer.
    """
    now = moment.now()
    behind = now - timedelta(seconds=settings.LEASE_SECONDS)
    longer = Count("pk", filter=Q(due_at__lt=behind))
    standing = _standing().aggregate(count=Count("pk"), first=Min("failure__at"))
    letters = letters_due(now).aggregate(waiting=Count("pk"), unsent=longer)
    return Figures(
        workers=alive(now).count(),
        late=_late(now).count(),
        stuck=Deadline.objects.filter(done_at=None, tries__gte=STUCK).count(),
        standing=standing["count"],
        stood=standing["first"] and now - standing["first"],
        waiting=letters["waiting"],
        unsent=letters["unsent"],
        refused=Letter.objects.filter(failed=True).count(),
        jobs=jobs.unmade(now),
        backup=age_of_backup(now),
    )


def alive(now: datetime) -> QuerySet[Worker]:
    """The workers that are at work."""
    return Worker.objects.filter(seen_at__gte=now - _ALIVE)


def letters_due(before: datetime) -> QuerySet[Letter]:
    """The letters that wait, and were to go before then."""
    return Letter.objects.filter(sent_at=None, failed=False, due_at__lt=before)


def age_of_backup(now: datetime) -> timedelta | None:
    """How long ago the last backup was made; None where none was."""
    saved = Backup.objects.order_by("-made_at").first()
    return now - saved.made_at if saved else None


def late(most: int = 50) -> list[Late]:
    """The deadlines that no worker met in time, the oldest first; then games that stand still."""
    rows = _late(moment.now()).order_by("due_at").select_related("game", "failure")
    found = [Late(row.game, row.due_at, row.tries, _why(row)) for row in rows[:most] if row.due_at]
    still = (
        _standing()
        .order_by("failure__at", "game_id")
        .select_related("game", "failure")[: most - len(found)]
    )
    return found + [
        Late(row.game, row.failure.at, row.tries, row.failure.said, stands=True)
        for row in still[: most - len(found)]
    ]


def _late(now: datetime) -> QuerySet[Deadline]:
    behind = now - timedelta(seconds=settings.LEASE_SECONDS)
    return Deadline.objects.filter(done_at=None, due_at__lt=behind)


def _standing() -> QuerySet[Deadline]:
    """The open phases whose rules failed, of games whose clock is stopped; to go on tries anew."""
    failed = Deadline.objects.filter(kind=DUE, done_at=None, tries__gt=0, failure__isnull=False)
    return failed.filter(game__state=PAUSED, serial=F("game__serial"))


def _why(deadline: Deadline) -> str:
    failure: Failure | None = getattr(deadline, "failure", None)
    times = "once" if deadline.tries == 1 else f"{deadline.tries} times"
    if failure is not None:
        return f"failed {times}, by {failure.said}"
    return f"taken {times}, and not ended" if deadline.tries else "no worker came to it"
