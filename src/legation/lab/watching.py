"""Counts what happened in a game, from its record: nobody reads it while the game runs.

The laboratory is a host: it may know all of a game that only bots played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.position import Position
from legation.lab.played import Played
from legation.rules.fates import BOUNCED, class_of
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.sight.view import standing
from legation.table.game import Game
from legation.table.record import PhaseRecord
from legation.table.standing import standings_of


def watched(game: Game, played: Played) -> Played:
    """What is kept of a game, filled in; so far as it went, where it stopped in the middle."""
    book, phases = game.book, game.record.phases
    truth, view = phases[-1].truth, game.view("gm")
    boards = [phase.truth.position for phase in phases]
    turns = [board for board in boards if board.phase.kind == MOVEMENT]
    ends = turns if boards[-1] is turns[-1] else [*turns, boards[-1]]
    powers = tuple(power.name for power in book.powers)
    stood = standings_of(book, view)
    figures = {row.power: row.of(stood.deciding) for row in stood.rows}
    told = standing(view.told)
    outcomes = [outcome for moment in told for outcome in moment.outcomes]
    reports = [report for moment in told for report in moment.reports]
    first = next((phase for phase in phases if phase.truth.position.phase.kind == MOVEMENT), None)
    sheets = first.sheets if first is not None else {}
    return replace(
        played,
        powers=powers,
        phases=len(phases) - 1,
        turns=len(turns),
        ending=view.ending,
        closed=book.calendar.said(boards[-1].phase, game.over),
        winners=view.winners,
        survivors=tuple(book.survivors(truth)),
        centres=tuple(tuple(board.riches.get(power, 0) for power in powers) for board in ends),
        scores=tuple(f.value if (f := figures.get(power)) else 0 for power in powers),
        visits=_visits(outcomes),
        stood=Counter(p for board in turns for p in sorted({u.province for u in board.units})),
        bounces=Counter(
            province_of(outcome.order.goal)
            for outcome in outcomes
            if outcome.order is not None
            and outcome.order.goal
            and outcome.fate == Fate.FAILS
            and class_of(book, outcome) == BOUNCED
        ),
        dislodged=Counter(outcome.province for outcome in outcomes if outcome.dislodged),
        captured=_captured(boards),
        openings={power: " / ".join(sorted(sheets[power].orders)) for power in sorted(sheets)},
        leads=_leads(ends),
        quiet=_quiet(ends),
        kinds=_kinds(outcomes, reports),
        verbs=_verbs(book, phases),
    )


def _verbs(book: Rulebook, phases: Iterable[PhaseRecord]) -> tuple[str, ...]:
    """The types of all orders that were handed in."""
    given = {
        (phase.truth.position.phase.kind, text)
        for phase in phases
        for sheet in phase.sheets.values()
        for text in sheet.orders
    }
    return tuple(sorted({book.read(text, kind).verb for kind, text in given}))


def _visits(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Province → how often a unit came there from elsewhere; what was built there is no visit."""
    return Counter(
        province_of(outcome.at)
        for outcome in outcomes
        if outcome.at and outcome.unit is not None and province_of(outcome.at) != outcome.province
    )


def _captured(boards: Sequence[Position]) -> dict[str, tuple[str, int]]:
    """Centre → who first took it from whoever had it at the start, and in which movement phase."""
    captured: dict[str, tuple[str, int]] = {}
    at = -1
    for before, after in pairwise(boards):
        at += before.phase.kind == MOVEMENT
        for centre, owner in after.owners.items():
            if centre not in captured and before.owners.get(centre) != owner and at >= 0:
                captured[centre] = (owner, at)
    return captured


def _leads(boards: Sequence[Position]) -> int:
    """How often another power came to have the most centres."""
    leader, changes = "", 0
    for board in boards:
        most = max(board.riches.values(), default=0)
        first = [power for power, count in board.riches.items() if count == most]
        if len(first) == 1 and first[0] != leader:
            changes += leader != ""
            leader = first[0]
    return changes


def _quiet(boards: Sequence[Position]) -> int:
    """The most movement phases running in which no centre changed owner."""
    longest = here = 0
    for before, after in pairwise(boards):
        here = here + 1 if before.owners == after.owners else 0
        longest = max(longest, here)
    return longest


def _kinds(outcomes: Iterable[Outcome], reports: Iterable[Report]) -> dict[str, str]:
    """Kind of report → the clause it rested on; reasons of orders among them."""
    told = [*(outcome.reason for outcome in outcomes), *reports]
    return {report.kind: report.clause for report in sorted(told, key=lambda r: r.kind)}
