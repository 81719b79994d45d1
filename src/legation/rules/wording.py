"""What was told, in words: the one place where values of the engine become text.

Files of cases, pages, terminals and pictures ask here; what they get is never
taken apart again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from legation.board.orders import Order
from legation.board.units import Unit, a_kind
from legation.rules.book import Book
from legation.rules.kinds import Kind, Part, Sort
from legation.rules.reports import Fact, One, Outcome, Report
from legation.rules.standard import Standard

DISLODGED, DISBANDED = "dislodged", "disbanded"


# Outcomes


def unit_of(outcome: Outcome) -> str:
    """The unit of an outcome: ``A Par``; empty where it is of none."""
    return str(outcome.unit or "")


def order_of(book: Book, outcome: Outcome) -> str:
    """The order of an outcome as it counted; the unit alone where none of its orders did."""
    return unit_of(outcome) if outcome.order is None else book.write(outcome.order)


def where(outcome: Outcome) -> str:
    """Where the unit of an outcome then is: a place, ``dislodged`` or ``disbanded``."""
    return DISLODGED if outcome.dislodged else DISBANDED if outcome.disbanded else outcome.at


def why(book: Book, outcome: Outcome) -> str:
    """The reason of an outcome: with whose units they are that share a place, or as ordered."""
    facts, order = dict(outcome.reason.facts), outcome.order
    unit, target = facts.get("unit"), facts.get("target")
    if isinstance(unit, Unit) and unit == outcome.unit and unit.province in book.open_places:
        facts["unit"] = book.said(unit)
    named = order.target if order is not None and order.verb == "support" else None
    if named is not None and named.power and isinstance(target, Unit):
        facts["target"] = f"{named.power} {target}"
    return sentence(book, replace(outcome.reason, facts=facts))


def why_lost(book: Standard, outcome: Outcome) -> tuple[str, str]:
    """What a dislodged unit can still do, in words, and the clause; empty for any other."""
    if not outcome.dislodged:
        return "", ""
    kind, clause = book.loss(outcome.power, outcome.retreats)
    attack = f"the attack from {outcome.by}" if outcome.by else "an attack"
    told = Report(kind, clause, {"attack": attack, "places": outcome.retreats})
    return sentence(book, told), clause


# Reports


def sentence(book: Book, report: Report) -> str:
    """The report in words, from the template of its kind; without one, its facts."""
    kind = book.reports.get(report.kind)
    if kind is None:
        facts = ", ".join(f"{name} {_listed(book, v, None)}" for name, v in report.facts.items())
        return f"{report.kind}: {facts}" if facts else report.kind
    return _filled(book, kind, kind.parts, report)


def said_of(book: Book, report: Report, power: str) -> str:
    """The same of a power, for somebody else to read."""
    kind = book.reports.get(report.kind)
    if kind is None or not kind.named:
        return sentence(book, report)
    return _filled(book, kind, kind.named, replace(report, facts={**report.facts, "whose": power}))


def called(book: Book, outcome: Outcome) -> str:
    """The unit of an outcome in a list: of a force of which others had orders, the rest."""
    kind = book.reports.get(outcome.reason.kind)
    if kind is None or not kind.called:
        return unit_of(outcome)
    return _filled(book, kind, kind.called, outcome.reason)


def _filled(book: Book, kind: Kind, parts: Sequence[Part], report: Report) -> str:
    return "".join(
        _part(book, part, report.facts.get(part.fact, ""), kind.facts.get(part.fact))
        for part in parts
    )


def _part(book: Book, part: Part, value: Fact, sort: Sort | None) -> str:
    if not part.fact:
        return part.text
    if part.many is not None:
        number = len(value) if isinstance(value, tuple) else value if isinstance(value, int) else 1
        return part.many[0] if number == 1 else part.many[1]
    if part.full:
        return book.graph.name(str(value))
    return _listed(book, value, sort, part.choice)


def _listed(book: Book, value: Fact, sort: Sort | None, choice: bool = False) -> str:
    said = [_said(book, each, sort) for each in (value if isinstance(value, tuple) else (value,))]
    if choice or len(said) < 2:
        return " or ".join(said)
    return f"{', '.join(said[:-1])} and {said[-1]}"


def _said(book: Book, value: One | Report, sort: Sort | None) -> str:
    if isinstance(value, Unit) and sort == Sort.OWNED:
        return book.said(value)
    if isinstance(value, Order):
        return book.write(value)
    if isinstance(value, Report):
        return sentence(book, value)
    return a_kind(str(value), book.graph.nouns) if sort == Sort.KIND else str(value)


def facts_of(book: Book, report: Report) -> dict[str, str | int | list[str]]:
    """The facts of a report by name, each as text, number or list: for programs and case files."""
    kind = book.reports.get(report.kind)
    return {
        name: _plain(book, value, kind.facts.get(name) if kind else None)
        for name, value in report.facts.items()
    }


def _plain(book: Book, value: Fact, sort: Sort | None) -> str | int | list[str]:
    if isinstance(value, tuple):
        return [_said(book, each, sort) for each in value]
    return value if isinstance(value, int) else _said(book, value, sort)
