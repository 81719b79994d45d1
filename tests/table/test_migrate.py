"""Texts of saves of version 1 become the values that they were; anything else gets an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kept_files import KEPT, unpacked
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.documents.json import Node
from legation.errors import FileError
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.turn import set_up
from legation.table.saving import save
from legation.table.saving.migrate import FirstReading
from legation.variants.load import load

OLD = json.loads(unpacked(KEPT / "2026-11/saves/claudian-own-exchange.json.gz"))
Ways = list[tuple[str | int, ...]]


def read(variant: str, power: str, called: str, order: str, **facts: object) -> Outcome:
    """An outcome of the first phase, as version 1 wrote it: a hold that an attack met."""
    book = load(variant)
    reason = {"kind": "holds-attacked", "clause": "STD-SUP", "facts": facts, "audience": None}
    written: dict[str, object] = {
        "power": power,
        "unit": called,
        "order": order,
        "result": "holds",
        "at": "dislodged",
        "reason": reason,
        "causes": [],
        "by": "",
        "retreats": [],
        "outside": None,
    }
    node = Node({"reports": [], "outcomes": [written]})
    return FirstReading(book).told(node, 0, set_up(book), ()).editions.of(None)[0]


def test_units_and_orders_are_values_again() -> None:
    told = read("standard", "France", "A Par", "A Par H", unit="A Par", rivals=["German A Mun"])
    paris = Unit("France", "A", "Par")
    assert told == Outcome(
        "France",
        paris,
        Order("hold", UnitName("Par", "A")),
        Fate.HOLDS,
        "",
        Report(
            "holds-attacked",
            "STD-SUP",
            {"unit": paris, "rivals": (Unit("Germany", "A", "Mun"),)},
        ),
        dislodged=True,
    )


def test_men_are_counted_and_twins_told_apart() -> None:
    told = read("claudian", "Italy", "A Ven 5000/2", "A Ven 5000/2 H", unit="A Ven 5000/2")
    assert told.unit == Unit("Italy", "A", "Ven", 5000, 2)
    assert told.order == Order("hold", UnitName("Ven", "A"), extra=(("number", 5000),))
    assert told.reason.facts == {"unit": told.unit}


@pytest.mark.parametrize("text", ["A Xyz", "Frenchmen", "A (Par", "A Par/9/9", "\u00b2U Par"])
def test_a_text_that_was_no_unit_is_refused(text: str) -> None:
    data = json.loads(json.dumps(OLD))
    data["phases"][1]["told"][0]["outcomes"][0]["unit"] = text
    with pytest.raises(FileError):
        save.read(json.dumps(data), "old.json")


def _ways(value: object, steps: tuple[str | int, ...] = ()) -> Ways:
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    found: Ways = [steps] if steps else []
    for key, item in inner:
        found += _ways(item, (*steps, key))
    return found


WAYS = [way for way in _ways(OLD) if "told" in way]
TEXTS = st.sampled_from(
    ["France", "A Rom 5000", "A (", "A Rom's other 5", "3 steps", "\u00b2 steps", "Remove", ""]
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(WAYS), TEXTS | st.none() | st.integers(-2, 9) | st.lists(TEXTS, max_size=2))
def test_any_change_of_what_was_told_gets_an_answer(way: tuple[Any, ...], value: object) -> None:
    data = json.loads(json.dumps(OLD))
    here = data
    for step in way[:-1]:
        here = here[step]
    here[way[-1]] = value
    said = ""
    try:
        game = save.read(json.dumps(data), "old.json")
    except FileError as error:
        said = str(error)
    else:
        assert save.dump(save.read(save.dump(game))) == save.dump(game)
    assert said.startswith("old.json") or not said
