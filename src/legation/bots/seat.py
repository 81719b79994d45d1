"""Where a bot sits: its power, the board it knows, and the sheet that it may hand in."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.once import once
from legation.board.orders import Order
from legation.board.units import Dislodged, Unit
from legation.bots.advice import Advice, Kept, advice_for
from legation.bots.shared import Shared, shared_by
from legation.errors import InputError
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Judged, Survey, survey_of
from legation.sight.view import View
from legation.table.sheets import Reading, ReadLines, read_sheet


@dataclass(frozen=True)
class Seat:
    """A power as a bot plays it, from its View alone."""

    book: Rulebook
    view: View
    rng: random.Random

    def __post_init__(self) -> None:
        if self.view.viewer.power not in self.book.players:
            raise InputError(f"a bot plays a power, and {self.view.viewer} is none.")

    @once
    def power(self) -> str:
        """The power that it plays."""
        return self.view.viewer.power

    @property
    def kept(self) -> Kept:
        """What the variant keeps beside the board, as far as it knows it."""
        return self.view.ledger

    @once
    def survey(self) -> Survey:
        """The board that it knows, surveyed."""
        return survey_of(self.book, self.view.position)

    @once
    def advice(self) -> Advice:
        """What the variant says of its own game."""
        return advice_for(self.book)

    @once
    def units(self) -> tuple[Unit, ...]:
        """Its units on the board."""
        return self.view.position.of(self.power)

    @once
    def lost(self) -> tuple[Dislodged, ...]:
        """Its dislodged units."""
        return tuple(d for d in self.view.position.dislodged if d.unit.power == self.power)

    @once
    def harvest(self) -> bool:
        """Do centres change owner when this turn is over?"""
        calendar, phase = self.book.calendar, self.view.phase
        while phase.kind != ADJUSTMENT:
            phase = calendar.after(phase)
            if phase.year > calendar.last_year:
                return True
            if phase.kind == MOVEMENT:
                return False
        return True

    @property
    def opening(self) -> bool:
        """Is it the first year, or in a game that counts no years the first turn?"""
        calendar, phase = self.book.calendar, self.view.phase
        if calendar.first_year:
            return phase.year <= calendar.first_year
        return phase.season == calendar.phases[0][0]

    @once
    def movers(self) -> frozenset[str]:
        """The others whose units move."""
        roving = self.advice.roving(self.survey, self.kept, self.power)
        return (self.book.players | roving) - {self.power}

    @once
    def rivals(self) -> frozenset[str]:
        """The others who have a player, and so take centres."""
        return self.movers & self.book.players

    @once
    def spared(self) -> frozenset[str]:
        """Powers whose units it cannot attack."""
        return self.advice.spared(self.survey, self.kept, self.power)

    @once
    def shared(self) -> Shared:
        """What all who know the board it knows look up together."""
        return shared_by(self.survey, self.advice)

    @property
    def idle(self) -> bool:
        """Is there nothing to decide?"""
        if self.view.over or self.power in self.view.disorder:
            return True
        return self.view.phase.kind == RETREAT and not self.lost

    @once
    def _readings(self) -> dict[tuple[str, ...], Reading]:
        return {}

    @once
    def _judged(self) -> Judged:
        return {}

    def read(self, lines: Iterable[str]) -> Reading:
        """A sheet of these lines, read as it is when it is handed in (STD-ORD).

        While it sits there it remembers what it has read.
        """
        whole = tuple(lines)
        reading = self._readings.get(whole)
        if reading is None:
            reading = read_sheet(self.survey, self.power, whole, self._judged)
            self._readings[whole] = reading
        return reading

    def sheet(self, orders: Iterable[str | Order]) -> list[str]:
        """These orders as lines, without those that could not stand together with the rest.

        Who takes them in on the same board finds in them what was read here.
        """
        lines = [o if isinstance(o, str) else self.book.write(o) for o in orders]
        while lines:
            reading = self.read(lines)
            if not any(error.line for error in reading.errors):
                return ReadLines(self.survey, self.power, lines, reading, self._judged)
            lines = list(reading.texts)
        return lines
