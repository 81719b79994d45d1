"""What workers make of a draft: asking for it, how far it is, and what came of it."""

from __future__ import annotations

import zlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.server.site.nulls import plain
from legation.server.site.policy import PICTURE, policy_of
from legation.server.studio import jobs, making, publishing
from legation.server.studio.answers import asked, asked_for, sent, wants_page
from legation.server.studio.doors import find
from legation.server.studio.models import (
    BUILD,
    CHECK,
    DONE,
    FAILED,
    LAB,
    PUBLISH,
    SANDBOX,
    WAITING,
    Draft,
    Job,
)

_GAMES, _MOST_GAMES = 20, 100


@asked_for
def build(request: HttpRequest, key: str) -> HttpResponse:
    """Has the lettered board made."""
    return asked(request, jobs.ask(draft=find(request, key), kind=BUILD))


@asked_for
def check(request: HttpRequest, key: str) -> HttpResponse:
    """Has all that may be wrong with a draft looked for."""
    return asked(request, jobs.ask(draft=find(request, key), kind=CHECK))


@asked_for
def lab(request: HttpRequest, key: str) -> HttpResponse:
    """Has bots play games of it."""
    row = find(request, key)
    games = (request.POST if wants_page(request) else sent(request)).get("games", _GAMES)
    text = str(games)
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else _GAMES
    wanted = {"games": min(max(number, 1), _MOST_GAMES)}
    return asked(request, jobs.ask(draft=row, kind=LAB, wanted=wanted))


@asked_for
def publish(request: HttpRequest, key: str) -> HttpResponse:
    """Makes an edition of the board as it was built; it is built first where it must be."""
    row = find(request, key)
    built = publishing.fresh(row)
    if built is None:
        return asked(request, jobs.ask(draft=row, kind=PUBLISH))
    edition = publishing.edition(draft=row, built=bytes(built.files), public=True)
    told = publishing.told(edition)
    return redirect(told["url"]) if wants_page(request) else JsonResponse(told)


@asked_for
def sandbox(request: HttpRequest, key: str) -> HttpResponse:
    """Opens a game of one's own against bots, to order in What if for all whom one sees."""
    row = find(request, key)
    data = request.POST if wants_page(request) else sent(request)
    power = plain(str(data.get("power", "")))[:60]
    built = publishing.fresh(row)
    if built is None:
        return asked(request, jobs.ask(draft=row, kind=SANDBOX, wanted={"power": power}))
    url = making.sandbox(row, bytes(built.files), power)
    return redirect(url) if wants_page(request) else JsonResponse({"url": url})


@never_cache
@login_required
@require_safe
def job(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """How far a job is. Who has no script waits on a page that leads on when it is done."""
    row = find(request, key)
    found = get_object_or_404(Job.objects.defer("made", "files"), draft=row, pk=number)
    if not wants_page(request):
        return JsonResponse(jobs.told(found))
    told = jobs.told(found)
    if found.state not in (DONE, FAILED):
        title, back = row.title or "A draft without a title", reverse("studio:draft", args=[key])
        heading = "In line" if found.state == WAITING else ""
        text = f"{told['text']} This page looks again by itself."
        context = {"title": title, "back": back, "heading": heading, "text": text}
        context["section"] = "games"
        answer = render(request, "studio/waits.html", context)
        answer["Refresh"] = "2"
        return answer
    for problem in told["result"].get("problems", ())[:20]:
        messages.warning(request, problem["text"])
    if found.state == FAILED:
        messages.error(request, told["text"])
    else:
        messages.success(request, told["text"])
    where = told["result"].get("url") or told["result"].get("page")
    return redirect(where or "studio:draft", *(() if where else (key,)))


def _made(draft: Draft, kind: str) -> bytes:
    job = jobs.last(draft, kind)
    if job is None or not job.made:
        raise Http404
    return zlib.decompress(bytes(job.made))


@never_cache
@login_required
@require_safe
def board(request: HttpRequest, key: str) -> HttpResponse:
    """The lettered board that was built last."""
    answer = HttpResponse(_made(find(request, key), BUILD), content_type="image/svg+xml")
    answer["Content-Security-Policy"] = PICTURE
    return answer


@never_cache
@login_required
@require_safe
def lab_page(request: HttpRequest, key: str) -> HttpResponse:
    """What games by bots showed last."""
    page = _made(find(request, key), LAB)
    answer = HttpResponse(page)
    answer["Content-Security-Policy"] = policy_of(page.decode())
    return answer
