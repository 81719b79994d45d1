"""What a viewer knows beside the board, and how far his reasons hold, in the variant's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from legation.board.calendar import MOVEMENT, Phase
from legation.board.position import FOGGED, UNCOUNTED, UNSEEN
from legation.rules.reports import Fact, Report
from legation.rules.rulebook import Rulebook
from legation.rules.wording import sentence
from legation.sight.viewer import Viewer

_SHOWN_OTHERWISE = (UNSEEN, UNCOUNTED, FOGGED)


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
        worded = book.lore_words.get(name)
        row = ("", worded.text.format(value=said)) if worded else (name, said)
        rows.append(row)
    return rows


def proviso(book: Rulebook, phase: Phase, viewer: Viewer) -> str:
    """That the reasons of a phase hold as far as their reader knows; empty where all is told him.

    Where a battle may hide something, this is said once (STD-WHY).
    """
    if not book.hides_battles or phase.kind != MOVEMENT or viewer.knows_all:
        return ""
    return sentence(book, Report("known-to-you" if viewer.power else "known-to-all", "STD-WHY"))


def by_dice(book: Rulebook, thrown: Iterable[str]) -> list[str]:
    """That dice may fall otherwise in the game, for each purpose of theirs that is worded."""
    kinds = {purpose if purpose in book.reports else "dice" for purpose in thrown}
    return [sentence(book, Report(kind, "", {})) for kind in sorted(kinds)]
