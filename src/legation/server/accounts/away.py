"""Announcing that one is away; what a game does with it is a setting of the game."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.server.accounts.models import Absence, User
from legation.server.site import moment

LONGEST = timedelta(days=60)
MOST = 10
"""Absences that somebody has announced at once."""


def today(user: User) -> date:
    """Which day it is where he is."""
    return user.local(moment.now()).date()


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
        if last is not None and last < today(self.user):
            self.add_error("last", "This day is over.")
        elif first is not None and last is not None and last < first:
            self.add_error("last", "The last day is before the first.")
        elif first is not None and last is not None and last - first >= LONGEST:
            self.add_error("last", f"At most {LONGEST.days} days; then announce it again.")
        if self.user.absences.filter(last__gte=today(self.user)).count() >= MOST:
            raise ValidationError(f"You have announced {MOST} absences; take one back first.")
        return data


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
        user.absences.filter(last__lt=today(user)).delete()
        Absence.objects.create(user=user, **form.cleaned_data)
        messages.success(request, "It is announced.")
        return redirect("away")
    there = user.absences.filter(last__gte=today(user)).order_by("first", "pk")
    status = 422 if form.errors else 200
    return render(request, "accounts/away.html", {"form": form, "there": there}, status=status)
