"""The picture of a game's board for its page: what everybody sees of it."""

from __future__ import annotations

import threading
from collections import OrderedDict

from legation.atlas.draw import draw
from legation.server.games import reads
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import SPECTATING, Reader

_MOST = 60
_kept: OrderedDict[tuple[int, int], bytes] = OrderedDict()
_lock = threading.Lock()


def public_board(game: Game, reader: Reader) -> bytes:
    """The board as a spectator sees it now; of a game that is over, as the archive shows it.

    Raises:
        LegationError: for a game that has not begun, or a variant without a drawn board.
    """
    key = (game.pk, game.version)
    found = _kept.get(key)
    if found is not None:
        return found
    over = game.state == FINISHED
    view = reads.opened_view(game, reader) if over else reads.view_for(game, SPECTATING)
    found = draw(reads.book_of(game), view).encode()
    with _lock:
        _kept[key] = found
        while len(_kept) > _MOST:
            _kept.popitem(last=False)
    return found
