"""Removals that nobody ordered: who is farthest from home (STD-NMR)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legation.board.calendar import ADJUSTMENT, Phase
from legation.board.position import Position, sort_units
from legation.board.units import Unit
from legation.compat.diplomacy.ground import BOOK, OWN_PLACE
from legation.compat.diplomacy.powers import Power
from legation.rules.removals import farthest as ranked
from legation.rules.survey import survey_of

if TYPE_CHECKING:
    from legation.compat.diplomacy.state import State


def farthest(game: State, power: Power, missing: int) -> list[str]:
    """Which of a power's units go for so many missing removals."""
    owner = next(each.name for each in BOOK.powers if each.name.upper() == power.name)
    units = sort_units(Unit(owner, unit[0], OWN_PLACE[unit[2:]]) for unit in power.units)
    phase = Phase("Winter", int(game.get_current_phase()[1:-1]), ADJUSTMENT)
    survey = survey_of(BOOK, Position(phase, units))
    return [str(unit).upper() for unit, _ in ranked(survey, units, missing)]
