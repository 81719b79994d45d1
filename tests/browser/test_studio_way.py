"""The whole way through the studio in Chromium: from an empty page to a game that is played."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from postal_people import Album
from serving import serving
from studio_way import Designer
from windows import Windows

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.mark.night
def test_thirty_places_become_a_game_with_a_friend_and_four_bots(
    browser: Any, tmp_path: Path
) -> None:
    with (
        serving(tmp_path, "designers.py", "--with-worker") as server,
        closing(Designer(server, Windows(browser, server.url), Album())) as designer,
    ):
        designer.all()
