"""What the files of a variant are, where they do not come with Legation: a sum for each of them."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from legation.errors import FileError, LegationError, NameUnknownError
from legation.variants.find import above, ancestry, folder, parent_of

_CACHE = "__pycache__"


class _Noted(NamedTuple):
    """A folder as it was: the sums of its own files, and where its parent lay, if it had one."""

    sums: dict[str, str]
    above: str


_read: dict[str, _Noted] = {}
"""Each folder as this process began to read it; modules in it are read but once."""


def note(name: str) -> None:
    """Notes the sums of a variant's own folder before anything of it is read, once.

    Its parent may have been read long before: what that had then is noted of itself.
    """
    place = str(folder(name))
    if place not in _read:
        with suppress(LegationError, OSError):  # who reads its files tells what is wrong
            _read[place] = _noted(Path(place))


def sums_read(name: str) -> str:
    """As `sums_of`, of each folder when this process began to read it: so it is played here.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: as `sums_of`, for a folder that this process has not read.
    """
    found: dict[str, str] = {}
    place, seen = str(folder(name)), {""}
    while place not in seen:
        seen.add(place)
        own, place = _read.get(place) or _noted(Path(place))
        found |= own
    return _lines(found)


def is_changed(name: str) -> bool:
    """Has its folder, or one that it starts from, other files than this process has read?

    A folder that is gone, or half written, has others.

    Raises:
        FileError: as `sums_read`.
    """
    try:
        was = sums_read(name)
    except NameUnknownError:
        return True
    try:
        return was != "" and was != sums_of(name)
    except (LegationError, OSError):
        return True


def sums_of(name: str) -> str:
    """A line for each file of a variant's folder, and of its ancestors': its SHA-256 and its name.

    They are the lines of ``sha256sum``, in the order of the names' bytes. Hidden files are left
    out, and folders that come with Legation, whose version a record names: of ours it is empty.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: for one whose parent does not, and for a file whose name is no UTF-8.
    """
    found: dict[str, str] = {}
    for place in ancestry(folder(name)):
        found |= _own(Path(str(place)))
    return _lines(found)


def _noted(place: Path) -> _Noted:
    parent = "" if _is_ours(place) else parent_of(place)
    return _Noted(_own(place), str(above(place, parent)) if parent else "")


def _own(place: Path) -> dict[str, str]:
    """Name → sum of the files of one folder, its parent's left out."""
    found: dict[str, str] = {}
    for file in () if _is_ours(place) else place.rglob("*"):
        inside = file.relative_to(place)
        if file.is_file() and not _is_hidden(inside):
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            found[_named(f"{place.name}/{inside.as_posix()}")] = digest
    return found


def _lines(found: dict[str, str]) -> str:
    return "".join(f"{found[name]}  {name}\n" for name in sorted(found, key=str.encode))


def _is_ours(place: Path) -> bool:
    return place.is_relative_to(Path(str(files("legation.variants"))))


def _named(file: str) -> str:
    try:
        file.encode()
    except UnicodeEncodeError:
        shown = file.encode(errors="backslashreplace").decode()
        raise FileError(shown, "the name of this file is no UTF-8; rename it") from None
    return file


def _is_hidden(inside: Path) -> bool:
    return any(part[:1] == "." or part == _CACHE for part in inside.parts)
