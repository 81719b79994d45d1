"""The orders of the game: no convoys, declarations, cuts, and what is done with Henry."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.orders import (
    ONE_SLOT,
    PLACE,
    POWER,
    STANDARD_TYPES,
    Field,
    Order,
    OrderType,
)
from legation.board.units import Unit
from legation.rules.reports import Report
from legation.rules.survey import Criterion, SheetFault, Survey

from . import cuts, factions, holding, seas, sheet, wishes

_ONCE = "alignment"

_DECLARATIONS = (
    OrderType(
        sheet.DECLARE,
        MOVEMENT,
        ("Declare {whom}", "Declare for {whom}"),
        (Field("whom", POWER, "hope", prompt="Whom?"),),
        clause="WA-3a-1",
        help="Say that one wants this player to be King.",
        slot=ONE_SLOT,
        slot_name=_ONCE,
        told=True,
    ),
    OrderType(
        sheet.FOR_HENRY,
        MOVEMENT,
        ("Declare Henry VI", "Declare Henry", "Declare for Henry VI", "Declare for Henry"),
        clause="WA-3a-1",
        help="Say that one wants Henry VI to be King.",
        slot=ONE_SLOT,
        slot_name=_ONCE,
        told=True,
    ),
    OrderType(
        sheet.CLAIM,
        MOVEMENT,
        ("Declare myself", "Declare for myself", "Declare claimant"),
        clause="WA-3a-1",
        help="Claim the throne; one can be in nobody else's faction ever after.",
        slot=ONE_SLOT,
        slot_name=_ONCE,
        told=True,
    ),
    OrderType(
        sheet.STAND_ASIDE,
        MOVEMENT,
        ("Declare neutral", "Declare neutrality", "Declare myself neutral"),
        clause="WA-3a-1",
        help="Be neutral: support from anybody, support for nobody.",
        slot=ONE_SLOT,
        slot_name=_ONCE,
        told=True,
    ),
)


def types() -> Mapping[str, OrderType]:
    """The types of orders; units go to sea themselves, so nothing is convoyed (WA-0)."""
    types_here = {verb: kind for verb, kind in STANDARD_TYPES.items() if verb != "convoy"}
    types_here["move"] = replace(
        types_here["move"],
        forms=("{unit} - {goal}",),
        fields=(Field("goal", PLACE, "move goal"),),
        help=f"Go to a neighbouring place; to sea and back through ports. {cuts.NUMBERED}",
    )
    types_here["support"] = replace(
        types_here["support"],
        help=f"Lend strength to a unit that stays, or to a move. {cuts.NUMBERED}",
    )
    own = (cuts.TYPE, *sheet.in_every_phase(_DECLARATIONS), *holding.TYPES, *wishes.TYPES)
    return {**types_here, **{kind.verb: kind for kind in own}}


def _hopes(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return factions.hopes(survey, unit.power)


def _why_no_hope(survey: Survey, unit: Unit, order: Order) -> Report:
    return factions.why_not_for(survey, unit.power, str(order.field("whom")))


CRITERIA: Mapping[str, Criterion] = {
    "hope": Criterion("WA-3a-1", _hopes, _why_no_hope),
    **seas.CRITERIA,
    **cuts.CRITERIA,
    **holding.CRITERIA,
    **wishes.CRITERIA,
}


def check_sheet(survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
    """Declarations and orders about Henry: who may give them."""
    faults = (*factions.faults(survey, power, orders), *holding.faults(survey, power, orders))
    return [SheetFault(index, error) for index, error in faults]
