"""Collected static files under names that change with them, so that browsers keep them for good."""

from __future__ import annotations

from typing import Any, ClassVar

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = (r"""(?P<matched>from "(?P<url>\.\.?/[\w/-]+\.js)")""", 'from "%(url)s"')


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

    patterns: ClassVar[Any] = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{room}/*.js", (_IMPORT,)) for room in ("board", "press", "desk")),
    )
