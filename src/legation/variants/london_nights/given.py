"""What is wrong with a night that somebody gives, as who takes over a game begun elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.graph import province_of
from legation.board.truth import Truth
from legation.rules.book import Book
from legation.rules.standard import Amiss

from .cast import (
    DISCOVERED,
    HIDDEN,
    SIGHTINGS,
    THEATRE,
    TOLD_CITY,
    UNSEEN,
    Ledger,
    all_units,
    spot,
)
from .hidden import CENTRES, TOLD


def amiss(book: Book, truth: Truth) -> Iterator[Amiss]:
    """Hidden centres that are not as they are dealt, and unseen units that are not there (LN-5)."""
    kept, provinces = Ledger.of(truth), book.graph.provinces
    hidden = kept.hidden_centres
    for code in sorted(hidden):
        if code not in provinces or provinces[code].centre != "?":
            yield Amiss(HIDDEN, f"{code} is no place that may be a hidden centre.")
    if len(hidden) != CENTRES:
        yield Amiss(HIDDEN, f"{CENTRES} are dealt, and this names {len(hidden)}.")
    if len(kept.known_to_city) != TOLD or not kept.known_to_city <= hidden:
        yield Amiss(TOLD_CITY, f"the City Boys were told of {TOLD} of the hidden centres.")
    for code in sorted(kept.discovered - hidden):
        yield Amiss(DISCOVERED, f"{code} is none of the hidden centres.")
    own = {
        where
        for unit in all_units(truth.position)
        if unit.power == THEATRE
        for where in (spot(unit), unit.place)
    }
    for where in sorted(kept.unseen - own):
        yield Amiss(UNSEEN, f"no unit of the {THEATRE} stands in {where}.")
    for key, noted in ((SIGHTINGS, kept.sightings), ("reported", kept.reported)):
        for where in sorted(noted):
            if province_of(where) not in provinces:
                yield Amiss(key, f'there is no place "{where}".')
