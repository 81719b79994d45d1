"""What a viewer sees as plain data, in words, for pages and programs."""

from __future__ import annotations

from legation.rules.reports import Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.wording import facts_of, order_of, unit_of, where
from legation.sight.view import View
from legation.table.kept import PHASE, POSITION, PROPOSAL, REPORT, SHEET, facts_data
from legation.table.knowing import proviso
from legation.table.standing import standings_data
from legation.table.written import Data


def told_of(book: Rulebook, report: Report) -> Data:
    """A report, its facts in words."""
    return {**REPORT.write(report), "facts": facts_of(book, report)}


def said_data(book: Rulebook, outcome: Outcome) -> Data:
    """An outcome in words, for programs."""
    return {
        "power": outcome.power,
        "unit": unit_of(outcome),
        "order": order_of(book, outcome),
        "result": outcome.fate.value,
        "at": where(outcome),
        "reason": told_of(book, outcome.reason),
        "causes": list(outcome.causes),
        "by": outcome.by,
        "retreats": list(outcome.retreats),
    }


def view_data(book: Rulebook, view: View) -> Data:
    """A view, whole: what a page, a program or a bot may be given."""
    return {
        "viewer": {"role": view.viewer.role, "power": view.viewer.power},
        "name": view.name,
        "variant": view.variant,
        "options": dict(view.options),
        "number": view.number,
        "position": POSITION.write(view.position),
        "lore": facts_data(view.lore),
        "standings": standings_data(book, view),
        "sheets": {power: SHEET.write(sheet) for power, sheet in sorted(view.sheets.items())},
        "told": [
            {
                "number": told.number,
                "phase": PHASE.write(told.phase),
                "reports": [told_of(book, report) for report in told.reports],
                "outcomes": [said_data(book, outcome) for outcome in told.outcomes],
                "proviso": proviso(book, told.phase, view.viewer) if told.outcomes else "",
            }
            for told in view.told
        ],
        "proposals": [PROPOSAL.write(proposal) for proposal in view.proposals],
        "voted": sorted(view.voted),
        "disorder": list(view.disorder),
        "press": view.press,
        "ending": view.ending,
        "winners": list(view.winners),
        "seed_hashes": list(view.seed_hashes),
        "seeds": list(view.seeds),
    }
