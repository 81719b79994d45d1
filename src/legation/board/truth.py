"""The whole truth of a game at one moment: for the engine, the gate and the record only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from legation.board.ledger import Ledger
from legation.board.once import once
from legation.board.orders import Order
from legation.board.position import Position

Asker = TypeVar("Asker")
Found = TypeVar("Found")


@dataclass(frozen=True, init=False)
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

    def __init__(
        self,
        position: Position,
        ledger: Ledger | None = None,
        winner: tuple[str, ...] = (),
        ending: str = "",
    ) -> None:
        # all fields at once, as a Position
        ledger = Ledger() if ledger is None else ledger
        self.__dict__.update(position=position, ledger=ledger, winner=winner, ending=ending)

    @once
    def boards(self) -> dict[object, Position]:
        """The boards that readers know while the phase is open: kept here by `sight.see`."""
        return {}

    @once
    def judged(self) -> dict[tuple[str, Order], Any]:
        """What was found of orders on their powers' boards, `rules.survey.Judged`.

        Kept here by `table.sheets`.
        """
        return {}

    @once
    def _found(self) -> dict[object, Any]:
        return {}

    def found(self, book: Asker, work_out: Callable[[Asker, Truth], Found]) -> Found:
        """What a rulebook works out of it for several readers, by a function of a module; kept."""
        key, kept = (book, work_out), self._found
        found: Found | None = kept.get(key)
        if found is None:  # another thread may empty it meanwhile
            found = kept[key] = work_out(book, self)
        return found

    def on(self, position: Position) -> Truth:
        """The same with this board."""
        return Truth(position, self.ledger, self.winner, self.ending)

    def keeping(self, ledger: Ledger) -> Truth:
        """The same with this ledger."""
        return Truth(self.position, ledger, self.winner, self.ending)

    def forget(self) -> None:
        """Let go of all that was kept for the open phase: it is over.

        What was looked up on a board holds the board, and would lie about as
        garbage in rings until Python goes through all there is to find it.
        """
        for board in (self.position, *self.boards.copy().values()):
            board.surveys.clear()
        self.boards.clear()
        self.judged.clear()
        self._found.clear()


def as_seen(truth: Truth, power: str) -> Truth:
    """The truth with no more kept beside its board than a power may know."""
    return truth.keeping(truth.ledger.seen_by(power))
