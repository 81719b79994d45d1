"""A folder that is held in memory: what reads the folder of a map reads it as any other."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import IO, Any


class Held(Traversable):
    """A folder or a file of `content`, path → bytes, by its path there; empty for the whole."""

    def __init__(self, content: Mapping[str, bytes], path: str = "") -> None:
        self.content = content
        self.path = path

    def __str__(self) -> str:
        return self.path or "the folder"

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.path.rpartition("/")[2]

    def iterdir(self) -> Iterator[Held]:
        """What lies in a folder."""
        inner = f"{self.path}/" if self.path else ""
        rest = (path[len(inner) :] for path in self.content if path.startswith(inner))
        for name in dict.fromkeys(each.partition("/")[0] for each in rest):
            yield Held(self.content, f"{inner}{name}")

    def joinpath(self, *descendants: Any) -> Held:
        """A file or folder within; one that nobody put there is neither."""
        parts = [self.path, *map(str, descendants)]
        return Held(self.content, "/".join(part for part in parts if part))

    def __truediv__(self, child: Any) -> Held:
        return self.joinpath(child)

    def is_dir(self) -> bool:
        """Does anything lie in it?"""
        return any(True for _ in self.iterdir())

    def is_file(self) -> bool:
        """Is it one of the files?"""
        return self.path in self.content

    def read_bytes(self) -> bytes:
        """The bytes of a file."""
        if self.path not in self.content:
            raise FileNotFoundError(2, "No such file", self.path)
        return self.content[self.path]

    def read_text(self, encoding: str | None = None) -> str:
        """The text of a file."""
        return self.read_bytes().decode(encoding or "utf-8")

    def open(self, mode: str = "r", *args: Any, **kwargs: Any) -> IO[Any]:
        """A file to be read."""
        file = io.BytesIO(self.read_bytes())
        return file if "b" in mode else io.TextIOWrapper(file, *args, **kwargs)
