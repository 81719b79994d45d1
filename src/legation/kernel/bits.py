"""Sets of small numbers as bits of unsigned words, and numbers drawn by chance.

A **mask** is a set of places or provinces: two uint64 words, number p being
bit p % 64 of word p // 64. In the seas' own numbering one word is enough.
Chance is xorshift64, whose state the caller keeps; the same state draws the
same numbers on every machine, compiled or not.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.kernel.compiled import inlined, inner

UInt64s: TypeAlias = NDArray[np.uint64]

MOST_NUMBERS = 128  # in a mask
ONE = np.uint64(1)
NONE = np.uint64(0)
_WORD = 6  # 64 = 2 ** 6
_LAST = 63
_LEFT, _RIGHT, _AGAIN = np.uint64(13), np.uint64(7), np.uint64(17)
_HALF = np.uint64(32)


@inlined
def count(word: np.uint64) -> int:
    """How many bits of a word are set. The compiler knows this loop as one instruction."""
    ones = 0
    while word != NONE:
        word &= word - ONE
        ones += 1
    return ones


@inlined
def lowest(word: np.uint64) -> int:
    """The number of the lowest bit set, of a word that is not 0."""
    return count(~word & (word - ONE))


@inlined
def bit(number: int) -> np.uint64:
    """The word with this bit set, of the 64 that `number` % 64 chooses from."""
    return ONE << np.uint64(number & _LAST)


@inlined
def has(mask: UInt64s, number: int) -> bool:
    """Whether a mask, (2,), holds a number."""
    return bool((mask[number >> _WORD] >> np.uint64(number & _LAST)) & ONE)


@inlined
def put(mask: UInt64s, number: int) -> None:
    """Add a number to a mask, (2,)."""
    mask[number >> _WORD] |= bit(number)


@inlined
def count_both(low: np.uint64, high: np.uint64) -> int:
    """How many numbers a mask of these words holds."""
    return count(low) + count(high)


@inner
def pick(low: np.uint64, high: np.uint64, index: int) -> int:
    """The number at `index`, from 0, among those that a mask of these words holds."""
    word = low
    base = 0
    within = count(low)
    if index >= within:
        index -= within
        word = high
        base = 64
    for _ in range(index):
        word &= word - ONE
    return base + lowest(word)


@inner
def roll(dice: UInt64s, sides: int) -> int:
    """Draw a number from 0 to `sides` - 1; `dice` is the state, (1,), not 0."""
    state = dice[0]
    state ^= state << _LEFT
    state ^= state >> _RIGHT
    state ^= state << _AGAIN
    dice[0] = state
    return int(((state >> _HALF) * np.uint64(sides)) >> _HALF)


def dice_for(seed: int, games: int) -> UInt64s:
    """Dice for so many games, uint64 (games, 1): the same for the same seed."""
    states = np.random.SeedSequence(seed).generate_state(games, np.uint64)
    return (states | ONE).reshape(games, 1)
