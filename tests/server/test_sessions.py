"""A session is read from its row, signed as it is; and what one request does to it is its own."""

from typing import Any

import pytest

from legation.server.accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


def begun(**what: Any) -> str:
    """The key of a session with these contents."""
    session = SessionStore()
    session.update(what)
    session.create()
    assert session.session_key
    return session.session_key


def test_what_is_done_to_one_that_was_read_is_seen_by_nobody_before_it_is_kept() -> None:
    key = begun(games=["a"])
    one, other = SessionStore(key), SessionStore(key)
    one["games"].append("b")
    one["more"] = 1
    assert dict(other.items()) == {"games": ["a"]}
    assert dict(SessionStore(key).items()) == {"games": ["a"]}
    one.save()
    assert dict(SessionStore(key).items()) == {"games": ["a", "b"], "more": 1}


def test_what_another_key_has_signed_is_nothing(settings: Any) -> None:
    """Also where the same process has read it before, by the key that it had then."""
    key = begun(games=["a"])
    assert dict(SessionStore(key).items()) == {"games": ["a"]}
    settings.SECRET_KEY = "another key, that is long enough to sign what nobody should forge"
    assert dict(SessionStore(key).items()) == {}
