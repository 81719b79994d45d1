"""What is answered where the server cannot do it now: 503, when to come back, and what was typed.

Somebody holds a row, the disk is full, the database is away, or too many ask
at once. The same request may be sent again: it was not carried out, or, where
the line to the database broke in the moment of storing, nobody knows. The page
asks nothing of the database, for that may be what is lacking.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render

from legation.server.site.patience import for_now

FULL = "legation.full"
"""What a request's scope says where too many wait before it."""

SAID = (
    "The server is too busy, or its database is away."
    " It cannot say that what you sent is stored; try again in a moment."
)
_NOT_NOW = {"title": "Not now", "said": SAID}
_SECRET = "password"
_STREAM = "text/event-stream"
_SAID_EVERY = 10.0
_log = logging.getLogger(__name__)
_said_at = 0.0


class Overload:
    """Answers for what cannot be done now, in the place of the server's mistake."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Turns away whom there is no room for."""
        if getattr(request, "scope", {}).get(FULL):
            return busy(request, "too many ask at once")
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Says what a view could not do."""
        return busy(request, str(error)) if for_now(error) else None


def busy(request: HttpRequest, why: str) -> HttpResponse:
    """Come again: as a page that keeps what was typed, as data, or as a stream that is over."""
    _write_down(why)
    wait = settings.PATIENCE_SECONDS
    answer: HttpResponse
    accepted = request.headers.get("Accept", "")
    if _STREAM in accepted:
        # A browser opens a stream again that ended, and never one that was refused.
        text = f"retry: {wait * 1000}\n: the server is busy\n\n"
        answer = HttpResponse(text, content_type=_STREAM)
    elif "application/json" in accepted or request.path.startswith("/api/"):
        answer = JsonResponse({"error": SAID}, status=503)
    else:
        answer = render(request, "busy.html", {**_NOT_NOW, **_typed(request)}, status=503)
    answer["Retry-After"] = str(wait)
    answer["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # above, and without its path
    return answer


def _typed(request: HttpRequest) -> dict[str, object]:
    """What a form brought, to be sent again; no form where it brought a secret or a file.

    What has more than one word is shown, the rest is sent along.
    """
    if request.method != "POST" or request.FILES or any(_SECRET in name for name in request.POST):
        return {"again": False}
    fields = [
        (name, value, len(value.split()) > 1)
        for name, values in request.POST.lists()
        for value in values
    ]
    return {"again": True, "fields": fields}


def _write_down(why: str) -> None:
    """Once in a while: a server that is too busy has no time to say so each time."""
    global _said_at
    now = time.monotonic()
    if now - _said_at > _SAID_EVERY:
        _said_at = now
        _log.warning("a request was answered by 503: %s", (why.splitlines() or [""])[0])
