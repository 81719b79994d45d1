"""Why an order does not count: a value, whose sentence is made when somebody reads it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import legation.rules.wording
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.documents.json import Node
from legation.errors import AmbiguousOrderError, IllegalOrderError
from legation.rules.legality import judgement
from legation.rules.refusals import IllegalError, RefusedOrderError, UnclearError, because
from legation.rules.reports import Report
from legation.rules.survey import Survey
from legation.rules.wording import facts_of, sentence
from legation.table.kept import REPORT
from legation.table.saving.tellings import ToldReading
from legation.variants.load import load

SPRING = load().calendar.first
MOVE = Order("move", UnitName("Par", "A"), goal="Mun")
UNIT = Unit("France", "A", "Par", id=7)


def refused(order: Order = MOVE) -> RefusedOrderError:
    told = judgement(Survey(load(), Position(SPRING, (UNIT,))), "France", order)
    assert isinstance(told, RefusedOrderError)
    return told


def test_a_refusal_is_a_kind_with_its_facts() -> None:
    """Paris and Munich have no common border (STD-MOVE)."""
    assert refused().why == Report(
        "too-far", "STD-MOVE", {"order": MOVE, "kind": "A", "place": "Par", "goal": "Mun"}
    )
    assert str(refused()) == "A Par - Mun: an army cannot go from Par to Mun in one move."


def test_no_sentence_is_made_while_nobody_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> str:
        raise AssertionError("somebody made a sentence")

    monkeypatch.setattr(legation.rules.wording, "_filled", asked)
    error = refused()
    assert error.clause == "STD-MOVE"
    with pytest.raises(AssertionError, match="made a sentence"):
        str(error)


def test_who_catches_the_branch_of_the_tree_catches_it() -> None:
    assert issubclass(IllegalError, IllegalOrderError)
    assert issubclass(UnclearError, AmbiguousOrderError)
    assert not issubclass(UnclearError, IllegalOrderError)


def test_its_clause_is_its_own_or_that_of_its_kind_or_of_the_criterion() -> None:
    book = load()
    for clause, kind, criterion, expected in (
        ("STD-SUP", "other-phase", "STD-MOVE", "STD-SUP"),
        ("", "other-phase", "STD-MOVE", "STD-PH"),
        ("", "not-in", "STD-MOVE", "STD-MOVE"),
    ):
        assert IllegalError(book, because(kind, clause), clause=criterion).clause == expected


def test_the_identity_of_a_unit_is_not_told() -> None:
    assert because("there-already", unit=UNIT).facts["unit"] == replace(UNIT, id=0)


def test_a_place_reads_by_its_full_name_where_the_template_asks_for_it() -> None:
    book = load()
    for place, said in (
        ("Par", "Paris is occupied"),
        ("Spa/nc", "Spain (north coast) is occupied"),
    ):
        order = Order("build", UnitName("Par", "A"))
        assert said in str(IllegalError(book, because("occupied", place=place), order))


def test_a_save_keeps_the_value_and_reads_the_sentence_of_older_ones() -> None:
    book = load()
    void = Report("void", "STD-MOVE", {"why": refused().why})
    data = json.loads(json.dumps(REPORT.write(void)))
    assert ToldReading(book).report(Node(data)) == void
    older = {**data, "facts": {"why": str(refused())}}
    read = ToldReading(book).report(Node(older))
    assert read.facts == {"why": "A Par - Mun: an army cannot go from Par to Mun in one move."}
    assert sentence(book, read) == sentence(book, void)


def test_programs_get_its_sentence() -> None:
    void = Report("void", "STD-MOVE", {"why": refused().why})
    assert facts_of(load(), void) == {"why": str(refused())}


FOLDERS = sorted(
    path.parent.name for path in Path(legation.__file__).parent.glob("variants/*/words.toml")
)


@pytest.mark.parametrize("variant", FOLDERS)
def test_a_refusal_of_an_order_begins_with_it(variant: str) -> None:
    """So that who has many on a sheet knows which is meant; the others are of no one order."""
    whole = {"no-range", "must-drive", "is-a-sea", "taker-far"}
    kinds = load(variant).reports
    own = [
        kind
        for kind in kinds.values()
        if "order" in kind.facts and kind.name not in ("bid", "bid-void")
    ]
    assert len(own) > 40
    for kind in own:
        assert kind.text.startswith("{order}: "), kind.name
        assert kind.text.endswith((".", "?")), kind.name
    assert not any("order" in kinds[name].facts for name in whole & set(kinds))
