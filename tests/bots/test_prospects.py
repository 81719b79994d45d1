"""What may come of a sheet, and where a game was decided: worked by hand (STD-MOVE, STD-SELF)."""

import pytest

import legation
from legation.bots import prospects
from legation.bots.prospects import ANSWERS, Turning, prospect, turnings
from legation.table.whatif import suppose
from legation.variants.load import load
from shelf import EACH

STANDARD = load("standard")


def test_a_sheet_is_tried_against_what_is_likely() -> None:
    """Nobody comes near Italy; no unit enters where another of its own stays."""
    view = legation.position(
        units={"Italy": ["A Rom", "A Nap"], "Turkey": ["A Con"]},
        centres={"Italy": ["Rom", "Nap", "Ven"], "Turkey": ["Con"]},
    )
    found = prospect(STANDARD, view, "Italy", ["A Rom - Nap", "A Nap H"])
    assert found.own is not None
    assert dict(found.own.orders) == {"A Rom - Nap": 0, "A Nap H": ANSWERS}
    assert found.own.centres == 3, "Rom and Nap are stood in, and Ven is its own"
    assert [power for power, _ in found.likely] == ["Turkey"]
    assert sum(times for _, times in found.likely[0][1]) == ANSWERS, "one unit, an order each time"
    assert {said[:5] for said, _ in found.found.orders} == {"A Rom", "A Nap"}
    assert found == prospect(STANDARD, view, "Italy", ["A Rom - Nap", "A Nap H"])


@pytest.mark.parametrize(("order", "better"), [("A Gas - Spa", False), ("A Gas H", True)])
def test_what_is_asked_may_be_the_best_there_is(order: str, better: bool) -> None:
    """In Autumn Spain is free, and nobody is near: to take it is a centre more than to stay."""
    view = legation.position(
        units={"France": ["A Gas"], "Turkey": ["A Con"]},
        centres={"France": ["Bre", "Mar", "Par", "Por"], "Turkey": ["Con"]},
        date="Autumn 1901",
    )
    found = prospect(STANDARD, view, "France", [order])
    assert found.own is not None
    assert (found.own.centres, found.found.centres) == (5 - better, 5)
    assert found.better == better


@pytest.mark.parametrize("variant", EACH)
def test_every_game_has_prospects(variant: str) -> None:
    view = legation.position(variant)
    book = load(variant)
    power = book.powers[0].name
    found = prospect(book, view, power)
    assert found.own is None
    ordered = any(
        unit.power == power for unit in view.position.units
    )  # in Chaos nobody has any yet
    assert bool(found.found.orders) == ordered
    assert {each for each, _ in found.likely} <= book.players - {power}


def test_where_a_game_was_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Autumn Germany walks into Paris, which France leaves: a centre from one to the other."""
    monkeypatch.setattr(prospects, "outlook_for", lambda *_: None)
    monkeypatch.setattr(prospects, "is_fitted", lambda _: False)
    view = legation.position(
        units={"France": ["A Par"], "Germany": ["A Bur"]}, centres={"France": ["Par"]}
    )
    left = "France: A Par - Pic\nGermany: A Bur - Par"
    start, steps = suppose(STANDARD, view, ["", left, ""])
    views = [start, *(step.after for step in steps)]
    moved = (("Germany", 1.0), ("France", -1.0))
    assert turnings(STANDARD, views) == [Turning(views[1].number, 1.0, moved)]
