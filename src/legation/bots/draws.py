"""Whether a power is for a draw."""

from __future__ import annotations

from collections import Counter

from legation.bots.reaches import reaches
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

_NEAR = 2  # moves


def for_a_draw(book: Rulebook, view: View) -> bool:
    """Unless it leads with half of what wins, or could still have a centre for nothing.

    That is one which nobody owns or holds, two moves from a unit of its own.
    """
    position, power = view.position, view.viewer.power
    counts = Counter(position.owners.values())
    own = counts.pop(power, 0)
    leads = own > max(counts.values(), default=0)
    enough = book.victory_centres or len(book.possible_centres) // 2 + 1
    if leads and 2 * own >= enough:
        return False
    provinces, taken = book.graph.provinces, {*position.owners, *position.by_province}
    near = [reaches(book, unit.kind, unit.place) for unit in position.of(power)]
    return not any(
        moves <= _NEAR and at not in taken and provinces[at].centre == "1"
        for each in near
        for at, moves in each
    )
