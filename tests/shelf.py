"""The variants that tests go through, board by board.

Of the boards that only bring a map there are more and more, and nothing of
their rules is theirs: the suite goes through one of them, the evening through
all.
"""

import pytest

from legation.variants.find import folders

RULED = sorted(folders())
"""With rules of their own."""

MAPS = sorted(folders(maps=True).keys() - folders().keys())
"""With a map of their own, and the rules of another."""

FIRST = "ancient_mediterranean"

MAPS_IN_TURN = [
    name if name == FIRST else pytest.param(name, marks=pytest.mark.evening) for name in MAPS
]
EACH = [*RULED, *MAPS_IN_TURN]
