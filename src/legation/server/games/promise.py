"""Who reads a sheet before its phase closes: promised of each game, and said from here alone.

In a sealed game nobody but who writes it, and the game master where he enters
orders for a player (`games.entering`); in an open one the game master too. What
keeps it is `games.seen`, which lays no other sheet into a View, and
`reads.standings_for`, which has no orders. It is settled when a game is
offered, and stays so.
"""

from __future__ import annotations

from legation.server.games.models import Game
from legation.variants.load import load

SEALED = (
    "sealed: the game master reads no sheet before the phase closes, but one that he opens to"
    " enter orders for its player, who is told so"
)
OPEN = "open to the game master: he may read every sheet before the phase closes"
OWN = ", once he has sealed the orders that he writes himself"
_NOBODY = "sealed: nobody but its player reads a sheet before the phase closes"


def promise(game: Game) -> str:
    """Who reads sheets in a game before a phase closes, to be said after "sheets are"."""
    if game.master_id is None:
        return _NOBODY
    if game.sealed:
        return SEALED
    own = load(game.variant, game.options, recorded=True).master_powers
    return OPEN + (OWN if own else "")
