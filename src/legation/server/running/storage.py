"""Collected static files under names that change with them, so that browsers keep them for good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = (r"""(?P<matched>from "(?P<url>\.\.?/[\w/-]+\.js)")""", 'from "%(url)s"')

_ROOMS = ("board/", "press/", "desk/", "legation/", "learn/", "studio/")
_COMMENTS = {".js": re.compile(r"^[ \t]*//.*\n", re.M), ".css": re.compile(r"\s*/\*.*?\*/", re.S)}
"""What who writes a script needs, and who plays does not: a tenth of it, packed."""


class Collected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ships no types
    """Names the scripts as well that scripts of ours import.

    Django's own way reads all scripts, and stumbles over a comment in one of htmx.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        """With no address asked for yet."""
        super().__init__(*args, **named)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file: a page asks for fifteen, each time the same."""
        known = self._addresses.get(name)
        if known is None:
            known = str(super().url(name, force))
            if self.hashed_files:  # they are collected, and change no more
                self._addresses[name] = known
        return known

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Names and packs the files; of ours without their comments."""
        for name in [name for name in paths if name.startswith(_ROOMS)]:
            comments = _COMMENTS.get(Path(name).suffix)
            if comments is not None:
                file = Path(self.path(name))
                file.write_text(comments.sub("", file.read_text("utf-8")), "utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, *args, **options)

    patterns: ClassVar[Any] = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{room}*.js", (_IMPORT,)) for room in _ROOMS),
    )
