"""Which games the lobby lists: a form that works by its address alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import QuerySet

from legation.server.games import reads
from legation.server.games.models import (
    ALL_PRESS,
    NO_PRESS,
    PUBLIC_PRESS,
    Game,
)
from legation.server.games.time import LIVE
from legation.server.lobby.catalogue import cards

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from legation.server.accounts.models import User

OPEN, RUNNING, OVER, OWN = "open", "running", "finished", "own"
_STATES = [(OPEN, "open, to join"), (RUNNING, "running"), (OVER, "finished")]


def _variants() -> list[tuple[str, str]]:
    return [("", "any"), *((card.name, card.title) for card in cards())]


class Filter(forms.Form):
    """What somebody looks for; every field may be left out, and a bad value counts as none."""

    show = forms.ChoiceField(label="Show", required=False)
    variant = forms.ChoiceField(label="Variant", choices=_variants, required=False)
    pace = forms.ChoiceField(
        label="Pace",
        choices=[("", "any"), ("days", "by days"), ("live", "live"), ("none", "no deadlines")],
        required=False,
    )
    press = forms.ChoiceField(
        label="Press",
        choices=[
            ("", "any"),
            (ALL_PRESS, "all"),
            (PUBLIC_PRESS, "public only"),
            (NO_PRESS, "none"),
        ],
        required=False,
    )
    name = forms.CharField(label="Name has", max_length=80, required=False)

    def __init__(self, user: User | AnonymousUser, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.states = [*_STATES, *([(OWN, "my games")] if user.is_authenticated else [])]
        show = self.fields["show"]
        assert isinstance(show, forms.ChoiceField)
        show.choices = self.states

    @property
    def wanted(self) -> dict[str, str]:
        """The good values, without empty ones."""
        if not self.is_bound:
            return {}
        self.full_clean()
        return {key: value for key, value in self.cleaned_data.items() if value}

    def games(self) -> QuerySet[Game]:
        """The games that fit."""
        wanted = self.wanted
        rows = self._state(wanted.get("show", OPEN))
        if "variant" in wanted:
            rows = rows.filter(variant=wanted["variant"])
        if "press" in wanted:
            rows = rows.filter(press=wanted["press"])
        if "name" in wanted:
            rows = rows.filter(name__icontains=wanted["name"])
        match wanted.get("pace"):
            case "live":
                rows = rows.filter(movement_minutes__lte=LIVE)
            case "days":
                rows = rows.filter(movement_minutes__gt=LIVE)
            case "none":
                rows = rows.filter(movement_minutes=None)
        return rows

    def _state(self, show: str) -> QuerySet[Game]:
        if show == RUNNING:
            return reads.running_games(self.user)
        if show == OVER:
            return reads.finished_games(self.user)
        if show == OWN and self.user.is_authenticated:
            return reads.with_own(reads.own_games(self.user), self.user)
        return reads.open_games(self.user)
