"""What waits to be told to browsers: put in with what it tells of, and sent by any messenger.

A notice has the name of a game and what kind of thing happened in it, and
nothing that anybody might not know. It is a row until it was sent, and then none.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet

from legation.errors import InputError
from legation.server.devices import line, sealing
from legation.server.devices.marks import mark_of
from legation.server.devices.models import Browser, Notice
from legation.server.site import moment
from legation.server.site.outdated import Outdated
from legation.server.site.statement import Statement
from legation.server.site.waiting import due, times

PHASE, END, DEADLINE, PRESS = "phase", "end", "deadline", "press"
SAID = {
    PHASE: "A phase has closed.",
    END: "The game is over.",
    DEADLINE: "A phase ends soon, and you are not ready.",
    PRESS: "Press has come.",
}
"""All that a notice says beside the name of the game."""

MOST_TRIES = 6
LASTS = timedelta(days=1)
"""How long a notice is worth sending."""
_PATIENCE = timedelta(days=7)
_GONE = (404, 410)
_TAKEN = range(200, 300)
_log = logging.getLogger(__name__)


def waiting(now: datetime, most: int = 20) -> list[Notice]:
    """Notices to be sent now, the oldest first; one whose row is held is passed over."""
    if not _any_waits(*times(now)):  # as at almost every look
        return []
    rows = _due(*times(now)).select_related("browser__user").order_by("due_at", "pk")
    if not connection.features.has_select_for_update_skip_locked:
        return list(rows[:most])
    with transaction.atomic():
        return list(rows.select_for_update(skip_locked=True, no_key=True, of=("self",))[:most])


def _due(*times: datetime) -> QuerySet[Notice]:
    return Notice.objects.filter(due(*times), browser__user__is_active=True)


_any_waits = Statement(lambda *times: _due(*times).values_list("pk")[:1], *[datetime] * 3)


def claim(notice: Notice, now: datetime) -> bool:
    """Takes a notice in hand, if its time has come and nobody else has."""
    until = now + timedelta(seconds=settings.LEASE_SECONDS)
    rows = Notice.objects.filter(due(*times(now)), pk=notice.pk)
    return bool(rows.update(lease_until=until, tries=F("tries") + 1))


def text_of(notice: Notice) -> str:
    """All that a browser is told by a notice, as JSON, before it is sealed."""
    told = {
        "title": notice.name,
        "body": SAID[notice.kind],
        "path": notice.path,
        "tag": f"{notice.kind} {notice.path}",
        "reader": mark_of(notice.browser.user),
    }
    return json.dumps(told)


def send(notice: Notice, now: datetime) -> bool:
    """Sends a notice that was claimed; whether it went. A browser that is gone is forgotten."""
    browser = notice.browser
    body = sealing.sealed(text_of(notice).encode(), browser.p256dh, browser.auth)
    heads = sealing.heads(browser.endpoint, now, LASTS)
    try:
        status = line.send(browser.endpoint, heads, body)
    except (OSError, InputError) as error:
        return _not_sent(notice, f"{type(error).__name__}: {error}", now)
    if status in _TAKEN:
        Notice.objects.filter(pk=notice.pk).delete()
        Browser.objects.filter(pk=browser.pk).exclude(failing_since=None).update(failing_since=None)
        return True
    if status in _GONE:
        browser.delete()
        return False
    return _not_sent(notice, f"its push service answers {status}", now)


def _not_sent(notice: Notice, why: str, now: datetime) -> bool:
    """Leaves all that waits for a browser for later, or for good what was tried often enough."""
    tries, browser = notice.tries + 1, notice.browser
    _log.warning("a notice was not sent (try %d): %s", tries, why)
    if browser.failing_since is None:
        Browser.objects.filter(pk=browser.pk, failing_since=None).update(failing_since=now)
    elif now - browser.failing_since > _PATIENCE:
        browser.delete()
        return False
    later = now + timedelta(seconds=30 * 2**tries)
    Notice.objects.filter(browser=browser).update(lease_until=later)
    if tries >= MOST_TRIES:
        Notice.objects.filter(pk=notice.pk).delete()
    return False


_LATE = Outdated(lambda then: Notice.objects.filter(due_at__lt=then), datetime)


def tidy(now: datetime) -> None:
    """Forgets what is not worth sending any more."""
    _LATE.throw(now - LASTS)


def late() -> int:
    """How many notices have waited for more than an hour."""
    return Notice.objects.filter(due_at__lt=moment.now() - timedelta(hours=1)).count()
