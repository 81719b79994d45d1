"""What bots make of a board that is tried: where the game allows it, and when it is over."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from legation.board.calendar import MOVEMENT
from legation.board.graph import IMPASSABLE
from legation.bots.outlook import is_fitted
from legation.bots.prospects import ANSWERS, prospect
from legation.server.board.supposing import Trial
from legation.server.games.models import FINISHED, Game
from legation.table.threats import threats

Data = dict[str, Any]

_MOST = 12
"""Powers of a game whose boards are judged while somebody waits: more take too long."""


def advises(game: Game) -> bool:
    """Do bots give advice on its boards? While it runs, only if it was offered so."""
    return game.advice or game.state == FINISHED


def advice_on(request: HttpRequest, game: Game, trial: Trial, pen: str) -> Data:
    """What a page says of a movement that is tried: what can be asked, and what was.

    Raises:
        Http404: for a power or place that is none, or where nothing may be asked.
    """
    book, here, asked = trial.book, trial.here, request.POST.get("advise", "")
    may = advises(game) and len(book.players) <= _MOST
    if not may or here.over or here.phase.kind != MOVEMENT:
        if asked:
            raise Http404
        return {}
    places = {
        code: each for code, each in book.graph.provinces.items() if each.terrain != IMPASSABLE
    }
    powers = [power.name for power in book.powers if power.name in book.players]
    place, power = request.POST.get("place", ""), request.POST.get("whose", "") or pen or powers[0]
    if asked not in ("", "threats", "likely") or power not in powers:
        raise Http404
    data: Data = {
        "places": sorted((each.name, code) for code, each in places.items()),
        "powers": powers,
        "place": place,
        "power": power,
        "answers": ANSWERS,
    }
    if asked == "threats":
        if place not in places:
            raise Http404
        data |= {"name": places[place].name, "threats": threats(book, here, place)}
    if asked == "likely":
        own = [line for line in trial.sheet_of(power).splitlines() if line.strip()]
        data |= {"prospect": prospect(book, here, power, own), "fitted": is_fitted(book.variant)}
    return data
