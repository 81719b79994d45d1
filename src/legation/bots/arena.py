"""Where sheets are tried: each against what the others might hand in."""

from __future__ import annotations

import random
from collections.abc import Sequence

from legation.board.orders import Order
from legation.board.position import Position
from legation.bots.advice import Kept
from legation.bots.promises import Promising
from legation.bots.seat import Seat
from legation.bots.steady import Steady
from legation.rules.survey import Survey
from legation.table.supposing import Guess, World, world_of

Sheet = tuple[Order, ...]
Answer = dict[str, Sheet]
"""Power → its sheet."""

LUCK = 64  # bits of the dice of a supposed phase


class Arena:
    """A movement of one power, as it knows the board, and answers drawn from judgement."""

    def __init__(self, seat: Seat, outlook: Promising, answers: int, sheets: int) -> None:
        self._seat, self._outlook = seat, outlook
        self._world = world_of(seat.book, seat.view)
        self.answers = self._drawn(answers, sheets)
        self._luck = [seat.rng.getrandbits(LUCK) for _ in range(answers)]
        for answer, luck in zip(self.answers, self._luck, strict=True):
            known = self._world.foreseen(seat.advice.foreseen, luck)
            answer.update({power: tuple(orders) for power, orders in known.items()})
        self.tried = 0

    def _drawn(self, answers: int, sheets: int) -> list[Answer]:
        """Answers of all others together: a few sheets of each, dealt out."""
        seat = self._seat
        worlds = self._guessed(sheets) if seat.advice.guesses else [self._world]
        drawn: list[Answer] = [{} for _ in range(answers)]
        for power in sorted(seat.book.players - {seat.power}):
            dice = random.Random(seat.rng.getrandbits(LUCK))
            others = [Seat(seat.book, world.view(power), dice) for world in worlds]
            if others[0].idle or not others[0].units:
                continue
            minds = [Steady(other) for other in others]
            several = [read(minds[at % len(minds)]) for at in range(sheets)]
            dealt = [several[at % sheets] for at in range(answers)]
            seat.rng.shuffle(dealt)
            for answer, sheet in zip(drawn, dealt, strict=True):
                answer[power] = tuple(sheet)
        return drawn

    def _guessed(self, count: int) -> list[World]:
        """Worlds as they may be, where the power was told nothing."""
        guess = self.guess(self._seat.rng)
        return [self._world.guessed(guess) for _ in range(count)]

    def guess(self, rng: random.Random) -> Guess:
        """How a board may be where the power was told nothing, drawn anew each time."""
        seat, shares = self._seat, self._outlook.shares

        def guess(survey: Survey, kept: Kept) -> tuple[Position, Kept]:
            return seat.advice.imagined(survey, kept, seat.power, shares, rng)

        return guess

    def values(self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0) -> list[float]:
        """What each sheet comes to against the first so many answers: on the average.

        By `caution`, from 0 to 1, the worst of them counts instead.
        """
        self.tried += len(sheets) * answers
        found = ([self._after(sheet, at) for at in range(answers)] for sheet in sheets)
        return [average(each, caution) for each in found]

    def far(self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0) -> list[float]:
        """The same, looking further where that can be done."""
        return self.values(sheets, answers, caution)

    def proposed(self) -> list[Sheet]:
        """Sheets of its own to begin with, beside those of judgement; here none."""
        return []

    def world_after(self, sheet: Sheet, at: int) -> World:
        """What comes of a sheet and an answer."""
        return self._world.after({**self.answers[at], self._seat.power: sheet}, self._luck[at])

    def _after(self, sheet: Sheet, at: int) -> float:
        world = self.world_after(sheet, at)
        return self._outlook.value(world.position, world.winners)


def average(values: Sequence[float], caution: float) -> float:
    """The average; by caution, from 0 to 1, the worst."""
    return (1 - caution) * sum(values) / len(values) + caution * min(values)


def read(mind: Steady) -> Sheet:
    """A sheet as a seat's judgement draws it."""
    return tuple(mind.seat.read(mind.sheet()).orders)
