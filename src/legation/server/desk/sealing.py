"""Orders that a game master writes and seals himself; before, he hears of nobody's sheet."""

from __future__ import annotations

from typing import Any

from legation.server.games import reads
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.sight.view import View


def is_blind(game: Game, reader: Reader) -> bool:
    """Has the game master orders of his own to seal, before he hears who has handed in?"""
    masters = reads.book_of(game).master_powers if game.phase_kind == "movement" else ()
    sheets = (reads.sheet_for(game, reader, power) for power in masters)
    return any(sheet is None or not sheet.settled for sheet in sheets)


def sheet(game: Game, reader: Reader, view: View, power: str) -> dict[str, Any]:
    """A power that the game master orders: what he has written for it."""
    written = reads.sheet_for(game, reader, power)
    units = [str(unit) for unit in view.position.of(power)]
    holds = "\n".join(f"{unit} H" for unit in units)
    return {
        "power": power,
        "units": units,
        "typed": written.typed if written else holds,
        "written": written is not None,
        "sealed": bool(written and written.settled),
        "orders": list(written.orders) if written else [],
    }
