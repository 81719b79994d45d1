"""Collected static files under names that change with them, so that browsers keep them for good."""

from __future__ import annotations

from typing import Any, ClassVar

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = (r"""(?P<matched>from "(?P<url>\.\.?/[\w/-]+\.js)")""", 'from "%(url)s"')


class Collected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ships no types
    """Names the scripts as well that scripts of ours import.

    Django's own way reads all scripts, and stumbles over a comment in one of htmx.
    """

    patterns: ClassVar[Any] = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{room}/*.js", (_IMPORT,)) for room in ("board", "press", "desk")),
    )
