"""What is wrong with secrets that somebody gives, as who takes over a game begun elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.truth import Truth
from legation.errors import meant
from legation.rules.book import Book
from legation.rules.standard import Amiss

from . import country
from .ledger import CENTRES, DEALT, RANGES, Ledger


def amiss(book: Book, truth: Truth) -> Iterator[Amiss]:
    """Centres that are not as they are dealt, places and powers that are none (PA-3, PA-4)."""
    kept, dealt = Ledger.of(truth), Ledger.of(truth).centres_dealt
    possible: set[str] = set()
    for pool, codes in country.pools(book.graph).items():
        possible.update(codes)
        count, here = country.DRAWN.get(pool, country.DRAWN_ELSE), dealt.intersection(codes)
        if len(here) != count:
            whose = "neutral places" if pool == country.NEUTRAL else f"places of {pool}"
            named = ", ".join(sorted(here)) or "none"
            yield Amiss(DEALT, f"{count} of the {whose} are centres, and this names {named}.")
    for code in sorted(dealt - possible):
        yield Amiss(DEALT, f"{code} can be no centre.")
    for code in sorted(set(truth.position.owners) - dealt):
        yield Amiss(DEALT, f"{code} is owned, and is none of the centres of this game.")
    for power, known in kept.centres_known.items():
        for code in sorted(set(known) - dealt):
            yield Amiss(CENTRES, f"{power} cannot know of {code}, which is no centre here.")
    for border, placers in kept.ranges.items():
        for placer in placers:
            if placer not in book.players:
                hint = meant(placer, book.players)
                yield Amiss(RANGES, f'{border}: no power is called "{placer}".{hint}')
    for key, lists in (("stood", kept.stood), ("looks-open", kept.looks_open)):
        for place in sorted({place for places in lists.values() for place in places}):
            if place not in book.graph.places:
                hint = meant(place, book.graph.places)
                yield Amiss(key, f'there is no place "{place}".{hint}')
