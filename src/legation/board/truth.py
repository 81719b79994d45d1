"""The whole truth of a game at one moment: for the engine, the gate and the record only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from legation.board.orders import Order
from legation.board.position import Position
from legation.errors import OrderError

Ledger = Mapping[str, object]


@dataclass(frozen=True)
class Truth:
    """The complete position, and the variant's ledger of secrets.

    `winner` names the powers that share the end of the game, empty while it
    runs; `ending` says how it ended: ``solo``, ``draw``, ``concession``,
    ``last year``.
    """

    position: Position
    ledger: Ledger = field(default_factory=dict)
    winner: tuple[str, ...] = ()
    ending: str = ""

    @cached_property
    def boards(self) -> dict[object, Position]:
        """The boards that readers know while the phase is open: kept here by `sight.see`."""
        return {}

    @cached_property
    def judged(self) -> dict[tuple[str, Order], Order | OrderError]:
        """What was found of orders on their powers' boards: kept here by `table.sheets`."""
        return {}

    def forget(self) -> None:
        """Let go of all that was kept for the open phase: it is over."""
        self.boards.clear()
        self.judged.clear()
