"""The map as a table, and orders by lists: all that the picture shows and does, without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.board.graph import IMPASSABLE
from legation.rules.marks import BEARER, CENTRE, DOUBLE_RANGE, LAST_SEEN, RANGE
from legation.rules.rulebook import Rulebook
from legation.server.board import answers, looks, page, standings
from legation.server.board.pens import NotOpenError, Sitting, sitting
from legation.server.board.rules import rules_of
from legation.server.board.views import number_of
from legation.sight.view import View


@dataclass(frozen=True, slots=True)
class Place:
    """A province as a row of the table."""

    code: str
    name: str
    terrain: str
    centre: bool
    owner: str
    units: str


@never_cache
@require_safe
def lists(request: HttpRequest, slug: str, power: str = "") -> HttpResponse:
    """The board as tables: places with owners and units; orders to be chosen from lists."""
    try:
        at = sitting(request, slug, power)
    except NotOpenError:
        return redirect(f"/games/{slug}/desk/#others")
    if not at.game.phase:
        return redirect("game-about", slug)
    facts = page.facts_of(at)
    now = at.view()
    phase = number_of(request.GET.get("phase", ""))
    view = now if phase is None else at.view(phase)
    context: dict[str, Any] = {
        "sitting": at,
        "game": at.game,
        "book": at.book,
        "view": view,
        "when": at.book.calendar.said(view.phase, view.over),
        "standings": standings.table_of(at.book, view),
        "look": looks.href_of(at.book),
        "places": table(at.book, view),
        "marks": marks(at.book, view),
        "lore": page.known_beside(at.book, view),
        "rules": rules_of(at.book.variant),
        "back": at.base if at.writes_for else f"{at.base}{at.query(phase=phase)}",
    }
    if view is now:
        context |= page.orders_context(at, facts, now)
        context["sure"] = request.GET.get("sure") == "yes"
        context["forms"] = forms(at, now) if at.pen and at.pen not in now.disorder else []
    get_token(request)
    return render(request, "board/lists.html", context)


def table(book: Rulebook, view: View) -> list[Place]:
    """Every province, what is known of it, in the order of names."""
    position = view.position
    known = {*book.graph.centres, *position.owners}
    known |= {m.places[0] for m in book.marks(position, view.ledger) if m.kind == CENTRE}
    rows = []
    for code, province in book.graph.provinces.items():
        if province.terrain == IMPASSABLE:
            continue
        units = [f"{u.power} {u}" for u in position.units if u.province == code]
        units += [
            f"{d.unit.power} {d.unit}, dislodged"
            for d in position.dislodged
            if d.unit.province == code
        ]
        owner = position.owners.get(code, "")
        rows.append(
            Place(code, province.name, province.terrain, code in known, owner, "; ".join(units))
        )
    return sorted(rows, key=lambda row: row.name)


def marks(book: Rulebook, view: View) -> list[str]:
    """What the picture shows beside units and owners."""
    said = []
    for mark in book.marks(view.position, view.ledger):
        places = " and ".join(book.graph.name(place) for place in mark.places)
        match mark.kind:
            case kind if kind == RANGE:
                said.append(f"Mountains between {places}.")
            case kind if kind == DOUBLE_RANGE:
                said.append(f"Two mountain ranges between {places}.")
            case kind if kind == LAST_SEEN:
                said.append(f"{mark.power}: last seen in {places} at {mark.text}.")
            case kind if kind == BEARER:
                said.append(f"{mark.text} is in {places}.")
    return said


def forms(at: Sitting, view: View) -> list[dict[str, Any]]:
    """A form for each unit, and for each kind of order beside those of units."""
    data: Any = answers.menu_of(at, view)
    blocks = []
    for unit in data["units"]:
        options = [
            (group["label"], [_option(group, row) for row in group["rows"]])
            for group in unit["groups"]
        ]
        blocks.append({"title": unit["unit"], "options": options})
    for group in data["beside"]:
        if group["rows"]:
            options = [("", [_option(group, row) for row in group["rows"]])]
            blocks.append({"title": group["label"], "help": group["help"], "options": options})
    return blocks


def _option(group: Any, row: list[Any]) -> tuple[str, str]:
    """An order as it is sent, and as it is shown; a number is at its least, or left out."""
    text, shown = row[-2], row[-2]
    for number in group["numbers"][row[-1]] if row[-1] >= 0 else ():
        put = "" if number["free"] else str(number["min"])
        text = text.replace(f"{{{number['name']}}}", put)
        shown = text
    return " ".join(text.split()), " ".join(shown.split())
