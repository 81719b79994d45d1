"""What the numbers in the arrays stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from legation.arrays.standard import board, lexicon
from legation.kernel.tables import KINDS
from legation.kernel.translate import PHASES, SEASONS
from legation.kernel.turns import FATES
from legation.rules.reports import Fate

OVER = "over"


@dataclass(frozen=True)
class Names:
    """What the numbers stand for: number n is the name at index n of its tuple.

    - powers: 7, by name. kinds: ``A``, ``F``.
    - provinces: P = 76, in the order of the map. places: Q = 82, the provinces
      and after them the split coasts, so that a province has its own number
      among them.
    - seasons: ``Spring``, ``Autumn``, ``Winter``. phases: ``movement``,
      ``retreat``, ``adjustment``, ``over``.
    - fates: `legation.Fate`, what became of an order.
    - orders: the text of every order that can ever be legal, N = 32,011.
    - order: the other way, from a text to its number.

    The numbers of orders are those of one version of this program; keep texts.
    """

    powers: tuple[str, ...]
    kinds: tuple[str, ...]
    provinces: tuple[str, ...]
    places: tuple[str, ...]
    seasons: tuple[str, ...]
    phases: tuple[str, ...]
    fates: tuple[Fate, ...]
    orders: tuple[str, ...]
    order: Mapping[str, int]


@cache
def names() -> Names:
    """What the numbers in all arrays stand for."""
    known, words = board(), lexicon()
    return Names(
        powers=known.powers,
        kinds=KINDS,
        provinces=known.places[: known.provinces],
        places=known.places,
        seasons=tuple(SEASONS[number] for number in sorted(SEASONS)),
        phases=(*(PHASES[number] for number in sorted(PHASES)), OVER),
        fates=FATES,
        orders=words.texts,
        order=words.number,
    )
