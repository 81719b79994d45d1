"""Bots play a game of the shelf: asking for it, and the page of what they showed."""

from __future__ import annotations

import zlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from legation.errors import LegationError
from legation.server.lobby.catalogue import card_of
from legation.server.lobby.forms import RULING
from legation.server.site.nulls import plain
from legation.server.site.policy import policy_of
from legation.server.studio import jobs, tried
from legation.server.studio.answers import said
from legation.server.studio.doors import designer
from legation.server.studio.models import DONE, FAILED
from legation.variants.load import load


@never_cache
@login_required
@require_POST
def ask(request: HttpRequest, variant: str) -> HttpResponse:
    """Has bots play a variant, with the rulings that the form names."""
    user = designer(request)
    if card_of(variant) is None:
        raise Http404
    try:
        options = {
            spec.id: plain(value)
            for spec in load(variant).option_specs
            if (value := request.POST.get(f"{RULING}{spec.id}"))
        }
        job = tried.ask(user=user, variant=variant, options=options)
    except LegationError as error:
        messages.error(request, said(error))
        return redirect("rules-of", variant)
    return redirect("studio:tried", variant, job.tried)


@never_cache
@login_required
@require_safe
def page(request: HttpRequest, variant: str, key: str) -> HttpResponse:
    """What bots showed; a page that looks again by itself as long as they play."""
    designer(request)
    job = tried.find(key)
    card = card_of(variant)
    if job is None or card is None or job.wanted["variant"] != variant:
        raise Http404
    if job.state == DONE:
        made = zlib.decompress(bytes(job.made))
        answer = HttpResponse(made)
        answer["Content-Security-Policy"] = policy_of(made.decode())
        return answer
    text = jobs.told(job)["text"]
    if job.state == FAILED:
        messages.error(request, text)
        return redirect("rules-of", variant)
    context = {
        "section": "rules",
        "title": card.title,
        "back": reverse("rules-of", args=[variant]),
        "heading": "Bots are playing",
        "text": f"{text} Twenty games take a minute or a few; this page looks again by itself.",
    }
    answer = render(request, "studio/waits.html", context)
    answer["Refresh"] = "3"
    return answer
