"""How a bot plays, besides how well: what may follow its name.

``steady:opening=0.5``, ``seeker:beginner``, ``seeker:middling:caution=0.5``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from legation.bots.seat import Seat
from legation.errors import InputError, meant

MOST = {"temperature": 5.0, "opening": 5.0, "caution": 1.0}
"""The most of each; the least is nothing."""


@dataclass(frozen=True)
class Temper:
    """Temperature and temperament.

    `temperature`: by how much it may misjudge, a place by this part of its
    value, an order that it tries out by so many centres; `opening` is the same for
    the first year, when nobody is near yet and it costs little. `caution`: for who
    judges by values, how much more than usual it counts to keep what one has;
    for who tries its sheets out, how much the worst that may come counts beside
    the average.
    """

    temperature: float = 0.06
    opening: float = 2.0
    caution: float = 0.0

    def heat(self, seat: Seat) -> float:
        """The temperature in the phase at which a seat sits."""
        return self.opening if seat.opening else self.temperature


USUAL = Temper()


def tempered(bot: str, usual: Temper, words: Iterable[str]) -> tuple[str, Temper]:
    """A bot's name and temper, as words like ``caution=0.5`` after its name change it.

    Raises:
        InputError: for a word that says nothing, or a number beyond its bounds.
    """
    known, given = asdict(usual), dict[str, float]()
    for word in words:
        key, _, value = (part.strip() for part in word.partition("="))
        if key not in known:
            has = ", ".join(f"{each}=NUMBER" for each in known)
            raise InputError(f'{bot} takes no "{word}".{meant(key, known)} It takes {has}.')
        try:
            given[key] = float(value)
        except ValueError:
            given[key] = -1.0
        if not 0 <= given[key] <= MOST[key]:
            raise InputError(f'{key} is a number from 0 to {MOST[key]:g}, not "{value}".')
    name = ":".join([bot, *(f"{key}={number:g}" for key, number in sorted(given.items()))])
    return name, replace(usual, **given)
