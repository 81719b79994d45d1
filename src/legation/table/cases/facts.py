"""What a case of a variant may name: its kinds of report, its ledger, what is known besides.

All of it is read from what is loaded: the declared kinds, the class of the
ledger, and the board on which a game begins.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from legation.board.ledger import Entry, Readers
from legation.rules.kinds import Kind, Known
from legation.rules.rulebook import Rulebook
from legation.rules.turn import opening
from legation.table.ledgers import shown
from legation.table.positions import NO_SEED
from legation.table.replay import opening_dice

Data = dict[str, object]


class Facts(NamedTuple):
    """Kinds of report by name, the ledger by its keys, facts of the board, and what is known."""

    reports: Mapping[str, Kind]
    ledger: Mapping[str, Entry]
    board: tuple[str, ...]
    knows: Mapping[str, Known]

    def without(self, other: Facts) -> Facts:
        """Those that another variant has not, or has otherwise."""
        return Facts(
            {name: kind for name, kind in self.reports.items() if other.reports.get(name) != kind},
            self.ledger,
            self.board,
            {name: known for name, known in self.knows.items() if other.knows.get(name) != known},
        )


def facts_of(book: Rulebook) -> Facts:
    """What the cases of a game may name."""
    board = opening(book, opening_dice(NO_SEED))[0].position.facts
    return Facts(book.reports, book.ledger.entries(), tuple(board), book.lore_words)


def data_of(book: Rulebook, facts: Facts) -> Data:
    """The same as plain data."""
    first = book.ledger()
    return {
        "reports": [
            {
                "kind": kind.name,
                "section": kind.section,
                "facts": {name: sort.value for name, sort in kind.facts.items()},
                "clause": kind.clause,
                "also": list(dict.fromkeys(kind.also)),
                "text": kind.text,
            }
            for kind in facts.reports.values()
        ],
        "ledger": [
            {
                "key": key,
                "holds": entry.holds.value,
                "known_to": known_to(entry),
                "start": shown(getattr(first, entry.name)),
            }
            for key, entry in facts.ledger.items()
        ],
        "board": list(facts.board),
        "knows": [
            {"name": name, "holds": known.holds.value, "text": known.text}
            for name, known in facts.knows.items()
        ],
    }


def known_to(entry: Entry) -> str:
    """Who may know a field of a ledger, in a sentence."""
    if isinstance(entry.who, Readers):
        return f"Known to {entry.who.value}."
    return (inspect.getdoc(entry.who) or "Known as its hooks say.").splitlines()[0]


def sections(kinds: Collection[Kind]) -> Iterator[tuple[str, list[Kind]]]:
    """The headings of the file, and the kinds of report under each."""
    for section in dict.fromkeys(kind.section for kind in kinds):
        yield section, [kind for kind in kinds if kind.section == section]
