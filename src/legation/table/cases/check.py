"""Checking cases: whether what comes of them is what they expect.

What stands on the board is checked here, what the viewers know of it in
`table.caseknown`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.removals import AUTOMATIC
from legation.rules.reports import Fate, Outcome
from legation.rules.wording import unit_of, where
from legation.table.cases.fault import Failure, alike, differs
from legation.table.cases.file import Case, CaseTurn
from legation.table.cases.keys import BUILDS
from legation.table.cases.known import (
    check_reads,
    check_refused,
    check_told,
    check_untold,
    check_view,
)
from legation.table.cases.play import Played, carry_out, play
from legation.table.ledgers import shown

__all__ = ["Failure", "Played", "check_case", "play"]

Row = dict[str, Any]


def check_case(case: Case) -> list[Failure]:
    """Run a case; what it expected and did not get.

    Raises:
        FileError: for an order or act that cannot be, or a phase that does not come.
    """
    failures: list[Failure] = []
    steps = carry_out(case)
    for index, step in enumerate(steps):
        if step.done is not None:
            failures += _check_phase(case, step.spec, step.done)
        failures += check_refused(case, step)
        failures += check_told(case, step)
        failures += check_reads(case, step)
        failures += check_untold(case, steps[: index + 1])
    truth = steps[-1].after.truth if steps else case.truth
    failures += _check_end(case, truth)
    if steps:
        failures += check_view(case, steps)
    return failures


def _check_phase(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    if done.phase.kind == ADJUSTMENT:
        return _check_builds(case, spec, done)
    failures = _check_units(case, spec, done)
    if spec.contested is not None and done.phase.kind == MOVEMENT:
        actual = sorted(done.turn.contested)
        failures += differs(case.id, "contested", sorted(spec.contested), actual)
    return failures


# Units


def _check_units(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    fates = _fates(done)
    failures = []
    for unit, wanted in spec.expect.items():
        named = [owner for owner in fates if unit in (owner[1], " ".join(owner))]
        if not named:
            there = ", ".join(" ".join(owner) for owner in fates) or "none"
            failures.append(Failure(case.id, unit, "a fate", f"no such unit; there are {there}"))
            continue
        if len(named) > 1:
            both = " or ".join(" ".join(owner) for owner in named)
            raise case.problem(f"{unit} may be {both}; write the power before it")
        for key, value in wanted.items():
            expected = sorted(value) if isinstance(value, list) else value
            failures += differs(case.id, f"{unit}: {key}", expected, fates[named[0]].get(key, ""))
    return failures


def _fates(done: Played) -> dict[tuple[str, str], Row]:
    """What became of every unit, by its power and its name."""
    position = done.before.position
    acting = [lost.unit for lost in position.dislodged]
    if done.phase.kind != RETREAT or done.passed_over:
        acting += position.units
    owners: dict[str, list[str]] = {}
    for unit in acting:
        owners.setdefault(str(unit), []).append(unit.power)
    fates: dict[tuple[str, str], Row] = {}
    for outcome in done.turn.outcomes:
        told = _fate(outcome)
        powers = owners.get(unit_of(outcome), [""])
        power = outcome.power if outcome.power in powers else powers[0]
        known = fates.setdefault((power, unit_of(outcome)), told)
        if known is not told and outcome.fate == Fate.VOID and known["result"] == "holds":
            known["result"] = "void"  # another power ordered it, and its own did not
    return fates


def _fate(outcome: Outcome) -> Row:
    told: Row = {"result": outcome.fate.value, "at": where(outcome)}
    if outcome.by:
        told |= {"by": outcome.by, "retreats": sorted(outcome.retreats)}
    if "worth" in outcome.reason.facts:
        told["to"] = str(outcome.reason.facts["worth"])
    return told


def _check_builds(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    failures = []
    expect = spec.expect
    for unit in expect:
        if unit not in BUILDS:
            said = f"{done.phase} expects results, automatic or units, by power, not {unit}"
            raise case.problem(said)
    for power, results in expect.get("results", {}).items():
        actual = [
            o.fate.value
            for o in done.turn.outcomes
            if o.power == power and o.reason.kind not in AUTOMATIC
        ]
        failures += differs(case.id, f"results of {power}", list(results), actual)
    if "automatic" in expect:
        automatic: dict[str, list[str]] = {}
        for outcome in done.turn.outcomes:
            if outcome.reason.kind in AUTOMATIC:
                automatic.setdefault(outcome.power, []).append(unit_of(outcome))
        failures += differs(case.id, "automatic", dict(expect["automatic"]), automatic)
    if "units" in expect:
        failures += _check_stand(case, expect["units"], done.turn.truth.position)
    return failures


def _check_stand(
    case: Case, wanted: Mapping[str, Iterable[str]], position: Position
) -> list[Failure]:
    expected = [f"{power} {unit}" for power, units in wanted.items() for unit in units]
    return differs(case.id, "units", *alike(expected, position.units, powers=True))


# The end


def _check_end(case: Case, truth: Truth) -> list[Failure]:
    failures = []
    if "units" in case.end:
        failures += _check_stand(case, case.end["units"], truth.position)
    for power, centres in case.end.get("centres", {}).items():
        actual = list(truth.position.centres_of(power))
        failures += differs(case.id, f"centres of {power}", sorted(centres), actual)
    if "winner" in case.end:
        wanted = case.end["winner"]
        expected = sorted(wanted) if isinstance(wanted, list) else [wanted] if wanted else []
        failures += differs(case.id, "winner", expected, list(truth.winner))
    if "phase" in case.end:
        failures += differs(case.id, "phase", case.end["phase"], str(truth.position.phase))
    wanted_kept = case.end.get("ledger", {})
    for key, entry in case.book.ledger.entries().items():
        if entry.name in wanted_kept:
            kept = shown(getattr(truth.ledger, entry.name))
            failures += differs(case.id, f"ledger: {key}", shown(wanted_kept[entry.name]), kept)
    return failures
