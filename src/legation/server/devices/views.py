"""What makes the site an app: its manifest, and the script that works without a page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

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
