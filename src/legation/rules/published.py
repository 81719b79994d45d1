"""The orders of a movement that a reader is shown, and how they are told."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from legation.board.orders import Order
from legation.board.units import Unit


class Row(NamedTuple):
    """A unit whose order is shown: where it is in the movement, how it and its order are told."""

    at: int
    unit: Unit
    order: Order | None


class Published(NamedTuple):
    """The orders that a reader is shown.

    `refused` are orders, by power, that no unit carries out. `terms` are those
    on which all are judged, as the reader may know them (see `rules.survey`).
    `gone` has the places that seemed open to dislodged units, by index, that
    are not on the board any more although they had somewhere to go.
    """

    rows: tuple[Row, ...]
    refused: Mapping[str, tuple[Order, ...]]
    terms: object | None = None
    gone: Mapping[int, tuple[str, ...]] = MappingProxyType({})
