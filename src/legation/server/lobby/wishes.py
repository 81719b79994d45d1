"""The form of who joins a game: the powers that he would like, the dearest first."""

from __future__ import annotations

from typing import Any

from django import forms

from legation.rules.rulebook import Rulebook

_ORDINALS = ("First wish", "Second wish", "Third wish")


class WishesForm(forms.Form):
    """Up to three powers; who has no wish gets what is left."""

    def __init__(self, book: Rulebook, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "any power"), *((power.name, power.name) for power in book.powers)]
        for number, label in enumerate(_ORDINALS, 1):
            self.fields[f"wish_{number}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    @property
    def wishes(self) -> list[str]:
        """The wishes of a form that was found good."""
        return [wish for name in self.fields if (wish := self.cleaned_data.get(name))]
