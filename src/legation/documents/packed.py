"""Files that were packed with gzip, read wherever a file is read. What is in them tells, not names.

A few kilobytes may unpack to more than a machine holds, so no more than `LARGEST`
bytes of a file are unpacked.
"""

from __future__ import annotations

import gzip
import io
import zlib
from importlib.resources.abc import Traversable
from pathlib import Path

from legation.errors import FileError, TruncatedError

ENDING = ".gz"
LARGEST = 64 * 2**20  # bytes; a long game with everything told is a tenth of that
_MAGIC = b"\x1f\x8b"


def is_packed(data: bytes) -> bool:
    """Do these bytes begin as gzip's do? No text in UTF-8 does."""
    return data.startswith(_MAGIC)


def unpacked(data: bytes, path: str, most: int = LARGEST) -> bytes:
    """The bytes of a file as they were before they were packed; others as they are.

    Raises:
        TruncatedError: where the packed file stops in the middle.
        FileError: where it is damaged, or unpacks to more than `most` bytes.
    """
    if not is_packed(data):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            whole = file.read(most + 1)
    except EOFError:
        raise TruncatedError(path, "the packed file stops in the middle") from None
    except (gzip.BadGzipFile, zlib.error):
        raise FileError(path, "the packed file is damaged") from None
    if len(whole) > most:
        raise FileError(path, f"unpacked it is larger than {most // 2**20} MiB") from None
    return whole


def head(path: Path, size: int) -> bytes:
    """The first bytes of a file, unpacked; none where it is damaged.

    Raises:
        OSError: where it cannot be read.
    """
    with path.open("rb") as file:
        first = file.read(len(_MAGIC))
        if not is_packed(first):
            return first + file.read(size - len(first))
        file.seek(0)
        try:
            with gzip.GzipFile(fileobj=file) as inner:
                return inner.read(size)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            return b""


def member(folder: Path | Traversable, name: str) -> Path | Traversable:
    """The file of a fixed name in a folder, or the packed one (``name.gz``) that stands in for it.

    Raises:
        FileError: where both are there, for nobody knows which of them counts.
    """
    file, packed = folder.joinpath(name), folder.joinpath(name + ENDING)
    if not packed.is_file():
        return file
    if file.is_file():
        raise FileError(str(file), f"{name + ENDING} is in the folder as well; take one away")
    return packed


def plain_name(path: str) -> str:
    """The name of a file before it was packed: ``game.json`` for ``game.json.gz``."""
    return path[: -len(ENDING)] if path.casefold().endswith(ENDING) else path
