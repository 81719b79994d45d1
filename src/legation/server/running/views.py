"""The health of the server, and the pages for what goes wrong."""

from __future__ import annotations

import sys
from datetime import timedelta

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.views.decorators.cache import never_cache

from legation.server.running.figures import figures
from legation.server.running.overload import busy
from legation.server.site.patience import for_now


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Whether the database answers, a worker lives, and nothing is late: 200, or 503."""
    del request
    try:
        now = figures()
    except DatabaseError:
        return JsonResponse({"database": False}, status=503)
    good = bool(now.workers) and not now.late and not now.stuck
    answer = {
        "database": True,
        "workers": now.workers,
        "late_deadlines": now.late,
        "stuck_deadlines": now.stuck,
        "standing_games": now.standing,
        "longest_standing_hours": _hours(now.stood),
        "unsent_letters": now.unsent,
        "refused_letters": now.refused,
        "last_backup_hours": _hours(now.backup),
    }
    return JsonResponse(answer, status=200 if good else 503)


def _hours(time: timedelta | None) -> float | None:
    return None if time is None else round(time / timedelta(hours=1), 1)


def wrong(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    """What went wrong: a page, or a sentence for a program."""
    if request.path.startswith("/api/"):
        return JsonResponse({"error": text}, status=status)
    return render(request, "wrong.html", {"title": title, "text": text}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that makes no sense."""
    del exception
    return wrong(request, 400, "Bad request", "The server could make nothing of this request.")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something that is not allowed."""
    del exception
    return wrong(request, 403, "Not allowed", "This is not for you to do.")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was not sent from its own page, or whose page is too old."""
    del reason
    text = "The page was open too long, or cookies are off. Go back, load it again, and try again."
    return wrong(request, 403, "This form is too old", text)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What is not there, or not for who asks: one answer."""
    del exception
    return wrong(request, 404, "Not found", "There is no such page, or it is not yours.")


_BROKEN = "The server has made a mistake. What you sent may not be saved: go back, and try again."


def broken(request: HttpRequest) -> HttpResponse:
    """Something is wrong with the server, or cannot be done now where no view was asked yet."""
    error = sys.exception()
    if for_now(error):
        return busy(request, str(error))
    if request.path.startswith("/api/"):
        return JsonResponse({"error": _BROKEN}, status=500)
    try:
        page = get_template("alone.html")  # without the request: what failed may be who asks
        return HttpResponse(page.render({"title": "A mistake", "said": _BROKEN}), status=500)
    except Exception:  # as where no static files were collected
        return HttpResponse(_BROKEN, content_type="text/plain; charset=utf-8", status=500)
