"""Orders that a game master writes and seals himself; before, he hears of nobody's sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legation.server.games import reads
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.games.reads import Handed
from legation.sight.view import View

Own = Mapping[str, Handed | None]
"""Of each power that the game master has to seal in the open phase its sheet, if there is one."""


def own(game: Game, reader: Reader) -> Own:
    """What he orders himself: of movement, as long as the game goes on."""
    movement = game.going_on and game.phase_kind == "movement"
    masters = reads.book_of(game).master_powers if movement else ()
    return {power: reads.sheet_for(game, reader, power) for power in masters}


def is_blind(sheets: Own) -> bool:
    """Has the game master orders of his own to seal, before he hears who has handed in?"""
    return any(written is None or not written.settled for written in sheets.values())


def shown(power: str, written: Handed | None, view: View) -> dict[str, Any]:
    """A power that the game master orders: what he has written for it."""
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
