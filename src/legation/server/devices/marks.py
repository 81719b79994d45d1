"""Whose a page is, as a browser is told: by that it keeps pages, and throws them away.

A mark is a keyed hash of who is signed in, the same on each of his pages; who
is not has `NOBODY`. Of one account a browser keeps the pages that say so, and
it drops them all when it sees another mark (`worker.js`).
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import salted_hmac

from legation.server.accounts.models import User

READER, KEEP = "Legation-Reader", "Legation-Keep"
NOBODY = "nobody"
_SALT = "legation.server.devices.marks"


def mark_of(user: User) -> str:
    """The mark of an account."""
    return salted_hmac(_SALT, str(user.pk), algorithm="sha256").hexdigest()[:16]


def keep(answer: HttpResponse) -> HttpResponse:
    """Lets the browser keep a page for when there is no line; its last view alone."""
    answer[KEEP] = "own"
    return answer


def marked(
    answer: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """A middleware: pages say whose they are."""

    def asked(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if response.get("Content-Type", "").startswith("text/html"):
            user = request.user
            response[READER] = mark_of(user) if user.is_authenticated else NOBODY
        return response

    return asked
