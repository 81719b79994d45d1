"""Chains of fleets that can carry an army, none of whose links can be skipped (STD-CON).

One walk serves the listing (over all fleets on the board) and the making of
routes (over the fleets that were ordered to carry the army).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.bits import NONE, ONE, UInt64s, lowest, put
from legation.kernel.compiled import inlined
from legation.kernel.layout import Int16s, Int64s
from legation.kernel.tables import Tables


class Chain(NamedTuple):
    """A walk over the chains from one province; S seas.

    - length: int64 (1,), how many links the chain has.
    - link: int16 (S + 1,), the seas of the chain.
    - next: uint64 (S + 1,), seas yet to be tried as link so and so.
    - free: uint64 (S + 1,), the same for all links after it.
    - ashore: uint64 (S + 1, 2), the provinces that a link before this one
      touches, and the army's own: this link cannot land there.
    """

    length: Int64s
    link: Int16s
    next: UInt64s
    free: UInt64s
    ashore: UInt64s


def chain_for(seas: int) -> Chain:
    """Working arrays for a walk on a map of so many seas."""
    size = seas + 1
    return Chain(
        np.zeros(1, np.int64),
        np.zeros(size, np.int16),
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros((size, 2), np.uint64),
    )


@inlined
def start_chains(tables: Tables, chain: Chain, province: int, fleets: np.uint64) -> None:
    """Begin the walk for an army in `province`, over the seas `fleets`."""
    chain.length[0] = 0
    chain.next[0] = tables.piers[province] & fleets
    chain.free[0] = fleets & ~tables.piers[province]
    chain.ashore[0, 0] = NONE
    chain.ashore[0, 1] = NONE
    put(chain.ashore[0], province)


@inlined
def next_chain(tables: Tables, chain: Chain) -> int:
    """The last sea of the next chain, or -1 when there is none left.

    The chain is ``chain.link[:length]``; it lands an army on the shores of its
    last sea that are not in ``chain.ashore[length - 1]``.
    """
    at = chain.length[0]
    while at >= 0 and chain.next[at] == NONE:
        at -= 1
    if at < 0:
        return -1
    sea = lowest(chain.next[at])
    chain.next[at] &= chain.next[at] - ONE
    chain.link[at] = sea
    # What touches this link may follow it, but nothing later.
    chain.next[at + 1] = chain.free[at] & tables.lanes[sea]
    chain.free[at + 1] = chain.free[at] & ~tables.lanes[sea]
    chain.ashore[at + 1, 0] = chain.ashore[at, 0] | tables.shores[sea, 0]
    chain.ashore[at + 1, 1] = chain.ashore[at, 1] | tables.shores[sea, 1]
    chain.length[0] = at + 1
    return sea
