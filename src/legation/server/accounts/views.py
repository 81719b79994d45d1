"""The pages of accounts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, cast

from axes.utils import reset as unlock
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from legation.server.accounts import limits, services
from legation.server.accounts.forms import (
    ConfirmForm,
    DeleteForm,
    PasswordForm,
    ProfileForm,
    ResetForm,
    ResetPasswordForm,
    SignInForm,
    SignUpForm,
)
from legation.server.accounts.letters import confirmation
from legation.server.accounts.limits import sender
from legation.server.accounts.models import User
from legation.server.accounts.onward import onward, remember, remembered, said_of

_HOUR = timedelta(hours=1)
_BACKEND = "django.contrib.auth.backends.ModelBackend"
_MANY_HERE = "From where you are, there were very many tries to sign in within this hour."
_MANY_THERE = (
    "There were very many tries to sign in with this address. If it is yours, have another password"
    " sent to it, and you can sign in at once."
)
_MANY_NEW = "From where you are, many have signed up within this hour."
_MANY_LOST = "From where you are, many have asked for another password within this hour."
_MANY_OLD = "Your old password was wrong too often within this hour."
_NEW = "signed-up"
_PAGE = require_http_methods(["GET", "HEAD", "POST"])


class SignIn(auth.LoginView):
    """Signing in; whoever is signed in goes on."""

    form_class = SignInForm
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The form, and what one signs in for."""
        context = super().get_context_data(**kwargs)
        return {**context, "asked_for": said_of(self.get_redirect_url())}

    def get_initial(self) -> dict[str, Any]:
        """The address with which somebody has just signed up in this browser."""
        return {**super().get_initial(), "username": self.request.session.get(_NEW, "")}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Tries a password, where there were not too many tries; of which address, is all one."""
        limits.spend("sign-in", sender(request), settings.SIGN_INS, _HOUR, _MANY_HERE)
        most = settings.ACCOUNT_SIGN_INS
        limits.spend("account", limits.tried_address(request), most, _HOUR, _MANY_THERE)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Lets him in; the tries for his account are forgotten."""
        limits.forget("account", limits.tried_address(self.request))
        return super().form_valid(form)

    def get_default_redirect_url(self) -> str:
        """Where he wanted to go when he signed up; else where everybody comes."""
        return onward(self.request)


class ResetConfirm(auth.PasswordResetConfirmView):
    """Choosing another password on the page that came by mail."""

    form_class = ResetPasswordForm
    template_name = "accounts/reset_confirm.html"
    success_url = "/accounts/sign-in/"

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        """Changes it, and says what comes next."""
        messages.success(self.request, "Your password is changed. Sign in with it.")
        answer = super().form_valid(form)
        address = form.user.email.casefold()
        limits.forget("account", address)  # he has shown that it is his
        unlock(username=address)
        return answer


class Password(auth.PasswordChangeView):
    """Choosing another password; other sessions end, and all tokens."""

    form_class = PasswordForm
    template_name = "accounts/password.html"
    success_url = "/accounts/profile/"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Tries the old password; not very often."""
        limits.spend("password", str(request.user.pk), 10, _HOUR, _MANY_OLD)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Changes it, and says so."""
        messages.success(self.request, "Your password is changed.")
        return super().form_valid(form)


