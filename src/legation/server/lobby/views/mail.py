"""Stopping mail of one kind, from a link in a letter, without signing in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from legation.server.accounts.models import User
from legation.server.post import switches


@csrf_exempt  # a mail program that offers to unsubscribe sends no cookie; the link is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the link, and its button; a mail program may press it by itself (RFC 8058)."""
    switch = switches.read(token)
    if switch is None:
        raise Http404
    user, kind = get_object_or_404(User, pk=switch[0]), switch[1]
    if request.method == "POST":
        setattr(user, f"mail_{kind}", False)
        user.save(update_fields=[f"mail_{kind}"])
    said = switches.SAID[kind]
    done = not user.wants(kind)
    return render(request, "lobby/mail_off.html", {"kind": said, "done": done})
