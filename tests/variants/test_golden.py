"""One whole game of each variant: as it was worked by hand, and as each player was told."""

from __future__ import annotations

import pytest

from golden_game import FOLDER, SCRIPTS, file_of, play, reports


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_the_game_goes_as_it_was_worked_by_hand(name: str) -> None:
    told = reports(play(name))
    for viewer, said in told.items():
        path = file_of(name, viewer)
        assert path.read_text(encoding="utf-8") == said, f"{path.name} reads otherwise"
    kept = {path.name for path in (FOLDER / name).iterdir()}
    assert kept == {file_of(name, viewer).name for viewer in told}
