"""A border has one name, whichever side one comes from."""

from __future__ import annotations

import pytest

from legation.board.borders import BorderName


@pytest.mark.parametrize(
    ("one", "other", "written"),
    [
        ("Bur", "Mun", "Bur-Mun"),
        ("ENG", "Pic", "Pic-ENG"),  # the land before the sea
        ("ENG", "BEL", "BEL-ENG"),
    ],
)
def test_a_border_has_one_name(one: str, other: str, written: str) -> None:
    assert str(BorderName(one, other)) == written
    assert BorderName(one, other) == BorderName(other, one)
    assert len({BorderName(one, other), BorderName(other, one)}) == 1
    assert set(BorderName(other, one).sides) == {one, other}


def test_borders_stand_in_the_order_of_their_names() -> None:
    names = [BorderName("Ruh", "Mun"), BorderName("ENG", "Bre"), BorderName("Mun", "Bur")]
    assert [str(name) for name in sorted(names)] == ["Bre-ENG", "Bur-Mun", "Mun-Ruh"]
