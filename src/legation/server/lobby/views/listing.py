"""The list of games, and of variants to make one of."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from legation.server.games import lost, promise, reads
from legation.server.games.models import EVERYBODY, OF_RECORD
from legation.server.lobby.catalogue import cards
from legation.server.lobby.filters import OPEN, Filter
from legation.server.site import moment
from legation.server.site.answered import answered, stored
from legation.server.site.kept import Kept, Key

_A_PAGE = 30
_lists: Kept[SafeString] = Kept(room=1_000_000, size=len)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Games that are open, running or finished."""
    clock = lost.known(moment.now())
    if request.GET:
        context, made_of = _listed(request)
        key = Key("lobby", (made_of, clock), request.user.pk)
        return answered(request, key, lambda: _shown(request, _rendered(context, clock)))
    first = reads.first_listed(_A_PAGE)

    def still() -> bool:
        return reads.first_listed(_A_PAGE) == first

    def make() -> HttpResponse:
        return _shown(request, _first(request, first, clock, still))

    return answered(request, Key("lobby", (first, clock), request.user.pk), make, still)


def _shown(request: HttpRequest, listed: SafeString) -> HttpResponse:
    return render(request, "lobby/lobby.html", {"section": "games", "listed": listed})


def _first(
    request: HttpRequest, first: str, clock: lost.Known, still: Callable[[], bool]
) -> SafeString:
    """The list as everybody finds it who looks for nothing in it, by one clock."""
    by = (timezone.get_current_timezone_name(), request.user.is_authenticated)
    key = Key("lobby", (first, clock), EVERYBODY, by)
    found = _lists.find(key)
    if found is None:
        found = _rendered(_listed(request)[0], clock)
        if still():
            _lists.keep(key, found)
    return found


def _rendered(context: dict[str, object], clock: lost.Known) -> SafeString:
    """The list, in which nothing but its form tells who looks."""
    return render_to_string("lobby/_listed.html", {**context, "clock": clock})


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
        "form": form,
        "page": page,
        "show": show,
        "narrowed": bool(set(wanted) - {"show"}),
        "query": urlencode(wanted),
        "shows": [(v, text, urlencode({**wanted, "show": v})) for v, text in form.states],
        "seats": seats,
    }
    return context, (page.paginator.count, page.number, *rows)


@require_safe
def variants(request: HttpRequest) -> HttpResponse:
    """Of what a game can be made."""
    context = {"section": "games", "cards": cards(), "studio": settings.STUDIO}
    return render(request, "lobby/variants.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of every variant."""
    return render(request, "lobby/rules.html", {"section": "rules", "cards": cards()})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this site is, and what it keeps of people."""
    said = {"sealed": promise.SEALED, "open": promise.OPEN, "own": promise.OWN}
    return render(request, "lobby/about.html", said)
