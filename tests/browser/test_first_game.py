"""A first game of somebody new, played in Chromium, without the pictures."""

from pathlib import Path
from typing import Any

import pytest
from first_game import First
from postal_people import Album
from serving import serving

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.mark.night
def test_somebody_new_comes_to_the_second_year(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path, "live_table.py", "--with-worker") as server:
        First(server, browser, Album()).all()
