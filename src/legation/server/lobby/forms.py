"""The form in which a game is offered: everything beside its field, and nothing lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from legation.errors import LegationError
from legation.rules.options import OptionSpec
from legation.rules.rulebook import Rulebook
from legation.server.accounts.forms import ZoneSelect, zones
from legation.server.games import bots, promise
from legation.server.games import models as m
from legation.server.games.offer import LONGEST, Offer
from legation.server.lobby import words
from legation.server.lobby.catalogue import own_specs
from legation.server.site import moment

HOURS, MINUTES, NONE = "hours", "minutes", "none"
EDITION, RULING = "edition", "ruling_"
SEALED, OPEN = "sealed", "open"
NEVER_ENDS = (
    "Without deadlines, and with no game master to end it, a phase would never end: let it end when"
    " all are ready, or set deadlines."
)


def _choices(said: dict[str, str]) -> list[tuple[str, str]]:
    return [(word, _first(text)) for word, text in said.items()]


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


class OfferForm(forms.Form):
    """A game as it is offered; `offer` is what it comes to."""

    name = forms.CharField(label="Name", max_length=80, help_text="What the lists call it.")
    master = forms.ChoiceField(
        label="Game master",
        choices=[
            ("", "Nobody: it runs by itself, and you may play"),
            ("me", "You: you keep its desk, and do not play"),
        ],
        required=False,
    )
    sheets = forms.ChoiceField(
        label="Sheets before a phase closes",
        choices=[(SEALED, _first(promise.SEALED)), (OPEN, _first(promise.OPEN))],
        initial=SEALED,
        required=False,
        help_text="Stays so for the whole game. Every page that speaks of it says which.",
    )
    unit = forms.ChoiceField(
        label="Deadlines",
        choices=[
            (HOURS, "Lengths below are hours"),
            (MINUTES, "Lengths below are minutes: a live game, all at their boards"),
            (NONE, "No deadlines: a phase ends when all are ready, or the game master ends it"),
        ],
    )
    movement = forms.IntegerField(label="Movement", min_value=1, initial=48, required=False)
    retreat = forms.IntegerField(label="Retreats", min_value=1, initial=24, required=False)
    adjustment = forms.IntegerField(label="Adjustments", min_value=1, initial=24, required=False)
    grace = forms.IntegerField(
        label="Extension",
        min_value=0,
        initial=12,
        required=False,
        help_text="Once a phase, for all, when orders are missing at its end.",
    )
    when_ready = forms.BooleanField(
        label="A phase ends at once when all are ready",
        initial=True,
        required=False,
        help_text="Without this and without deadlines, only the game master ends a phase.",
    )
    fixed = forms.TimeField(
        label="Only at this time of day",
        required=False,
        help_text="A phase lasts its hours, and then until it is this time. Empty: any time.",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    zone = forms.ChoiceField(label="Time zone", initial="UTC", widget=ZoneSelect)
    weekends_off = forms.BooleanField(label="No phase ends on a Saturday or Sunday", required=False)
    missed = forms.ChoiceField(
        label="Orders still missing after that",
        choices=_choices(words.MISSED),
        initial=m.SUBSTITUTE,
    )
    absences = forms.ChoiceField(
        label="When a player has announced an absence",
        choices=_choices(words.ABSENCES),
        initial=m.DEFERRED,
        required=False,
        help_text="Live and anonymous games go on whoever is away.",
    )
    away_days = forms.IntegerField(
        label="For so many days at most",
        min_value=0,
        max_value=90,
        initial=28,
        required=False,
        help_text="Of each player, in a year of play.",
    )
    postpone = forms.ChoiceField(
        label="A deadline is put off by vote",
        choices=_choices(words.AGREEING),
        initial=m.MAJORITY,
        required=False,
        help_text="Once a phase. Who agreed is not told.",
    )
    press = forms.ChoiceField(label="Press", choices=_choices(words.PRESS))
    grey = forms.BooleanField(label="Grey press: letters may be sent unsigned", required=False)
    anonymous = forms.BooleanField(
        label="Anonymous: nobody is told who plays what until the end", required=False
    )
    awaited = forms.BooleanField(
        label="Everybody sees who is not ready",
        required=False,
        help_text="The board names them. Not in an anonymous game.",
    )
    advice = forms.BooleanField(
        label="Bots give advice while it runs",
        required=False,
        help_text="Under What if, to everybody, from what he may know. When the game is over"
        " they always do.",
    )
    access = forms.ChoiceField(label="Who may look on and join", choices=_choices(words.ACCESS))
    password = forms.CharField(
        label="Password",
        max_length=100,
        required=False,
        strip=False,
        help_text="For a private game with a password.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    replacers = forms.ChoiceField(
        label="Who may take a seat that is given up", choices=_choices(words.REPLACERS)
    )
    starts = forms.ChoiceField(label="It starts", choices=_choices(words.STARTS))
    start_at = forms.DateTimeField(
        label="Time of the start",
        required=False,
        help_text="By your clock. For a game that starts at a time; without enough players then,"
        " it starts when it is full.",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    fill = forms.BooleanField(
        label="Bots take the seats left over at the start",
        required=False,
        help_text="At the time that you set, or when you press Start now; a game that starts as"
        " soon as every seat is taken can be started before that, too.",
    )

    _minutes: ClassVar[dict[str, int]] = {HOURS: 60, MINUTES: 1}

    def __init__(self, book: Rulebook, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.book = book
        self.offer: Offer | None = None
        self.own, self.common = own_specs(book)
        if not book.hides_nothing:
            del self.fields["awaited"]
        choice = cast(forms.ChoiceField, self.fields["zone"])
        choice.choices = zones(self.initial.get("zone", "UTC"))
        if book.editions:
            printed = [(edition, f"As printed in {edition}") for edition in book.editions]
            self.fields[EDITION] = forms.ChoiceField(
                label="Edition of the rules",
                choices=[("", "As usual in this game"), *printed],
                required=False,
                help_text="Settles the rulings below that are left as usual.",
            )
        for spec in (*self.own, *self.common):
            now = spec.values[book.options.chosen[spec.id]]
            choices = [("", f"As usual: {now[:1].lower()}{now[1:]}"), *spec.values.items()]
            self.fields[_field(spec)] = forms.ChoiceField(
                label=spec.changes, choices=choices, required=False
            )

    def own_rulings(self) -> Iterator[tuple[BoundField, OptionSpec]]:
        """The fields of the variant's own rulings, each with the option it is of."""
        yield from ((self[_field(spec)], spec) for spec in self.own)

    def common_rulings(self) -> Iterator[tuple[BoundField, OptionSpec]]:
        """The fields of the rulings that every game has."""
        yield from ((self[_field(spec)], spec) for spec in self.common)

    @property
    def rulings_wrong(self) -> bool:
        """Is one of the rulings refused, so that they are to be shown?"""
        return any(self[_field(spec)].errors for spec in (*self.own, *self.common))

    @property
    def rulings_chosen(self) -> int:
        """How many rulings are not left as usual."""
        if not self.is_bound:
            return 0
        names = [_field(spec) for spec in (*self.own, *self.common)]
        return sum(bool(self.data.get(self.add_prefix(name))) for name in (EDITION, *names))

    def clean_start_at(self) -> datetime | None:
        """A time to come."""
        at: datetime | None = self.cleaned_data["start_at"]
        if at is not None and at <= moment.now():
            raise ValidationError("This time has passed.")
        return at

    def clean(self) -> dict[str, Any]:
        """Judges fields beside each other, each fault beside its field."""
        data = super().clean() or {}
        self._check_lengths(data)
        access, password = data.get("access"), data.get("password")
        if access == m.BY_PASSWORD and not password:
            self.add_error("password", "Say the word that opens the game.")
        if password and access != m.BY_PASSWORD:
            self.add_error("password", "Only a private game with a password has one.")
        if data.get("starts") == m.AT_TIME and "start_at" in data and not data["start_at"]:
            self.add_error("start_at", "Say when it starts.")
        if data.get("start_at") and data.get("starts") != m.AT_TIME:
            self.add_error("start_at", "Only a game that starts at a time says when.")
        if data.get("replacers") == m.MASTER_SAYS and not data.get("master"):
            self.add_error("replacers", "Without a game master, nobody can choose.")
        if data.get("awaited") and data.get("anonymous"):
            self.add_error("awaited", "Not in an anonymous game.")
        if data.get("sheets") == OPEN and not data.get("master"):
            self.add_error("sheets", "Without a game master, there is nobody to open them to.")
        if not self.errors:
            self._make(data)
        return data

    def _check_lengths(self, data: dict[str, Any]) -> None:
        unit = data.get("unit")
        if unit == NONE:
            if "when_ready" in data and not (data["when_ready"] or data.get("master")):
                self.add_error("when_ready", NEVER_ENDS)
            return
        size = self._minutes.get(str(unit), 1)
        for name in ("movement", "retreat", "adjustment"):
            if name not in data:
                continue
            if data[name] is None:
                self.add_error(name, "How long?")
            elif data[name] * size > LONGEST:
                self.add_error(name, f"At most {LONGEST // size} {unit}: four weeks.")
        if (data.get("grace") or 0) * size > LONGEST // 4:
            self.add_error("grace", f"At most {LONGEST // 4 // size} {unit}: a week.")

    def _make(self, data: dict[str, Any]) -> None:
        size = self._minutes.get(data["unit"])
        specs = (*self.own, *self.common)
        options = {spec.id: v for spec in specs if (v := data[_field(spec)])}
        if data.get(EDITION):
            options[EDITION] = data[EDITION]

        def length(name: str) -> int | None:
            return data[name] * size if size else None

        offer = Offer(
            name=data["name"],
            variant=self.book.variant,
            options=options,
            movement=length("movement"),
            retreat=length("retreat"),
            adjustment=length("adjustment"),
            grace=(data["grace"] or 0) * (size or 0),
            fixed=data["fixed"] if size else None,
            zone=data["zone"],
            weekends_off=data["weekends_off"] and bool(size),
            when_ready=data["when_ready"],
            missed=data["missed"],
            absences=m.IGNORED if data.get("anonymous") else data["absences"] or m.IGNORED,
            postpone=data["postpone"] or m.NO_VOTE,
            away_days=28 if data["away_days"] is None else data["away_days"],
            press=data["press"],
            grey=data["grey"],
            anonymous=data["anonymous"],
            awaited=data.get("awaited", False),
            advice=data["advice"],
            access=data["access"],
            password=data["password"],
            replacers=data["replacers"],
            starts=data["starts"],
            start_at=data["start_at"],
            fill_bot=bots.STEADY if data["fill"] else "",
            mastered=bool(data["master"]),
            sealed=data["sheets"] != OPEN,
        )
        try:
            offer.check(moment.now())
        except LegationError as error:
            self.add_error(None, said(error))
        else:
            self.offer = offer


def said(error: Exception) -> str:
    """What an error says, as a sentence of its own."""
    text = str(error)
    return text[:1].upper() + text[1:]


def _field(spec: OptionSpec) -> str:
    return f"{RULING}{spec.id}"
