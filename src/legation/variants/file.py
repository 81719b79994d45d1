"""``variant.toml``: what a variant's folder says of it.

What it leaves out, its parent says; options are added to the parent's.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from legation.board.calendar import Calendar
from legation.board.graph import ARMY, FLEET, MUTANT, OwnKind
from legation.documents.shape import Shape
from legation.documents.toml import Document
from legation.rules.declared import Aims, Builds, Sight
from legation.rules.definition import Power
from legation.rules.options import OptionSpec
from legation.variants.find import folder

VARIANT = "variant.toml"

Text = Annotated[str, Meta(min_length=1, description="a text")]
Mark = Annotated[
    str, Meta(min_length=2, max_length=2, description="a mark of two letters, such as FR")
]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$", description="a colour, #rrggbb")]
Sentence = Annotated[
    str, Meta(pattern=r"^\S.*\.$", description="a sentence, which ends with a full stop")
]
Count = Annotated[int, Meta(ge=1, description="a whole number, 1 or more")]
Moment = Annotated[
    tuple[Text, Literal["movement", "retreat", "adjustment", "setup"]],
    Meta(
        description='a season and a kind of phase ("movement", "retreat", "adjustment" or "setup")'
    ),
]


class Victory(Shape, frozen=True):
    """What wins: so many centres (0: no number does), all places that are to be held, or time.

    `clause` says so, where it is more than a number of centres.
    """

    centres: Annotated[int, Meta(ge=0, description="a whole number, 0 or more")] = 0
    hold: tuple[Text, ...] = ()
    after_last_year: Literal["draw", "most-centres"] = "draw"
    clause: str = "STD-END"

    def aims(self) -> Aims:
        """As the engine keeps it, beside the number of centres."""
        return Aims(self.hold, self.after_last_year == "most-centres", self.clause)


class Built(Shape, frozen=True):
    """Where a power builds, and the clause of ``rules.md`` that says so."""

    where: Literal["home", "any-home", "owned", "anywhere"]
    clause: Text

    def builds(self) -> Builds:
        """As the engine keeps it."""
        return Builds(self.where, self.clause)


class Seen(Shape, frozen=True):
    """How far a power sees, whose orders it is told, and the clause of ``rules.md`` for that."""

    sees: Literal["own", "adjacent", "all"]
    clause: Text
    orders: Literal["seen", "own"] = "seen"

    def sight(self) -> Sight:
        """As the engine keeps it."""
        return Sight(self.sees, self.clause, self.orders)


class Sort(Shape, frozen=True):
    """A kind of unit beside those of the parent."""

    letter: Annotated[str, Meta(pattern="^[A-Z]$", description="one capital letter")]
    noun: Annotated[str, Meta(pattern="^[a-z]+$", description="a noun in small letters")]
    goes: Literal["land", "sea", "everywhere"]
    built: tuple[Literal["inland", "coast", "sea", "bridge"], ...] = ("inland", "coast")
    glyph: Literal["block", "ship", "star", "shield", "helmet"] = "shield"

    def kind(self) -> OwnKind:
        """As the engine keeps it."""
        like = {"land": ARMY, "sea": FLEET, "everywhere": MUTANT}[self.goes]
        return OwnKind(self.letter, self.noun, like, self.built, self.glyph)


class Years(Shape, frozen=True):
    """The calendar: `prelude` comes once, in the year before the first.

    A round of the phases takes `step` years; `later` says how many years into it
    a season lies.
    """

    first_year: Annotated[int, Meta(description="a year, a whole number")]
    years: Count
    phases: Annotated[
        tuple[Moment, ...],
        Meta(min_length=1, description='a list of pairs such as ["Spring", "movement"]'),
    ]
    aliases: dict[str, str] = {}  # noqa: RUF012  msgspec copies it
    prelude: tuple[Moment, ...] = ()
    step: Count = 1
    later: dict[str, int] = {}  # noqa: RUF012  msgspec copies it

    def calendar(self) -> Calendar:
        """As the engine keeps it."""
        last = self.first_year + self.years * self.step - 1
        return Calendar(
            self.phases,
            self.first_year,
            last,
            self.aliases,
            self.prelude,
            step=self.step,
            later=self.later,
        )


class Nation(Shape, frozen=True):
    """A power that has a player."""

    name: Text
    adjective: Text
    mark: Mark
    colour: Colour
    aliases: tuple[Text, ...] = ()

    def power(self) -> Power:
        """As the engine keeps it."""
        return Power(self.name, self.adjective, self.mark, self.colour, self.aliases)


class Neutrals(Shape, frozen=True):
    """How the units are shown that stand on the board and have no player."""

    mark: Mark = "--"
    colour: Colour = "#8a8578"
    adjectives: dict[str, str] = {}  # noqa: RUF012  msgspec copies it

    def power(self, name: str) -> Power:
        """One of them."""
        return Power(name, self.adjectives.get(name, name), self.mark, self.colour)


class Option(Shape, frozen=True):
    """A choice that a game may make; the first value is the default."""

    id: Text
    changes: Text
    values: Annotated[
        dict[Text, Sentence],
        Meta(min_length=1, description="a table: each value, and in a sentence what it means"),
    ]
    clause: Text
    needs: Literal["", "convoys", "coasts", "fleets"] = ""
    before: str = ""

    def spec(self) -> OptionSpec:
        """As the engine keeps it."""
        return OptionSpec(self.id, self.changes, self.values, self.clause, self.needs, self.before)


class OffBoard(Shape, frozen=True):
    """The places of the parent's board that this one lacks, by code, and the clause."""

    clause: Text
    places: dict[str, Text]


class Own(Shape, frozen=True):
    """What a folder's own file says; the rest is its parent's."""

    name: Text
    parent: str = ""
    map_note: str = ""
    title: Text | None = None
    blurb: Text | None = None
    players: Count | None = None
    length: Text | None = None
    victory: Victory | None = None
    builds: Built | None = None
    visibility: Seen | None = None
    calendar: Years | None = None
    powers: tuple[Nation, ...] | None = None
    kinds: tuple[Sort, ...] | None = None
    neutrals: Neutrals | None = None
    options: tuple[Option, ...] = ()
    defaults: dict[str, str] | None = None
    editions: dict[str, dict[str, str]] | None = None
    off_board: OffBoard | None = None


def read_own(name: str) -> Own:
    """What the ``variant.toml`` of a variant says.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: with everything that is wrong in it.
    """
    return document_of(name).read(Own)


def document_of(name: str) -> Document:
    """The ``variant.toml`` of a variant, as it was read."""
    place = folder(name)
    return Document(place.joinpath(VARIANT), f"{place.name}/{VARIANT}")
