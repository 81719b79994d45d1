"""What a page of a game is made of, so that it is made again when its reader sees another game.

A player's page is made of his Views, and no View of his changes without an
event for him or for everybody (`games.publish.prepare`). So the counts of his
events stand for the record, which is not even read: a change that he is not
told of, such as another's vote, moves no mark, and costs his next page no time.
Who sees more than he is told of, the game master above all, has pages that are
of one version of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from django.http import HttpRequest, HttpResponse

from legation.server.board.page import Facts
from legation.server.board.pens import Sitting
from legation.server.games.models import OF_RECORD, Game
from legation.server.site.answered import answered, stored
from legation.server.site.kept import Key


def shown(
    request: HttpRequest, at: Sitting, facts: Facts, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """What `make` shows of a game to who looks at it, or has shown him before."""
    if at.reader.master or not at.seat:
        view = at.view()
        sheets = tuple(sorted((p, s.orders, s.settled) for p, s in view.sheets.items()))
        made_of: Hashable = (stored(at.game), view.viewer, sheets, facts)
        return answered(request, Key(at.game.pk, at.game.version, at.reader, made_of), make)
    version, public = at.game.version, stored(at.game, without=OF_RECORD)
    of = Key(at.game.pk, facts.counts[0], at.reader, (public, facts))
    return answered(request, of, make, lambda: _unchanged(at.game.pk, version))


def _unchanged(game: int, version: int) -> bool:
    """Is the record as it was when the row was read, so that no event was counted before it?"""
    return Game.objects.filter(pk=game, version=version).exists()
