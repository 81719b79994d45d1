"""How to serve a king: what a bot is told of this game (see `bots.advice`).

The court is played by `declared`, the hidden king by `kept`, guesses at sea by
`guessed`; each is asked with the units' orders as planned.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from legation.board.calendar import ADJUSTMENT, MOVEMENT
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.survey import Asked, Survey

from ..cast import Ledger
from ..crown import garrisons
from .counsel import Counsel, declared, with_partner
from .guesses import guessed
from .warden import minded

Value = Callable[[Unit, str], float]

_LONDON = 1.5  # no victory without it (WA-2a)
_FELLOW = 0.6  # who wants the same King is attacked last
_GARRISON = 1.0


def worth(survey: Survey, kept: Ledger, power: str) -> Mapping[str, float]:
    """London counts more, the centres of one's own faction less."""
    counsel = Counsel.of(survey, kept, power)
    owners = survey.position.owners
    worths = {c: _FELLOW for c, owner in owners.items() if owner in counsel.fellows}
    return worths | {c: worths.get(c, 1.0) * _LONDON for c in _london(survey.book)}


def bonus(survey: Survey, unit: Unit) -> float:
    """London helps who is there (WA-5a)."""
    return _GARRISON if unit.province in _london(survey.book) else 0.0


@lru_cache(maxsize=16)
def _london(book: Asked) -> frozenset[str]:
    return garrisons(book.graph)


def spared(survey: Survey, kept: Ledger, power: str) -> frozenset[str]:
    """A sole claimant cannot be attacked, unless one means to end his peace (WA-3h)."""
    counsel = Counsel.of(survey, kept, power)
    rival = counsel.sole_after(counsel.declaration())
    return frozenset({rival} & survey.book.players) - {power}


def sheet(
    survey: Survey,
    kept: Ledger,
    power: str,
    planned: Sequence[Order],
    value: Value,
    rng: random.Random,
) -> Sequence[Order]:
    """The planned orders with cuts in them, a declaration, and what is done with Henry."""
    kind = survey.position.phase.kind
    if kind not in (MOVEMENT, ADJUSTMENT):
        return planned
    counsel = Counsel.of(survey, kept, power)
    orders = [*planned, *with_partner(counsel, kind)]
    if kind == ADJUSTMENT:
        return orders
    cuts = guessed(survey, power, planned, value)
    orders = [cuts.get(order.unit, order) if order.unit is not None else order for order in orders]
    return [*orders, *declared(counsel), *minded(counsel, planned, value, rng)]
