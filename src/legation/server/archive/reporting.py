"""The page on which a remark is reported, as a message of press is."""

from __future__ import annotations

from typing import cast

from django.contrib import messages as notices
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.archive import remarks
from legation.server.archive.views import over
from legation.server.press import guarding, reading


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A remark by itself, and a form that tells who may do something about it."""
    game, reader = over(request, slug)
    found = remarks.find(game, reader, code)
    if found is None:
        raise Http404
    scope, post, wrong = reading.scope_of(game, reader), request.POST, ""
    there = guarding.Remark(found.code, found.by, found.power, found.text)
    if request.method == "POST":
        told = {"to": post.get("to", ""), "note": post.get("note", "")}
        try:
            guarding.report(scope=scope, message=there, user=cast(User, request.user), **told)
        except LegationError as error:
            wrong = str(error)[:1].upper() + str(error)[1:]
        else:
            notices.success(request, "It is reported.")
            return redirect("archive:whole", slug)
    context = {
        "section": "games",
        "game": game,
        "remark": found,
        "recipients": guarding.recipients(scope, there),
        "longest": guarding.LONGEST_NOTE,
        "note": post.get("note", ""),
        "wrong": wrong,
    }
    return render(request, "archive/report.html", context, status=422 if wrong else 200)
