"""What a page of a game is made of, so that it is made again when its reader sees another game.

A page is made of Views, and of what was asked of the database for it. So the
counts of what its reader was told stand for the record (`games.so_far`), which
is not even read: a change that he is not told of, such as another's vote, moves
no mark, and costs his next page no time. Who sees more than he is told of, the
game master above all, has pages that are of one version of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from legation.server.board.page import Context, Facts
from legation.server.board.pens import Sitting
from legation.server.board.pictures import in_places
from legation.server.games.models import OF_RECORD
from legation.server.site.answered import answered, stored
from legation.server.site.lasting import has
from legation.sight.viewer import GAME_MASTER


def shown(
    request: HttpRequest, at: Sitting, facts: Facts, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """What `make` shows of a game to who looks at it, or has shown him before."""
    sheets: Hashable = None
    if at.seat and at.sight.viewer == GAME_MASTER:
        sheets = tuple(sorted((p, s.orders, s.settled) for p, s in at.view().sheets.items()))
    made_of = (at.reader, stored(at.game, without=OF_RECORD), facts, sheets)
    of = at.told.key(at.sight, made_of)
    return answered(request, of, make, lambda: at.told.holds(at.game))


def drawn(request: HttpRequest, at: Sitting, context: Context) -> HttpResponse:
    """The page of a board; where what lasts of its map comes it has places, until it goes out."""
    after = at.view() if context["past"] else None
    picture, parts = in_places(at, context["view"], after)
    return has(render(request, "board/board.html", {**context, "placed": picture}), parts)
