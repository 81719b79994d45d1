"""The doors of private games: a link, or a password."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from legation.server.accounts.limits import sender, spend
from legation.server.games.create import right_password
from legation.server.games.doors import remember_key
from legation.server.games.models import Game

_HOUR = timedelta(hours=1)
_MANY = "Many words were tried at this door within this hour."


class PasswordForm(forms.Form):
    """The word that opens a game."""

    password = forms.CharField(
        label="Password of the game",
        max_length=100,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


@never_cache
@require_GET
def by_link(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The link to a private game: the browser keeps the key."""
    game = Game.objects.filter(slug=slug).first() or Game(token="")
    if not secrets.compare_digest(game.token.encode(), token.encode()):
        raise Http404
    remember_key(request, token)
    return redirect("game-about", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_password(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks for the password of a game; the page is the same where there is no such game."""
    form = PasswordForm(request.POST or None)
    if request.method == "POST":
        spend("game-password", f"{sender(request)} {slug}", 10, _HOUR, _MANY)
        if form.is_valid():
            game = Game.objects.filter(slug=slug).first() or Game(slug=slug)
            if right_password(game, form.cleaned_data["password"]):
                remember_key(request, game.token)
                return redirect("game-about", slug)
            form.add_error("password", "This word opens no game here.")
    status = 422 if form.errors else 200
    return render(request, "lobby/password.html", {"section": "games", "form": form}, status=status)
