"""Tests that share something dear, a server, a PostgreSQL, a compiler, are run by one process.

``--minutes 5`` begins no test later than that: what was left out is said at the
end, and is no failure. ``--first 7`` puts the tests in another order, so that it
is not always the same ones that are left out. ``-m evening --compiled`` has the
kernel compiled, and its tests among those of the evening; without it Python runs
its source. At the end it is also told how much the leak tests have searched;
``-v`` tells it test by test.
"""

import gc
import logging
import math
import os
import random
import shutil
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

TOGETHER = (
    "test_backup",
    "test_commands",
    "test_docs",
    "test_draw_a_map",
    "test_held",
    "test_map_cli",
)
EACH_DATABASE = ("test_kept_databases", "test_robust")
"""These too, but each database for itself."""

# The kernel is compiled for the tests with less effort, in two thirds of the time, and kept apart
# from what is compiled to be quick. The laws of the night share it: nightly.py imports this.
os.environ.setdefault("NUMBA_OPT", "1")
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache" / "numba"))
LATE = "not begun: the time is up"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, help="begin no test later than after so many minutes")
    parser.addoption("--first", type=int, help="a seed by which the tests are put in order")
    parser.addoption("--compiled", action="store_true", help="compile the kernel, which takes long")


def pytest_configure(config: pytest.Config) -> None:
    """Fixes the end once, for the processes of ``-n`` too, and what the kernel is run by."""
    os.environ.setdefault("LEGATION_NO_NUMBA", "0" if config.getoption("compiled") else "1")
    if config.getoption("compiled") and find_spec("numba") is None:
        raise pytest.UsageError("--compiled: there is no Numba, and nothing would be compiled")
    minutes = config.getoption("minutes")
    if hasattr(config, "workerinput"):
        config.option.until = config.workerinput["until"]
    else:
        config.option.until = time.time() + 60 * minutes if minutes is not None else math.inf


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["until"] = node.config.option.until


@pytest.hookimpl(tryfirst=True)  # before some are left out by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items if config.getoption("compiled") else ():
        if group(item.nodeid) == "kernel":
            item.add_marker(pytest.mark.evening)
    first = config.getoption("first")
    if first is not None:
        groups = list(dict.fromkeys(group(item.nodeid) for item in items))
        random.Random(first).shuffle(groups)
        rank = {name: at for at, name in enumerate(groups)}
        items.sort(key=lambda item: rank[group(item.nodeid)])  # which leaves each in its order


def pytest_collection_finish() -> None:
    """What was loaded and collected stays; to look through it again and again takes a tenth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if is_late(item):
        if not _lent:  # it was kept for this one
            _ended()
        pytest.skip(LATE)


def is_late(item: pytest.Item) -> bool:
    """Is the time up in which tests are begun?"""
    return bool(time.time() >= item.config.option.until)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``pytest -n 2 --dist loadgroup`` a group is not divided.

    The groups are told here, by name: the marks of pytest-xdist 3.8 do not
    reach its scheduler under pytest 9.2, and nothing says so.
    """
    if config.getoption("dist") != "loadgroup":
        return None  # as pytest-xdist does it
    from xdist.scheduler import LoadGroupScheduling

    class Together(LoadGroupScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return group(nodeid)

    return Together(config, log)


def group(nodeid: str) -> str:
    """What a test is run together with: others of its file, or nothing but itself."""
    file, _, name = nodeid.partition("::")
    path = Path(file)
    if path.stem.startswith("test_kernel") or path.stem.endswith(
        "_kernel"
    ):  # which is compiled by whoever comes first
        return "kernel"
    if path.stem in EACH_DATABASE:
        return f"{file} {'postgresql' in name}"
    return file if path.parent.name == "browser" or path.stem in TOGETHER else nodeid


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,  # noqa: ARG001  that of pytest-django
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The database as migrations leave it: they are run once, and not in each process.

    Permissions, which nobody has, are not written anew after each test that empties it.
    """
    from django.contrib.contenttypes.management import create_contenttypes
    from django.db import connection
    from django.db.models.signals import post_migrate

    import migrated

    auth = "django.contrib.auth.management.create_permissions"
    assert post_migrate.disconnect(dispatch_uid=auth)
    assert post_migrate.disconnect(create_contenttypes)
    if connection.vendor != "sqlite":
        return
    file = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    migrated.copy(file)
    with django_db_blocker.unblock(), closing(sqlite3.connect(file)) as empty:
        connection.ensure_connection()
        empty.backup(connection.connection)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Nothing is kept of another test's games: theirs are taken back, and numbers used again."""
    kept = sys.modules.get("legation.server.site.kept")
    if kept is not None:
        kept.forget()


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
    """What the leak tests have searched, and what was left out when the time was up."""
    _searched(terminalreporter)
    if terminalreporter.config.getoption("minutes") is not None:
        _covered(terminalreporter)


def _covered(terminalreporter: pytest.TerminalReporter) -> None:
    stats = terminalreporter.stats
    late = [r.nodeid for r in stats.get("skipped", ()) if LATE in str(r.longrepr)]
    for name in late:
        terminalreporter.write_line(f"NOT RUN, the time is up: {name}")
    begun = sum(len(stats.get(name, ())) for name in ("passed", "failed"))
    terminalreporter.write_line(f"covered: {begun} of {begun + len(late)} tests")


def _searched(terminalreporter: pytest.TerminalReporter) -> None:
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


def needed(package: str, *names: str) -> str:
    """Where a program of the system is; where it is not, it is said what was left out."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip(f"NOT RUN, {names[0]} is not here: apt-get install -y {package}")
    return found


@pytest.fixture
def nginx() -> str:
    """The web server."""
    return needed("nginx-light", "nginx")


@pytest.fixture
def openssl() -> str:
    """It makes certificates."""
    return needed("openssl", "openssl")


@pytest.fixture
def ssh_keygen() -> str:
    """It signs."""
    return needed("openssh-client", "ssh-keygen")


_chromium: list[Any] = []
"""The one that runs, and how it ends."""
_lent: list[Any] = []
"""The same, while tests of a file have it."""
_FOLLOWED = pytest.StashKey[bool]()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Chromium: CI must have it. Files that follow one another have one: it begins slowly.

    No other test runs beside it, for Django would take the loop of Playwright for its own.
    """
    if not _chromium:
        _chromium.extend(_begun())
    found, _ = _chromium
    _lent.append(found)
    yield found
    _lent.clear()
    for profile in found.contexts:
        profile.close()
    if not request.session.stash[_FOLLOWED]:
        _ended()


def _begun() -> tuple[Any, ExitStack]:
    try:
        chromium = needed("chromium", "chromium", "chromium-browser")
    except pytest.skip.Exception as left_out:
        if os.environ.get("CI"):
            raise RuntimeError(str(left_out)) from None
        raise
    from playwright.sync_api import sync_playwright

    with ExitStack() as begun:
        running = begun.enter_context(sync_playwright())
        found = running.chromium.launch(
            executable_path=chromium,  # pages of one profile are drawn by one process
            args=["--no-sandbox", "--disable-gpu", "--process-per-site"],
        )
        begun.callback(found.close)
        return found, begun.pop_all()


def _ended() -> None:
    if _chromium:
        _chromium.pop().close()
        _chromium.clear()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Whether a browser is wanted next is known before this one's fixtures end."""
    wanted = "browser" in getattr(nextitem, "fixturenames", ())
    item.session.stash[_FOLLOWED] = wanted and not is_late(item)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """With ``-x`` no test follows the one that was to follow."""
    _ended()
