"""The messenger tells browsers what waits for them; it is apart from the worker, as the carrier is.

Each push service has its own time, so that one that hangs keeps others waiting
for that long, and phases and letters not at all.
"""

from __future__ import annotations

from datetime import datetime

from legation.server.devices import notices
from legation.server.running.rounds import Rounds
from legation.server.site import moment
from legation.server.site.patience import passing_by


class Messenger(Rounds):
    """One messenger; any number may be at work at once."""

    def once(self, now: datetime | None = None) -> int:
        """Sends a batch of the notices that wait; how many went."""
        sent, failed = 0, set()
        for notice in notices.waiting(now or moment.now()):
            if self._stop.is_set():
                break
            if notice.browser_id in failed:
                continue
            claimed = False
            with passing_by():  # another goes first, then
                claimed = notices.claim(notice, now or moment.now())
            if not claimed:
                continue
            if notices.send(notice, now or moment.now()):
                sent += 1
            else:
                failed.add(notice.browser_id)
        return sent
