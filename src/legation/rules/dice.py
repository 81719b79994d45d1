"""Dice: one documented generator with keyed streams.

A stream is the bytes of SHA-256 over ``seed / phase / purpose / counter``, so
that a draw depends on nothing drawn for another purpose, and anybody who is
given the seed when the game is over can repeat every draw by hand.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

SEED_BITS = 128


def new_seed() -> str:
    """A secret seed: 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(SEED_BITS // 8)


@lru_cache(maxsize=16)
def seed_hash(seed: str) -> str:
    """What is published of the seed at the start: its SHA-256, hexadecimal."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one phase of one game."""

    seed: str
    phase: str

    def stream(self, purpose: str) -> Stream:
        """The stream for one purpose, from its beginning."""
        return Stream(f"{self.seed}/{self.phase}/{purpose}")


class Stream:
    """Draws for one purpose."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._counter = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely."""
        if limit < 1:
            raise ValueError("limit must be at least 1")
        span = 1 << 64
        while True:
            block = hashlib.sha256(f"{self._key}/{self._counter}".encode()).digest()
            self._counter += 1
            number = int.from_bytes(block[:8], "big")
            if number < span - span % limit:  # the rest would favour small numbers
                return number % limit

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different items, in the order drawn."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(count)]
