"""Texts as people write them, made into the words of the package.

A text in the package's own form (``A PAR - BUR``) never comes here; what is
written otherwise is brought into that form: names of places and powers, words
for what a unit does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from legation.compat.diplomacy.calendar import COASTS
from legation.compat.diplomacy.ground import BOOK, POWERS, SPLIT

_KEYWORDS = {
    **dict.fromkeys(("ARMY",), "A"),
    **dict.fromkeys(("FLEET",), "F"),
    **{short: f"/{short}" for short in COASTS},
    **dict.fromkeys(("MOVE", "MOVES", "MOVING", "ATTACK", "ATTACKS", "ATTACKING"), ""),
    **dict.fromkeys(("THE", "TO", "IN", "AT", "ON", "IS", "WILL", "ORDER", "ORDERS"), ""),
    **dict.fromkeys(("RETREAT", "RETREATS", "RETREATING"), "R"),
    **dict.fromkeys(("SUPPORT", "SUPPORTS", "SUPPORTING"), "S"),
    **dict.fromkeys(("CONVOY", "CONVOYS", "CONVOYING"), "C"),
    **dict.fromkeys(("HOLD", "HOLDS", "HOLDING"), "H"),
    **dict.fromkeys(("BUILD", "BUILDS", "BUILDING"), "B"),
    **dict.fromkeys(("DISBAND", "DISBANDS", "DESTROY", "REMOVE", "REMOVES"), "D"),
    **dict.fromkeys(("WAIVE", "WAIVES", "WAIVED", "WAIVING"), "V"),
    "OF": "\\",
    "FROM": "\\",
}
_APART = re.compile(r"\s*([()/])\s*")


def norm(phrase: str) -> str:
    """A phrase in capitals with its words apart, keywords in the short form."""
    text = phrase.upper().replace("->", " ").replace("-", " ").replace(":", " ")
    text = text.replace(".", "").replace(",", " ").replace("'", "")
    text = _APART.sub(lambda mark: f" {mark[1]} ", text).replace("/ ", "/")
    words = (_KEYWORDS.get(word, word) for word in text.split())
    return " ".join(word for word in words if word)


def aliases(places: Mapping[str, str], adjectives: Mapping[str, str]) -> dict[str, str]:
    """Normed name → its code: full names of places, their other spellings, adjectives of powers."""
    known = {norm(name): code for name, code in places.items()}
    for alias, code in _spellings():
        known.setdefault(norm(alias), code.upper())
    for province, coasts in SPLIT.items():
        full = [name for name, code in known.items() if code == province]
        for place in coasts:
            end = place.partition("/")[2]
            for name in [*full, province]:
                for said in (f"/{end}", f"( /{end} )", f"( {COASTS[end]} )", f"{COASTS[end]}"):
                    known.setdefault(f"{name} {said}", place)
    for power in POWERS:
        known[power] = known[adjectives[power]] = power
    return known


def _spellings() -> list[tuple[str, str]]:
    return list(BOOK.graph.aliases.items())


def compact(phrase: str, known: Mapping[str, str]) -> list[str]:
    """The words of a phrase, places as codes: the longest name first; powers are left out."""
    words, found, at = norm(phrase).split(), list[str](), 0
    if len(words) > 1 and known.get(words[0]) in POWERS:
        at = 1
    while at < len(words):
        for end in range(min(len(words), at + 6), at, -1):
            name = " ".join(words[at:end])
            if name in known or end == at + 1:
                found.append(known.get(name) or _begun(name, known))
                at = end
                break
    return _joined(found)


def _begun(word: str, known: Mapping[str, str]) -> str:
    """What a word of four letters or more begins the names of, if that is one place."""
    meant = {code for name, code in known.items() if name.startswith(word)}
    return meant.pop() if len(word) >= 4 and len(meant) == 1 else word


def _joined(words: list[str]) -> list[str]:
    """Coasts to the places before them; ``VIA C`` is ``VIA``."""
    joined: list[str] = []
    for word in words:
        if word in ("/NC", "/SC", "/EC", "/WC") and joined:
            joined[-1] += word
        elif not (word in ("C", "\\") and joined and joined[-1] == "VIA") and word != "\\":
            joined.append(word)
    return joined
