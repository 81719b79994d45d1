"""Who is waited for, told to all who look on: only where the game was offered so.

It is offered where it tells nothing but itself: names are shown, and everybody
sees who has orders to give. While one power has more time than the others
(`games.respites`) it would tell which, and is told of nobody.
"""

from __future__ import annotations

from legation.server.games import respites, seen
from legation.server.games.asked import deciding
from legation.server.games.missed import playing
from legation.server.games.models import Game, Seat
from legation.server.games.models.sheet import Sheet
from legation.server.games.so_far import Sight
from legation.sight.viewer import SPECTATOR
from legation.variants.load import load


def is_told(row: Game) -> bool:
    """Do all see now who is not ready?"""
    return row.awaited and row.going_on and not respites.are_given(row)


def awaited(row: Game) -> tuple[str, ...]:
    """The powers that are asked for orders and not ready, in order, where all may see them."""
    if not is_told(row):
        return ()
    view = seen.view(row, Sight(SPECTATOR))
    players = playing(list(Seat.objects.filter(game=row)), ())
    asked = deciding(load(row.variant, row.options, recorded=True), view.position)
    ready = Sheet.objects.filter(game=row, serial=row.serial, settled=True)
    waits = (players & asked).difference(view.disorder, ready.values_list("power", flat=True))
    return tuple(sorted(waits))
