"""Who looks at a board, as whom, and whose orders he writes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, urlencode

from django.http import Http404, HttpRequest

from legation.board.calendar import MOVEMENT
from legation.errors import LegationError
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Judged
from legation.server.games import reads
from legation.server.games.doors import find
from legation.server.games.entering import is_open
from legation.server.games.models import FINISHED, Game, Holding
from legation.server.games.readers import Reader
from legation.server.games.reads import Handed
from legation.server.games.so_far import Sight, SoFar, so_far
from legation.sight.view import View
from legation.sight.viewer import ARCHIVE, SPECTATOR

EVERYTHING = ARCHIVE.role


class NotOpenError(Exception):
    """The game master has not opened this sheet, or the phase in which he did is over."""


@dataclass(frozen=True)
class Sitting:
    """A game as somebody looks at it.

    `opened` is the power as which, or the archive or spectator, a finished game is
    seen; `holding` the seat that he left, as which he looks; `told_to` a power,
    or the spectator, of whom the game master reads what he was told (STD-WHY);
    `writes_for` the power for whose player he enters orders.
    """

    game: Game
    reader: Reader
    book: Rulebook
    opened: str = ""
    holding: int = 0
    told_to: str = ""
    writes_for: str = ""

    def view(self, number: int | None = None) -> View:
        """What he sees now, or saw of an earlier phase.

        Raises:
            Http404: for a phase that the game has not come to.
        """
        try:
            if self.writes_for and number is None:
                return reads.view_to_write(self.game, self.reader, self.writes_for)
            return reads.view_as(self.game, self.sight, number)
        except (LegationError, Holding.DoesNotExist):
            raise Http404 from None

    def view_with(self, sheet: Handed | None) -> View:
        """What he sees now; `sheet` is the one that he writes, which was read already (`sheet_of`).

        Raises:
            Http404: for a game that has not begun.
        """
        if not self.pen or self.pen != self.reader.power:
            return self.view()
        try:
            return reads.view_with(self.game, self.reader, sheet)
        except LegationError:
            raise Http404 from None

    @cached_property
    def sight(self) -> Sight:
        """As whom he looks."""
        return reads.sight_for(
            self.game,
            self.reader,
            told_to=self.told_to or self.writes_for,
            holding=self.holding or None,
            opened=self.opened,
        )

    @cached_property
    def told(self) -> SoFar:
        """What was told of the game when he began to look, of which all is that is kept."""
        return so_far(self.game)

    @property
    def seat(self) -> bool:
        """Does he look from where he sits now?"""
        return not self.opened and not self.holding and not self.told_to

    @property
    def pen(self) -> str:
        """The power whose sheet he may write now; empty for none.

        The game master writes those of the powers that the variant gives him,
        and that of a player for whom he enters orders.
        """
        if not self.seat or not self.game.going_on:
            return ""
        if self.writes_for:
            return self.writes_for
        if self.reader.power:
            return self.reader.power
        masters = self.book.master_powers
        return masters[0] if self.reader.master and masters and self._movement else ""

    @property
    def by(self) -> str:
        """Who enters orders for another; empty for who writes his own."""
        return self.game.master.name if self.writes_for and self.game.master else ""

    @property
    def seals(self) -> bool:
        """Are the orders that he writes the game master's own, to be sealed?"""
        return bool(self.pen) and not self.reader.power and not self.writes_for

    @property
    def base(self) -> str:
        """Where the board is found from which he looks."""
        own = f"for/{quote(self.writes_for)}/" if self.writes_for else ""
        return f"/games/{self.game.slug}/{own}"

    @property
    def _movement(self) -> bool:
        return self.game.phase_kind == MOVEMENT

    def query(self, **more: object) -> str:
        """The end of an address that keeps as whom he looks."""
        kept: dict[str, object] = {
            "to": self.told_to or self.writes_for,
            "as": self.opened,
            "holding": self.holding or "",
            **more,
        }
        said = urlencode({key: value for key, value in kept.items() if value not in ("", None)})
        return f"?{said}" if said else ""


def sitting(request: HttpRequest, slug: str, power: str = "") -> Sitting:
    """The game of an address as who asks may see it.

    `power`: as who enters orders for its player.

    Raises:
        Http404: where there is none for him, or not as he asks to see it.
    """
    game, reader = find(request, slug)
    book = reads.book_of(game)
    if power:
        if not reader.master or power not in book.players or not game.going_on:
            raise Http404
        if is_open(game, power):
            return Sitting(game, reader, book, writes_for=power)
        raise NotOpenError
    told_to = request.GET.get("to", "")
    if told_to and not (reader.viewer.knows_all and told_to in (SPECTATOR.role, *book.players)):
        raise Http404
    opened = request.GET.get("as", "")
    ways = (EVERYTHING, SPECTATOR.role, *book.players)
    if opened and (game.state != FINISHED or opened not in ways):
        raise Http404
    text = request.GET.get("holding", "")
    holding = int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0
    if text and not any(held.pk == holding for held in reader.past):
        raise Http404
    return Sitting(game, reader, book, opened, holding, told_to)


def judgements_of(sitting: Sitting, view: View) -> Judged:
    """What was found of his orders when they were handed in, on the board that he sees."""
    return reads.judgements_for(sitting.game, sitting.reader, view, sitting.pen)


def sheet_of(sitting: Sitting) -> Handed | None:
    """The sheet that he writes, of the phase that is open."""
    if not sitting.pen:
        return None
    return reads.sheet_for(sitting.game, sitting.reader, sitting.pen)
