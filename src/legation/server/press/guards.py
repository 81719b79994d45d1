"""The pages by which one blocks a writer, reports a message, notes something, and mutes."""

from __future__ import annotations

from typing import cast

from django.contrib import messages as notices
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.games.doors import find
from legation.server.games.models import FORMING
from legation.server.press import asides, guarding, inbox, reading
from legation.server.press.lines import line_of
from legation.server.press.members import said
from legation.server.press.models import Message

_PAGE = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@_PAGE
def message(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A message by itself, and what one can do against it."""
    game, reader = find(request, slug)
    scope = reading.scope_of(game, reader)
    there = inbox.message(scope, code) if game.state != FORMING else None
    if there is None:
        raise Http404
    wrong = ""
    if request.method == "POST":
        try:
            return _act(request, scope, there)
        except LegationError as error:
            wrong = str(error)[:1].upper() + str(error)[1:]
    context = {
        "section": "games",
        "game": game,
        "line": line_of(scope, there.thread.key, there),
        "may_block": guarding.may_block(scope, there),
        "recipients": guarding.recipients(scope, there),
        "longest": guarding.LONGEST_NOTE,
        "note": request.POST.get("note", ""),
        "wrong": wrong,
    }
    return render(request, "press/message.html", context, status=422 if wrong else 200)


def _act(request: HttpRequest, scope: reading.Scope, there: Message) -> HttpResponse:
    user = cast(User, request.user)
    if request.POST.get("what") == "block":
        guarding.block(scope=scope, message=there, user=user)
        notices.success(request, f"You do not read any more what {there.sender} writes.")
        return redirect("press:panel", scope.game.slug)
    guarding.report(
        scope=scope,
        message=there,
        user=user,
        to=request.POST.get("to", ""),
        note=request.POST.get("note", ""),
    )
    notices.success(request, "It is reported.")
    return redirect("press:thread", scope.game.slug, there.thread.key)


@never_cache
@login_required
@require_POST
def unblock(request: HttpRequest, slug: str) -> HttpResponse:
    """Reads a writer again."""
    game, _ = find(request, slug)
    member = request.POST.get("member", "")
    guarding.unblock(game=game, user=cast(User, request.user), member=member)
    notices.success(request, f"You read again what {said(member)[:40]} writes.")
    return redirect("press:panel", slug)


@never_cache
@login_required
@require_POST
def aside(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Keeps a note that nobody else reads, or mutes a thread or who writes there."""
    game, reader = find(request, slug)
    scope = reading.scope_of(game, reader)
    if game.state == FORMING or not scope.has(key) or not reader.took_part:
        raise Http404
    what, of = request.POST.get("what", ""), asides.said_of(scope, key)
    note = request.POST.get("note")
    if what != "note" and note == request.POST.get("was"):
        note = None  # as it was when the page was made: a newer one stays
    told = {"mute": f"You have muted {of}.", "unmute": f"You hear of {of} again."}
    try:
        asides.write(
            game=game,
            user=cast(User, request.user),
            about=asides.about(scope, key),
            note=note,
            muted={"mute": True, "unmute": False}.get(what),
        )
        if request.headers.get("HX-Request") != "true":
            notices.success(request, told.get(what, "Kept. Nobody but you reads it."))
    except LegationError as error:
        notices.error(request, str(error)[:1].upper() + str(error)[1:])
    return redirect("press:thread", slug, key)


@never_cache
@login_required
@_PAGE
def reported(request: HttpRequest, slug: str) -> HttpResponse:
    """What was reported to the game master, and that he has looked at it."""
    game, reader = find(request, slug)
    scope = reading.scope_of(game, reader)
    if not reader.master:
        raise Http404
    if request.method == "POST":
        guarding.done(scope=scope, code=request.POST.get("code", ""))
        return redirect("press:reported", slug)
    rows = [(each, said(each.by), said(each.sender)) for each in guarding.reports_for(scope)]
    context = {"section": "games", "game": game, "reports": rows}
    return render(request, "press/reported.html", context)
