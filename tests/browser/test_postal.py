"""A postal game of two years, played by its game master in Chromium, without the pictures."""

from typing import Any

import pytest
from postal_game import told
from postal_people import Album

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.mark.night
def test_a_postal_game_is_run_from_the_desk(browser: Any) -> None:
    with told(browser, Album()) as story:
        story.all()
