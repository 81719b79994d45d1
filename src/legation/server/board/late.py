"""What came too late, put away by who sent it: the text stays with the sheet of its phase."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from legation.server.board.pens import sitting
from legation.server.games.late import put_away


@never_cache
@require_POST
def late(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows it no more to who sent it."""
    at = sitting(request, slug)
    if not at.reader.power and not at.reader.master:
        raise Http404
    put_away(at.game, at.reader)
    room = "lists/" if request.POST.get("back") == "lists" else ""
    return redirect(f"/games/{slug}/{room}#orders")
