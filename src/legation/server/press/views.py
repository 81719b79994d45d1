"""The pages of press: each a whole page, or the part that a board shows beside the map."""

from __future__ import annotations

import secrets
from typing import Any, cast

from django.contrib import messages as notices
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.games import stream
from legation.server.games.doors import find
from legation.server.games.models import FORMING, NO_PRESS, Game
from legation.server.games.readers import Reader
from legation.server.games.so_far import so_far
from legation.server.press import asides, inbox, reading, services, shown
from legation.server.press.lines import line_of, listed
from legation.server.press.members import GREY, PUBLIC, key_of, said, title_of
from legation.server.press.models import LONGEST
from legation.server.press.permits import custom_of
from legation.server.site import parts

_PAGE = 60
_MOST_WORDS = 200
LIST = {"circles": "press/_circles.html"}
THREAD = {"messages": "press/_messages.html", "closed": "press/_closed.html"}
"""The pieces of the list and of a thread that can be asked for (`site.parts`)."""


def _part(request: HttpRequest) -> bool:
    """Is a part of a page asked for, to be put beside the map?"""
    return request.headers.get("HX-Request") == "true"


def _page(request: HttpRequest, what: str, context: dict[str, Any]) -> HttpResponse:
    part = f"press/_{what}.html"
    name = part if _part(request) else "press/page.html"
    return render(request, name, {"section": "games", "part": part, **context})


