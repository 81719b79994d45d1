"""What a game's own folder has a search try, beside other orders for whole units."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from test_bots import SEED, owned, seen, units

from legation.board.calendar import Phase
from legation.board.position import Position
from legation.bots.advice import advice_for
from legation.rules.naming import own_name
from legation.rules.survey import survey_of
from legation.sight.view import View
from legation.table.game import Game
from legation.table.sheets import read_sheet
from legation.variants.load import load

AUTUMN = Phase("Autumn AD", 2, "movement")


def tried(view: View, lines: Sequence[str], of: str = "") -> list[list[str]]:
    """The sheets that a variant wants tried instead of one: by a unit's province, or beside units.

    Sheets that could not be handed in are left out.
    """
    book, power = load(view.variant), view.viewer.power
    survey = survey_of(book, view.position)
    name = next((own_name(u) for u in view.position.of(power) if u.province == of), None)
    sheet = [book.read(line, "movement") for line in lines]
    found = []
    for other in advice_for(book).trials(survey, power, sheet, name):
        texts = [book.write(order) for order in other]
        reading = read_sheet(survey, power, texts)
        if not reading.errors:
            found.append(texts)
    return found


def claudian(*forces: str) -> View:
    board = Position(AUTUMN, units("France", *forces), owned(France="Par"))
    return seen("France", board, "claudian")


def test_some_of_a_force_take_another_centre() -> None:  # CL-10b, CL-7b
    """Beside Marseilles only Spain is a centre; half of the men go there, or 1,000."""
    found = tried(claudian("A Mar 10000"), ["A Mar H"], "Mar")
    assert found == [
        ["A Mar 9000 H", "A Mar 1000 - Spa"],
        ["A Mar 5000 H", "A Mar 5000 - Spa"],
    ]


def test_some_of_a_force_go_on_or_support_what_another_does() -> None:  # CL-10b
    """From Marseilles to Gascony or with Burgundy's; 1,500 men are too few for two."""
    sheet = ["A Bur - Gas", "A Mar - Pie"]
    found = tried(claudian("A Mar 4000", "A Bur 1500"), sheet, "Mar")
    helped = ["A Bur - Gas", "A Mar 2000 - Pie", "A Mar 2000 S A Bur - Gas"]
    assert helped in found
    assert ["A Bur - Gas", "A Mar 2000 - Pie"] in found
    alone = tried(claudian("A Mar 4000", "A Bur 1500"), sheet, "Bur")
    assert [line for lines in alone for line in lines if line.startswith("A Bur 7")] == []


def test_a_force_joins_another_as_far_as_there_is_room() -> None:  # CL-11c-1, CL-11c-3
    view = claudian("A Gas 8000", "A Mar 4000")
    hold = ["A Gas H", "A Mar H"]
    assert ["A Gas H", "A Mar 2000 - Gas"] in tried(view, hold, "Mar")
    assert ["A Mar H", "A Gas 6000 - Mar"] in tried(view, hold, "Gas")
    full = claudian("A Gas 9500", "A Mar 4000")  # 500 are no army
    assert not any(line.endswith("- Gas") for sheet in tried(full, hold, "Mar") for line in sheet)


def test_a_force_that_goes_by_sea_or_carries_stays_whole() -> None:  # CL-8b
    view = claudian("A Bre 10000", "F ENG 250")
    sheet = ["A Bre 5000 - Lon via convoy", "F ENG C A Bre 5000 - Lon"]
    assert tried(view, sheet, "Bre") == []
    assert tried(view, sheet, "ENG") == []


ITALY = ["A Mil - Swi", "A Rom - Ven"]
"""Switzerland is a minor power; Austria, beside both goals, and Yugoslavia, beside one, others."""


def locarno() -> View:
    return Game.new("locarno", seed=SEED).view("Italy")


def test_a_minor_power_is_bid_for_what_is_ordered() -> None:  # LO-DP-2, LO-DP-1a
    found = tried(locarno(), [*ITALY, "DP 3: A Yug S A Rom - Ven"])
    assert [*ITALY, "DP 3: A Aus S A Mil - Swi"] in found
    assert [*ITALY, "DP 3: A Aus S A Rom - Ven"] in found
    assert [*ITALY, "DP 3: A Swi H"] in found  # so that it helps nobody
    assert not any("S A Mil H" in line or "Nwy" in line for sheet in found for line in sheet)


def test_points_are_shared_out_otherwise() -> None:  # LO-DP-2
    two = ["DP 2: A Yug S A Rom - Ven", "DP 1: A Swi S A Rom - Ven"]
    found = tried(locarno(), [*ITALY, *two])
    assert [*ITALY, "DP 3: A Yug S A Rom - Ven"] in found
    assert [*ITALY, "DP 3: A Swi S A Rom - Ven"] in found
    assert [*ITALY, two[0], "DP 1: A Aus S A Mil - Swi"] in found
    assert [*ITALY, "DP 2: A Aus S A Mil - Swi", two[1]] in found


def test_a_unit_goes_where_a_minor_power_helps_it() -> None:  # LO-DP-2
    found = tried(locarno(), ["A Mil H", ITALY[1], "DP 3: A Yug S A Rom - Ven"], "Mil")
    assert [ITALY[1], "A Mil - Swi", "DP 3: A Aus S A Mil - Swi"] in found
    assert all("DP 3: A Yug S A Rom - Ven" not in sheet for sheet in found)


@pytest.mark.parametrize("unit", ["", "Mil"])
def test_who_has_no_centre_bids_nothing(unit: str) -> None:  # LO-DP-1a
    board = locarno().position
    board = Position(board.phase, board.units, {})
    assert tried(seen("Italy", board, "locarno"), ITALY, unit) == []
