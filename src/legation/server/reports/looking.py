"""As whom somebody looks at the past of a game: as himself, or at what is open.

`as` in an address is ``archive``, a power or ``spectator``, for a game that is over; `holding`
is a seat that he left; `to` is a power, or the spectator, of whom the game
master reads what he was told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest
from django.utils.http import urlencode

from legation.errors import LegationError
from legation.server.games import reads
from legation.server.games.models import Game, Holding
from legation.server.games.readers import Reader
from legation.server.games.so_far import Sight
from legation.sight.view import View, standing
from legation.table.newsletter import Page
from legation.table.newsletter import report as report_of

_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Looking:
    """Views of a game's phases, all of one viewer. `query` is what an address says of it."""

    game: Game
    sight: Sight
    query: str

    def now(self) -> View:
        """The latest that he sees.

        Raises:
            Http404: where the game has not begun.
        """
        return self._seen(None)

    def at(self, number: int) -> View:
        """A phase as he saw it, without what a rollback took back.

        Raises:
            Http404: where there is no such phase for him.
        """
        return self._seen(number)

    def report(self, number: int) -> Page:
        """The report of a phase that is over, as he read it: there is one after it.

        Raises:
            Http404: where there is none for him.
        """
        page = report_of(reads.book_of(self.game), self.at(number), self.at(number + 1))
        return replace(page, game=self.game.name)

    def _seen(self, number: int | None) -> View:
        try:
            view = reads.view_as(self.game, self.sight, number)
        except LegationError:
            raise Http404 from None
        return replace(view, told=tuple(standing(view.told)))


def looking(request: HttpRequest, game: Game, reader: Reader) -> Looking:
    """As whom a request looks.

    Raises:
        Http404: for a view that is not open to him.
    """
    opened, held = request.GET.get("as", ""), request.GET.get("holding", "")
    other = request.GET.get("to", "")
    try:
        if other:
            if not reader.viewer.knows_all:
                raise Http404
            sight = reads.sight_for(game, reader, told_to=other)
            return Looking(game, sight, "?" + urlencode({"to": other}))
        if opened:
            sight = reads.sight_for(game, reader, opened=opened)
            return Looking(game, sight, "?" + urlencode({"as": opened}))
        if held:
            if not held.isdecimal() or len(held) > _DIGITS:
                raise Http404
            sight = reads.sight_for(game, reader, holding=int(held))
            return Looking(game, sight, "?" + urlencode({"holding": held}))
    except (LegationError, Holding.DoesNotExist):
        raise Http404 from None
    return Looking(game, reads.sight_for(game, reader), "")
