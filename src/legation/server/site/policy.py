"""What pages may do, as a browser is told: ours, and what brings its style and script along."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

HEAD = "Content-Security-Policy"

_META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
_OUTER = "frame-ancestors 'none'"
PAGE = f"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; {_OUTER}"
"""What a page may do that says nothing else: what is from here, and nothing written into it."""
PICTURE = f"default-src 'none'; style-src 'unsafe-inline'; font-src data:; {_OUTER}"
"""What a picture may do that brings its style and its faces of type in itself."""


def policy_of(page: str) -> str:
    """What the page itself says that it may do, and that nobody may frame it.

    Raises:
        ValueError: for a page that says nothing.
    """
    match = _META.search(page)
    if match is None:
        raise ValueError("the page has no policy of its own")
    return f"{html.unescape(match[1])}; {_OUTER}"


def guarded(
    answer: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """A middleware: each answer says what it may do, as its view has said or as a page of ours."""

    def asked(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        response.setdefault(HEAD, PAGE)
        return response

    return asked
