"""How the judges and programs of the hobby write the same order words (STD-ORD).

The forms of the order types are written in one spelling (``{unit} S {target}``).
This module says which other words mean the same, and which other orders of
words are tried when no form fits as it stands. It knows words, not places.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from legation.board.calendar import ADJUSTMENT, RETREAT

# Order word, in lower case → what else is written for it. Several words are a phrase.
_SAME: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "-": (
            *("--", "---", "->", "-->", "--->", "=>", "==>", ">"),
            *("to", "m", "mv", "mov", "move", "moves", "moving", "go", "goes"),
        ),
        "h": ("hold", "holds", "holding", "st", "stand", "stands", "stay", "stays"),
        "s": ("su", "sup", "supp", "support", "supports", "supporting"),
        "c": ("conv", "convoy", "convoys", "convoying", "transport", "transports"),
        "d": ("disband", "disbands", "disbanded"),
        "build": ("builds", "building", "built"),
        "remove": ("removes", "removed"),
        "waive": (
            *("waives", "waived", "build waived", "builds waived"),
            *("build waive", "waive build", "waive a build", "waives build", "waives a build"),
        ),
        "via": (
            *("via convoy", "by convoy", "by sea", "through convoy", "via a convoy"),
            *("( via convoy )", "( by convoy )", "( via )", "( convoy )"),
        ),
    }
)

# Letters that mean one thing among retreats and another in winter.
_SAME_IN_PHASE: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType(
    {
        (RETREAT, "-"): ("r", "retreat", "retreats", "retreating", "withdraws"),
        (RETREAT, "d"): ("remove", "removed", "destroy", "destroyed"),
        (ADJUSTMENT, "build"): ("b",),
        (ADJUSTMENT, "remove"): (
            *("r", "d", "disband", "disbands", "disbanded"),
            *("destroy", "destroys", "destroyed"),
        ),
    }
)

ORDER_WORDS = frozenset(
    word
    for table in (_SAME, _SAME_IN_PHASE)
    for words in table.values()
    for phrase in words
    for word in phrase.split()
)
"""All words that stand for an order, or are part of one, in small letters."""

RESULTS = frozenset(
    {
        *("bounce", "bounced", "cut", "void", "fail", "fails", "failed", "succeeds", "success"),
        *("dislodged", "disbanded", "destroyed", "no-convoy", "unmatched", "illegal", "invalid"),
    }
)
"""Words that a report puts in brackets behind an order."""

WRITTEN = MappingProxyType({"via": "via convoy"})
"""Order words that are printed longer than a form has them."""

FILLERS = frozenset({"the", "my", "our", "your", "a", "an"})
"""Words before a kind of unit that say nothing."""

STANDING = frozenset({"at", "in", "of"})
"""Words between a kind of unit and its place."""


def spellings(word: str, phase: str) -> tuple[str, ...]:
    """Everything that is written for an order word in a phase, itself included."""
    word = word.casefold()
    return (word, *_SAME.get(word, ()), *_SAME_IN_PHASE.get((phase, word), ()))


def strip_results(text: str) -> str:
    """An order without what a report added: ``A Mun - Bur. (*bounce*)``."""
    while text.endswith(")"):
        start = text.rfind("(")
        inside = text[start + 1 : -1].strip()
        if start < 0 or not (
            inside.startswith("*") or inside.casefold().replace(" ", "-") in RESULTS
        ):
            break
        text = text[:start].rstrip(" .\t")
    return text


def move_first(words: list[str], move: frozenset[str]) -> list[str] | None:
    """``m par to bur`` → ``par to bur``."""
    return words[1:] if words[0] in move and len(words) > 2 else None


def from_last(
    words: list[str], helps: frozenset[str], move: frozenset[str], hold: frozenset[str]
) -> list[str] | None:
    """The order of words of webDiplomacy.

    ``army mar support move to bur from par`` → ``army mar support par - bur``;
    ``army mun support hold to bur`` → ``army mun support bur``.
    """
    at = next((i for i, word in enumerate(words) if word in helps and i), 0)
    if not at:
        return None
    rest = at + 1
    if words[rest] in hold:
        rest += 1
        if words[rest] in move:
            rest += 1
        return words[: at + 1] + words[rest:]
    start = rest
    while words[rest] in move:
        rest += 1
    if rest == start or "from" not in words[rest:]:
        return None
    middle = words.index("from", rest)
    origin = words[middle + 1 : -1]
    if origin[-2:] == ["via", "convoy"]:
        origin = origin[:-2]
    return [*words[: at + 1], *origin, "-", *words[rest:middle], words[-1]]


def hold_after_support(
    words: list[str], helps: frozenset[str], hold: frozenset[str]
) -> list[str] | None:
    """``a mar s a bur h`` → ``a mar s a bur``."""
    if len(words) > 2 and words[-2] in hold and any(word in helps for word in words[:-2]):
        return [*words[:-2], words[-1]]
    return None


def turn_round(words: list[str], first: frozenset[str], last: frozenset[str]) -> list[str] | None:
    """An order word that stands at the wrong end: ``a par b``, ``disband a bur``."""
    if len(words) < 3:
        return None
    if words[-2] in first and words[0] not in first:
        return [words[-2], *words[:-2], words[-1]]
    if words[0] in last:
        return [*words[1:-1], words[0], words[-1]]
    return None
