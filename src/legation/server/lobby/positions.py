"""The form of a position that was reached elsewhere: its fields are made from what a game keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundField

from legation.board.calendar import KINDS, PLURALS
from legation.board.graph import SetupUnit
from legation.rules.rulebook import Rulebook
from legation.server.games import taking
from legation.table import typed
from legation.table.fields import KEPT, NOTED, Kept, Sort, kept_in
from legation.table.typed import Fault

FILE, WHOSE = "file", "whose"
_AREA = {"rows": 8, "spellcheck": "false", "autocapitalize": "off"}
_SMALL = {**_AREA, "rows": 3}
_LONGEST = typed.LONGEST


class PositionForm(forms.Form):
    """Units, centres, date and what a variant keeps in secret, each as a text."""

    file = forms.FileField(
        label="A saved game, a case file, or another program's file",
        required=False,
        help_text="What legation convert reads, packed with gzip or not; at most a megabyte. What"
        " stands in the fields below is replaced by what it says.",
    )
    date = forms.CharField(label="Date", max_length=60, required=False)
    phase = forms.ChoiceField(label="Phase", required=False)
    units = forms.CharField(
        label="Units",
        required=False,
        max_length=_LONGEST,
        widget=forms.Textarea(attrs=_AREA),
    )
    centres = forms.CharField(
        label="Centres",
        required=False,
        max_length=_LONGEST,
        widget=forms.Textarea(attrs=_AREA),
    )
    dislodged = forms.CharField(
        label="Dislodged units",
        required=False,
        max_length=_LONGEST,
        widget=forms.Textarea(attrs=_SMALL),
        help_text="In a retreat phase: a line for each, with where it was attacked from and may go,"
        " as: France: A Bur from Mun: Par, Gas",
    )
    contested = forms.CharField(
        label="Empty provinces in which units bounced",
        required=False,
        max_length=_LONGEST,
        help_text="In a retreat phase.",
    )
    disorder = forms.CharField(
        label="Powers in civil disorder", required=False, max_length=_LONGEST
    )
    whose = forms.ChoiceField(label="As whom", required=False)

    def __init__(self, book: Rulebook, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.book = book
        kinds = [kind for kind in KINDS if any(k == kind for _, k in _phases(book))]
        choices = [(kind, PLURALS[kind].capitalize()) for kind in kinds]
        cast(forms.ChoiceField, self.fields["phase"]).choices = choices
        whose = [(name, name) for name in taking.viewers(book)]
        cast(forms.ChoiceField, self.fields[WHOSE]).choices = whose
        self.fields["date"].help_text = f"As: {book.calendar.first.turn}"
        none = SetupUnit(book.powers[0].name, book.kinds[0], book.graph.centres[:1])
        setup = next(iter(book.graph.setup), none)
        known = f"{setup.power}: {setup.kind} {setup.place}"
        self.fields["units"].help_text = f"A line for each power, as: {known}, ..."
        usual = (setup.power, (setup.place,))
        owner, homes = next(iter(book.graph.homes.items()), usual)
        self.fields["centres"].help_text = f"A line for each power, as: {owner}: {', '.join(homes)}"
        for name in taking.noted(book):
            self.fields[NOTED + name] = forms.CharField(
                label=f"Noted on the board: {name}", required=False, max_length=_LONGEST
            )
        for kept in kept_in(book):
            self.fields[kept.name] = _field(kept)

    @property
    def board(self) -> Iterator[BoundField]:
        """The fields of the board, but for its date."""
        yield from (self[name] for name in ("units", "centres", "dislodged", "contested"))
        yield from (self[name] for name in self.fields if name.startswith(NOTED))
        yield self["disorder"]

    @property
    def secrets(self) -> list[BoundField]:
        """The fields of what the variant keeps beside the board."""
        return [self[name] for name in self.fields if name.startswith(KEPT)]

    @property
    def texts(self) -> dict[str, str]:
        """What was typed, by field; once the form is found good."""
        beside = (FILE, WHOSE)
        data = self.cleaned_data
        return {name: _text(data.get(name)) for name in self.fields if name not in beside}

    def blame(self, faults: tuple[Fault, ...]) -> None:
        """Puts what is wrong with the position beside its fields."""
        for fault in faults:
            said = fault.said[:1].upper() + fault.said[1:]
            where = f"Line {fault.line}: " if fault.line else ""
            field = fault.field if fault.field in self.fields else None
            self.add_error(field, f"{where}{said}")


def _phases(book: Rulebook) -> tuple[tuple[str, str], ...]:
    return (*book.calendar.prelude, *book.calendar.phases)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value or "")


def _field(kept: Kept) -> forms.Field:
    """A field of the ledger."""
    if kept.sort is Sort.TICK:
        return forms.BooleanField(label=kept.label, required=False, help_text=kept.said)
    widget = forms.Textarea(attrs=_SMALL) if kept.sort is Sort.LINES else None
    return forms.CharField(
        label=kept.label,
        required=False,
        max_length=_LONGEST,
        widget=widget,
        help_text=kept.said,
    )
