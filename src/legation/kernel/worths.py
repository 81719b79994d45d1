"""How value spreads over the places of a map: what `bots.values` does, to the last bit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from legation.kernel.acts import Float64s
from legation.kernel.compiled import compiled


@compiled
def spread(shares: NDArray[np.float64], stakes: Float64s, worths: Float64s) -> None:
    """What each of P places is worth, for R provinces that are worth something, or nothing.

    `shares` (R, P) is how much of the value of a province comes to a place,
    `stakes` (R,) these values. `worths` (P,) is filled. Province after province
    is added, so each place's sum is rounded as it is when it is worked out alone.
    """
    for place in range(len(worths)):
        worths[place] = 0.0
    for province in range(len(stakes)):
        stake = stakes[province]
        if stake != 0:
            for place in range(len(worths)):
                worths[place] += shares[province, place] * stake
