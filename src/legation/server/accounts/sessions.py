"""Sessions as Django keeps them, read by a statement that is ready: every request asks for one."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from legation.server.site.statement import Statement

_by_key = Statement(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    """A session as a row of the database."""

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(_by_key(self.session_key or "")), None)
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
