"""Which commitments a change of a game calls for."""

from __future__ import annotations

from legation.table.acts import PROPOSE, VOTE
from legation.table.game import Game
from legation.table.proof.parts import BACK, CORRECTION, DEAL, END, PHASE, Cut, cut_of
from legation.table.record import ROLLBACK, PhaseRecord


def cuts_between(before: Game | None, after: Game) -> list[Cut]:
    """What is to be committed to when a game has become another; of a new one, the deal.

    A vote calls for nothing until the phase closes: that somebody has voted is
    told to nobody.
    """
    record = after.record
    if before is None:
        return [cut_of(record, DEAL, 0)]
    was, now = len(before.record.phases), len(record.phases)
    if now > was:
        return [cut_of(record, _left(record.phases[at + 1]), at) for at in range(was - 1, now - 1)]
    if after.over and not before.over:
        return [cut_of(record, END, now - 1)]
    if _acts(record.phases[-1]) > _acts(before.record.phases[-1]):
        return [cut_of(record, CORRECTION, now - 1)]
    return []


def _left(after: PhaseRecord) -> str:
    return BACK if after.begins == ROLLBACK else PHASE


def _acts(phase: PhaseRecord) -> int:
    """How many acts were done beside voting."""
    return sum(act.kind not in (PROPOSE, VOTE) for act in phase.acts)
