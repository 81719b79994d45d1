"""A board as one power knows it, on which it supposes what the others see and do.

Nothing is in it that the power was not told, but what may be guessed instead: what
the others see of it, and so what they order, is what they would see if that were all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.dice import SEED_BITS, Dice
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey, survey_of
from legation.rules.turn import advance
from legation.sight.see import Desk, see
from legation.sight.view import View
from legation.sight.viewer import power_viewer
from legation.table.whatif import as_known

Guess = Callable[[Survey, Ledger], tuple[Position, object]]
"""The known board and ledger → as they may be."""
Foresight = Callable[[Rulebook, Truth, Dice], Mapping[str, Sequence[Order]]]
"""What those without a player order by themselves."""


@dataclass(frozen=True)
class World:
    """A truth that somebody supposes, in one phase."""

    _book: Rulebook
    _truth: Truth
    _disorder: tuple[str, ...]

    @property
    def position(self) -> Position:
        """The board."""
        return self._truth.position

    @property
    def winners(self) -> tuple[str, ...]:
        """Who shares its end, if the game is over."""
        return self._truth.winner

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self._truth.ending)

    def view(self, power: str) -> View:
        """What a power sees of it."""
        desk = Desk("", 0, {}, (), self._disorder, (), over=self.over)
        return see(self._book, self._truth, (), power_viewer(power), desk)

    def guessed(self, guess: Guess) -> World:
        """The same with more in it than its viewer knows, as it may be."""
        position, ledger = guess(survey_of(self._book, self.position), self._truth.ledger)
        assert isinstance(ledger, Ledger)
        return World(self._book, Truth(position, ledger), self._disorder)

    def foreseen(self, foresight: Foresight, luck: int) -> Mapping[str, Sequence[Order]]:
        """What is ordered in it whatever the powers do, with these dice."""
        return foresight(self._book, self._truth, _dice(luck))

    def after(self, orders: Mapping[str, Sequence[Order]], luck: int) -> World:
        """What comes of these orders; `luck` are its dice."""
        turn = advance(self._book, self._truth, orders, _dice(luck))
        return World(self._book, turn.truth, self._disorder)


def _dice(luck: int) -> Dice:
    return Dice(f"{luck:0{SEED_BITS // 4}x}", "supposed")


def world_of(book: Rulebook, view: View) -> World:
    """The world as the viewer knows it."""
    return World(book, as_known(view), view.disorder)
