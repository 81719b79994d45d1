"""What boards promise, in a game of any kind: by one line, or by one for each region.

Where a score is the product of what a power owns in several regions, `outlook.toml`
has lists for each, fitted to what the power comes to own there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from legation.board.position import Position
from legation.bots.outlook import UNIT, Outlook, ended, regions_for, weights_for
from legation.bots.seat import Seat
from legation.bots.values import Values

_LITTLE = 0.25


class Product:
    """The value of boards where a score is the product of what a power owns in each region.

    What it may come to own in a region is expected of the centres there alone. The
    value is the root of the product of these, in centres: so the first centre in a
    region where there is none counts most, and no board is without any hope.
    """

    def __init__(self, seat: Seat, values: Values) -> None:
        self.power, self.shares, self._harvest = seat.power, values.shares, seat.harvest
        provinces, sure = seat.book.graph.provinces, values.centres
        self._sides: list[tuple[Mapping[bool, int], Outlook]] = []
        for region, (weights, bases) in regions_for(seat.book.variant).items():
            near = {at: n for at, n in sure.items() if n and provinces[at].region == region}
            self._sides.append((bases, Outlook(seat, weights, near)))

    def value(
        self, position: Position, winners: Sequence[str], harvest: bool | None = None
    ) -> float:
        """What a board comes to, be the game won or not; `harvest` as `Outlook.value` has it."""
        if winners:
            return ended(self.power, winners)
        product, turn = 1.0, self._harvest if harvest is None else harvest
        for bases, side in self._sides:
            product *= _positive((bases[turn] + side.value(position, (), turn)) / UNIT)
        return UNIT * sqrt(product)


def _positive(expected: float) -> float:
    """Nearly the same for what is expected, and a little for less than nothing."""
    return (expected + sqrt(expected * expected + _LITTLE)) / 2


Promising = Outlook | Product


def outlook_for(seat: Seat, values: Values) -> Promising | None:
    """What boards promise the power of a seat; None where nobody has fitted that to the game."""
    variant = seat.book.variant
    if regions_for(variant):
        return Product(seat, values)
    weights = weights_for(variant)
    return None if weights is None else Outlook(seat, weights, values.shares)
