"""Centres: who finds them, who owns them, and who is told (PA-7, PA-10)."""

from __future__ import annotations

from dataclasses import replace

from legation.board.truth import Truth
from legation.rules.book import Book
from legation.rules.reports import Fact, Report
from legation.rules.work import Work

from .country import homes
from .ledger import Ledger, told_more


def find(work: Work) -> Work:
    """A turn is over: a power is told of each centre that a unit of its stands on (PA-10a).

    In the first year it is noted where powers stood in their own countries (PA-7).
    """
    kept, book = Ledger.of(work.truth), work.book
    units = [unit for unit in work.position.units if unit.power in book.players]
    new = sorted(
        (unit.power, unit.province)
        for unit in units
        if unit.province in kept.centres_dealt - {*kept.centres_known.get(unit.power, ())}
    )
    if new:
        kept = replace(kept, centres_known=told_more(kept.centres_known, new))
        work = work.keep(kept)
        work = work.tell(*(_told("centre-found", "PA-10a", *pair) for pair in new))
    if work.phase.year == book.calendar.first_year:
        own = [(u.power, u.province) for u in units if u.province in homes(book.graph, u.power)]
        work = work.keep(replace(kept, stood=told_more(kept.stood, own)))
    return work


def change_owners(work: Work) -> Work:
    """Centres go to who occupies them; in the first year also to who stood on them at home.

    Who gets or loses one is told so, and nobody else anything (PA-7, PA-10a).
    """
    position, book = work.position, work.book
    owners = dict(position.owners)
    kept = Ledger.of(work.truth)
    first = work.phase.year == book.calendar.first_year
    gained: dict[str, list[str]] = {}
    lost: list[tuple[str, str]] = []
    for centre in sorted(kept.centres_dealt):
        unit, before = position.by_province.get(centre), owners.get(centre)
        home = book.graph.provinces[centre].home
        after = before
        if unit is not None and unit.power in book.players:
            after = unit.power
        elif first and before is None and centre in kept.stood.get(home, ()):
            after = home
        if after is None or after == before:
            continue
        owners[centre] = after
        gained.setdefault(after, []).append(centre)
        if before is not None:
            lost.append((before, centre))
    more = [*lost, *((power, centre) for power, own in gained.items() for centre in own)]
    work = work.keep(replace(kept, centres_known=told_more(kept.centres_known, more)))
    work = work.tell(*(_told("centre-lost", "PA-10a", *pair) for pair in sorted(lost)))
    for power, centres in sorted(gained.items()):
        facts: dict[str, Fact] = {"power": power, "places": tuple(centres)}
        work = work.tell(Report("credited", "PA-7", facts, frozenset({power})))
    return work.on(replace(position, owners=owners))


def survivors(book: Book, truth: Truth) -> tuple[str, ...]:
    """The powers in the game: all that had a unit when the last Winter was over, or have one.

    Who is out must not tell who has a centre (PA-10a).
    """
    here = {unit.power for unit in truth.position.units}
    return tuple(sorted(book.players - (Ledger.of(truth).out - here)))


def _told(kind: str, clause: str, power: str, place: str) -> Report:
    return Report(kind, clause, {"power": power, "place": place}, frozenset({power}))
