"""The whole truth of a game at one moment: for the engine, the gate and the record only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board.position import Position

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
