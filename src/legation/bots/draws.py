"""Whether a power is for a draw."""

from __future__ import annotations

from collections import Counter

from legation.rules.rulebook import Rulebook
from legation.sight.view import View


def for_a_draw(book: Rulebook, view: View) -> bool:
    """Unless it has more centres than anybody, and half as many as win."""
    counts = Counter(view.position.owners.values())
    own = counts.pop(view.viewer.power, 0)
    leads = own > max(counts.values(), default=0)
    enough = book.victory_centres or len(book.possible_centres) // 2 + 1
    return not (leads and 2 * own >= enough)
