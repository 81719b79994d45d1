"""The variants there are, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.db import DatabaseError

from legation import __version__
from legation.atlas.board import board_of
from legation.atlas.look import look_of
from legation.board.graph import FLEET, coast_of
from legation.errors import LegationError
from legation.rules.options import OptionSpec
from legation.rules.rulebook import Rulebook
from legation.table.lessons import taught_by
from legation.table.primers import primer_for
from legation.variants.find import folders, unlisted
from legation.variants.load import load

STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class Card:
    """A variant in a few words. `mark` changes when its picture does; empty without a picture.

    `primer` says whether a page tells what is different about it, `lessons` whether it is taught;
    where it is not, `basics` is the variant that teaches its rules, `basics_title` what that is
    called; both are empty where none does.
    """

    name: str
    title: str
    blurb: str
    length: str
    powers: tuple[str, ...]
    map_note: str
    mark: str
    width: int
    height: int
    primer: bool
    lessons: bool
    basics: str
    basics_title: str

    @property
    def players(self) -> int:
        """How many play it."""
        return len(self.powers)


@lru_cache(maxsize=1)
def cards() -> tuple[Card, ...]:
    """Every variant that can be played: the standard game, those that are taught, the others."""
    shown = [card for name in folders(maps=True) if (card := _card(name)) is not None]
    return tuple(
        sorted(shown, key=lambda card: (card.name != STANDARD, not card.lessons, card.title))
    )


def taught() -> tuple[Card, ...]:
    """Those that have lessons: they have rules of their own to learn, or are the standard game."""
    return tuple(card for card in cards() if card.lessons)


def card_of(name: str) -> Card | None:
    """The variant of this name, if there is one and it can be played; one of no list, too."""
    listed = next((card for card in cards() if card.name == name), None)
    try:
        return listed or (_unlisted(name) if unlisted(name) is not None else None)
    except LookupError:
        return None


def title_of(name: str) -> str:
    """What a variant is called, or its name where it is gone."""
    card = card_of(name)
    return card.title if card else name


def own_specs(book: Rulebook) -> tuple[list[OptionSpec], list[OptionSpec]]:
    """The rulings that matter in a variant: those of its own, and those of the standard game."""
    common = {spec.id for spec in load(STANDARD).option_specs}
    there = _there(book)
    specs = [spec for spec in book.option_specs if not spec.needs or spec.needs in there]
    own = [spec for spec in specs if spec.id not in common]
    return own, [spec for spec in specs if spec.id in common]


def _there(book: Rulebook) -> set[str]:
    """What rulings may need, of what a variant has."""
    having = {
        "convoys": "convoy" in book.order_types,
        "coasts": any(coast_of(place) for place in book.graph.places),
        "fleets": FLEET in book.kinds,
    }
    return {name for name, is_so in having.items() if is_so}


@lru_cache(maxsize=64)
def _unlisted(name: str) -> Card:
    """One of no list; that there is none is not kept, for there may be one in a moment.

    Raises:
        LookupError: where there is none.
    """
    card = _card(name)
    if card is None:
        raise LookupError(name)
    return card


def _primed(name: str) -> bool:
    """Has it a primer? What passes, as a database that is locked, is raised: cards are kept."""
    try:
        primer_for(name)
    except DatabaseError:
        raise
    except Exception:  # whatever a stranger's hooks raise
        return False
    return True


def _card(name: str) -> Card | None:
    try:
        book = load(name)
        look_of(book)  # without it no page of a game could be made
    except Exception:  # whatever a stranger's hooks raise: it is not offered
        return None
    try:
        board = board_of(name)
        mark, size = f"{board.made_from[:8]}-{__version__}", (board.width, board.height)
    except LegationError:
        mark, size = "", (0.0, 0.0)
    teacher = taught_by(name)
    basics = teacher if teacher != name else ""
    return Card(
        name=name,
        title=book.title,
        blurb=book.blurb,
        length=book.length,
        powers=tuple(power.name for power in book.powers),
        map_note=book.map_note,
        mark=mark,
        width=round(size[0]),
        height=round(size[1]),
        primer=_primed(name),
        lessons=teacher == name,
        basics=basics,
        basics_title=load(basics).title if basics else "",
    )
