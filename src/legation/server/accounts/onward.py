"""Where somebody wanted to go before he signed up: kept for him until he is in.

A link to a game leads who has no account by a form, a letter and a page of a
name and password. The browser remembers the link meanwhile, and the letter
has it too, for who opens that on another device.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

_KEY = "onward"
_LONGEST = 300


_ASKED_FOR: Mapping[str, str] = {
    "desk:accept": (
        "The link that you opened is of a letter that offers a seat in a game. Sign in with the"
        " account of the address that it came to, or make one with it, and you are led to the seat."
    )
}
"""Pages for which one signs in, by name, and what is said of each: whether or not it is there."""


def said_of(there: str) -> str:
    """What somebody signs in for, who opened a link; empty where it says so itself."""
    try:
        return _ASKED_FOR.get(resolve(urlsplit(there).path).view_name, "")
    except (Resolver404, ValueError):
        return ""


def remember(request: HttpRequest) -> None:
    """Keeps the page that an address names as ``next``, where it is one of this site."""
    there = request.GET.get("next", "")
    here = there.startswith("/") and url_has_allowed_host_and_scheme(there, allowed_hosts=None)
    if here and len(there) <= _LONGEST:
        request.session[_KEY] = there


def remembered(request: HttpRequest) -> str:
    """The page that was kept, which stays so; empty where there is none."""
    return str(request.session.get(_KEY, ""))


def with_next(address: str, there: str) -> str:
    """An address of a letter that leads on to a page of this site, where there is one."""
    return f"{address}?{urlencode({'next': there})}" if there else address


def onward(request: HttpRequest) -> str:
    """Where he goes on to, once: the page that was kept, or that which everybody comes to."""
    return str(request.session.pop(_KEY, "") or settings.LOGIN_REDIRECT_URL)
