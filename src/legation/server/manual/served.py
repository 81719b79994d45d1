"""Static files, and the pages of the manual: what was found at the start is what there is.

An address is looked up among the files that were found, and no path is made
of it, so that there is no way out of the folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware

from legation.server.site.policy import PICTURE

_SECONDS = 600


class Served(WhiteNoiseMiddleware):  # type: ignore[misc]  # ships no types
    """WhiteNoise, and the folder of the manual beside that of static files."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        if settings.MANUAL is not None:
            self.index_file = "index.html"
            self.add_headers_function = _headers
            self.add_files(settings.MANUAL, prefix="docs")


def _headers(headers: Any, path: str, url: str) -> None:
    """How long a page of the manual is kept; what a picture may do, which has its style in it."""
    del url
    file = Path(path)
    if settings.MANUAL in file.parents:
        headers["Cache-Control"] = f"public, max-age={_SECONDS}"
        if file.suffix == ".svg":
            headers["Content-Security-Policy"] = PICTURE


def linked(request: HttpRequest) -> dict[str, bool]:
    """For templates: is there a manual to be linked to?"""
    del request
    return {"manual": settings.MANUAL is not None}
