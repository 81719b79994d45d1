"""The gate: from the truth, and all that was told, to what one viewer sees.

The only way out of the engine. In the standard game the board and the
outcomes of finished phases are public; orders that wait are seen by their owner
and the game master, votes by who cast them, the seed by nobody until the game
is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.errors import StateError
from legation.rules.dice import seed_hash
from legation.rules.reports import Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.sight.view import Proposal, Sheet, Told, View
from legation.sight.viewer import ARCHIVE, Viewer


@dataclass(frozen=True, slots=True)
class Motion:
    """A proposal and the powers that accepted it. Who they are is secret (STD-END)."""

    proposal: Proposal
    accepted: frozenset[str]


@dataclass(frozen=True)
class Desk:
    """What lies on the table beside the truth, secrets included. For the gate only.

    `over` says whether the game has ended by now, even where an earlier phase
    is looked at.
    """

    name: str
    number: int
    sheets: Mapping[str, Sheet]
    motions: tuple[Motion, ...]
    disorder: tuple[str, ...]
    seeds: tuple[str, ...]
    over: bool


def see(book: Rulebook, truth: Truth, told: Iterable[Told], viewer: Viewer, desk: Desk) -> View:
    """What this viewer sees.

    Raises:
        StateError: when the archive of a game is asked for that is not over.
    """
    if viewer == ARCHIVE and not desk.over:
        raise StateError("the archive opens when the game is over.")
    return View(
        viewer=viewer,
        name=desk.name,
        variant=book.variant,
        options=dict(book.options.chosen),
        number=desk.number,
        position=_known(truth.position),
        sheets={p: s for p, s in desk.sheets.items() if viewer.knows_all or p == viewer.power},
        told=tuple(_told(told, viewer)),
        proposals=tuple(motion.proposal for motion in desk.motions),
        voted=frozenset(m.proposal.id for m in desk.motions if viewer.power in m.accepted),
        disorder=desk.disorder,
        ending=truth.ending,
        winners=truth.winner,
        seed_hashes=tuple(seed_hash(seed) for seed in desk.seeds),
        seeds=desk.seeds if desk.over else (),
    )


def _known(position: Position) -> Position:
    """The board: public, but for the private identities of units (STD-UNIT)."""
    return replace(
        position,
        units=tuple(_nameless(unit) for unit in position.units),
        dislodged=tuple(replace(d, unit=_nameless(d.unit)) for d in position.dislodged),
    )


def _nameless(unit: Unit) -> Unit:
    return replace(unit, id=0)


def _told(told: Iterable[Told], viewer: Viewer) -> Iterable[Told]:
    """All that he may hear; a moment at which he was told nothing leaves no trace."""
    for moment in told:
        reports = tuple(report for report in moment.reports if _hears(viewer, report))
        outcomes = _outcomes(moment.outcomes, viewer)
        if reports or outcomes:
            yield replace(moment, reports=reports, outcomes=outcomes)


def _outcomes(outcomes: tuple[Outcome, ...], viewer: Viewer) -> tuple[Outcome, ...]:
    """The outcomes that he may see; their causes name those among them only."""
    kept = [i for i, outcome in enumerate(outcomes) if _hears(viewer, outcome.reason)]
    if len(kept) == len(outcomes):
        return outcomes
    place = {index: at for at, index in enumerate(kept)}
    return tuple(
        replace(outcomes[i], causes=tuple(place[c] for c in outcomes[i].causes if c in place))
        for i in kept
    )


def _hears(viewer: Viewer, report: Report) -> bool:
    return report.audience is None or viewer.knows_all or viewer.power in report.audience
