"""From numbers to orders: who can be ordered has a slot, and in it each legal order a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

NO_ORDER = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """What a power may order in this phase.

    `names` says for each slot who is ordered there (a unit, a home, or "" for
    orders of no unit), `orders` what a number in it means: the first is no
    order. `left_out` counts the orders for which there was no number or slot.
    """

    names: tuple[str, ...]
    orders: tuple[tuple[str, ...], ...]
    left_out: int = 0

    def mask(self, slots: int, choices: int) -> tuple[npt.NDArray[np.int8], ...]:
        """For each slot, which numbers mean an order: int8, (choices,) each."""
        masks = np.zeros((slots, choices), np.int8)
        masks[:, 0] = 1
        for mask, orders in zip(masks, self.orders, strict=False):
            mask[: len(orders)] = 1
        return tuple(masks)

    def sheet(self, numbers: Sequence[int]) -> tuple[list[str], list[str]]:
        """The orders that these numbers mean, and what is said of those that mean none."""
        texts, wrong = [], []
        for slot, number in enumerate(numbers):
            orders = self.orders[slot] if slot < len(self.orders) else (NO_ORDER,)
            if not 0 <= number < len(orders):
                name = self.names[slot] if slot < len(self.names) else "nobody"
                wrong.append(
                    f"number {number} means no order in slot {slot}, which is for"
                    f" {name or 'orders of no unit'}: from 0 to {len(orders) - 1} do."
                )
            elif number:
                texts.append(orders[number])
        return texts, wrong


def menu_of(legal: Mapping[str, Sequence[str]], slots: int, choices: int, beside: int) -> Menu:
    """The slots of a phase, from legal orders by who is ordered.

    Units and homes come first, in their order; then `beside` slots, alike, for
    orders of no unit, of which a power may give several.
    """
    keys = [name for name in legal if name]
    if legal.get(""):
        keys += [""] * beside
    orders = [(NO_ORDER, *legal[name]) for name in keys]
    kept = tuple(row[:choices] for row in orders[:slots])
    lost = sum(len(row) - 1 for row in orders) - sum(len(row) - 1 for row in kept)
    return Menu(tuple(keys[:slots]), kept, lost)
