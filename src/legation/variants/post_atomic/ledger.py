"""The secrets of a game: what was dealt and placed, and what each power knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from legation.board import ledger
from legation.board.borders import BorderName
from legation.board.ledger import EVERYBODY, ITS_POWER, NOBODY
from legation.board.truth import Truth

CENTRES, RANGES_KNOWN, DOUBLES_KNOWN = "centres-known", "ranges-known", "doubles-known"
DEALT, RANGES = "centres-dealt", "ranges"
"""What is known, in lore and as facts of a board; the ledger's fields have the same names."""
K = TypeVar("K", str, BorderName)
T = TypeVar("T", str, BorderName)

SOMEBODY = "somebody"
"""Who placed a range, to those who only know that it is there."""


def _dealt(kept: Ledger, reader: str, dealt: frozenset[str]) -> frozenset[str]:
    """Who found a centre knows that it was dealt (PA-10a)."""
    return dealt & {*kept.centres_known.get(reader, ())}


def _ranges(kept: Ledger, reader: str, ranges: ledger.AtBorders) -> ledger.AtBorders:
    """The ranges that a power knows, by whomever: its own, one, or that they are two (PA-8)."""
    known: dict[BorderName, tuple[str, ...]] = {}
    for border, placers in ranges.items():
        own = tuple(placer for placer in placers if placer == reader)
        least = 1 if border in kept.ranges_known.get(reader, ()) else 0
        least = 2 if border in kept.doubles_known.get(reader, ()) else least
        known[border] = (*own, *(SOMEBODY,) * (least - len(own)))
    return {border: by for border, by in known.items() if by}


@dataclass(frozen=True)
class Ledger(ledger.Ledger):
    """The secrets of a game: what was dealt and placed, and what each power knows of it.

    `ranges` are borders with who placed a range on each; those of `ranges_known`
    a power knows to have one, of `doubles_known` two. `stood` are the places of
    its country where a power stood in the first year, `built_unseen` those of
    units that only their owner has seen yet. `looks_open` are the places that
    look open for a dislodged unit to who knows nothing, `out` the powers
    without a unit when the last Winter was over.
    """

    centres_dealt: frozenset[str] = ledger.places(_dealt)
    centres_known: ledger.Lists = ledger.lists(ITS_POWER)
    ranges: ledger.AtBorders = ledger.at_borders(_ranges)
    ranges_known: ledger.Borders = ledger.borders(ITS_POWER)
    doubles_known: ledger.Borders = ledger.borders(ITS_POWER)
    stood: ledger.Lists = ledger.lists(ITS_POWER)
    built_unseen: frozenset[str] = ledger.places(NOBODY)
    looks_open: ledger.Lists = ledger.lists(EVERYBODY)
    out: frozenset[str] = ledger.powers(EVERYBODY)


def merged(lists: Mapping[K, Iterable[T]]) -> Mapping[K, tuple[T, ...]]:
    """Lists as the ledger keeps them: in order, without empty ones."""
    return {key: tuple(sorted(values)) for key, values in sorted(lists.items()) if values}


def told_more(
    known: Mapping[str, tuple[T, ...]], more: Iterable[tuple[str, T]]
) -> Mapping[str, tuple[T, ...]]:
    """What powers know, with these pairs of a power and a thing too."""
    sets: dict[str, set[T]] = {power: set(things) for power, things in known.items()}
    for power, thing in more:
        sets.setdefault(power, set()).add(thing)
    return merged(sets)


def centres_of(truth: Truth, power: str) -> frozenset[str]:
    """The centres that a power knows of: found, or its own (PA-10a)."""
    own = truth.position.centres_of(power) if power else ()
    return frozenset((*Ledger.of(truth).centres_known.get(power, ()), *own))
