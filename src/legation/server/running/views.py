"""The health of the server, and the pages for what goes wrong."""

from __future__ import annotations

import sys
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from legation.server.games.models import Deadline
from legation.server.post.models import Letter
from legation.server.running.models import Backup, Worker
from legation.server.running.overload import busy
from legation.server.site import moment
from legation.server.site.patience import for_now

_ALIVE = timedelta(seconds=30)


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Whether the database answers, a worker lives, and nothing is late: 200, or 503."""
    del request
    try:
        now = moment.now()
        workers = Worker.objects.filter(seen_at__gte=now - _ALIVE).count()
        behind = now - timedelta(seconds=settings.LEASE_SECONDS)
        late = Deadline.objects.filter(done_at=None, due_at__lt=behind).count()
        stuck = Deadline.objects.filter(done_at=None, tries__gte=3).count()
        unsent = Letter.objects.filter(sent_at=None, failed=False, due_at__lt=behind).count()
        refused = Letter.objects.filter(Q(failed=True)).count()
        saved = Backup.objects.order_by("-made_at").first()
    except DatabaseError:
        return JsonResponse({"database": False}, status=503)
    good = bool(workers) and not late and not stuck
    answer = {
        "database": True,
        "workers": workers,
        "late_deadlines": late,
        "stuck_deadlines": stuck,
        "unsent_letters": unsent,
        "refused_letters": refused,
        "last_backup_hours": round((now - saved.made_at) / timedelta(hours=1), 1)
        if saved
        else None,
    }
    return JsonResponse(answer, status=200 if good else 503)


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
    return HttpResponse(_BROKEN, content_type="text/plain; charset=utf-8", status=500)
