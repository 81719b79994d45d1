"""What boards promise where a score is the product of two regions, and what is tried there."""

from __future__ import annotations

import random

import pytest
from test_bots import SEED, owned, seen, units
from test_tries import tried

from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.position import Position
from legation.bots import promises
from legation.bots.arena import Arena
from legation.bots.outlook import MEASURES, WON
from legation.bots.promises import Product, outlook_for
from legation.bots.seat import Seat
from legation.bots.seeking import Effort, Search
from legation.bots.steady import Steady
from legation.bots.temper import Temper
from legation.bots.values import Values
from legation.sight.view import View
from legation.table.game import Game
from legation.variants.load import load

LONDON = load("london_nights")
ROUND = Phase("21:00", 0, "movement")


def night(power: str, *pieces: str) -> View:
    return seen(
        power, Position(ROUND, units(power, *pieces), owned(Royals="Mal Pal Tra")), LONDON.variant
    )


@pytest.mark.parametrize(
    ("south", "value"),
    [
        ("", 8690),  # (3 + √9.25)/2 is 3.0207, √0.25/2 is 0.25; the root of 0.7552
        ("Lam Wat", 24768),  # (2 + √4.25)/2 is 2.0308; the root of 6.1343
    ],
)
def test_the_root_of_what_is_expected_in_both_regions(
    south: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # LN-7
    """Where nothing counts but what one owns, three northern centres and none or two others."""
    owning = tuple(10_000 * (measure == "owned") for measure in MEASURES)
    line = ({False: owning, True: owning}, {False: 0, True: 0})
    monkeypatch.setattr(promises, "regions_for", lambda _: {"north": line, "south": line})
    seat = Seat(LONDON, night("Royals", "U Mal"), random.Random(1))
    board = Position(ROUND, seat.units, owned(Royals=f"Mal Pal Tra {south}"))
    found = Product(seat, Values(seat, soon=False))
    assert round(found.value(board, ())) == value
    assert found.value(board, ("Royals",)) == WON
    assert found.value(board, ("Nurses",)) == -WON


def test_each_other_nurse_could_be_elected() -> None:  # LN-1D
    """Not the 2U, which an election makes no stronger, nor one on a bridge, where nobody fights."""
    view = night("Nurses", "U Gra", "U Kin", "2U Cle")
    sheet = ["Elect U Gra", "U Gra H", "U Kin H", "2U Cle H"]
    assert tried(view, sheet) == [sheet, ["Elect U Kin", *sheet[1:]]]


def test_each_double_move_is_tried_and_who_drove_goes_on_alone() -> None:  # LN-1F-a, LN-1F-c
    """From the Barbican there is a way to each of its neighbours' neighbours; one drives."""
    found = tried(night("Taxi Drivers", "U Bar", "U Gos"), ["U Bar H", "U Gos - Ang - Isl"], "Bar")
    assert found
    drives = [line for sheet in found for line in sheet if line.count(" - ") == 2]
    assert len(drives) == len(found)
    assert {line.split(" - ")[0] for line in drives} == {"U Bar"}
    assert {line for sheet in found for line in sheet if line.startswith("U Gos")} == {
        "U Gos - Isl"
    }


def test_the_police_are_asked_once_and_order_the_same() -> None:  # LN-3c
    """What they are foreseen to do comes to the very board to which their policy comes."""
    seat = Seat(LONDON, Game.new("london_nights", seed=SEED).view("Royals"), random.Random(2))
    steady = Steady(seat)
    outlook = outlook_for(seat, steady.values)
    assert outlook is not None
    arena = Arena(seat, outlook, 2, 1)
    sheet = tuple(seat.read(steady.sheet()).orders)
    known = arena.values([sheet], 2)
    assert len(arena.answers[0].pop("Police")) == 10
    arena.answers[1].pop("Police")
    assert arena.values([sheet], 2) == known


def test_an_election_stays_while_a_unit_does_something_else() -> None:  # LN-1D
    seat = Seat(LONDON, night("Nurses", "U Gra", "U Kin"), random.Random(2))
    outlook = outlook_for(seat, Steady(seat).values)
    assert outlook is not None
    start = tuple(seat.read(["Elect U Gra", "U Gra H", "U Kin H"]).orders)
    search = Search(seat, Arena(seat, outlook, 1, 1), Effort(answers=1, few=1), Temper())
    found = search.best([start])
    elected: list[Order] = [order for order in found if order.verb == "elect"]
    assert len(elected) == 1
    assert len(found) == 3
