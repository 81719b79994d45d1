"""The phases to which a game can be taken back."""

from __future__ import annotations

from legation.server.games import reads
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.sight.view import View, standing


def phases_of(game: Game, reader: Reader, now: View) -> list[tuple[int, str]]:
    """The phases of the game so far, by their numbers."""
    names = {told.number: str(told.phase) for told in standing(now.told)}
    names[now.number] = reads.book_of(game).calendar.said(now.phase, now.over)
    return [
        (n, names.get(n) or str(reads.view_for(game, reader, n).phase))
        for n in range(now.number + 1)
    ]


def taken_back(game: Game, reader: Reader, number: int) -> list[str]:
    """The phases that a rollback to the start of one takes back, that one first."""
    return [name for _, name in phases_of(game, reader, reads.view_for(game, reader))[number:]]
