"""A guest keeps his account, or ends it."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from legation.server.accounts import services
from legation.server.accounts.forms import SignUpForm
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.accounts.views import sender, too_often
from legation.server.lobby import guests

_HOUR = timedelta(hours=1)
_BACKEND = "django.contrib.auth.backends.ModelBackend"
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
    form = SignUpForm(request.POST or None, initial={"zone": user.zone})
    if request.method == "POST":
        if not allowed("sign-up", sender(request), 20, _HOUR):
            return too_often(request)
        if form.is_valid():
            data = form.cleaned_data
            try:
                guests.keep(
                    user=user,
                    email=data["email"],
                    name=data["name"],
                    password=data["password"],
                    zone=data["zone"],
                )
            except ValueError as error:
                form.add_error("name", str(error))
            else:
                user.refresh_from_db()
                update_session_auth_hash(request, user)
                return render(request, "lobby/keep_sent.html", {"by_mail": settings.CONFIRM_MAIL})
    status = 422 if form.errors else 200
    return render(request, "lobby/keep.html", {"form": form}, status=status)


@never_cache
@_PAGE
def kept(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the letter, and its button."""
    user = guests.confirmed(token)
    if request.method == "POST" and user is not None:
        user = guests.confirm(token)
        if user is not None:
            login(request, user, _BACKEND)
            messages.success(request, "Your account and your games are kept.")
            return redirect("front")
    status = 200 if user is not None else 404
    return render(request, "lobby/kept.html", {"good": user is not None}, status=status)


@never_cache
@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Ends a guest's account at once; he has no password to be asked for."""
    user = cast(User, request.user)
    if not guests.is_guest(user):
        raise Http404
    services.delete(user=user)
    logout(request)
    return redirect("deleted")