def _script(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _common(game: Game, reader: Reader, scope: reading.Scope) -> dict[str, Any]:
    return {
        "game": game,
        "reader": reader,
        "scope": scope,
        "custom": custom_of(game),
        "heard": stream.written(so_far(game).told(reader.audiences)),
        "none": game.press == NO_PRESS,
    }


def _list(scope: reading.Scope) -> dict[str, Any]:
    whom = inbox.others(scope)
    return {
        "circles": asides.listed(scope),
        "others": [(m, said(m)) for m in whom],
        "blocked": sorted({member for member, _ in scope.blocked}),
    }


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def panel(request: HttpRequest, slug: str) -> HttpResponse:
    """The threads that one may read, a new one, and the search; or a piece of it."""
    game, reader = find(request, slug)
    scope, pieces = reading.scope_of(game, reader), parts.wanted(request, LIST)
    if game.state == FORMING:
        context = _common(game, reader, scope)
        context["keeper"] = _keeps(game, reader)
        return _page(request, "forming", context)
    if pieces:
        templates = [LIST[name] for name in pieces]
        return parts.sent(request, templates, {"game": game, "circles": asides.listed(scope)})
    context = _common(game, reader, scope)
    words = request.GET.get("q", "").strip()[:_MOST_WORDS]
    if words:
        hits = inbox.search(scope, words)
        context["hits"] = [line_of(scope, m.thread.key, m) for m in hits]
    return _page(request, "list", {**context, **_list(scope), "words": words})


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def thread(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """What was written among some, and the form to write more; or pieces of it.

    Of the messages those `after` what a page shows, if that is what he may read up to there.
    """
    game, reader = find(request, slug)
    scope = reading.scope_of(game, reader)
    if game.state == FORMING or not scope.has(key):
        raise Http404
    pieces = parts.wanted(request, THREAD)
    if pieces:
        context = {"game": game, "key": key, "closed": scope.closed(key)}
        if "messages" in pieces:
            context |= _messages(request, scope, key)
        return parts.sent(request, [THREAD[name] for name in pieces], context)
    context = _common(game, reader, scope)
    begun = inbox.draft_of(scope, key)
    whom = [said(m) for m in inbox.members(scope, key) if m != scope.member]
    context |= _messages(request, scope, key)
    context |= {
        "key": key,
        "title": title_of(scope.book, key, scope.member),
        "whom": listed(["you", *whom]) if scope.member else "",
        "closed": scope.closed(key),
        "draft": begun.text if begun else "",
        "token": (begun.token if begun else "") or secrets.token_hex(16),
        "longest": LONGEST,
        "grey": key == GREY,
        "public": key in (PUBLIC, GREY),
    }
    if reader.took_part:
        context |= {
            "aside": asides.of(scope, key),
            "aside_of": asides.said_of(scope, key),
            "longest_note": asides.LONGEST_NOTE,
        }
    return _page(request, "thread", context)


def _messages(request: HttpRequest, scope: reading.Scope, key: str) -> dict[str, Any]:
    """The last messages of a thread, or all; or those after what a page shows already."""
    codes = list(inbox.messages(scope, key).values_list("code", flat=True))
    after = shown.counted(codes, request.GET.get("after", ""))
    begins = after or (0 if request.GET.get("all") else max(0, len(codes) - _PAGE))
    rows = list(inbox.messages(scope, key).select_related("thread")[begins : len(codes)])
    fresh = inbox.unread_by_key(scope).get(key, 0) if rows else 0
    if rows and scope.reader.user is not None and request.method == "GET":
        services.mark_read(message=rows[-1], user=cast(User, request.user))
    return {
        "lines": [line_of(scope, key, m) for m in rows],
        "fresh_from": len(rows) - min(fresh, len(rows)) if fresh else -1,
        "earlier": 0 if after else begins,
        "after": after,
        "shown": shown.mark(codes),
    }


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """To the thread with those whom one has chosen; where that is nobody, it is asked again."""
    game, reader = find(request, slug)
    scope = reading.scope_of(game, reader)
    if game.state == FORMING or not scope.writer:
        raise Http404
    chosen = [m for m in request.GET.getlist("to")[:60] if m != scope.writer]
    if not chosen:
        context = {**_common(game, reader, scope), **_list(scope), "words": "", "nobody": True}
        return _page(request, "list", context)
    try:
        key = key_of(scope.book, [scope.writer, *chosen])
    except KeyError:
        raise Http404 from None
    if not scope.has(key):
        raise Http404
    return redirect("press:thread", slug, key)


@never_cache
@login_required
@require_POST
def send(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Sends a message. What cannot be sent is kept as a draft."""
    game, reader = find(request, slug)
    if game.state == FORMING or not reading.scope_of(game, reader).has(key):
        raise Http404
    user = cast(User, request.user)
    text, token = request.POST.get("text", ""), _token(request)
    try:
        services.send(game=game, user=user, key=key, text=text, token=token)
    except LegationError as error:
        return _not_sent(request, game, key, text, token, str(error))
    if _script(request):
        return JsonResponse({"sent": True})
    return redirect("press:thread", slug, key)


def _token(request: HttpRequest) -> str:
    """The mark that the page has given to this sending, or one of its own."""
    token = request.POST.get("token", "")
    fits = 8 <= len(token) <= 64 and token.isascii() and token.replace("-", "").isalnum()
    return token if fits else secrets.token_hex(16)


def _not_sent(
    request: HttpRequest, game: Game, key: str, text: str, token: str, why: str
) -> HttpResponse:
    why = why[:1].upper() + why[1:]
    kept = False
    try:
        kept = services.save_draft(
            game=game, user=cast(User, request.user), key=key, text=text[:LONGEST], token=token
        )
    except LegationError:
        kept = False
    if _script(request):
        return JsonResponse({"error": why, "kept": kept}, status=409)
    notices.error(request, f"{why} What you wrote is kept as a draft." if kept else why)
    return redirect("press:thread", game.slug, key)


@never_cache
@login_required
@require_POST
def draft(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Keeps what is being written."""
    game, reader = find(request, slug)
    if game.state == FORMING or not reading.scope_of(game, reader).has(key):
        raise Http404
    text, token = request.POST.get("text", ""), _token(request)
    try:
        kept = services.save_draft(
            game=game, user=cast(User, request.user), key=key, text=text, token=token
        )
    except LegationError as error:
        return JsonResponse({"error": str(error)}, status=409)
    if _script(request):
        return JsonResponse({"kept": kept})
    return redirect("press:thread", slug, key)


def _keeps(game: Game, reader: Reader) -> bool:
    return reader.master or (reader.maker and game.master_id is None)


@never_cache
@login_required
@require_POST
def custom(request: HttpRequest, slug: str) -> HttpResponse:
    """Fixes what is usual for the press of a game, until it begins."""
    game, reader = find(request, slug)
    if not _keeps(game, reader):
        raise Http404
    try:
        services.set_custom(
            game=game,
            heirs_read=request.POST.get("heirs_read") == "yes",
            grey_told=request.POST.get("grey_told") == "yes" and game.master_id is not None,
        )
        notices.success(request, "Saved.")
    except LegationError as error:
        notices.error(request, str(error)[:1].upper() + str(error)[1:])
    return redirect("press:panel", slug)
