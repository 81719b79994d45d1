"""An edition as PDF, by the renderer of the atlas.

Its texts are handed over as data, so that nothing anybody wrote is read as
instructions of the renderer.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files

from legation.atlas.printing import document
from legation.server.edition.printed import Lines, Printed

_KEPT = 8


def pdf(printed: Printed, picture: str, stood: Lines) -> bytes:
    """The edition on sheets of A4.

    Raises:
        LegationError: where the renderer is not installed.
    """
    told = {**printed.data(), "addresses": stood, "picture": bool(picture)}
    return _made(json.dumps(told), picture)


@lru_cache(maxsize=_KEPT)
def _made(told: str, picture: str) -> bytes:
    """The same sheets for the same words: nothing of who asks is in them."""
    data = {"edition.json": told.encode()}
    return document(_form(), picture, data)


@cache
def _form() -> str:
    return files("legation.server.edition").joinpath("zine.typ").read_text(encoding="utf-8")
