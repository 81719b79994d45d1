"""Keeping the record of a game: where it stands, and the few ways in which the record grows."""

from __future__ import annotations

import re
from dataclasses import replace

from legation.board.calendar import MOVEMENT, Phase
from legation.board.truth import Truth
from legation.errors import InputError, StateError
from legation.rules.dice import SEED_BITS
from legation.rules.reports import Fact
from legation.rules.rulebook import Rulebook
from legation.sight.moment import Moment
from legation.sight.view import Sheet
from legation.table.acts import apply, voters
from legation.table.record import RESOLUTION, Act, PhaseRecord, Record
from legation.table.replay import fold
from legation.variants.load import load

LONGEST_NAME = 200
"""Letters of a game's name, or of a note."""


class Keeping:
    """A record, the phase that is open in it, and what has become of that by acts."""

    def __init__(self, record: Record) -> None:
        """Takes up a record, which is as `table.save` checks it."""
        self._book = load(record.variant, record.options)
        self._keep(record)

    @property
    def book(self) -> Rulebook:
        """The rulebook, under the options chosen."""
        return self._book

    @property
    def name(self) -> str:
        """What the game is called."""
        return self._record.name

    @property
    def record(self) -> Record:
        """Everything, secrets included: for files and the host, never for a player."""
        return self._record

    @property
    def truth(self) -> Truth:
        """Where the open phase stands after what was done in it: for the host only."""
        return self._state.truth

    @property
    def phase(self) -> Phase:
        """The phase that waits for orders; of a finished game the last."""
        return self._state.truth.position.phase

    @property
    def number(self) -> int:
        """The number of that phase, from 0."""
        return self._open.number

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self._state.truth.ending)

    # Keeping the record

    def _keep(self, record: Record) -> None:
        self._record = record
        self._open = record.phases[-1]
        self._state, _ = fold(self._book, self._open)

    def _change(self, phase: PhaseRecord) -> None:
        self._keep(replace(self._record, phases=(*self._record.phases[:-1], phase)))

    def _write(self, power: str, sheet: Sheet) -> None:
        # Nothing else depends on sheets: what became of the phase by acts stays as it is.
        self._open = replace(self._open, sheets={**self._open.sheets, power: sheet})
        self._record = replace(self._record, phases=(*self._record.phases[:-1], self._open))

    def _do(self, kind: str, /, **facts: Fact) -> None:
        act = Act(kind, facts)
        _, reports = apply(self._state, act)
        told = (Moment(self.number, self.phase, reports),) if reports else ()
        here = self._open
        self._change(replace(here, acts=(*here.acts, act), told=(*here.told, *told)))

    def _check_running(self) -> None:
        if self.over:
            raise StateError("the game is over.")

    def _ordering(self, power: str) -> str:
        self._check_running()
        power = self._ordered_by(power)
        if power in self._state.disorder:
            raise StateError(f"{power} is in civil disorder; its orders do not count.")
        return power

    def _ordered_by(self, power: str) -> str:
        """Who hands in a sheet: a player, or the game master for a power that he orders."""
        if power in self._book.players:
            return power
        nation = self._book.names.find_nation(power)
        if nation not in self._book.master_powers:
            return self._book.names.find_power(power)
        sheet = self._open.sheets.get(nation)
        if self.phase.kind != MOVEMENT:
            raise StateError(f"the {nation} have orders in movement phases only.")
        if sheet is not None and sheet.settled:
            clause = self._book.seal_clause
            raise StateError(f"the orders of the {nation} are sealed for this phase ({clause}).")
        return nation

    @property
    def _blind(self) -> bool:
        """Has the game master still to seal orders of his own in this phase?"""
        if self.over or self.phase.kind != MOVEMENT:
            return False
        sheets = self._open.sheets
        return any(p not in sheets or not sheets[p].settled for p in self._book.master_powers)

    def _voting(self, power: str) -> str:
        self._check_running()
        power = self._book.names.find_power(power)
        if power not in voters(self._state):
            raise StateError(f"{power} has no vote: it is out of the game or in civil disorder.")
        return power

    def _index(self, number: int | None) -> int:
        """Where in the record the phase of this number is."""
        if number is None:
            return len(self._record.phases) - 1
        line = self._record.line()
        if number not in line:
            raise InputError(f"there is no phase {number}; the game has phases 0 to {max(line)}.")
        return line[number]


def inherited(record: Record) -> int:
    """How many of the seeds a fork took from its original, which may still go on with them.

    The first seed is from the start, and each that a rollback added is the
    first from a record that begins with it; every other is a fork's own.
    """
    starts = [start for start, _ in record.seeds]
    forks = [
        index
        for index, start in enumerate(starts)
        if start in starts[:index] or record.phases[start].begins == RESOLUTION
    ]
    return forks[-1] if forks else 0


def plain_line(text: str) -> str:
    """A free text as the record keeps it: one printable line, not too long."""
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(text.split())[:LONGEST_NAME].rstrip()


def check_seed(seed: str) -> str:
    """The seed, in lower case.

    Raises:
        InputError: where it is not 128 bits as hexadecimal digits.
    """
    digits = SEED_BITS // 4
    if not re.fullmatch(f"[0-9a-fA-F]{{{digits}}}", seed):
        raise InputError(f"a seed is {digits} hexadecimal digits.")
    return seed.lower()
