"""A player's own sheet, and what there seldom is beside it, in one question for all.

Who plays has five questions less for each page, which almost always has nothing but the sheet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Exists, FilteredRelation, Q, QuerySet

from legation.server.games.models import Game
from legation.server.games.models.later import Later, Used
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import Trace
from legation.server.games.readers import Reader
from legation.server.games.reads import Handed
from legation.server.site.statement import Statement


class Beside(NamedTuple):
    """A sheet, and what is to be asked for beside it: that may be empty all the same."""

    own: Handed | None
    """His own sheet of the open phase, as `reads.sheet_for` has it; None for who has no seat."""
    late: bool
    """What was handed in too late (`late.late_for`)."""
    traces: bool
    """Acts of a game master on the sheet of the open phase (`traced.traces_for`)."""
    waits: bool
    """What was written ahead (`waiting.waiting_for`)."""
    became: bool
    """What became of it since the phase opened (`waiting.became_for`)."""


def beside(game: Game, reader: Reader) -> Beside:
    """Which of these there are for who has a seat; who has none asks for each by itself."""
    if not reader.power:
        return Beside(own=None, late=True, traces=True, waits=True, became=True)
    for row in _there(game.pk, game.serial, reader.power, reader.user or 0):
        typed, orders, *rest = row[: len(_SHEET)]
        own = None if typed is None else Handed(typed, tuple(orders), *rest)
        return Beside(own, *row[len(_SHEET) :])
    return Beside(None, *(False,) * 4)  # the game is gone


_SHEET = tuple(f"own__{name}" for name in ("typed", "orders", "settled", "edition", "saved_at"))
_there = Statement(
    lambda game, serial, power, user: (
        Game.objects.filter(pk=game)
        .annotate(
            own=FilteredRelation("sheets", condition=Q(sheets__serial=serial, sheets__power=power))
        )
        .values_list(
            *_SHEET,
            Exists(Sheet.objects.filter(game=game, power=power, late_at__isnull=False)),
            Exists(Trace.objects.filter(game=game, serial=serial, power=power)),
            Exists(_of_holding(Later, game, user)),
            Exists(_of_holding(Used, game, user).filter(serial__gte=serial)),
        )
    ),
    *(int, int, str, int),
)


def _of_holding(rows: type[Later | Used], game: int, user: int) -> QuerySet[Any]:
    of = {"holding__seat__game": game, "holding__user": user, "holding__until": None}
    return rows.objects.filter(**of)
