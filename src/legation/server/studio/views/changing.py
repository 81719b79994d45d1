"""A draft as a script reads it, saves it, goes back and forth, and previews it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.server.accounts.limits import seldom
from legation.server.studio import drafts
from legation.server.studio.answers import (
    answering,
    asked_for,
    document_in,
    number_in,
    said,
    sent,
    serial_in,
    state,
    steps,
    wants_page,
)
from legation.server.studio.doors import find
from legation.studio import limits
from legation.studio.document import as_data
from legation.studio.tidy import tidy

_MINUTE = timedelta(minutes=1)
_MANY = "Very much was changed within this minute; wait a moment."
_TOO_MUCH = "The preview takes too long for now. What you wrote is kept; go on, or build the board."


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "PUT"])
@answering
def draft(request: HttpRequest, key: str) -> HttpResponse:
    """The draft as it is, or as a window changed it."""
    row = find(request, key)
    if request.method != "PUT":
        return JsonResponse(state(row))
    if not seldom("studio-saves", str(row.owner_id), settings.STUDIO_PREVIEWS, _MINUTE):
        return JsonResponse({"text": _MANY}, status=429)
    data = sent(request)
    document, what = document_in(data), data.get("what", "")
    row = drafts.save(
        draft=row,
        serial=serial_in(data),
        document=document,
        what="".join(filter(str.isprintable, what)) if isinstance(what, str) else "",
    )
    return JsonResponse({"serial": row.serial, **drafts.ways(row)})


@asked_for
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """A step back."""
    return _go(request, key, -1)


@asked_for
def redo(request: HttpRequest, key: str) -> HttpResponse:
    """A step forth."""
    return _go(request, key, 1)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@answering
def earlier(request: HttpRequest, key: str) -> HttpResponse:
    """What was done to the draft, step by step; or back, or forth, to one of them."""
    if request.method == "POST":
        return _go(request, key)
    return JsonResponse({"steps": steps(find(request, key))})


def _go(request: HttpRequest, key: str, by: int = 0) -> HttpResponse:
    row = find(request, key)
    data = request.POST.dict() if wants_page(request) else sent(request)
    to = None if by else number_in(data, "step")
    row = drafts.go(draft=row, serial=serial_in(data), by=by, to=to)
    return redirect("studio:draft", key) if wants_page(request) else JsonResponse(state(row))


@asked_for
def preview(request: HttpRequest, key: str) -> HttpResponse:
    """The board without its lettering, of what a window has; nothing is kept of it."""
    row = find(request, key)
    if not seldom("studio-previews", str(row.owner_id), settings.STUDIO_PREVIEWS, _MINUTE):
        return JsonResponse({"text": _MANY}, status=429)
    data = sent(request)
    document = as_data(document_in(data))
    moves = tidy({"moves": data.get("moves") or []})["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, dict) for move in moves):
        moves = []
    try:
        return JsonResponse(limits.Previews.preview(document, moves))
    except limits.BusyError as error:
        return JsonResponse({"text": said(error)}, status=503)
    except limits.OverError:
        return JsonResponse({"text": _TOO_MUCH}, status=503)
