"""Values of `values` that the compiled kernel spreads over the map: the very same values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.bots.values import Values
from legation.bots.ways import Ways, Weights, ways_of
from legation.kernel.compiling import ready
from legation.kernel.worths import spread


def load() -> None:
    """Have the kernel ready."""
    none = np.zeros(0)
    ready("spread", spread, lambda: spread(np.zeros((0, 0)), none, none))


class SpreadValues(Values):
    """Values that are worked out for all places at once."""

    def _spread(self, kind: str) -> Mapping[str, float]:
        ways = ways_of(self._seat, kind)
        if not ways.places:
            return _Worths()
        table = _table(ways, self._weights)
        stakes = (table.nothing | self._stakes).values()  # those of other provinces come last
        known = np.fromiter(stakes, np.float64, len(table.nothing))
        worths = np.empty(len(ways.places))
        spread(table.shares, known, worths)
        return _Worths(zip(ways.places, worths.tolist(), strict=True))


class _Worths(dict[str, float]):
    """What each place is worth; nothing where such a unit cannot stand."""

    def __missing__(self, place: str) -> float:
        return 0.0


class _Table(NamedTuple):
    """The shares of ways, float64 (R, P), and the R provinces in order, each worth nothing."""

    shares: NDArray[np.float64]
    nothing: dict[str, float]


@lru_cache(maxsize=64)
def _table(ways: Ways, weights: Weights) -> _Table:
    number = ways.number
    provinces = sorted(number)
    rows = np.array([ways.shares(weights, place) for place in ways.places]).T
    shares = np.ascontiguousarray(rows[[number[province] for province in provinces]])
    return _Table(shares, dict.fromkeys(provinces, 0.0))
