"""What a viewer knows beside the board, in the variant's words."""

from __future__ import annotations

from collections.abc import Mapping

from legation.board.position import UNCOUNTED, UNSEEN
from legation.rules.reports import Fact
from legation.rules.rulebook import Rulebook

_SHOWN_OTHERWISE = (UNSEEN, UNCOUNTED)


def lore_rows(book: Rulebook, known: Mapping[str, Fact]) -> list[tuple[str, str]]:
    """A label and what is known: of a View's lore, or of the facts of its position.

    A variant words an entry in its ``words.toml`` under ``[lore]``; then it has
    no label. What is empty is left out.
    """
    rows = []
    for name, value in known.items():
        if value in ((), "") or name in _SHOWN_OTHERWISE:
            continue
        said = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        template = book.lore_words.get(name)
        row = ("", template.format(value=said)) if template else (name.replace("-", " "), said)
        rows.append(row)
    return rows
