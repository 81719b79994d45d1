"""Tests that share something dear, a server or a PostgreSQL, are run by one process."""

from pathlib import Path

import pytest

TOGETHER = ("test_backup", "test_robust")
HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With ``pytest -n 2 --dist loadgroup`` a group is not divided."""
    for item in items:
        if item.path.parent == HERE / "browser" or item.path.stem in TOGETHER:
            name = item.path.stem
            if name == "test_robust" and isinstance(item, pytest.Function):
                callspec = getattr(item, "callspec", None)  # each database has its own
                name += str(callspec.params.get("kind", "")) if callspec else ""
            item.add_marker(pytest.mark.xdist_group(name))
