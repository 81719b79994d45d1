"""What somebody played, if he wishes it shown."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.server.accounts.models import User
from legation.server.games.attendance import record_of


@never_cache
@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """A player's record; one that is not shown is not there, but for its owner."""
    user = User.objects.filter(name=name, is_active=True).first()
    if user is None or not (user.open_record or user == request.user):
        raise Http404
    played = record_of(user)
    due, given = sum(each.due for each in played), sum(each.given for each in played)
    context = {
        "player": user,
        "own": user == request.user,
        "played": played,
        "won": sum(each.won for each in played),
        "left": sum(each.left for each in played),
        "due": due,
        "given": given,
        "share": 100 * given // due if due else None,
    }
    return render(request, "lobby/player.html", context)
