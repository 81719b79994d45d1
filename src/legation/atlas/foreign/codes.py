"""Codes and names for the places of another program, as our tables want them.

Codes have letters only, waters in capitals, no two alike; names differ too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from string import ascii_lowercase
from typing import Protocol

from legation.board.graph import SEA
from legation.board.names import key_of

LONGEST = 60


class Place(Protocol):
    """What there is to go by."""

    @property
    def code(self) -> str:
        """As its file has it."""

    @property
    def name(self) -> str:
        """As its file has it."""

    @property
    def terrain(self) -> str:
        """As our tables have it."""


def plain(text: str) -> str:
    """A name without controls and spaces to spare, and not longer than a label may be."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:LONGEST].strip()


def codes(places: Iterable[Place]) -> dict[str, str]:
    """Their code → ours."""
    taken: set[str] = set()
    ours = {}
    for place in places:
        code = next(each for each in _wishes(place) if each not in taken)
        taken.add(code)
        ours[place.code] = code.upper() if place.terrain == SEA else code.title()
    return ours


def _wishes(place: Place) -> Iterator[str]:
    """What it could be called: its own code, letters of its name, any three letters."""
    own = re.sub("[^a-z]", "", place.code.lower())
    if 2 <= len(own) <= 6:
        yield own
    letters = re.sub("[^a-z]", "", place.name.lower())
    if len(letters) > 2:
        yield letters[:3]
        yield from (letters[:2] + letter for letter in letters[3:])
    first = letters[:1] or "x"
    yield from (f"{first}{a}{b}" for a, b in product(ascii_lowercase, repeat=2))


def names(places: Iterable[Place]) -> dict[str, str]:
    """Their code → a name that nobody else has."""
    taken: set[str] = set()
    given = {}
    for place in places:
        name = plain(place.name) or place.code.title()
        if key_of(name) in taken:
            name = f"{name} ({place.code})"
        taken.add(key_of(name))
        given[place.code] = name
    return given
