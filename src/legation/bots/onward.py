"""Boards played on by the engine, in any game with an outlook: everybody orders by judgement.

Both ends count, the board as it is and as it is later. A movement of everybody costs
as much as some twenty boards, so not every board is played on, as the kernel does
(`quick.FarArena`), but those of the few best sheets that a search has found.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from legation.board.calendar import MOVEMENT
from legation.board.orders import Order
from legation.bots.arena import LUCK, Arena, Sheet, average, read
from legation.bots.promises import Promising
from legation.bots.seat import Seat
from legation.bots.steady import Steady
from legation.table.supposing import World

_PHASE, _GUESS = "phase", "guess"  # what dice are for, beside those of a power


class Onward(NamedTuple):
    """A board that was played on, and whether centres changed owner by its last movement."""

    world: World
    harvest: bool


class PlayedArena(Arena):
    """One that at the end plays the boards of the last few sheets on, and measures both ends.

    A board counts by half as it is, and by half as it is so many movements later.
    Luck hangs on a seed and the order alone: each answer has a seed of its own, of
    which each power draws in each phase anew. So all sheets meet the same dice, also
    where one brings a phase more than another, as of retreats.
    """

    def __init__(
        self, seat: Seat, outlook: Promising, answers: int, sheets: int, movements: int
    ) -> None:
        super().__init__(seat, outlook, answers, sheets)
        self._movements = movements
        self._seeds = [seat.rng.getrandbits(LUCK) for _ in range(answers)]

    def last(self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0) -> list[float]:
        """As `values`, the boards played on: of the few that are left at the end of a search."""
        self.tried += len(sheets) * answers
        found = ([self._both(sheet, at) for at in range(answers)] for sheet in sheets)
        return [average(each, caution) for each in found]

    def _both(self, sheet: Sheet, at: int) -> float:
        """What a board comes to as it is and as it is later, both alike."""
        world, outlook = self.world_after(sheet, at), self._outlook
        now = outlook.value(world.position, world.winners)
        later, harvest = self.played_on(world, at)
        return (now + outlook.value(later.position, later.winners, harvest)) / 2

    def played_on(self, world: World, at: int) -> Onward:
        """So many movements more by the seed of an answer, with what comes before each.

        It ends when a movement is carried out, as a first one does, or with the game.
        """
        harvest, left = self._seat.harvest, self._movements
        while left and not world.over:
            if world.position.phase.kind == MOVEMENT:
                left -= 1
                harvest = Seat(
                    self._seat.book, world.view(self._seat.power), random.Random(0)
                ).harvest
            luck = self._dice(at, world, _PHASE).getrandbits(LUCK)
            world = world.after(self._ordered(world, at, luck), luck)
        return Onward(world, harvest)

    def _ordered(self, world: World, at: int, luck: int) -> Mapping[str, Sequence[Order]]:
        """A sheet of everybody by judgement, on the board as each may know it."""
        seat, orders, guessed = self._seat, dict[str, Sequence[Order]](), world
        if seat.advice.guesses:
            guessed = world.guessed(self.guess(self._dice(at, world, _GUESS)))
        for power in sorted(seat.book.players):
            view = (world if power == seat.power else guessed).view(power)
            orders[power] = read(Steady(Seat(seat.book, view, self._dice(at, world, power))))
        return {**orders, **world.foreseen(seat.advice.foreseen, luck)}

    def _dice(self, at: int, world: World, whose: str) -> random.Random:
        """Dice of a power, or for a purpose, in the phase of a board: by the seed of an answer."""
        return random.Random(f"{self._seeds[at]} {world.position.phase} {whose}")
