"""What makes the site an app: its manifest, the script behind its pages, and who is notified."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.devices import browsers
from legation.server.devices.leaving import HERE

PAPER = "#f6f1e4"
_ICONS = (
    ("legation/stamp.svg", "any", "image/svg+xml", "any"),
    ("devices/icon-192.png", "192x192", "image/png", "any"),
    ("devices/icon-512.png", "512x512", "image/png", "any"),
    ("devices/icon-512.png", "512x512", "image/png", "maskable"),
)


@require_safe
@cache_control(max_age=86400)
def manifest(request: HttpRequest) -> HttpResponse:
    """What an app of the site is called, and how it looks."""
    del request
    icons = [
        {"src": static(src), "sizes": sizes, "type": kind, "purpose": purpose}
        for src, sizes, kind, purpose in _ICONS
    ]
    told = {
        "id": "/",
        "name": "Legation",
        "short_name": "Legation",
        "description": "Diplomacy and its odd variants.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


@cache
def _script() -> str:
    return files(__package__).joinpath("worker.js").read_text("utf-8")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script; its address says that it is for all pages of the site."""
    del request
    return HttpResponse(_script(), content_type="text/javascript")


@never_cache
@login_required
@require_POST
def told(request: HttpRequest) -> HttpResponse:
    """Lets the browser that asks be told of what happens, or forgets one of one's own."""
    user, form = cast(User, request.user), request.POST
    if form.get("what") == "forget":
        number = form.get("number", "")
        browsers.forget(user=user, number=int(number) if number.isdecimal() else 0)
        if number == str(request.session.get(HERE)):
            del request.session[HERE]
        messages.success(request, "That browser is told nothing any more.")
        return redirect("profile")
    given = {name: form.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    try:
        found = browsers.add(user=user, agent=request.headers.get("User-Agent", ""), **given)
    except LegationError as error:
        return JsonResponse({"error": str(error)}, status=400)
    request.session[HERE] = found.pk
    return JsonResponse({"name": found.name})
