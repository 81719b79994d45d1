"""The standard board in the names that such programs use: ``PAR``, ``STP/SC``, ``FRANCE``.

It is our map with its codes in capitals; powers too. Rules are those of the
standard game, with the two choices by which the package plays (docs/compat.md).
"""

from __future__ import annotations

from dataclasses import replace

from legation.board.graph import Border, MapGraph, Province, SetupUnit, province_of
from legation.rules.convoys import Lanes
from legation.variants.load import load

HOUSE_RULES = {"land-fallback": "yes", "civil-disorder": "home-centre"}
"""Where the package plays by another choice than ours."""

BOOK = load("standard", HOUSE_RULES)


def _province(province: Province) -> Province:
    home = province.home if province.home == "neutral" else province.home.upper()
    coasts = tuple(coast.upper() for coast in province.coasts)
    return replace(province, code=province.code.upper(), home=home, coasts=coasts)


def _border(border: Border) -> Border:
    return replace(
        border,
        a=border.a.upper(),
        b=border.b.upper(),
        a_coast=border.a_coast.upper(),
        b_coast=border.b_coast.upper(),
    )


def _setup(unit: SetupUnit) -> SetupUnit:
    places = tuple(place.upper() for place in unit.places)
    return replace(unit, power=unit.power.upper(), places=places)


GRAPH = MapGraph(
    {code.upper(): _province(province) for code, province in BOOK.graph.provinces.items()},
    tuple(map(_border, BOOK.graph.borders)),
    tuple(map(_setup, BOOK.graph.setup)),
)
LANES = Lanes(GRAPH)
POWERS = tuple(sorted(power.name.upper() for power in BOOK.powers))
OWN_PLACE = {place.upper(): place for place in sorted(BOOK.graph.places)}
"""A place → as the rest of Legation writes it."""

SPLIT = {
    code: tuple(sorted(province.places[1:]))
    for code, province in GRAPH.provinces.items()
    if province.coasts
}
"""A province with split coasts → these."""


def _rank(place: str) -> tuple[str, bool, str]:
    # Norway stands where its name would, before the North Sea; a province after its coasts
    province = province_of(place)
    return ("NOR" if province == "NWY" else province, "/" not in place, place)


PLACES = (*sorted(GRAPH.places - {"SWI"}, key=_rank), "SWI")
"""All places, as the package lists them."""
