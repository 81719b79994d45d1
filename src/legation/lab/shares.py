"""Shares and means of a trial, each with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from legation.lab.played import Played

Z = 1.96  # standard deviations to either side of 95 %


@dataclass(frozen=True)
class Share:
    """How many of so many; `low` and `high` are Wilson's interval of 1927."""

    count: float
    of: int

    @property
    def value(self) -> float:
        """The share itself; 0 of none."""
        return self.count / self.of if self.of else 0.0

    @property
    def low(self) -> float:
        """The lower end."""
        return max(0.0, self._middle - self._reach)

    @property
    def high(self) -> float:
        """The upper end."""
        return min(1.0, self._middle + self._reach)

    @property
    def _middle(self) -> float:
        return (self.value + Z * Z / 2 / self.of) / (1 + Z * Z / self.of) if self.of else 0.5

    @property
    def _reach(self) -> float:
        if not self.of:
            return 0.5
        n, p = self.of, self.value
        return Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / 4 / n / n)


@dataclass(frozen=True)
class Mean:
    """A mean, and how far its interval reaches to either side; of one value nobody knows."""

    value: float
    reach: float

    @property
    def apart(self) -> bool:
        """Is it another than nothing, as far as the interval tells?"""
        return abs(self.value) > self.reach


def mean(values: Iterable[float]) -> Mean:
    """The mean of some values, by the normal approximation."""
    known = list(values)
    if not known:
        return Mean(0.0, math.inf)
    middle = sum(known) / len(known)
    if len(known) == 1:
        return Mean(middle, math.inf)
    spread = sum((value - middle) ** 2 for value in known) / (len(known) - 1)
    return Mean(middle, Z * math.sqrt(spread / len(known)))


@dataclass(frozen=True)
class Standing:
    """How one power did in the games of a side."""

    power: str
    games: tuple[Played, ...]

    @cached_property
    def solo(self) -> Share:
        """It won alone."""
        return self._share(lambda game: game.winners == (self.power,))

    @cached_property
    def shared(self) -> Share:
        """It won together with others, or was in a draw."""
        return self._share(lambda game: len(game.winners) > 1 and self.power in game.winners)

    @cached_property
    def survived(self) -> Share:
        """It was there in the end."""
        return self._share(lambda game: self.power in game.survivors)

    @cached_property
    def centres(self) -> Mean:
        """Its centres in the end."""
        return mean(final(game, self.power) for game in self.games)

    @cached_property
    def score(self) -> Mean:
        """Its part of the games: a solo counts 1, what is shared in parts."""
        return mean(part(game, self.power) for game in self.games)

    def _share(self, holds) -> Share:  # type: ignore[no-untyped-def]
        return Share(sum(map(holds, self.games)), len(self.games))


def final(game: Played, power: str) -> int:
    """The centres of a power in the end."""
    return game.centres[-1][game.powers.index(power)]


def part(game: Played, power: str) -> float:
    """A power's part in who won a game."""
    return 1 / len(game.winners) if power in game.winners else 0.0


def counted(games: Iterable[Played]) -> tuple[Played, ...]:
    """The games that count in shares: all that did not stop in the middle."""
    return tuple(game for game in games if not game.crashed and game.centres)


def standings(games: Sequence[Played]) -> tuple[Standing, ...]:
    """Each power, in the order of the rulebook."""
    powers = games[0].powers if games else ()
    return tuple(Standing(power, tuple(games)) for power in powers)


def differences(one: Sequence[Played], other: Sequence[Played], power: str) -> tuple[Mean, Mean]:
    """By how much its part, and its centres, differ on the second side, game by game."""
    paired = {game.number: game for game in one}
    pairs = [(paired[game.number], game) for game in other if game.number in paired]
    return (
        mean(part(b, power) - part(a, power) for a, b in pairs),
        mean(final(b, power) - final(a, power) for a, b in pairs),
    )
