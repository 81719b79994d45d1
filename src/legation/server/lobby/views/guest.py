"""A guest keeps his account, or ends it; signing out, which loses it."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LogoutView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from legation.server.accounts import services
from legation.server.accounts.models import User
from legation.server.accounts.onward import remember, remembered
from legation.server.accounts.views import choose, new_account
from legation.server.games.models import PAUSED, RUNNING
from legation.server.lobby import guests
from legation.server.site.sure import Question, ask, is_sure

_PAGE = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters("password")
@never_cache
@login_required
@_PAGE
def keep(request: HttpRequest) -> HttpResponse:
    """A name, an address and a password for a guest. The answer tells nothing of the address."""
    user = cast(User, request.user)
    if not guests.is_guest(user):
        return redirect("profile")
    remember(request)

    def done() -> HttpResponse:
        user.refresh_from_db()
        update_session_auth_hash(request, user)
        said = {"by_mail": settings.CONFIRM_MAIL, "there": remembered(request)}
        return render(request, "lobby/keep_sent.html", said)

    make = partial(guests.keep, user=user, onward=remembered(request))
    as_stored = User.objects.get(pk=user.pk)  # a form changes what it is given
    return new_account(request, "lobby/keep.html", make, done, as_stored)


@sensitive_post_parameters("password")
@never_cache
@_PAGE
def kept(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the letter: on it name and password are chosen."""
    user = guests.confirmed(token)
    if user is None:
        return render(request, "lobby/kept.html", status=404)
    remember(request)
    keeping, there = partial(guests.confirm, user=user, token=token), remembered(request)
    return choose(request, "lobby/kept.html", user, keeping, there or reverse("front"))


class SignOut(LogoutView):
    """Signing out; a guest, who could not come back, is asked first."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ends the session."""
        if guests.is_guest(request.user) and not is_sure(request.POST):
            user, front = request.user, reverse("front")
            return ask(request, _going(user), back=front, place="Legation", section="")
        answer = super().post(request, *args, **kwargs)
        answer["Clear-Site-Data"] = '"cache"'  # pages that the browser keeps, for who goes back
        return answer


def _going(user: User) -> Question:
    said = [
        f"{user.name} has no address and no password: this browser alone knows you, and nobody can"
        f" sign in as {user.name} again."
    ]
    if listed := _seats(user):
        said.append("You cannot come back to your games:")
    keeping = ("Keep it first", reverse("keep"))
    return Question("Sign out for good?", tuple(said), "Sign out", listed, instead=keeping)


def _seats(user: User) -> tuple[str, ...]:
    """The seats that a user has in games that are played."""
    seats = user.seats.filter(game__state__in=(RUNNING, PAUSED)).select_related("game")
    return tuple(f"{seat.power} in {seat.game.name}" for seat in seats.order_by("pk"))


@never_cache
@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Ends a guest's account, when he is sure; he has no password to be asked for."""
    user = cast(User, request.user)
    if not guests.is_guest(user):
        raise Http404
    if not is_sure(request.POST):
        back, place = reverse("keep"), "Keep your account"
        return ask(request, _ending(user), back=back, place=place, section="")
    services.delete(user=user)
    logout(request)
    return redirect("deleted")


def _ending(user: User) -> Question:
    said = [f"{user.name} is deleted, and nobody can sign in as {user.name} again."]
    if listed := _seats(user):
        said.append("Bots play on in your seats, and you cannot come back to them:")
    return Question("End this account?", tuple(said), "End this account", listed)
