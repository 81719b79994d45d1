"""The secrets of a game: what was dealt and placed, and what each power knows of it.

An entry that belongs to powers or borders is a map of text to text, its values
joined by commas, as the case files write it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from legation.board.truth import Ledger, Truth

DEALT = "centres-dealt"
CENTRES = "centres-known"
RANGES = "ranges"
RANGES_KNOWN = "ranges-known"
DOUBLES_KNOWN = "doubles-known"
STOOD = "stood"
UNSEEN_BUILT = "built-unseen"
LOOKS_OPEN = "looks-open"
OUT = "out"

KEYS = {
    DEALT: "places",
    CENTRES: "map",
    RANGES: "map",
    RANGES_KNOWN: "map",
    DOUBLES_KNOWN: "map",
    STOOD: "map",
    UNSEEN_BUILT: "places",
    LOOKS_OPEN: "map",
    OUT: "powers",
}
"""The centres dealt; power → the centres it found; border → who placed a range on it;
power → the borders that it knows to have a range, or two; power → the places of its
country where it stood in the first year; the places of units that only their owner
has seen yet; dislodged unit → the places that look open to who knows nothing; the powers without a
unit when the last Winter was over."""

Known = Mapping[str, frozenset[str]]


def border(a: str, b: str) -> str:
    """A border by its two provinces: the land before the sea, else by the alphabet: `Bur-Mun`."""
    first, second = sorted((a, b), key=lambda code: (code.isupper(), code))
    return f"{first}-{second}"


def sides(text: str) -> tuple[str, str]:
    """The two provinces of a border."""
    first, _, second = text.partition("-")
    return first.strip(), second.strip()


def places(ledger: Ledger, key: str) -> frozenset[str]:
    """An entry that lists places."""
    entry = ledger.get(key, ())
    return frozenset(map(str, entry)) if isinstance(entry, Iterable) else frozenset()


def lists(ledger: Ledger, key: str) -> dict[str, tuple[str, ...]]:
    """An entry that is a map: each key with its values, as often as they stand there."""
    entry = ledger.get(key, {})
    items = entry.items() if isinstance(entry, Mapping) else ()
    return {str(name): tuple(_words(value)) for name, value in items}


def _words(value: object) -> list[str]:
    return [word for part in str(value).split(",") if (word := part.strip())]


def by_power(ledger: Ledger, key: str) -> dict[str, frozenset[str]]:
    """An entry that is a map of powers to places."""
    return {power: frozenset(values) for power, values in lists(ledger, key).items()}


def borders_by_power(ledger: Ledger, key: str) -> dict[str, frozenset[str]]:
    """An entry that is a map of powers to borders."""
    found = lists(ledger, key)
    return {power: frozenset(border(*sides(v)) for v in values) for power, values in found.items()}


def joined(found: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """A map as the ledger keeps it: in order, without empty entries."""
    listed = {name: ", ".join(sorted(values)) for name, values in sorted(found.items())}
    return {name: text for name, text in listed.items() if text}


def told_more(known: Known, more: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A map of powers to what they know, with these pairs of a power and a thing too."""
    found: dict[str, Set[str]] = dict(known)
    for power, thing in more:
        found[power] = found.get(power, frozenset()) | {thing}
    return joined(found)


def centres_of(truth: Truth, power: str) -> frozenset[str]:
    """The centres that a power knows of: found, or its own (PA-10a)."""
    own = truth.position.centres_of(power) if power else ()
    return by_power(truth.ledger, CENTRES).get(power, frozenset()) | frozenset(own)
