"""What a power knows: its own centres and those it found, the ranges that it met (PA-8, PA-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from legation.board import ledger
from legation.board.graph import province_of
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged
from legation.rules.marks import CENTRE, DOUBLE_RANGE, RANGE, Mark
from legation.rules.reports import Fact
from legation.rules.survey import Asked, Survey

from . import unseen
from .ledger import (
    CENTRES,
    DEALT,
    DOUBLES_KNOWN,
    RANGES,
    RANGES_KNOWN,
    Ledger,
    centres_of,
)
from .options import Options
from .ranges import Ranges, doubles_known_to, known_to, placed_by

UNCOUNTED, OWN, NO_CENTRES = "uncounted", "ranges-placed", "no-centres"
"""Powers not all of whose centres are on a board; the ranges that a power placed itself;
the places of its country where it stood in the first year and that are no centres."""


def known(book: Asked, truth: Truth, power: str) -> Position:
    """The board that a power knows: all units, and the owners of the centres it found (PA-10a).

    Whoever knows a centre can see who holds it, for the units are public.
    """
    position, centres = unseen.without(truth, power), centres_of(truth, power)
    kept = Ledger.of(truth).seen_by(power)
    facts = {
        **position.facts,
        CENTRES: tuple(sorted(centres)),
        RANGES_KNOWN: tuple(sorted(known_to(kept, power))),
        DOUBLES_KNOWN: tuple(sorted(doubles_known_to(kept, power))),
        UNCOUNTED: tuple(sorted(book.players - {power})),
    }
    position = replace(
        position,
        owners={c: owner for c, owner in position.owners.items() if c in centres},
        facts={name: values for name, values in facts.items() if values},
    )
    if not position.dislodged:
        return position
    lost = tuple(_shown(book, truth, position, d, power) for d in position.dislodged)
    return replace(position, dislodged=lost)


def _shown(book: Asked, truth: Truth, board: Position, lost: Dislodged, power: str) -> Dislodged:
    """A dislodged unit with the places that look open to it (option ``retreat-list``)."""
    unit = lost.unit
    if power == unit.power and not book.ranked_retreats:
        return lost
    kept = Ledger.of(truth)
    looks = kept.looks_open.get(str(unit))
    if looks is None:
        looks = _could_be(book, board, lost)
    taken = {u.province for u in board.units}
    free = sorted(p for p in {*looks, *lost.retreats} if province_of(p) not in taken)
    ranges = Ranges.known(kept, Options.of(book), power)
    return replace(lost, retreats=ranges.open_to(unit, free))


def _could_be(book: Asked, board: Position, lost: Dislodged) -> tuple[str, ...]:
    """The places that look open where nobody noted it when the unit was dislodged."""
    steps = Survey(book, replace(board, dislodged=())).steps(lost.unit)
    return tuple(p for p in steps if province_of(p) not in board.contested | {lost.by})


def lore(book: Asked, truth: Truth, power: str | None) -> Mapping[str, Fact]:
    """What a power knows beside the board: centres, ranges, those that are double, its own."""
    del book
    whole = Ledger.of(truth)
    if power is None:
        return {
            DEALT: tuple(sorted(whole.centres_dealt)),
            RANGES: tuple(f"{name} ({', '.join(by)})" for name, by in sorted(whole.ranges.items())),
        }
    kept, stood = whole.seen_by(power), frozenset(whole.stood.get(power, ()))
    return {
        CENTRES: tuple(sorted(centres_of(truth, power))),
        # Who stood on a centre was told of it, so this tells nothing new (PA-3, PA-10a).
        NO_CENTRES: tuple(sorted(stood - whole.centres_dealt)),
        RANGES_KNOWN: tuple(sorted(known_to(kept, power))),
        DOUBLES_KNOWN: tuple(sorted(doubles_known_to(kept, power))),
        OWN: tuple(sorted(set(placed_by(kept, power)))),
    }


def marks(owned: Iterable[Mark], kept: ledger.Ledger, options: Options) -> tuple[Mark, ...]:
    """The centres, beside those `owned`, and ranges that a viewer knows of (PA-8, PA-10)."""
    assert isinstance(kept, Ledger)
    known = {*kept.centres_dealt, *(mark.places[0] for mark in owned)}
    count = Ranges.true(kept, options).count
    return (
        *(Mark(CENTRE, (place,)) for place in sorted(known.union(*kept.centres_known.values()))),
        *(Mark(DOUBLE_RANGE if n > 1 else RANGE, b.sides) for b, n in sorted(count.items())),
    )
