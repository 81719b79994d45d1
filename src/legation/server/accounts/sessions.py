"""Sessions as Django keeps them, read by a statement that is ready: every request asks for one.

Whether one has ended is the database's to say, by its own clock.
"""

from __future__ import annotations

from copy import deepcopy
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models.functions import Now

from legation.server.site import moment
from legation.server.site.statement import Statement

_by_key = Statement(lambda key: Session.objects.filter(session_key=key, expire_date__gt=Now()), str)


class SessionStore(db.SessionStore):
    """A session as a row of the database."""

    def get_expiry_date(self, **of: Any) -> datetime:
        """When one that is kept now will end."""
        return super().get_expiry_date(**{"modification": moment.now(), **of})

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """What is in a session, if it was signed here; what was so once is not looked at again."""
        return deepcopy(_decoded(session_data, settings.SECRET_KEY))

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(_by_key(self.session_key or "")), None)
        if found is None:
            self._session_key = None
            return None
        return found


@lru_cache(maxsize=1024)
def _decoded(text: bytes | str, key: str) -> dict[str, Any]:  # noqa: ARG001  # by which it is verified
    """The contents of a text that is signed with this key, which the settings hold."""
    found: dict[str, Any] = db.SessionStore().decode(text)
    return found
