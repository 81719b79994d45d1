"""The whole truth of a game at one moment: for the engine, the gate and the record only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from legation.board.ledger import Ledger
from legation.board.position import Position


@dataclass(frozen=True)
class Truth:
    """The complete position, and what the variant keeps beside it.

    `winner` names the powers that share the end of the game, empty while it
    runs; `ending` says how it ended: ``solo``, ``draw``, ``concession``,
    ``last year``.
    """

    position: Position
    ledger: Ledger = field(default_factory=Ledger)
    winner: tuple[str, ...] = ()
    ending: str = ""


def as_seen(truth: Truth, power: str) -> Truth:
    """The truth with no more kept beside its board than a power may know."""
    return replace(truth, ledger=truth.ledger.seen_by(power))
