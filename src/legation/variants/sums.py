"""What the files of a variant are, where they do not come with Legation: a sum for each of them."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from legation.errors import FileError, LegationError
from legation.variants.find import ancestry, folder

_CACHE = "__pycache__"
_read: dict[str, str] = {}
"""The sums of each folder as this process began to read it; modules in it are read but once."""


def note(name: str) -> None:
    """Notes the sums of a variant before anything of it is read, once."""
    place = str(folder(name))
    if place not in _read:
        with suppress(LegationError, OSError):  # who reads its files tells what is wrong
            _read[place] = sums_of(name)


def sums_read(name: str) -> str:
    """As `sums_of`, when this process began to read it: by these files it is played here."""
    was = _read.get(str(folder(name)))
    return sums_of(name) if was is None else was


def is_changed(name: str) -> bool:
    """Has its folder, or one that it starts from, other files than this process has read?"""
    return bool(was := sums_read(name)) and was != sums_of(name)


def sums_of(name: str) -> str:
    """A line for each file of a variant's folder, and of its ancestors': its SHA-256 and its name.

    They are the lines of ``sha256sum``, in the order of the names' bytes. Hidden files are left
    out, and folders that come with Legation, whose version a record names: of ours it is empty.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: for one whose parent does not, and for a file whose name is no UTF-8.
    """
    ours = Path(str(files("legation.variants")))
    found: dict[str, str] = {}
    for place in (Path(str(place)) for place in ancestry(folder(name))):
        if place.is_relative_to(ours):
            continue
        for file in place.rglob("*"):
            inside = file.relative_to(place)
            if file.is_file() and not _is_hidden(inside):
                digest = hashlib.sha256(file.read_bytes()).hexdigest()
                found[_named(f"{place.name}/{inside.as_posix()}")] = digest
    return "".join(f"{found[name]}  {name}\n" for name in sorted(found, key=str.encode))


def _named(file: str) -> str:
    try:
        file.encode()
    except UnicodeEncodeError:
        shown = file.encode(errors="backslashreplace").decode()
        raise FileError(shown, "the name of this file is no UTF-8; rename it") from None
    return file


def _is_hidden(inside: Path) -> bool:
    return any(part[:1] == "." or part == _CACHE for part in inside.parts)
