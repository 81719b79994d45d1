"""Checking cases: what viewers are told, cannot tell, and what is refused to them.

All of it is asked through the gate, `sight.see`, as a player would see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from legation.documents.yaml import Table, line_at
from legation.errors import FileError, LegationError, meant
from legation.rules.reports import Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import survey_of
from legation.rules.wording import facts_of, unit_of, where
from legation.sight.moment import Moment
from legation.sight.see import Desk, see
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER, Viewer, find_viewer, power_viewer
from legation.table.acts import State
from legation.table.cases.fault import Failure, alike, differs, shown
from legation.table.cases.file import Case, Change
from legation.table.cases.keys import NOTHING
from legation.table.cases.play import Step, carry_out
from legation.table.sheets import read_sheet
from legation.table.twins.differing import difference

_LISTED = "legation variants {} --facts lists them."


def _seen(
    case: Case, state: State, number: int, viewer: Viewer, told: Iterable[Moment] = ()
) -> View:
    """What somebody sees of the board, and of what was told; of no sheets and no seed."""
    over = bool(state.truth.ending)
    desk = Desk(case.title, number, {}, state.motions, state.disorder, (), over)
    try:
        return see(case.book, state.truth, told, viewer, desk)
    except LegationError as error:
        raise case.problem(str(error)) from None


def _seen_after(case: Case, steps: Sequence[Step], viewer: Viewer) -> View:
    """What somebody sees after these turns, all that was told in them included."""
    told = [moment for step in steps for moment in step.told]
    return _seen(case, steps[-1].after, len(steps), viewer, told)


# Told


def check_told(case: Case, step: Step) -> list[Failure]:
    """The reports that viewers ought to have had in a turn."""
    failures = []
    for name, reports in step.spec.told.items():
        viewer = find_viewer(case.book, name)
        for wanted in reports:
            _check_named(case, wanted)
        view = _seen(case, step.after, step.number, viewer, step.told)
        heard = [report for moment in view.told for report in moment.reports]
        failures += [
            Failure(case.id, f"told {name}", str(dict(wanted)), shown([r.kind for r in heard]))
            for wanted in reports
            if not any(_says(case.book, report, wanted) for report in heard)
        ]
    return failures


def _check_named(case: Case, wanted: Table) -> None:
    """Says whether there is a report of this kind, with these facts.

    Raises:
        FileError: with the line of what there is not.
    """
    name = wanted["kind"]
    if name not in case.book.reports:
        raise _no_kind(case, wanted, "kind")
    facts = case.book.reports[name].facts
    for fact in wanted:
        if fact not in ("kind", *facts):
            there = f" It has {', '.join(facts)}." if facts else " It has none."
            said = f'a report {name} has no fact "{fact}".{meant(fact, facts) or there}'
            raise case.problem(said, line_at(wanted, fact))


def _no_kind(case: Case, wanted: Table, key: str) -> FileError:
    """The error of a kind of report that there is not."""
    hint = meant(wanted[key], case.book.reports) or f" {_LISTED.format(case.book.variant)}"
    said = f'there is no kind of report "{wanted[key]}".{hint}'
    return case.problem(said, line_at(wanted, key))


def _says(book: Rulebook, report: Report, wanted: dict[str, str]) -> bool:
    facts = {"kind": report.kind, **facts_of(book, report)}
    return all(name in facts and _fits(facts[name], text) for name, text in wanted.items())


def _fits(fact: str | int | list[str], text: str) -> bool:
    """Is this what the fact says? Several values are parted by commas."""
    if isinstance(fact, list):
        return [word.strip() for word in text.split(",") if word.strip()] == fact
    return str(fact) == text


def check_reads(case: Case, step: Step) -> list[Failure]:
    """What viewers ought to read of the orders of a turn, with the reason (STD-WHY)."""
    failures: list[Failure] = []
    for name, units in step.spec.reads.items():
        viewer = find_viewer(case.book, name)
        view = _seen(case, step.after, step.number, viewer, step.told)
        outcomes = [outcome for moment in view.told for outcome in moment.outcomes]
        for unit, wanted in units.items():
            if wanted != NOTHING and wanted.get("reason", "unexplained") not in case.book.reports:
                raise _no_kind(case, wanted, "reason")
            told = [o for o in outcomes if unit in (unit_of(o), f"{o.power} {unit_of(o)}")]
            what = f"{name} reads of {unit}"
            if wanted == NOTHING:
                failures += differs(case.id, what, [], [o.fate.value for o in told])
                continue
            if len(told) != 1:
                failures.append(Failure(case.id, what, "one order", str(len(told))))
                continue
            read = _read_of(told[0])
            for key, value in wanted.items():
                expected = sorted(value) if isinstance(value, list) else value
                failures += differs(case.id, f"{what}: {key}", expected, read[key])
    return failures


def _read_of(outcome: Outcome) -> dict[str, object]:
    return {
        "result": outcome.fate.value,
        "at": where(outcome),
        "by": outcome.by,
        "retreats": sorted(outcome.retreats),
        "reason": outcome.reason.kind,
        "clause": outcome.reason.clause,
    }


# Untold


def check_untold(case: Case, steps: Sequence[Step]) -> list[Failure]:
    """Games that viewers ought not to be able to tell from this one, after these turns."""
    failures = []
    for name, changes in steps[-1].spec.untold.items():
        viewer = find_viewer(case.book, name)
        for number, change in enumerate(changes, 1):
            what = f"untold {viewer}" + (f", change {number}" if len(changes) > 1 else "")
            others = carry_out(_with(case, len(steps), change))
            failures += _compared(case, steps, others, viewer, what)
    return failures


def _with(case: Case, count: int, change: Change) -> Case:
    """The first turns of a case, with a change in the start or in the orders of the last one."""
    *before, last = case.turns[:count]
    turns = (*before, replace(last, orders=change.orders))
    return replace(case, truth=change.start.truth, told=change.start.told, turns=turns)


def _compared(
    case: Case, steps: Sequence[Step], others: Sequence[Step], viewer: Viewer, what: str
) -> list[Failure]:
    differing = difference(
        case.book, *(_seen_after(case, each, viewer) for each in (steps, others))
    )
    if differing:
        return [Failure(case.id, what, "the same to see", differing)]
    if _seen_after(case, steps, GAME_MASTER) == _seen_after(case, others, GAME_MASTER):
        return [Failure(case.id, what, "another game", "the two do not differ")]
    return []


# Refused


def check_refused(case: Case, step: Step) -> list[Failure]:
    """Lines that ought to be refused when they are handed in beside the orders of a turn."""
    failures = []
    for power, lines in step.spec.refused.items():
        ordered = power in case.book.players and power not in case.book.master_powers
        viewer = power_viewer(power) if ordered else GAME_MASTER
        survey = survey_of(case.book, _seen(case, step.state, step.number, viewer).position)
        orders = step.spec.orders.get(power, [])
        alone = read_sheet(survey, power, orders)
        for line, clause in lines.items():
            what = f"refused {power}: {line or 'the sheet'}"
            if power in step.state.disorder:  # nobody hands in a sheet for it
                failures += differs(case.id, what, clause, "STD-NMR")
                continue
            reading = read_sheet(survey, power, [*orders, line]) if line else alone
            number = len(orders) + 1 if line else 0
            clauses = [e.error.clause for e in reading.errors if e.line == number]
            failures += differs(case.id, what, [clause], clauses)
            failures += differs(case.id, f"{what}, the rest", alone.texts, reading.texts)
    return failures


# The end


def check_view(case: Case, steps: Sequence[Step]) -> list[Failure]:
    """What viewers ought to know when all is done: parts of the board, and of what is beside it."""
    failures: list[Failure] = []
    for name, wanted in case.end.get("view", {}).items():
        view = _seen_after(case, steps, find_viewer(case.book, name))
        for power, units in wanted.get("units", {}).items():
            what = f"{name} sees units of {power}"
            failures += differs(case.id, what, *alike(units, view.position.of(power)))
        for power, centres in wanted.get("centres", {}).items():
            known = list(view.position.centres_of(power))
            failures += differs(case.id, f"{name} sees centres of {power}", sorted(centres), known)
        for key, value in wanted.get("knows", {}).items():
            if key not in view.lore and key not in case.book.lore_words:
                there = meant(key, case.book.lore_words) or f" {_LISTED.format(case.book.variant)}"
                line = line_at(wanted["knows"], key)
                raise case.problem(f'nothing is known by the name "{key}".{there}', line)
            fact = view.lore.get(key, () if isinstance(value, list) else "")
            told = sorted(map(str, fact)) if isinstance(fact, tuple) else str(fact)
            expected = sorted(value) if isinstance(value, list) else value
            failures += differs(case.id, f"{name} knows {key}", expected, told)
    return failures
