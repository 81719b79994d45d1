"""The fortified places of the Royals, and the Nurses' choice: what things weigh in a battle."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from legation.errors import OrderError
from legation.rules.book import Book
from legation.rules.legality import judge
from legation.rules.reports import Fact, Report, shown
from legation.rules.work import Work

from .cast import NURSES, ROYALS
from .options import Options

ELECT = "elect"
_WORTH, _RESISTS, _ELECTED = 1, 1, 2


@lru_cache(maxsize=8)
def fortresses(book: Book) -> tuple[str, ...]:
    """The fortified places."""
    return tuple(c for c, p in book.graph.provinces.items() if "fortified" in p.features)


def fortify(work: Work) -> Work:
    """A fortress helps who holds it (LN-1E-a), and resists while it is empty (LN-1E-b).

    Options ``fortress-garrison`` and ``fortress-vacant`` say for and against whom.
    """
    options, owners = Options.of(work.book), work.position.owners
    holders = [ROYALS] if options.fortress_garrison == "royals" else list(work.book.nations)
    bonus, vacant, clauses = {}, {}, {}
    for place in fortresses(work.book):
        clauses[place] = "LN-1E-a"
        bonus.update({(place, power): _WORTH for power in holders})
        if options.fortress_vacant != "none":
            exempt = ROYALS if options.fortress_vacant == "royals" else owners.get(place, "")
            vacant[place] = (_RESISTS, frozenset({exempt} - {""}))
    ground = work.ground
    return work.using(
        replace(
            ground,
            hold_bonus={**ground.hold_bonus, **bonus},
            vacant={**ground.vacant, **vacant},
            clauses={**ground.clauses, **clauses},
        )
    )


def elect(work: Work) -> Work:
    """The unit that the Nurses elect counts as a 2U in this round's movement (LN-1D)."""
    sheet = work.orders.get(NURSES, ())
    survey = work.survey()
    for order in sheet:
        if order.verb != ELECT:
            continue
        try:
            name = judge(survey, NURSES, order).unit
        except OrderError:
            continue
        unit = next(
            u
            for u in survey.position.of(NURSES)
            if name and (u.place, u.number) == (name.place, name.number)
        )
        weights = {**work.ground.weights, unit: max(_ELECTED, unit.strength)}
        work = work.using(replace(work.ground, weights=weights))
        facts: dict[str, Fact] = {"power": NURSES, "unit": shown(unit)}
        work = work.tell(Report("elected", "LN-1D", facts))
        break
    return work.ordering(NURSES, (o for o in sheet if o.verb != ELECT)) if sheet else work
