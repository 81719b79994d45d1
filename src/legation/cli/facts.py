"""``legation variants NAME --facts``: what the cases of a variant may name."""

from __future__ import annotations

from collections.abc import Mapping

from legation.cli import show, telling
from legation.rules.kinds import Kind, Sort
from legation.rules.rulebook import Rulebook
from legation.table.cases.facts import Facts, data_of, facts_of, known_to, sections
from legation.table.ledgers import shown
from legation.variants.find import folder, parent_of
from legation.variants.load import load


def tell_facts(name: str, book: Rulebook, as_json: bool) -> None:
    """Tells kinds of report, the ledger, facts of the board and what is known; its own first."""
    facts = facts_of(book)
    if as_json:
        show.dump(data_of(book, facts))
        return
    parent = parent_of(folder(name))
    own = facts.without(facts_of(load(parent))) if parent else facts
    print(show.paint(book.title, "bold"))
    print("\nKinds of report (told, reads: reason)")
    for section, kinds in sections(own.reports.values()):
        print(f"\n  {show.paint(section, 'bold')}")
        for kind in kinds:
            _tell_kind(kind)
    if parent:
        rest = telling.count(len(facts.reports) - len(own.reports), "kind")
        show.say(f"\n  And the {rest} of {parent}: legation variants {parent} --facts")
    _tell_ledger(book, facts)
    print(f"\nFacts of the board (facts): {', '.join(facts.board) or 'none'}")
    print("\nKnown besides (knows)")
    for key, known in facts.knows.items():
        show.say(f"{key} ({known.holds.value})", 2, 4)
        show.say(known.text, 6, style="dim")
    print("\nTypes")
    show.titled((sort.value, sort.written) for sort in _used(facts))


def _tell_kind(kind: Kind) -> None:
    facts = ", ".join(f"{name} ({sort.value})" for name, sort in kind.facts.items())
    clauses = ", ".join(dict.fromkeys(filter(None, (kind.clause, *kind.also))))
    show.say("   ".join(filter(None, (kind.name, facts, clauses))), 4, 6)
    show.say(kind.text, 8, style="dim")


def _tell_ledger(book: Rulebook, facts: Facts) -> None:
    print(f"\nLedger (ledger){'' if facts.ledger else ': none'}")
    first = book.ledger()
    for key, entry in facts.ledger.items():
        show.say(f"{key}   {entry.holds.value}", 2, 4)
        show.say(known_to(entry), 6, style="dim")
        start = _said(shown(getattr(first, entry.name)))
        if start:
            show.say(f"At the start: {start}.", 6, style="dim")


def _said(value: object) -> str:
    """What a field holds, as one reads it; empty where it holds nothing."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")


def _used(facts: Facts) -> list[Sort]:
    kinds = {sort for kind in facts.reports.values() for sort in kind.facts.values()}
    kinds |= {known.holds for known in facts.knows.values()}
    return [sort for sort in Sort if sort in kinds]
