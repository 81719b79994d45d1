"""A whole random game of each variant; `nightly_games.py games` plays hundreds."""

from __future__ import annotations

import pytest
from whole_games import check

from legation.variants.find import folders

GAMES = 1


@pytest.mark.parametrize("variant", sorted(folders()))
@pytest.mark.parametrize("seed", range(GAMES))
def test_every_invariant_holds_at_every_phase(variant: str, seed: int) -> None:
    met = check(variant, [seed])
    assert met["movement phases"] > 10
    assert met["reports"] > 1000
    print(dict(met))
