"""Jobs: asked for at a page, made by a worker. One that dies with its worker is made again, once.

A worker claims a job by one conditional update, with a lease longer than the
job may last; what it is made of is the draft as it is at that moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q, QuerySet

from legation.errors import StateError
from legation.server.accounts.limits import spend
from legation.server.accounts.models import User
from legation.server.site import moment
from legation.server.site.outdated import Outdated
from legation.server.site.statement import Statement
from legation.server.site.waiting import HELD, free
from legation.server.studio.models import (
    BUILD,
    CHECK,
    DONE,
    FAILED,
    LAB,
    PUBLISH,
    RUNNING,
    SANDBOX,
    TRIED,
    WAITING,
    Draft,
    Job,
)

SECONDS = {BUILD: 60, CHECK: 60, PUBLISH: 120, SANDBOX: 60, LAB: 300, TRIED: 300}
"""How long a job of each kind may last."""
MOST_TRIES = 2
_AT_ONCE = 3
"""Jobs of one designer that wait or are made: others wait behind them."""
_OPEN = Q(ended_at=None)
_DAY = timedelta(days=1)
KEPT = timedelta(days=7)
"""How long is kept what failed, and what bots showed of a variant of the shelf."""
_LOST = "The worker that made it died, twice; ask again, or tell who runs this site."
_WAITING = "three things are being made for you already; wait until one is done."
_MANY = "As much was built, checked and tried out today as one account may."
_LINE = ("You are next in line.", "One is before you in line.", "Two are before you in line.")
_SAID = {
    RUNNING: "A worker is at it.",
    DONE: "Done.",
    FAILED: "It failed.",
}


def ask(*, draft: Draft, kind: str, wanted: dict[str, Any] | None = None) -> Job:
    """Has a worker make something of a draft; what waits already waits once, as it was asked last.

    Raises:
        StateError: for an account for which three are being made.
        OverError: for an account that has asked very much today.
    """
    known = _open(draft, kind)
    if known is not None:
        if wanted is not None:  # what was asked last counts, unless a worker has begun
            Job.objects.filter(pk=known.pk, state=WAITING).update(wanted=wanted)
        return known
    if Job.objects.filter(_OPEN, draft__owner=draft.owner_id).count() >= _AT_ONCE:
        raise StateError(_WAITING)
    spend("studio-jobs", str(draft.owner_id), settings.STUDIO_JOBS, _DAY, _MANY)
    job = Job(draft=draft, kind=kind, serial=draft.serial, wanted=wanted or {})
    job.asked_at = moment.now()
    try:
        with transaction.atomic():
            job.save()
    except IntegrityError:  # another window asked in this moment
        draft.refresh_from_db(fields=["serial"])  # or threw it away
        return _open(draft, kind) or Job.objects.filter(draft=draft, kind=kind).latest("pk")
    return job


def _open(draft: Draft, kind: str) -> Job | None:
    return Job.objects.filter(_OPEN, draft=draft, kind=kind).defer("made", "files").first()


def last(draft: Draft, kind: str) -> Job | None:
    """The newest job of a kind that came to a good end."""
    return Job.objects.filter(draft=draft, kind=kind, state=DONE).order_by("-pk").first()


def told(job: Job) -> dict[str, Any]:
    """What a page is told of a job."""
    if job.state == WAITING:
        ahead = before(job)
        text = _LINE[ahead] if ahead < len(_LINE) else f"{ahead} are before you in line."
    else:
        text = job.result.get("text") or _SAID[job.state]
    result = {name: value for name, value in job.result.items() if name != "text"}
    return {"state": job.state, "text": text, "serial": job.serial, "result": result}


def waiting(now: datetime) -> list[Job]:
    """Jobs that nobody is at, in the order in which they are made.

    Designers take turns: whose turn was longest ago is first. Of one designer
    one job is made at a time, and those that he asked for first come first. Games
    of the shelf, which nobody asks for himself alone, take turns as one more.
    """
    if not _any_open():  # as at almost every look
        return []
    rows = Job.objects.filter(_OPEN, free(now, now + HELD)).annotate(owner=F("draft__owner"))
    asked = list(rows.defer("made", "files", "result").order_by("asked_at", "pk"))
    turns = _turns({row.owner for row in asked})
    rounds: Counter[int | None] = Counter()
    line: list[tuple[int, bool, datetime, int, Job]] = []
    for at, row in enumerate(asked):
        turn = turns.get(row.owner)
        line.append((rounds[row.owner], turn is not None, turn or now, at, row))
        rounds[row.owner] += 1
    return [row for *_, row in sorted(line, key=lambda each: each[:-1])]


_any_open = Statement(lambda: Job.objects.filter(_OPEN).values_list("pk")[:1])


def _turns(owners: Set[int | None]) -> dict[int | None, datetime]:
    """When the last turn of each of these designers began; None has games of the shelf.

    Each is asked for by an index: most jobs that there are were made long ago.
    """
    begun = Job.objects.filter(began_at__isnull=False)
    known = owners - {None}
    rows = begun.filter(draft__owner__in=known).values_list("draft__owner").order_by()
    found: dict[int | None, datetime] = dict(rows.annotate(Max("began_at"))) if known else {}
    if None in owners:
        shelf = begun.filter(draft=None).aggregate(last=Max("began_at"))["last"]
        found |= {None: shelf} if shelf else {}
    return found


def unmade(before: datetime) -> int:
    """How many were asked for before then, and are not made yet."""
    return Job.objects.filter(_OPEN, asked_at__lt=before).count()


def before(job: Job) -> int:
    """How many jobs that wait are made before one that waits."""
    line = [each.pk for each in waiting(moment.now())]
    return line.index(job.pk) if job.pk in line else 0


def claim(job: Job, now: datetime) -> Job | None:
    """Takes a job in hand if nobody else has, and none of the same designer is being made.

    None also for one that was begun often enough.
    """
    rows = Job.objects.filter(_OPEN, free(now, now + HELD), pk=job.pk)
    lost = rows.filter(tries__gte=MOST_TRIES)
    if lost.update(state=FAILED, result={"text": _LOST}, ended_at=now, lease_until=None):
        return None
    until = now + timedelta(seconds=SECONDS[job.kind] + settings.LEASE_SECONDS)
    taken = {"state": RUNNING, "lease_until": until, "tries": F("tries") + 1}
    with transaction.atomic():
        # Of one designer's jobs no two are claimed in the same moment.
        whose = User.objects.filter(studio_drafts__jobs=job.pk)
        whose = whose.select_for_update(skip_locked=True, no_key=True, of=("self",))
        owner = whose.values_list("pk", flat=True).first()
        being_made = Job.objects.filter(draft__owner=owner, lease_until__range=(now, now + HELD))
        if (owner is None and job.draft_id is not None) or being_made.exists():
            return None
        if not rows.update(began_at=now, **taken):
            return None
    held = Job.objects.select_related("draft").get(pk=job.pk)
    if held.draft is not None:
        held.serial = held.draft.serial
    return held


def end(
    job: Job, state: str, result: dict[str, Any], *, made: bytes = b"", files: bytes = b""
) -> bool:
    """Writes down what came of a job; whether it was still this worker's. Older ones go."""
    with transaction.atomic():
        mine = Job.objects.filter(pk=job.pk, state=RUNNING, tries=job.tries)
        ended = mine.update(
            state=state,
            serial=job.serial,
            result=result,
            made=made,
            files=files,
            ended_at=moment.now(),
            lease_until=None,
        )
        if ended and job.draft_id is not None:
            older = Job.objects.filter(draft=job.draft_id, kind=job.kind, pk__lt=job.pk)
            (older if state == DONE else older.filter(state=FAILED)).delete()
    return bool(ended)


def _old(then: datetime) -> QuerySet[Job]:
    return Job.objects.filter(Q(state=FAILED) | Q(draft=None), asked_at__lt=then)


_OLD = Outdated(_old, datetime)


def tidy(now: datetime) -> None:
    """Throws away what failed long ago, and what bots showed without a draft.

    What was made of a draft stays as long as that.
    """
    _OLD.throw(now - KEPT)
