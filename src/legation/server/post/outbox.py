"""The outbox: letters are put in with what they tell of, and sent by whichever carrier is free.

A letter is sent at least once: a carrier that dies between sending it and
saying so leaves it to another. Its Message-ID is the same each time, so that
a mail program shows one.
"""

from __future__ import annotations

import hashlib
import logging
import smtplib
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models import Count, F, QuerySet
from django.dispatch import Signal

from legation.server.post import switches
from legation.server.post.models import ACCOUNT, Letter
from legation.server.site import moment
from legation.server.site.statement import Statement
from legation.server.site.waiting import due, times

MOST_TRIES = 8
_LONGEST_SUBJECT = 180
_DAY = timedelta(days=1)
_LAST = "There were very many letters to you today: no others of games are sent until tomorrow."
_log = logging.getLogger(__name__)
undelivered = Signal()
"""A `letter` was given up: its address does not take it, or nobody could be reached for hours."""


def post(letters: Iterable[Letter]) -> None:
    """Puts letters into the outbox; one whose key is there already is not written twice."""
    fresh = _within_budget(list(letters))
    for letter in fresh:
        line = " ".join(letter.subject.split())  # a header is one line
        letter.subject = line[:_LONGEST_SUBJECT]
    Letter.objects.bulk_create(fresh, ignore_conflicts=True)


def _within_budget(letters: list[Letter]) -> list[Letter]:
    """Letters of games as far as a day's budget of their readers goes; the last one says so.

    Those about accounts have a budget of their own, where they are written.
    """
    counted = [letter for letter in letters if letter.kind != ACCOUNT]
    users = {letter.user_id for letter in counted if letter.user_id}
    if not users:
        return letters
    now = moment.now()
    recent = Letter.objects.filter(user__in=users, made_at__range=(now - _DAY, now + _DAY))
    written = Counter(
        dict(
            recent.exclude(kind=ACCOUNT)
            .values_list("user_id")
            .annotate(Count("pk"))
            .values_list("user_id", "pk__count")
        )
    )
    kept = []
    for letter in letters:
        if letter.kind != ACCOUNT and letter.user_id:
            written[letter.user_id] += 1
            if written[letter.user_id] > settings.LETTERS:
                continue
            if written[letter.user_id] == settings.LETTERS:
                letter.body += f"\n{_LAST}\n"
        kept.append(letter)
    return kept


def waiting(now: datetime, most: int = 20) -> list[Letter]:
    """Letters to be sent now, the oldest first; one whose row is held is passed over."""
    if not _any_waits(*times(now)):  # as at almost every look
        return []
    letters = _due(*times(now)).select_related("user").order_by("due_at", "pk")
    if not connection.features.has_select_for_update_skip_locked:
        return list(letters[:most])
    with transaction.atomic():
        return list(letters.select_for_update(skip_locked=True, no_key=True, of=("self",))[:most])


def _due(*times: datetime) -> QuerySet[Letter]:
    return Letter.objects.filter(due(*times), sent_at=None, failed=False)


_any_waits = Statement(lambda *times: _due(*times).values_list("pk")[:1], *[datetime] * 3)


def claim(letter: Letter, now: datetime) -> bool:
    """Takes a letter in hand, if its time has come and nobody else has."""
    until = now + timedelta(seconds=settings.LEASE_SECONDS)
    rows = _due(*times(now)).filter(pk=letter.pk)
    return bool(rows.update(lease_until=until, tries=F("tries") + 1))


def send(letter: Letter, line: BaseEmailBackend) -> None:
    """Sends a letter that was claimed, over a line that is open.

    Raises:
        OSError: where the mail server cannot be reached, or does not take it.
    """
    address = letter.user.email if letter.user is not None else letter.address
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "legation"
    mark = hashlib.sha256(f"{settings.SECRET_KEY}{letter.key}".encode()).hexdigest()[:32]
    headers = {"Message-ID": f"<{mark}@{host}>", "Auto-Submitted": "auto-generated"}
    switch = switches.of(letter.kind)
    if letter.user_id is not None and switch:
        headers["List-Unsubscribe"] = f"<{switches.link(letter.user_id, switch)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    EmailMessage(
        letter.subject,
        letter.body,
        settings.DEFAULT_FROM_EMAIL,
        [address],
        headers=headers,
        connection=line,
    ).send()


def sent(letter: Letter) -> None:
    """Says that a letter was sent. What it said is not kept."""
    Letter.objects.filter(pk=letter.pk).update(sent_at=moment.now(), body="", lease_until=None)


def not_sent(letter: Letter, error: Exception) -> None:
    """Leaves a letter for later, or for good where it was tried often enough."""
    tries = letter.tries + 1
    refused = isinstance(error, (smtplib.SMTPRecipientsRefused, ValueError))
    over = tries >= MOST_TRIES or refused
    _log.warning("letter %s was not sent (try %d): %s", letter.key, tries, error)
    later = moment.now() + timedelta(seconds=30 * 2**tries)
    Letter.objects.filter(pk=letter.pk).update(lease_until=later, failed=over)
    if over:
        undelivered.send(Letter, letter=letter)
