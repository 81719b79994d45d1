"""What a power is rewarded for: functions of its Views before and after a phase."""

from __future__ import annotations

from collections.abc import Callable

from legation.sight.view import View

Reward = Callable[[View, View], float]
"""The View of one power before a phase was carried out, and after it → a number."""


def by_result(before: View, after: View) -> float:
    """1, shared among the winners, when the game has ended (STD-END); 0 until then, and else."""
    del before
    own = after.viewer.power in after.winners
    return 1 / len(after.winners) if own else 0.0


def by_centres(before: View, after: View) -> float:
    """How many centres more the power owns than before the phase, as far as it knows."""
    power = after.viewer.power
    return float(len(after.position.centres_of(power)) - len(before.position.centres_of(power)))
