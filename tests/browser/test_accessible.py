"""Every page that a link leads to, for who walks in by reader, keyboard or phone: axe looks at it.

Nothing that axe calls serious or critical may be on a page, nor a heading out
of order; and no page is wider than a phone. In the suite each kind of page is
looked at once for a game master, who has most of them; at night for all who
visit, and those of every game, in both widths and both schemes.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from axed import SETTINGS, pages
from judged import faults
from serving import DESK, PHONE, Server, serving, signed_in

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all kinds of games."""
    folder = tmp_path_factory.mktemp("house")
    with serving(folder, "house.py", **SETTINGS) as server:
        yield server


def looked_at(browser: Any, house: Server, who: str, whole: bool, **options: Any) -> None:
    """Goes through the house as somebody, and looks at each page."""
    context = browser.new_context(**{"viewport": PHONE, **options})
    if who:
        signed_in(context, house.url, house.made["sessions"][who])
    page = context.new_page()
    page.set_default_timeout(60_000)
    found = {path: faults(page) for path, _ in pages(page, house, whole)}
    context.close()
    assert len(found) > 20
    assert not {path: told for path, told in found.items() if told}


@pytest.mark.parametrize(
    "who",
    [
        pytest.param("Max", marks=pytest.mark.evening),
        *(pytest.param(who, marks=pytest.mark.night) for who in ("", "Anna")),
    ],
)
def test_each_kind_of_page(browser: Any, house: Server, who: str) -> None:
    looked_at(browser, house, who, whole=False, color_scheme="dark" if who else "light")


@pytest.mark.night
@pytest.mark.parametrize("who", ["", "Anna", "Max", "Olga"])
@pytest.mark.parametrize("view", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_every_game(
    browser: Any, house: Server, who: str, view: Any, scheme: Any
) -> None:
    looked_at(browser, house, who, whole=True, viewport=view, color_scheme=scheme)
