"""Sessions of those who have signed in, made on the database of a server."""

from collections.abc import Mapping

from legation.server.accounts.models import User


def sessions_of(users: Mapping[str, User]) -> dict[str, str]:
    """The key of a new session for each user."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    found = {}
    for name, user in users.items():
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        found[name] = str(session.session_key)
    return found
