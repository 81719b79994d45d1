"""The studio in Chromium: a map that is begun by hand and by keys, and kept."""

from pathlib import Path
from typing import Any

import pytest
from irish_sea import SPOTS
from postal_people import Album
from serving import serving
from studio_way import Designer

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


def test_places_are_clicked_moved_by_keys_joined_and_kept(browser: Any, tmp_path: Path) -> None:
    """A name with marks stays a text; what a lost line kept back is there after all."""
    with serving(tmp_path, "designers.py") as server:
        designer = Designer(server, browser, Album())
        page = designer.page
        designer.begins()
        by_name = {spot.name: spot for spot in SPOTS}
        for name in ("Dublin", "Chester", "Irish Sea"):
            designer.adds(by_name[name])
        designer.settles()
        terrain = page.locator("#places tbody select[data-at$=terrain]")
        assert [each.input_value() for each in terrain.all()] == ["coast", "coast", "sea"]
        was = page.locator('[data-point="Dub/0"]').get_attribute("transform")
        page.locator('[data-point="Che/0"]').focus()
        page.keyboard.press("ArrowLeft")  # to the sea between them
        page.keyboard.press("ArrowLeft")
        for _ in range(3):
            page.keyboard.press("Shift+ArrowUp")
        designer.settles()
        assert page.locator('[data-point="Dub/0"]').get_attribute("transform") != was
        designer.opens("borders")
        designer.field("borders/all").click()
        page.locator("#borders tbody tr").nth(1).wait_for()
        designer.settles()
        page.context.set_offline(True)
        designer.opens("places")
        designer.types("places/0/name", "<b>Dublin</b>")
        page.locator("#saved.signal").wait_for()
        page.context.set_offline(False)
        designer.settles()
        page.reload()
        page.locator("#map .area").first.wait_for()
        assert page.input_value('[data-at="places/0/name"]') == "<b>Dublin</b>"
        assert page.locator("main b").count() == 0
        assert designer.wrong == []
