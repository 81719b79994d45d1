"""What there is to choose where the board of a View is changed."""

from __future__ import annotations

from typing import Any

from legation.board.units import Unit, UnitName
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

CHOICES = ("nations", "kinds", "places", "centres", "units", "dislodged")
"""The names of these in the context of a page."""


def board_choices(book: Rulebook, view: View) -> dict[str, Any]:
    """What there is to choose where the board of a View is changed."""
    graph, position = book.graph, view.position
    return {
        "nations": list(book.nations),
        "kinds": list(book.written_kinds),
        "places": sorted((graph.name(place), place) for place in graph.places),
        "centres": sorted((graph.provinces[c].name, c) for c in book.possible_centres),
        "units": [_named(unit) for unit in position.units],
        "dislodged": [_named(d.unit) for d in position.dislodged],
    }


def _named(unit: Unit) -> tuple[str, str]:
    """A unit as an act names it, and as a list shows it."""
    name = UnitName(unit.place, unit.kind, unit.power, unit.number)
    return str(name), f"{unit.power}: {unit}"
