"""All desks of a game master on one page, what is due first at the top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.server.accounts.models import User
from legation.server.desk import rulings, sealing
from legation.server.edition import returned
from legation.server.games import reads
from legation.server.games.models import PAUSED, RUNNING, Game
from legation.server.games.readers import Reader, readers_of
from legation.server.press import inbox

_MOST = 50


@dataclass(frozen=True, slots=True)
class Row:
    """A desk in a line. `there` and `ready` count sheets; None where he may not know yet."""

    game: Game
    there: int | None
    ready: int | None
    waiting: int
    unread: int
    returned: list[tuple[str, str]]


@never_cache
@login_required
@require_safe
def desks(request: HttpRequest) -> HttpResponse:
    """The games that he masters and that go on; those without an end come last."""
    user = cast(User, request.user)
    games = Game.objects.filter(master=user, state__in=(RUNNING, PAUSED))
    listed = list(games.order_by(F("due").asc(nulls_last=True), "name", "pk")[:_MOST])
    readers = readers_of(listed, user)
    rows = []
    for game in listed:
        reader = readers[game.pk]
        there, ready = _come(game, reader)
        rows.append(
            Row(
                game=game,
                there=there,
                ready=ready,
                waiting=sum(1 for each in rulings.own(game, reader) if not each.answer),
                unread=inbox.unread(game, reader),
                returned=returned.names(game),
            )
        )
    return render(request, "desk/desks.html", {"section": "games", "rows": rows})


def _come(game: Game, reader: Reader) -> tuple[int | None, int | None]:
    """How many sheets are there and ready; None where he has orders of his own to seal first."""
    if sealing.is_blind(sealing.own(game, reader)):
        return None, None
    states = reads.standings_for(game, reader)
    return sum(each.there for each in states), sum(each.settled for each in states)
