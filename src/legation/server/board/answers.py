"""The data that the scripts of a board work with: its menu, and a sheet as it stands."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse
from django.utils import timezone

from legation.atlas.board import board_of
from legation.atlas.figures import PUSHED
from legation.atlas.scene import scene_of
from legation.atlas.seats import seated
from legation.board.graph import province_of
from legation.rules.rulebook import Rulebook
from legation.server.board.menu import Data, menu_data
from legation.server.board.page import Facts, reading_of, traces_of, traces_said
from legation.server.board.pens import Sitting, judgements_of
from legation.server.board.pictures import picture
from legation.server.games.reads import Handed
from legation.server.games.sheets import Saved
from legation.server.site.kept import Kept
from legation.server.site.lasting import Lasting, has, lasting, place
from legation.sight.view import View

_menus: Kept[Lasting] = Kept(room=10_000_000, size=lambda menu: menu.size)


def menu_with(sitting: Sitting, view: View, sheet: Data) -> HttpResponse:
    """What the reader may order now, which no sheet that is saved changes, and his `sheet`."""
    told = sitting.told
    key = told.key(sitting.sight, sitting.pen)
    menu = _menus.find(key)
    if menu is None:
        menu = lasting(f'{_json(menu_of(sitting, view))[:-1]}, "sheet": ')
        if told.holds(sitting.game):
            _menus.keep(key, menu)
    return has(HttpResponse(f"{place(0)}{_json(sheet)}}}", "application/json"), [menu])


def _json(data: Data) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder)


def menu_of(sitting: Sitting, view: View) -> Data:
    """What the reader may order now, with where everything is on the map."""
    return {
        "serial": sitting.game.serial,
        "kind": view.phase.kind,
        "pen": sitting.pen,
        **menu_data(sitting.book, view, sitting.pen),
        **places_of(sitting.book, view),
    }


def places_of(book: Rulebook, view: View) -> Data:
    """Where everything is on the map, and how it is called.

    A unit that has to retreat stands beside who drove it out, and it is who is ordered there.
    """
    spots, names = _standing(book)
    if view.position.dislodged:
        spots = {**spots}
        pushed = [piece for piece in scene_of(book, view).pieces if piece.state == PUSHED]
        for stop, seat in seated(board_of(book.variant), pushed).seats.items():
            spots[stop.place] = _at(seat.x, seat.y)
    return {"spots": spots, "names": names}


@lru_cache(maxsize=64)
def _standing(book: Rulebook) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Where things stand on a map as long as nobody is driven out, and how places are called."""
    board = board_of(book.variant)
    spots = {place: _at(at.x, at.y) for place, at in board.spots.items()}
    graph = book.graph
    drawn = [place for place in sorted(graph.places) if province_of(place) in board.areas]
    return spots, {place: graph.name(place) for place in drawn}


def _at(x: float, y: float) -> list[float]:
    return [round(x, 1), round(y, 1)]


def sheet_data(
    sitting: Sitting,
    view: View,
    sheet: Handed | None,
    saved: Saved | None = None,
    facts: Facts | None = None,
) -> Data:
    """The reader's sheet as it is stored, judged line by line; once, where it was just saved.

    `facts` is what was asked of the database already, of this sheet too.
    """
    typed = sheet.typed if sheet else ""
    before = judgements_of(sitting, view) if saved else None
    reading = reading_of(sitting, view, typed, before, facts.waits if facts else None)
    traces = facts.traces if facts else traces_of(sitting)
    return {
        "serial": sitting.game.serial,
        "typed": typed,
        "edition": sheet.edition if sheet else 0,
        "lines": reading.lines,
        "whole": reading.whole,
        "warnings": reading.warnings,
        "count": reading.count,
        "settled": bool(sheet and sheet.settled),
        "saved": said(sheet),
        "ending": bool(saved and saved.ending),
        "told": saved.told if saved else 0,
        "traces": traces_said(traces),
        "arrows": picture(sitting, view).orders,
    }


def said(sheet: Handed | None) -> str:
    """When a sheet was stored, by the reader's clock."""
    return f"{timezone.localtime(sheet.saved_at):%H:%M:%S}" if sheet else ""


def wrong(why: str, **more: Any) -> Data:
    """What could not be done, and why."""
    return {"error": why[:1].upper() + why[1:], **more}
