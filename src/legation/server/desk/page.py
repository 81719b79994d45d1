"""What stands on the desk, put together from the game master's View."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from legation.board.units import Unit, UnitName
from legation.errors import InputError, LegationError
from legation.server.desk import rulings
from legation.server.desk.acts import Lost
from legation.server.games import bots, reads, stream
from legation.server.games.models import Game, Sheet
from legation.server.games.readers import Reader
from legation.server.press import reads as press
from legation.sight.view import View, standing

Context = dict[str, Any]


def context(game: Game, reader: Reader) -> Context:
    """All that the template of the desk asks for."""
    heard = stream.written(stream.counts(game.pk, reader))
    view, book = reads.view_for(game, reader), reads.book_of(game)
    seats = reads.seats_for(game, reader)
    powers = [power.name for power in book.powers]
    masters = book.master_powers if game.going_on and game.phase_kind == "movement" else ()
    sealing = [_sealing(game, view, power) for power in masters]
    blind = any(not each["sealed"] for each in sealing)
    now = timezone.localtime()
    asked = rulings.own(game, reader)
    return {
        "section": "games",
        "game": game,
        "view": view,
        "heard": heard,
        "seats": [(seat, seat.power in view.disorder) for seat in seats],
        "disorder_ends": book.disorder_ends,
        "powers": powers,
        "nations": list(book.nations),
        "kinds": list(book.written_kinds),
        "bots": bots.names(),
        "places": _places(book),
        "centres": sorted((book.graph.provinces[c].name, c) for c in book.possible_centres),
        "owners": sorted(view.position.owners.items()),
        "units": [_named(unit) for unit in view.position.units],
        "dislodged": [_named(d.unit) for d in view.position.dislodged],
        "sealing": sealing,
        "blind": blind,
        "sheets": [] if blind else _sheets(game, view, powers),
        "until": f"{game.due.astimezone(now.tzinfo) if game.due else now:%Y-%m-%dT%H:%M}",
        "back": list(reversed(_phases(game, reader, view)[: view.number + 1])),
        "asked": asked,
        "waiting": sum(1 for each in asked if not each.answer),
        "unread": press.unread(game, reader),
        "log": reads.log_for(game, reader)[:12],
    }


def _named(unit: Unit) -> tuple[str, str]:
    """A unit as an act names it, and as a list shows it."""
    name = UnitName(unit.place, unit.kind, unit.power, unit.number)
    return str(name), f"{unit.power}: {unit}"


def _places(book: Any) -> list[tuple[str, str]]:
    graph = book.graph
    found = [(graph.name(place), place) for place in graph.places]
    return sorted(found)


def _sealing(game: Game, view: View, power: str) -> Context:
    """A power that the game master orders: what he has written for it."""
    row = Sheet.objects.filter(game=game, serial=game.serial, power=power).first()
    units = [str(unit) for unit in view.position.of(power)]
    holds = "\n".join(f"{unit} H" for unit in units)
    return {
        "power": power,
        "units": units,
        "typed": row.typed if row else holds,
        "written": row is not None,
        "sealed": bool(row and row.settled),
        "orders": list(row.orders) if row else [],
    }


def _sheets(game: Game, view: View, powers: list[str]) -> list[Context]:
    """The sheets of the phase that is open, as the game master may read them."""
    if not game.going_on:
        return []
    return [
        {
            "power": power,
            "there": power in view.sheets,
            "orders": view.sheets[power].orders if power in view.sheets else (),
            "settled": power in view.sheets and view.sheets[power].settled,
        }
        for power in powers
    ]


def _phases(game: Game, reader: Reader, now: View) -> list[tuple[int, str]]:
    """The phases of the game so far, by their numbers."""
    names = {told.number: str(told.phase) for told in standing(now.told)}
    names[now.number] = str(now.phase)
    return [
        (n, names.get(n) or str(reads.view_for(game, reader, n).phase))
        for n in range(now.number + 1)
    ]


def lost(game: Game, reader: Reader, number: int) -> Lost:
    """What is lost by going back to the start of a phase.

    Raises:
        InputError: for a phase that the game has not come to.
    """
    try:
        now = reads.view_for(game, reader)
    except LegationError as error:
        raise InputError(str(error)) from None
    names = _phases(game, reader, now)
    if number >= len(names):
        raise InputError("the game has not come to that phase.")
    return Lost(number, names[number][1], [name for _, name in names[number:]])
