"""What is said where the manual has no such page, or where there is no manual."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from legation.server.running.views import wrong


@require_safe
def missing(request: HttpRequest, page: str = "") -> HttpResponse:
    """A page that is there never comes here: it is served before."""
    del page
    if settings.MANUAL is None:
        text = "The manual was not built on this server. Who runs it does that by make docs."
        return wrong(request, 404, "No manual here", text)
    return wrong(request, 404, "Not found", "The manual has no such page.")
