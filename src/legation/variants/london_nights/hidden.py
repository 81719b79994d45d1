"""The start: hidden centres are dealt, and the City Boys hear of half of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from legation.board.truth import Truth
from legation.rules.book import Book
from legation.rules.dice import Dice
from legation.rules.reports import Report

from .cast import CITY, SHOPPERS, STARTING, THEATRE, Ledger, spot
from .options import Options

CENTRES, TOLD = 10, 5
"""How many centres are hidden, and of how many the City Boys hear."""


def deal(book: Book, truth: Truth, dice: Dice) -> tuple[Truth, tuple[Report, ...]]:
    """Ten hidden centres are drawn (LN-5a); five of them the City Boys are told of (LN-1G)."""
    spared = Options.of(book).hidden_pool == "no-police"
    pool = [
        code
        for code, province in book.graph.provinces.items()
        if province.centre == "?" and not (spared and "police" in province.features)
    ]
    hidden = dice.stream("hidden centres").sample(pool, CENTRES)
    told = dice.stream("known to the city").sample(hidden, TOLD)
    starts = sorted(unit.place for unit in truth.position.of(THEATRE))
    kept = replace(
        Ledger.of(truth),
        hidden_centres=frozenset(hidden),
        known_to_city=frozenset(told),
        reported=dict.fromkeys(starts, truth.position.phase.season),
    )
    position = truth.position
    first = tuple(spot(u) for u in position.units if u.power == SHOPPERS and u.strength > 1)
    position = replace(position, facts={**position.facts, STARTING: first})
    facts = {"places": tuple(sorted(told))}
    report = Report("city-knows", "LN-1G", facts, frozenset({CITY}))
    return replace(truth, position=position, ledger=kept), (report,)


def centres(book: Book, truth: Truth) -> Collection[str]:
    """The centres of this game: those of the map, and the hidden ones that were drawn (LN-5a)."""
    hidden = Ledger.of(truth).hidden_centres
    return {*book.graph.centres, *hidden} if hidden else book.possible_centres
