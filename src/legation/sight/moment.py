"""What was told at one moment, to everybody: for records and the gate only."""

from __future__ import annotations

from dataclasses import dataclass, field

from legation.board.calendar import Phase
from legation.rules.editions import NOTHING, Editions
from legation.rules.reports import Report
from legation.sight.view import Told


@dataclass(frozen=True, slots=True)
class Moment:
    """What was told at one moment: in phase number `number`, called `phase`.

    Reports have audiences; of the outcomes each reader has his own edition. The
    result of a phase belongs to that phase, not to the next. `told` keeps for the
    gate what it tells each viewer of this moment.
    """

    number: int
    phase: Phase
    reports: tuple[Report, ...] = ()
    editions: Editions = field(default_factory=lambda: NOTHING)
    told: dict[str, Told | None] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )
