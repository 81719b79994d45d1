"""The form of a token: its name, what it is for, and how long it lasts."""

from __future__ import annotations

from django import forms

from legation.server.api.tokens import DAYS, LONGEST_NAME, ORDER, PRESS, READ, SCOPES


class TokenForm(forms.Form):
    """A token to be made."""

    name = forms.CharField(
        label="Name of a new token",
        max_length=LONGEST_NAME,
        help_text="To know it again.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=[(scope, f"{text} ({scope})") for scope, text in SCOPES.items()],
        initial=[READ, ORDER, PRESS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Say what it is for."},
    )
    days = forms.TypedChoiceField(
        label="It lasts",
        choices=[(days, f"{days} days") for days in DAYS],
        initial=90,
        coerce=int,
    )
