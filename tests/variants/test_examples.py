"""The variants that stand beside the tutorial: each loads, and its cases and its map are right."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.board.mapfile import check_map
from legation.cli.main import run
from legation.variants.find import FILE, map_of
from legation.variants.load import forget

EXAMPLES = sorted(f.parent for f in (Path(__file__).parents[2] / "examples").glob(f"*/{FILE}"))


@pytest.mark.parametrize("place", EXAMPLES, ids=[each.name for each in EXAMPLES])
def test_its_cases_pass_and_its_map_is_fine(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forget()
    assert run(["check", str(place)]) == 0
    passed, failed = capsys.readouterr().out.split(" passed, ")
    assert int(passed) >= 3
    assert failed == "0 failed\n"  # and no clause is missing
    assert not list(place.glob("*.py"))
    assert check_map(Path(str(map_of(str(place)))))[1] == []
