"""A live game in Chromium, with the worker that ends its phases: the last Ready is seen by all."""

from pathlib import Path
from typing import Any

import pytest
from serving import DESK, PHONE, serving, signed_in

pytestmark = [pytest.mark.filterwarnings("ignore::ResourceWarning"), pytest.mark.evening]


def test_with_the_last_ready_the_phase_ends_before_everybody(browser: Any, tmp_path: Path) -> None:
    """Two people among bots: each sees who is waited for, and then what came of it as it plays."""
    with serving(tmp_path, "live_table.py", "--with-worker") as server:
        address = f"{server.url}/games/{server.made['game']}/"
        contexts, pages = [], []
        for who, view in (("Anna", DESK), ("Max", PHONE)):
            context = browser.new_context(viewport=view)
            signed_in(context, server.url, server.made["sessions"][who])
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector("#board[data-menu=there]")
            contexts.append(context)
            pages.append(page)
        anna, other = pages
        for page in pages:
            assert page.inner_text("#line .awaited") == "waits for France, Germany"
        anna.click("#ready")
        for page in pages:
            page.wait_for_selector("#line .awaited:text-is('waits for Germany')")
            assert page.locator("#stops li").count() == 1
        other.click("#ready")
        for page in pages:
            page.wait_for_selector(".came svg")
            page.wait_for_selector("#line .phase:has-text('Autumn 1901')", timeout=60_000)
            said = page.locator(".came .orders").text_content()
            assert "French army Paris to Gascony: bounced" in said
            assert "German fleet Kiel to Denmark: succeeded" in said
            assert page.inner_text("#line .awaited") == "waits for France, Germany"
        for context in contexts:
            context.close()
