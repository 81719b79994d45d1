"""Every page of the manual, as axe sees it at the width of a phone: by turns light and dark."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from judged import faults
from serving import PHONE

ROOT = Path(__file__).parents[2]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, while it is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


@pytest.mark.evening
def test_axe_finds_nothing_in_the_manual(browser: Any, tmp_path: Path) -> None:
    built = tmp_path / "manual"
    line = [sys.executable, str(ROOT / "docs/site/build.py"), "--out", str(built)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    names = [str(each.relative_to(built)) for each in sorted(built.rglob("*.html"))]
    assert len(names) > 60
    found = {}
    with served(built) as url:
        page = browser.new_page(viewport=PHONE)
        page.set_default_timeout(60_000)
        for number, name in enumerate(names):
            page.emulate_media(color_scheme=("light", "dark")[number % 2])
            assert page.goto(f"{url}/{name}").ok
            found[name] = faults(page)
        page.close()
    bad = [f"{name}: {told}" for name, all_told in found.items() for told in all_told]
    assert not bad, "\n".join(bad)


ROWS = """<html lang="en"><title>Rows</title><style>
  body {{ color: #222; background: white }} .late {{ background: #111 }}
</style><main><h1>Rows</h1>{rows}</main>"""


@pytest.mark.parametrize(
    "row",
    [
        "<p style='color: #ccc'>hardly there</p>",
        "<p style='background: #444'>hardly there</p>",
        "<div class=late><p>hardly there</p></div>",
        "<p style='opacity: 0.3'>hardly there</p>",
    ],
)
def test_one_row_of_many_that_can_hardly_be_read_is_found(browser: Any, row: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.set_content(ROWS.format(rows="<p>well</p>" * 9))
    assert faults(page) == []
    page.set_content(ROWS.format(rows="<p>well</p>" * 9 + row))
    found = faults(page)
    page.close()
    assert len(found) == 1
    assert found[0].startswith("color-contrast: <p")
    assert "hardly there" in found[0]