def locked_out(request: HttpRequest, *_: Any, **__: Any) -> HttpResponse:
    """The answer to who gave a wrong password too often."""
    answer = render(request, "accounts/locked_out.html", status=429)
    answer["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME * 3600))
    return answer


@sensitive_post_parameters("password")
@never_cache
@_PAGE
def sign_up(request: HttpRequest) -> HttpResponse:
    """Making an account. The answer is the same for an address that has one.

    A guest keeps the one that he has; who has one to keep goes on.
    """
    if not settings.OPEN_SIGN_UP:
        raise Http404
    remember(request)
    if request.user.is_authenticated:
        return redirect(onward(request) if request.user.reachable else "keep")
    make = partial(services.sign_up, onward=remembered(request))

    def then() -> HttpResponse:
        if not settings.CONFIRM_MAIL:  # what was typed, whether there was an account or not
            request.session[_NEW] = request.POST.get("email", "")[:254]
        return redirect("signed-up")

    return new_account(request, "accounts/sign_up.html", make, then)


def new_account(
    request: HttpRequest,
    template: str,
    make: Callable[..., None],
    then: Callable[[], HttpResponse],
    guest: User | None = None,
) -> HttpResponse:
    """The form of a name, an address and a password, and what comes of it: `make`, and `then`."""
    form = SignUpForm(request.POST or None, instance=guest, initial={"name": ""})
    if request.method == "POST":
        limits.spend("sign-up", sender(request), 20, _HOUR, _MANY_NEW)
        if form.is_valid():
            try:
                make(**form.cleaned_data)
            except ValueError as error:
                form.add_error("name", str(error))
            else:
                return then()
    return render(request, template, {"form": form}, status=422 if form.errors else 200)


@require_GET
def signed_up(request: HttpRequest) -> HttpResponse:
    """What comes next, for whoever signed up."""
    return render(request, "accounts/signed_up.html", {"by_mail": settings.CONFIRM_MAIL})


@sensitive_post_parameters("password")
@never_cache
@_PAGE
def confirm(request: HttpRequest, number: str, token: str) -> HttpResponse:
    """Confirming an address: on the page of the letter name and password are chosen."""
    user = _of_link(number)
    if user is None or not confirmation.check_token(user, token):
        return render(request, "accounts/confirm.html", status=404)
    remember(request)
    confirming = partial(services.confirm, user=user)
    return choose(request, "accounts/confirm.html", user, confirming)


def choose(
    request: HttpRequest, template: str, user: User, make: Callable[..., object], then: str = ""
) -> HttpResponse:
    """The form of a name and a password for who has shown that an address is his; then he is in."""
    form = ConfirmForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        try:
            make(name=form.cleaned_data["name"], password=form.cleaned_data["password"])
        except ValueError as error:
            form.add_error("name", str(error))
        else:
            login(request, user, _BACKEND)
            return redirect(then or onward(request))
    status = 422 if form.errors else 200
    return render(request, template, {"good": True, "form": form}, status=status)


def _of_link(number: str) -> User | None:
    try:
        return User.objects.filter(pk=int(force_str(urlsafe_base64_decode(number)))).first()
    except (ValueError, OverflowError):
        return None


@never_cache
@_PAGE
def reset(request: HttpRequest) -> HttpResponse:
    """Asking for another password. The answer is the same for an address without account."""
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["email"]
        limits.spend("reset", sender(request), 20, _HOUR, _MANY_LOST)
        services.forgotten(email=address)
        return redirect("reset-sent")
    return render(request, "accounts/reset.html", {"form": form})


@require_GET
def reset_sent(request: HttpRequest) -> HttpResponse:
    """What comes next, for whoever asked for another password."""
    return render(request, "accounts/reset_sent.html")


@never_cache
@login_required
@_PAGE
def profile(request: HttpRequest) -> HttpResponse:
    """What a user wishes."""
    user = cast(User, request.user)
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("profile")
    if request.method == "POST":
        user.refresh_from_db()  # what was refused is not shown as his name
    return render(request, "accounts/profile.html", {"form": form})


@never_cache
@login_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is kept of a user, as a file."""
    user = cast(User, request.user)
    answer = JsonResponse(services.export(user=user), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="legation.json"'
    return answer


@sensitive_post_parameters("password")
@never_cache
@login_required
@_PAGE
def delete(request: HttpRequest) -> HttpResponse:
    """Ending an account; the password is asked for, as something is lost."""
    user = cast(User, request.user)
    form = DeleteForm(user, request.POST or None)
    if request.method == "POST":
        limits.spend("delete", str(user.pk), 10, _HOUR, _MANY_OLD)
        if form.is_valid():
            services.delete(user=user)
            logout(request)
            return redirect("deleted")
    stays = services.what_stays(user=user)
    return render(request, "accounts/delete.html", {"form": form, "stays": stays})


@require_GET
def deleted(request: HttpRequest) -> HttpResponse:
    """That an account is gone."""
    return render(request, "accounts/deleted.html")
