"""Tests that share something dear, a server or a PostgreSQL, are run by one process.

At the end it is told how much the leak tests have searched; ``-v`` tells it test by test.
"""

import logging
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TOGETHER = ("test_backup", "test_robust", "test_kept_databases")
HERE = Path(__file__).parent


def pytest_itemcollected(item: pytest.Item) -> None:
    """With ``pytest -n 2 --dist loadgroup`` a group is not divided."""
    if item.path.parent != HERE / "browser" and item.path.stem not in TOGETHER:
        return
    name = item.path.stem
    if name in ("test_robust", "test_kept_databases") and isinstance(item, pytest.Function):
        callspec = getattr(item, "callspec", None)  # each database has its own
        given = callspec.params if callspec else {}
        name += str(given.get("kind", given.get("kept", "")))
    item.add_marker(pytest.mark.xdist_group(name))


@pytest.fixture
def leaks_alone() -> Iterator[None]:
    """Nothing is kept of what was asked before, and nothing is logged of all that is refused."""
    from django.core.cache import cache  # not before there are settings
    from leak_asking import forget

    cache.clear()
    forget()
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
    forget()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the leak tests have asked and searched: `leaks` of a test's properties."""
    ended = (r for name in ("passed", "failed") for r in terminalreporter.stats.get(name, ()))
    found = [dict(value) for r in ended for key, value in r.user_properties if key == "leaks"]
    if not found:
        return
    total: Counter[str] = Counter()
    for counts in found:
        what = counts.pop("what")
        total.update(counts)
        if terminalreporter.verbosity >= 0:
            terminalreporter.write_line(f"{what}: {_listed(counts)}")
    shown = {key: n for key, n in total.items() if key not in ("stages", "viewers")}
    terminalreporter.write_line(f"leak tests: {_listed(shown)}")


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{n:,} {key}" for key, n in counts.items())


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium: CI must have it; elsewhere what needs it is left out, and said to be."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        if os.environ.get("CI"):
            raise RuntimeError("no Chromium: apt-get install -y chromium")
        pytest.skip("NO BROWSER TEST WAS RUN: apt-get install -y chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        found = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()
