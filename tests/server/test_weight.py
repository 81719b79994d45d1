"""What a board weighs as it is sent: no game that is taught comes to more than 167 kB.

Bytes, and no timings: `benchmarks/server.py weight` loads the same in Chromium.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from boards import SEATS, begin, user
from django.core.management import call_command
from django.test import Client

pytestmark = pytest.mark.django_db
MOST = 167_000
HEAD = 260
"""About what a server says before each file."""
BESIDE = 6_000
"""What Chromium loads beside, and longer heads: by so much its sum was more for Locarno."""
UNUSED = ("text-italic", "text-bold")
"""Faces of the site that stand on no board; browsers ask for those alone that they draw with."""
_ASKED = re.compile(r"""(?:href|src)="(/(?:static|looks)/[^"]+\.(?:css|js|woff2))(?:\?[^"]*)?\"""")
_FACE = re.compile(r"""url\(["']?([^"')]+\.woff2)["']?\)""")
_IMPORTED = re.compile(r"""from "(\.{1,2}/[^"]+\.js)\"""")


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    """The folder of the static files as a server has them: named, packed, without comments."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "legation.server.running.storage.Collected"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def packed(data: bytes) -> int:
    return len(gzip.compress(data, 9, mtime=0)) + HEAD


def files(folder: Path, page: str) -> Iterator[tuple[str, int]]:
    """What a page asks for, and what that asks for, each once, with its size."""
    wanted, seen = _ASKED.findall(page), set()
    while wanted:
        address = wanted.pop()
        if address in seen or any(f"/{face}." in address for face in UNUSED):
            continue
        seen.add(address)
        if address.startswith("/static/"):
            data = (folder / address.removeprefix("/static/")).read_bytes()
        else:
            data = Client().get(address).content
        yield address, len(data) + HEAD if address.endswith(".woff2") else packed(data)
        for pattern, kind in ((_FACE, ".css"), (_IMPORTED, ".js")):
            if address.endswith(kind):
                found = pattern.findall(data.decode())
                wanted += [str(Path("/", Path(address).parent, each).resolve()) for each in found]


def test_a_board_of_each_game_that_is_taught_is_light(collected: Path) -> None:
    client = Client(headers={"Accept-Encoding": "gzip"})
    weights = {}
    for variant in SEATS:
        game = begin(variant, phases=1)
        client.force_login(user("Anna"), "django.contrib.auth.backends.ModelBackend")
        base = f"/games/{game.slug}/"
        page = client.get(base)
        assert page["Content-Encoding"] == "gzip"
        parts = dict(files(collected, gzip.decompress(page.content).decode()))
        assert len(parts) > 20, "it asks for styles, scripts and faces"
        assert any("/looks/" in name and name.endswith(".woff2") for name in parts)
        for each in ("menu", "press/"):
            answer = client.get(base + each, headers={"HX-Request": "true"})
            assert answer.status_code == 200
            parts[each] = len(answer.content) + HEAD
        weights[variant] = len(page.content) + HEAD + BESIDE + sum(parts.values())
    assert {variant: each for variant, each in weights.items() if each > MOST} == {}, weights
