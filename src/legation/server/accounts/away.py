"""Announcing that one is away; what a game does with it is a setting of the game."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import get_text_list
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.server.accounts import absences
from legation.server.accounts.models import User

_NONE = "None of the games that you play now makes anything of it."


class AbsenceForm(forms.Form):
    """The first and the last day of an absence."""

    first = forms.DateField(label="Away from", widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(
        label="Until",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The last day on which you are away.",
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """An absence that is not over, with an end after its beginning, and not for ever."""
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and last and (wrong := absences.amiss(self.user, first, last)):
            field, why = wrong
            self.add_error(field or None, why)
        return data


def _touched(user: User) -> str:
    """Which of his games make anything of it: never an anonymous one, nor one that is live."""
    games = [seat.game for seat in user.seats.select_related("game")]
    told = [g.name for g in games if g.tells_absences]
    return f"It is told in {get_text_list(told, 'and')}." if told else _NONE


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def away(request: HttpRequest) -> HttpResponse:
    """When a user is away: announced, and taken back."""
    user = cast(User, request.user)
    number = request.POST.get("back", "")
    if number:
        if number.isascii() and number.isdecimal() and len(number) < 15:
            user.absences.filter(pk=int(number)).delete()
        messages.success(request, "It is taken back. A deadline that was put off stays so.")
        return redirect("away")
    form = AbsenceForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        absences.announce(user=user, **form.cleaned_data)
        messages.success(request, f"It is announced. {_touched(user)}")
        return redirect("away")
    status = 422 if form.errors else 200
    context = {"form": form, "there": absences.announced(user)}
    return render(request, "accounts/away.html", context, status=status)
