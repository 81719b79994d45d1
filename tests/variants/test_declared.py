"""What a variant declares without code is played as it says, or refused where it cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from legation.board.calendar import Phase
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.errors import FileError
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.variants.load import forget, load

HEAD = 'name = "mine"\nparent = "{parent}"\ntitle = "Mine"\n'


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    forget()
    yield
    forget()


def folder(tmp_path: Path, said: str, parent: str = "standard") -> str:
    """A folder without a map and without code, by its path."""
    place = tmp_path / "mine"
    place.mkdir()
    (place / "variant.toml").write_text(HEAD.format(parent=parent) + said, encoding="utf-8")
    (place / "words.toml").write_text("", encoding="utf-8")
    return str(place)


def refused(tmp_path: Path, said: str, parent: str = "standard") -> str:
    with pytest.raises(FileError) as caught:
        load(folder(tmp_path, said, parent))
    return str(caught.value)


# Builds


def winter(book: Rulebook) -> Survey:
    """France owns two homes, in one of which it stands, London and Belgium; England Edinburgh."""
    owners = dict.fromkeys(("Par", "Bre", "Bel", "Lon"), "France") | {"Edi": "England"}
    return Survey(
        book, Position(Phase("Winter", 1901, "adjustment"), (Unit("France", "A", "Par"),), owners)
    )


@pytest.mark.parametrize(
    ("where", "places", "why"),
    [
        ("home", {"Bre"}, {"Lon": "no-home", "Par": "occupied", "Edi": "no-home"}),
        ("any-home", {"Bre", "Lon"}, {"Bel": "nobodys-home", "Edi": "not-owned"}),
        ("owned", {"Bel", "Bre", "Lon"}, {"Bur": "no-centre", "Spa": "nobodys", "Par": "occupied"}),
    ],
)
def test_where_units_are_built(
    tmp_path: Path, where: str, places: set[str], why: dict[str, str]
) -> None:
    book = load(folder(tmp_path, f'[builds]\nwhere = "{where}"\nclause = "MI-1"\n'))
    survey = winter(book)
    assert {name.province for name in book.build_choices(survey, "France")} == places
    said = {place: book.why_no_build(survey, "France", UnitName(place, "A")) for place in why}
    assert {place: report.kind for place, report in said.items()} == why
    own = [report.clause for report in said.values() if report.kind != "occupied"]
    assert set(own) == {"MI-1"}
    assert book.builds_possible(survey, "France") == min(3, len(places))
    assert book.order_types["build"].clause == "MI-1"


def test_anywhere_is_wherever_no_other_power_owns(tmp_path: Path) -> None:
    book = load(folder(tmp_path, '[builds]\nwhere = "anywhere"\nclause = "MI-1"\n'))
    found = {str(name) for name in book.build_choices(winter(book), "France")}
    assert {"A Bur", "F ENG", "F Spa/nc", "A Spa", "A Lon", "F Lon"} <= found
    assert not found & {"A Edi", "F Edi", "A Par", "F Bur", "A ENG", "A Swi"}


def test_builds_that_no_rule_asks_for_are_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, '[builds]\nwhere = "owned"\nclause = "MI-1"\n', "london_nights")
    assert said.startswith("mine/variant.toml, line 5: nothing reads it: build_choices of ")


def test_a_slip_in_builds_is_told_with_its_line(tmp_path: Path) -> None:
    said = refused(tmp_path, '[builds]\nwhere = "owed"\nclause = "MI-1"\n')
    assert said.startswith('mine/variant.toml, line 5: builds.where is "owed"; it can be home,')
