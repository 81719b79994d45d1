"""Routes that orders spell out (``A Lon - NTH - Bel``): passed over, and said where it matters.

Any convoy that is ordered may carry an army here (STD-CON; DATC 4.A.6 would
have routes ignored); some programs hold it to the seas that its order names.
Each phase with such an order is carried out in their way as well, and where
that comes out otherwise, a remark says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from legation.board.graph import province_of
from legation.board.truth import Truth
from legation.rules.dice import Dice
from legation.rules.rulebook import Rulebook
from legation.rules.turn import Turn, advance
from legation.table.formats.differences import shown_units
from legation.table.formats.transcript import Entry, Line


def otherwise(book: Rulebook, truth: Truth, entry: Entry, turn: Turn, seed: str) -> Iterator[str]:
    """A remark for a phase that its routes, kept to, would have changed; `turn` passed them over.

    `seed` is that of the dice by which `turn` was made.
    """
    routed = [line for line in entry.lines if line.route]
    if not routed:
        return
    kept = tuple(line for line in entry.lines if not any(_beside(line, army) for army in routed))
    if kept == entry.lines:
        return  # nobody else is ordered to carry them
    held = advance(book, truth, replace(entry, lines=kept).sheets, Dice(seed, str(entry.phase)))
    left, here = _left(held), _left(turn)
    if left == here:
        return
    named = ", ".join(f"{line.order} by {' and '.join(line.route)}" for line in routed)
    theirs, ours = ", ".join(sorted(left - here)), ", ".join(sorted(here - left))
    yield (
        f"{entry.phase}: routes are not kept to ({named}); kept to, they would have left"
        f" {theirs or 'fewer units'} in place of {ours or 'nobody'}"
    )


def _beside(line: Line, army: Line) -> bool:
    """Is this the order of a fleet to carry the army over a sea that the army did not name?"""
    order, move = line.order, army.order
    if order.verb != "convoy" or order.unit is None or order.target is None or move.unit is None:
        return False
    carried = order.target.province == move.unit.province
    there = province_of(order.goal) == province_of(move.goal)
    return carried and there and order.unit.province not in army.route


def _left(turn: Turn) -> set[str]:
    """All units after a turn, with those that must retreat."""
    position = turn.truth.position
    lost = {f"dislodged {unit}" for unit in shown_units([d.unit for d in position.dislodged])}
    return shown_units(position.units) | lost
