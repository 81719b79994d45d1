"""Fog as a designer writes it in code: the engine's own, asked for here; see rules.md.

Slips are made in this file, and faults (``slips.yaml``, ``test_faulty``); that
what it says is kept is tested of ``examples/fog``, which declares the same.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from legation.board.calendar import MOVEMENT
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules import sighted
from legation.rules.declared import ADJACENT, Sight
from legation.rules.definition import Definition
from legation.rules.options import Options
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.rules.work import Steps, Work, at_end


class Rules(Rulebook):
    """The standard rules with the fog in them."""

    @classmethod
    def define(cls, definition: Definition, options: Options) -> Definition:
        """A power sees what is beside its units (FOG-1)."""
        near = Sight(ADJACENT, "FOG-1")
        return replace(super().define(definition, options), sight=near, hides_battles=True)

    @cached_property
    def steps(self) -> Steps:
        """One step of our own, which changes nothing."""
        return at_end(super().steps, MOVEMENT, ("murmur", murmur))

    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """Units that may be where none is seen (FOG-3)."""
        return super().ghosts(survey)

    def known(self, truth: Truth, power: str) -> Position:
        """The board as far as a power sees it (FOG-1)."""
        return sighted.known(self, truth.position, power)


def murmur(work: Work) -> Work:
    """What is told of a movement is told again as it is."""
    return work.telling(work.reports)
