"""What may be read of orders that are written ahead: by who wrote them, and nobody else.

They are found by the holding of the seat, so that who had it before, and who
has it next, has others or none; nobody has two seats of a game. The game
master has those of a player who only posts letters, while he has opened that
sheet: he has written them himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.rules.rulebook import Rulebook
from legation.rules.survey import survey_of
from legation.server.games.entering import is_open
from legation.server.games.models import Game, Holding, Seat
from legation.server.games.models.later import DRAFT, NEXT, STANDING, Later, Used
from legation.server.games.readers import Reader
from legation.server.games.using import titled
from legation.server.site.statement import Statement
from legation.sight.view import View
from legation.table.conditional import read_ahead, taken
from legation.table.sheets import read_sheet

KINDS = (MOVEMENT, RETREAT, ADJUSTMENT)
_SAID = {
    (DRAFT, ""): "A draft",
    (NEXT, MOVEMENT): "For the next movement",
    (NEXT, RETREAT): "For the retreats that follow",
    (NEXT, ADJUSTMENT): "For the next adjustments",
    (STANDING, MOVEMENT): "Standing orders for any movement",
    (STANDING, RETREAT): "Standing orders for any retreats",
    (STANDING, ADJUSTMENT): "Standing orders for any adjustments",
}
_MOST = 50
FALLS_BACK = (
    "No order is on this sheet: the standing orders will be used, as far as they are legal."
)
NONE_LEGAL = "No order is on this sheet, and none of the standing orders is legal as things are."


@dataclass(frozen=True, slots=True)
class Use:
    """What a text is for: a draft, or orders for a kind of phase."""

    use: str
    kind: str = ""

    @property
    def name(self) -> str:
        """It as a form and an address say it: ``next-retreat``."""
        return f"{self.use}-{self.kind}" if self.kind else self.use

    @property
    def said(self) -> str:
        """It as a page says it: ``For the retreats that follow``."""
        return _SAID[self.use, self.kind]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that waits, as it was written."""

    use: Use
    typed: str
    edition: int
    saved_at: datetime


@dataclass(frozen=True, slots=True)
class Became:
    """What became of orders that had waited: told to who wrote them."""

    use: str
    serial: int
    phase: str
    made_at: datetime
    said: tuple[str, ...]
    typed: str

    @property
    def title(self) -> str:
        """What it was, in a few words."""
        return titled(self.use, self.phase)


def uses(book: Rulebook) -> tuple[Use, ...]:
    """What texts are for in a game, a draft first."""
    played = {kind for _, kind in book.calendar.phases}
    kinds = [kind for kind in KINDS if kind in played]
    return (Use(DRAFT), *(Use(use, kind) for use in (NEXT, STANDING) for kind in kinds))


def waiting_for(game: Game, reader: Reader, power: str = "") -> tuple[Text, ...]:
    """What the reader has written ahead; as game master, for the player of a `power` by post."""
    rows: Sequence[Later] = ()
    if reader.power:
        rows = _own(game.pk, reader.user or 0)
    elif _may_write(game, reader, power):
        rows = list(Later.objects.filter(holding__in=holdings(game, power)).order_by("pk"))
    return tuple(Text(Use(r.use, r.kind), r.typed, r.edition, r.saved_at) for r in rows)


def became_for(
    game: Game, reader: Reader, power: str = "", *, now: bool = False
) -> tuple[Became, ...]:
    """What became of it, the latest first. `now`: when the phase opened that is open."""
    since, rows = game.serial if now else 0, list[Used]()
    if reader.power:
        rows = _own_used(game.pk, reader.user or 0, since)
    elif _may_write(game, reader, power):
        used = Used.objects.filter(holding__in=holdings(game, power), serial__gte=since)
        rows = list(used.order_by("-pk")[:_MOST])
    return tuple(Became(r.use, r.serial, r.phase, r.made_at, tuple(r.said), r.typed) for r in rows)


def _may_write(game: Game, reader: Reader, power: str) -> bool:
    """Has the game master opened the sheet of a player who only posts letters?"""
    return reader.master and by_post(game, power) and is_open(game, power)


def holdings(game: Game, power: str) -> QuerySet[Holding]:
    """The holding of a seat that has not ended."""
    return Holding.objects.filter(seat__game=game, seat__power=power, until=None)


def stands(game: Game, power: str) -> str | None:
    """The standing orders that who plays a power has left for such a phase as is open, if any.

    For himself alone, as all that is written ahead.
    """
    return next((typed for (typed,) in _standing(game.pk, power, game.phase_kind)), None)


def falls_back(book: Rulebook, view: View, typed: str) -> str:
    """What becomes of a sheet without an order, where standing orders stand `typed`."""
    chosen = taken(read_ahead(book, view.phase.kind, typed), view)
    lines = "\n".join(chosen.orders)
    reading = read_sheet(survey_of(book, view.position), view.viewer.power, lines)
    return FALLS_BACK if reading.orders else NONE_LEGAL


def by_post(game: Game, power: str) -> bool:
    """Has this power a player who only posts letters, or telephones?"""
    return Seat.objects.filter(game=game, power=power).exclude(postal="").exists()


_own = Statement(
    lambda game, user: Later.objects.filter(
        holding__seat__game=game,
        holding__user=user,
        holding__until=None,
    ).order_by("pk"),
    *(int, int),
)
_standing = Statement(
    lambda game, power, kind: (
        Later.objects.filter(
            holding__seat__game=game,
            holding__seat__power=power,
            holding__until=None,
            use=STANDING,
            kind=kind,
        )
        .order_by("pk")
        .values_list("typed")[:1]
    ),
    *(int, str, str),
)
_own_used = Statement(
    lambda game, user, since: Used.objects.filter(
        holding__seat__game=game,
        holding__user=user,
        holding__until=None,
        serial__gte=since,
    ).order_by("-pk")[:_MOST],
    *(int, int, int),
)
