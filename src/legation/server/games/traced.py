"""What may be read of a game master's acts on sheets of others: by their power, and by him."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from legation.server.games.models import Game
from legation.server.games.models.trace import AHEAD, ENTERED, LIFTED, OPENED, RECEIVED, WAYS, Trace
from legation.server.games.readers import Reader
from legation.server.site.statement import Statement

_MOST = 200


@dataclass(frozen=True, slots=True)
class Told:
    """An act on a sheet; `typed` was refused, and is kept for who typed it.

    `way` is how the orders came, in words; `reason` why something was refused.
    """

    made_at: datetime
    phase: str
    power: str
    kind: str
    actor: str
    way: str
    reason: str
    typed: str = ""

    @property
    def short(self) -> str:
        """What was done, in a few words."""
        if self.kind == LIFTED:
            return "no more time of its own"
        return f"{self.kind}, {self.way}" if self.way else self.kind

    def said(self, clock: str) -> str:
        """It as a sentence; `clock` is its time by the reader's clock."""
        if self.kind == LIFTED:
            return f"All sheets have one end again, since {clock}: this one has no more time."
        who = f"by GM {self.actor}, {clock}"
        way = f", {self.way}" if self.way else ""
        if self.kind == OPENED:
            return f"Opened {who}, to enter orders that came {self.way}; until the phase closes."
        if self.kind == RECEIVED:
            return f"Orders received {who}{way}."
        if self.kind == ENTERED:
            return f"Orders entered {who}{way}."
        if self.kind == AHEAD:
            return f"Orders for later entered {who}{way}."
        return f"Not entered {who}: {self.reason}"


def traces_for(game: Game, reader: Reader, power: str = "", *, now: bool = False) -> list[Told]:
    """The acts on the sheet of the reader's power, the latest first.

    The game master reads them of all, or of one `power`. `now`: those of the
    phase that is open.
    """
    whose = reader.power or power
    if not reader.power and not reader.master:
        return []
    rows: Iterable[Trace]
    if whose and now:
        rows = _of_a_sheet(game.pk, game.serial, whose)
    else:
        found = Trace.objects.filter(game=game).order_by("-pk")
        found = found.filter(power=whose) if whose else found
        rows = (found.filter(serial=game.serial) if now else found)[:_MOST]
    return [
        Told(
            made_at=row.made_at,
            phase=row.phase,
            power=row.power,
            kind=row.kind,
            actor=row.actor,
            way=WAYS.get(row.way, ""),
            reason=row.said,
            typed="" if reader.power else row.typed,
        )
        for row in rows
    ]


_of_a_sheet = Statement(
    lambda game, serial, power: Trace.objects.filter(
        game=game, serial=serial, power=power
    ).order_by("-pk")[:_MOST],
    *(int, int, str),
)
