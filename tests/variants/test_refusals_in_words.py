"""Why an order cannot be given, in words, where a variant has words of its own for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legation.board.calendar import ADJUSTMENT, RETREAT, Phase
from legation.board.position import Position
from legation.board.units import Dislodged, Unit
from legation.errors import IllegalOrderError
from legation.rules.legality import judge
from legation.rules.survey import Survey
from legation.variants.load import load
from staged import Units, refused, stage

TAXIS = {"Taxi Drivers": ["U Bar", "U Cha"], "Nurses": ["U Smi"], "City Boys": ["U Gos"]}
MEN = {"Italy": ["A Ven 6000", "A Rom 4000"]}


@pytest.mark.parametrize(
    ("variant", "units", "power", "line", "why"),
    [
        # LN-1F-a and b. Barbican touches Smithfield and St Luke's, and not Farringdon.
        (
            "london_nights",
            TAXIS,
            "Taxi Drivers",
            "U Bar - Smi - Ang",
            "Smi is not vacant, so the first leg of U Bar would fail",
        ),
        (
            "london_nights",
            TAXIS,
            "Taxi Drivers",
            "U Bar - Far - Ang",
            "U Bar cannot go from Bar to Far in one move",
        ),
        (
            "london_nights",
            TAXIS,
            "Taxi Drivers",
            "U Bar - Luk - Ang",
            "U Bar cannot go on from Luk to Ang in one move",
        ),
        # CL-10b: a part may help another part to move, and those that stay need no order.
        (
            "claudian",
            MEN,
            "Italy",
            "A Ven 2000 S A Ven",
            "the parts of A Ven 6000 that stay hold together, without an order to support",
        ),
        (
            "claudian",
            MEN,
            "Italy",
            "A Ven S A Ven - Tri",
            "some of A Ven 6000 may support the move of others, and not all of it",
        ),
    ],
)
def test_in_a_movement(variant: str, units: Units, power: str, line: str, why: str) -> None:
    assert refused(stage(variant, units), power, line) == f"{line}: {why}."


def test_who_could_make_the_double_move_is_named() -> None:
    """LN-1F-c: Charterhouse is shut in by Barbican, Goswell Road and Smithfield."""
    game = stage("london_nights", TAXIS)
    (fault,) = game.submit("Taxi Drivers", ["U Bar H", "U Cha H"])
    assert str(fault.error) == "one unit must be ordered to make a double move; U Bar can."


# Retreats (STD-RET) and builds, on boards of their own

BUR = Unit("France", "A", "Bur")


@pytest.mark.parametrize(
    ("open_to", "why"),
    [
        ((), "no place is open to A Bur"),
        (("Mar",), "Pic is not open to A Bur; Mar is"),
        (("Gas", "Mar"), "Pic is not open to A Bur; Gas and Mar are"),
    ],
)
def test_where_a_retreat_cannot_go(open_to: tuple[str, ...], why: str) -> None:
    book = load()
    lost = Dislodged(BUR, "Mun", open_to)
    survey = Survey(book, Position(Phase("Spring", 1902, RETREAT), (), dislodged=(lost,)))
    with pytest.raises(IllegalOrderError) as refusal:
        judge(survey, "France", book.read("A Bur - Pic", RETREAT))
    assert str(refusal.value) == f"A Bur - Pic: {why}."
    assert refusal.value.clause == "STD-RET"


def test_of_further_retreats_those_that_are_not_open_are_named() -> None:
    """STD-RET: the attacker came from Bloomsbury, and who helped him stands in Lincoln's Inn."""
    game = stage("london_nights", {"Nurses": ["U Hol"], "Royals": ["U Blo", "U Lin"]})
    assert game.submit("Royals", ["U Blo - Hol", "U Lin S U Blo - Hol"]) == []
    game.advance()
    line = "U Hol - Cov or Blo or Crm or Lin"
    assert refused(game, "Nurses", line) == f"{line}: Blo and Lin are not open to U Hol."


@pytest.mark.parametrize(
    ("line", "why", "clause"),
    [
        ("Build 3U Kni", "a 3U is never built", "LN-1C-b"),
        ("Build 2U Oxf", "a 2U is built in Knightsbridge only", "LN-1B-b"),
        ("Build 2U Kni", "a 2U takes two builds", "LN-1B-b"),
        ("Build U Wat", "Waterloo is not north of the river, where units are built", "LN-6c"),
        ("Build U Cov", "Covent Garden belongs to Theatre-Goers", "LN-6c"),
        ("Build U Hol", "Holborn is no centre that Shoppers owns", "LN-6c"),
        ("Build U Tot", "Tottenham Court Road is occupied", "LN-6c"),
    ],
)
def test_what_cannot_be_built_in_london(line: str, why: str, clause: str) -> None:
    """The Shoppers have three centres and two units that need one each, so one build is due."""
    book = load("london_nights")
    units = (Unit("Shoppers", "U", "Tot", id=1), Unit("Shoppers", "U", "Soh", id=2))
    owners = {"Kni": "Shoppers", "Oxf": "Shoppers", "Tot": "Shoppers", "Cov": "Theatre-Goers"}
    phase = Phase("21:00", 0, ADJUSTMENT)
    position = replace(Position(phase, units), owners=owners)
    with pytest.raises(IllegalOrderError) as refusal:
        judge(Survey(book, position), "Shoppers", book.read(line, ADJUSTMENT))
    assert str(refusal.value) == f"{line}: {why}."
    assert refusal.value.clause == clause


@pytest.mark.parametrize(
    ("line", "why", "clause"),
    [
        ("U Bar - Luk", "Luk is too far from the river for the Police", "LN-3b"),
        ("U Bar S U Moo - Luk", "Luk is too far from the river for the Police", "LN-3b"),
        ("U Bla S U BLB", "nobody fights on a bridge, so not in BLB", "LN-4b"),
    ],
)
def test_how_far_the_police_may_go(line: str, why: str, clause: str) -> None:
    """Barbican is two moves from the bank, and St Luke's beyond it three."""
    book = load("london_nights")
    own = tuple(Unit("Police", "U", place) for place in ("BLB", "Bar", "Bla", "Moo"))
    survey = Survey(book, Position(book.calendar.first, own))
    with pytest.raises(IllegalOrderError) as refusal:
        judge(survey, "Police", book.read(line, "movement"))
    assert str(refusal.value) == f"{line}: {why}."
    assert refusal.value.clause == clause


def test_the_police_may_not_go_where_nobody_could() -> None:
    book = load("london_nights")
    survey = Survey(book, Position(book.calendar.first, (Unit("Police", "U", "Bar"),)))
    with pytest.raises(IllegalOrderError) as refusal:
        judge(survey, "Police", book.read("U Bar - Far", "movement"))
    assert refusal.value.clause == "STD-MOVE"
