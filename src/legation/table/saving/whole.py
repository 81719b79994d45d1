"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from legation.errors import FileError

StrPath = str | os.PathLike[str]


def write_whole(path: StrPath, text: str) -> None:
    """Write a file: the whole new text is there afterwards, or the old file is.

    Raises:
        FileError: where the file cannot be written; it is then as it was.
    """
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
        beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    except ValueError:
        raise no_name(path) from None
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o777)
        beside.replace(target)
        _sync(target.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(os.fspath(path), f"it cannot be written: {reason}.") from None
    except UnicodeEncodeError:
        raise FileError(os.fspath(path), "a text to be written holds half a character") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def no_name(path: StrPath) -> FileError:
    """The error for a path that no file can have."""
    return FileError(os.fspath(path).replace("\0", "?"), "this is no name of a file.")


def _sync(folder: Path) -> None:
    """Make the new name last, where the system can do that for folders."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
