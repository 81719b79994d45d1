"""Where somebody wanted to go before he signed up: kept for him until he is in.

A link to a game leads who has no account by a form, a letter and a page of a
name and password; the browser remembers the link meanwhile.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

_KEY = "onward"
_LONGEST = 300


def remember(request: HttpRequest) -> None:
    """Keeps the page that an address names as ``next``, where it is one of this site."""
    there = request.GET.get("next", "")
    here = there.startswith("/") and url_has_allowed_host_and_scheme(there, allowed_hosts=None)
    if here and len(there) <= _LONGEST:
        request.session[_KEY] = there


def onward(request: HttpRequest) -> str:
    """Where he goes on to, once: the page that was kept, or that which everybody comes to."""
    return str(request.session.pop(_KEY, "") or settings.LOGIN_REDIRECT_URL)
