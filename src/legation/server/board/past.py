"""The phases of a game as a reader knew them, for the slider and its links."""

from __future__ import annotations

from dataclasses import dataclass

from legation.server.board.pens import Sitting
from legation.sight.view import View, standing


@dataclass(frozen=True, slots=True)
class Stop:
    """A phase on the slider."""

    number: int
    name: str
    href: str
    here: bool


def stops(sitting: Sitting, now: View, shown: int) -> list[Stop]:
    """Every phase of the game so far. A phase in which he heard nothing has a name all the same."""
    said = sitting.book.calendar.said
    names = {told.number: said(told.phase) for told in standing(now.told)}
    names[now.number] = said(now.phase, now.over)
    stopped = []
    for number in range(now.number + 1):
        name = names.get(number) or said(sitting.view(number).phase)
        phase = None if number == now.number else number
        href = f"/games/{sitting.game.slug}/{sitting.query(phase=phase)}"
        stopped.append(Stop(number, name, href, number == shown))
    return stopped
