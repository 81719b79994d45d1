"""The carrier: sends the letters that wait. It is apart from the worker, whom no network keeps.

A batch goes over one line, within a time. What is not sent by then is sent by
the next, or by another carrier: each letter is claimed just before it goes.
"""

from __future__ import annotations

import contextlib
import smtplib
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import get_connection

from legation.server.games.stages import reached
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.running.rounds import Away, Rounds
from legation.server.site import moment
from legation.server.site.patience import passing_by

_GOODBYE = 3.0
_ANSWERED = (smtplib.SMTPRecipientsRefused, smtplib.SMTPResponseException)


@contextlib.contextmanager
def carrying(*carriers: Rounds) -> Iterator[None]:
    """Carriers go about, each in a thread of its own.

    They are not waited for long in the end: what is under way is sent by the next.
    """
    threads = [threading.Thread(target=each.run, daemon=True) for each in carriers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for each in carriers:
            each.stop()
        for thread in threads:
            thread.join(_GOODBYE)


class Carrier(Rounds):
    """One carrier; any number may be at work at once."""

    def once(self, now: datetime | None = None) -> int:
        """Sends a batch of the letters that wait; how many went.

        Raises:
            Away: where the mail server cannot be reached, or is lost on the way.
                Letters that were not tried have no try counted.
        """
        letters = outbox.waiting(now or moment.now())
        if not letters:
            return 0
        until = time.monotonic() + settings.MAIL_SECONDS
        line = get_connection()
        try:
            line.open()
        except OSError as error:
            raise Away(f"the mail server is away: {error}") from None
        sent = 0
        try:
            for letter in letters:
                if self._stop.is_set() or time.monotonic() > until:
                    break
                sent += self._send(letter, line, now or moment.now())
        finally:
            with contextlib.suppress(OSError):
                line.close()
        return sent

    def _send(self, letter: Letter, line: Any, now: datetime) -> bool:
        claimed = False
        with passing_by():  # another letter goes first, then
            claimed = outbox.claim(letter, now)
        if not claimed:
            return False
        reached("letter-claimed")
        try:
            outbox.send(letter, line)
        except Exception as error:
            outbox.not_sent(letter, error)
            if isinstance(error, OSError) and not isinstance(error, _ANSWERED):
                raise Away(f"the mail server is lost: {error}") from None
            return False
        reached("letter-sent")
        outbox.sent(letter)
        return True
