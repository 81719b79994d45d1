"""What the files of a variant are, where they do not come with Legation: a sum for each of them."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path

from legation.errors import FileError
from legation.variants.find import ancestry, folder

_CACHE = "__pycache__"


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
