"""The list of games, and of variants to make one of."""

from __future__ import annotations

from collections.abc import Hashable

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from legation.server.games import lost, promise, reads
from legation.server.games.models import OF_RECORD
from legation.server.lobby.catalogue import cards
from legation.server.lobby.filters import OPEN, Filter
from legation.server.site import moment
from legation.server.site.answered import answered, stored
from legation.server.site.kept import Key

_A_PAGE = 30


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Games that are open, running or finished."""

    def make() -> HttpResponse:
        return render(request, "lobby/lobby.html", _listed(request)[0])

    clock = lost.known(moment.now())
    if request.GET:
        context, made_of = _listed(request)
        key = Key("lobby", (made_of, clock), request.user.pk)
        return answered(request, key, lambda: render(request, "lobby/lobby.html", context))
    first = reads.first_listed(_A_PAGE)
    key = Key("lobby", (first, clock), request.user.pk)
    return answered(request, key, make, lambda: reads.first_listed(_A_PAGE) == first)


def _listed(request: HttpRequest) -> tuple[dict[str, object], Hashable]:
    """What the template asks for, and all that it is made of."""
    form = Filter(request.user, request.GET or None)
    wanted = form.wanted
    page = Paginator(form.games(), _A_PAGE).get_page(request.GET.get("page"))
    show = wanted.get("show", OPEN)
    seats = list(reads.seats_wanted(request.user)[:_A_PAGE]) if show == OPEN else []
    listed = (*page, *seats, *(seat.game for seat in seats))
    rows = [stored(row, without=OF_RECORD) for row in listed]
    context: dict[str, object] = {
        "section": "games",
        "form": form,
        "page": page,
        "show": show,
        "narrowed": bool(set(wanted) - {"show"}),
        "query": urlencode(wanted),
        "shows": [(v, text, urlencode({**wanted, "show": v})) for v, text in form.states],
        "seats": seats,
    }
    return context, (page.paginator.count, page.number, *rows)


@require_GET
def variants(request: HttpRequest) -> HttpResponse:
    """Of what a game can be made."""
    context = {"section": "games", "cards": cards(), "studio": settings.STUDIO}
    return render(request, "lobby/variants.html", context)


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of every variant."""
    return render(request, "lobby/rules.html", {"section": "rules", "cards": cards()})


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    """What this site is, and what it keeps of people."""
    said = {"sealed": promise.SEALED, "open": promise.OPEN, "own": promise.OWN}
    return render(request, "lobby/about.html", said)
