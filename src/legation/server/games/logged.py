"""The log of a game: what was done in it beside playing, for all who see the game to read."""

from __future__ import annotations

from datetime import datetime

from legation.server.games.models import Game, LogEntry


def write(
    row: Game, actor: str, text: str, now: datetime, at: tuple[int, str] | None = None
) -> None:
    """Adds an entry, in the transaction of what was done; whoever is to be told is told beside it.

    `at` is the phase in which it was done, by serial and name, where it is over now.
    """
    serial, phase = at or (row.serial, row.phase)
    LogEntry.objects.create(
        game=row, made_at=now, serial=serial, phase=phase, actor=actor, text=text
    )
