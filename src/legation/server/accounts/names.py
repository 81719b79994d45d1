"""Names that pass for something else: for an address, or for the name of somebody else.

Two names look alike where their skeletons are the same (Unicode Technical
Standard 39): letters of other alphabets, digits for letters, two letters that
look like one. Case, spaces and the marks between words tell no names apart.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import cache

ADDRESS = "A name that looks like an address is refused; leave its dots out, or put spaces after."
ALIKE = "Somebody else's name looks like this one; choose one that cannot be mistaken for it."
OFFICE = "This name looks like one that the site itself speaks by; choose another."
_LIKE_ADDRESS = re.compile(r"[^\W_][\w-]*\.[^\W\d_]{2,}|\bwww\b", re.IGNORECASE)
_OFFICES = ("Legation", "The server", "Game master", "Administrator", "Admin", "Nobody")
_GUEST = re.compile(r"guest[0-9a-f]{4}\Z")


def plain(name: str) -> str:
    """A name with single spaces, its accents and letters put together."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def wrong(name: str) -> str:
    """Why nobody may choose this name, whoever there is; empty where somebody may."""
    if _LIKE_ADDRESS.search(unicodedata.normalize("NFKC", name)):
        return ADDRESS
    if likeness(name) in _offices() or _GUEST.match(_joined(name).casefold()):
        return OFFICE
    return ""


@cache
def _offices() -> frozenset[str]:
    return frozenset(likeness(name) for name in _OFFICES)


def likeness(name: str) -> str:
    """The same for names that look alike: a hash, for a skeleton may be long."""
    seen = _skeleton(_skeleton(name).casefold())
    return hashlib.sha256(_joined(seen).encode()).hexdigest()


def _joined(text: str) -> str:
    """A text without spaces and punctuation; accents stay."""
    return "".join(c for c in text if unicodedata.category(c)[0] not in "PZ")


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    letters = (prototypes.get(letter, letter) for letter in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", "".join(letters))


@cache
def _prototypes() -> dict[str, str]:
    """For each letter that looks like another, the one that stands for all of these.

    The library lists for a prototype all that look like it, and for these the
    prototype alone; marks of direction are put around letters written leftwards.
    """
    from confusable_homoglyphs.confusables import confusables_data  # takes a tenth of a second

    others = {
        _bare(one): [_bare(other["c"]) for other in listed]
        for one, listed in confusables_data.items()
    }
    prototypes: dict[str, str] = {}
    for one, (first, *more) in others.items():
        if len(one) == 1 and not more:
            prototypes[one] = first if len(others.get(first, ())) > 1 else min(one, first)
    return prototypes


def _bare(text: str) -> str:
    return text.replace("\u200e", "")
