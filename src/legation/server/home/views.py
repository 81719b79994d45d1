"""The front page: what this is; of who is signed in first what waits for him."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legation.server.devices import browsers
from legation.server.devices.marks import keep
from legation.server.home.waiting import home_of
from legation.server.lobby.views.front import offered


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this is, play at one click, open games; of who is signed in first his own games."""
    user, context = request.user, offered(request)
    if not user.is_authenticated:
        return render(request, "lobby/front.html", context)
    browsers.miss(request)
    context |= {"home": home_of(user), "studio": settings.STUDIO}
    return keep(render(request, "lobby/home.html", context))
