"""The picture of a game's board for its page: what everybody sees of it."""

from __future__ import annotations

from legation.atlas.draw import draw
from legation.server.games import reads
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import SPECTATING, Reader
from legation.server.site.kept import Kept, Key
from legation.sight.viewer import ARCHIVE, SPECTATOR

_drawn: Kept[bytes] = Kept(room=10_000_000, size=len)


def public_board(game: Game, reader: Reader) -> bytes:
    """The board as a spectator sees it now; of a game that is over, as the archive shows it.

    Raises:
        LegationError: for a game that has not begun, or a variant without a drawn board.
    """
    over = game.state == FINISHED
    key = Key(game.pk, game.version, ARCHIVE if over else SPECTATOR)
    drawn = _drawn.find(key)
    if drawn is not None:
        return drawn
    view = reads.opened_view(game, reader) if over else reads.view_for(game, SPECTATING)
    return _drawn.keep(key, draw(reads.book_of(game), view).encode())
