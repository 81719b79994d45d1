"""What there seldom is beside a sheet: whether there is any, in one question for all.

Who plays has four questions less for each page, which almost always has none of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Exists, QuerySet

from legation.server.games.models import Game
from legation.server.games.models.later import Later, Used
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import Trace
from legation.server.games.readers import Reader
from legation.server.site.statement import Statement


class Seldom(NamedTuple):
    """What is to be asked for: it may be empty all the same."""

    late: bool
    """What was handed in too late (`late.late_for`)."""
    traces: bool
    """Acts of a game master on the sheet of the open phase (`traced.traces_for`)."""
    waits: bool
    """What was written ahead (`waiting.waiting_for`)."""
    became: bool
    """What became of it since the phase opened (`waiting.became_for`)."""


def beside(game: Game, reader: Reader) -> Seldom:
    """Which of these there are for who has a seat; who has none asks for each by itself."""
    if not reader.power:
        return Seldom(late=True, traces=True, waits=True, became=True)
    found = _there(game.pk, game.serial, reader.power, reader.user or 0)
    return next((Seldom(*there) for _, *there in found), Seldom(*(False,) * 4))


_there = Statement(
    lambda game, serial, power, user: Game.objects.filter(pk=game).values_list(
        "pk",
        Exists(Sheet.objects.filter(game=game, power=power, late_at__isnull=False)),
        Exists(Trace.objects.filter(game=game, serial=serial, power=power)),
        Exists(_of_holding(Later, game, user)),
        Exists(_of_holding(Used, game, user).filter(serial__gte=serial)),
    ),
    *(int, int, str, int),
)


def _of_holding(rows: type[Later | Used], game: int, user: int) -> QuerySet[Any]:
    of = {"holding__seat__game": game, "holding__user": user, "holding__until": None}
    return rows.objects.filter(**of)
