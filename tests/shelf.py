"""The variants that tests go through, board by board.

Of the boards that only bring a map there are more and more, and nothing of
their rules is theirs: the suite goes through one of them, the evening through
all.
"""

from typing import Any

import pytest

from legation.variants.find import folders

RULED = sorted(folders())
"""With rules of their own."""

MAPS = sorted(folders(maps=True).keys() - folders().keys())
"""With a map of their own, and the rules of another."""

FIRST = "ancient_mediterranean"


def later(*values: object) -> list[Any]:
    """With these a test is run in the evening."""
    return [pytest.param(each, marks=pytest.mark.evening) for each in values]


def in_turn(first: str, *others: str) -> list[Any]:
    """For a test that is the same for all of these: the others in the evening."""
    return [first, *later(*others)]


MAPS_IN_TURN = in_turn(FIRST, *(name for name in MAPS if name != FIRST))
EACH = [*RULED, *MAPS_IN_TURN]
