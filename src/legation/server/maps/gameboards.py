"""The picture of a game's board for its page: what everybody sees of it."""

from __future__ import annotations

from legation.atlas.draw import draw
from legation.server.games import reads
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import SPECTATING
from legation.server.games.so_far import so_far
from legation.server.site.kept import Kept
from legation.sight.viewer import ARCHIVE

_drawn: Kept[bytes] = Kept(room=10_000_000, size=len)


def public_board(game: Game) -> bytes:
    """The board as a spectator sees it now; of a game that is over, as the archive shows it.

    Raises:
        LegationError: for a game that has not begun, or a variant without a drawn board.
    """
    as_whom = ARCHIVE.role if game.state == FINISHED else ""
    sight, told = reads.sight_for(game, SPECTATING, opened=as_whom), so_far(game)
    key = told.key(sight, "board")
    drawn = _drawn.find(key)
    if drawn is None:
        drawn = draw(reads.book_of(game), reads.view_as(game, sight)).encode()
        if told.holds(game):
            _drawn.keep(key, drawn)
    return drawn
