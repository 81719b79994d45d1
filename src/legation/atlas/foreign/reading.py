"""A file of another program → what was found in it, with the files beside it that it needs."""

from __future__ import annotations

import re
from pathlib import Path

from legation.atlas.foreign.abuts import read_abuts
from legation.atlas.foreign.found import Found, Raw
from legation.atlas.foreign.godip import read_godip
from legation.atlas.foreign.jdip import read_jdip
from legation.atlas.foreign.joining import found
from legation.atlas.foreign.realpolitik import read_realpolitik
from legation.documents.packed import unpacked
from legation.errors import FileError, InputError, meant

GODIP, JDIP, REALPOLITIK, DIPLOMACY = "godip", "jdip", "realpolitik", "diplomacy"
FORMATS = (GODIP, JDIP, REALPOLITIK, DIPLOMACY)
LARGEST = 16 * 2**20
"""Bytes; pictures are the largest of these files, with about a tenth of it."""
_BESIDE = ("cnt", "gam", "rgn")


def read_foreign(path: Path, form: str = "", variant: str = "") -> Found:
    """What is found in a file of another program.

    `form` is one of `FORMATS`, or empty for what the file looks like; `variant`
    is the name of one of several in a ``variants.xml``.

    Raises:
        InputError: for a format that is not known.
        FileError: for a file that cannot be read, or states no map.
    """
    if form and form not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f'"{form}" is no format; there are {known}.{meant(form, FORMATS)}')
    data = _bytes(path)
    form = form or _looks(path, data)
    raw: Raw
    if form == JDIP:
        raw = read_jdip(str(path), data, lambda name: _beside(path, name), variant)
    elif form == GODIP:
        raw = read_godip(str(path), _text(data))
    elif form == REALPOLITIK:
        others = {end: _text(_beside(path, f"{path.stem}.{end}")) for end in _BESIDE}
        raw = read_realpolitik(str(path), _text(data), others)
    else:
        raw = read_abuts(str(path), _text(data))
    return found(raw)


def _looks(path: Path, data: bytes) -> str:
    """The format that a file has by its ending, and where two share one by what is in it."""
    ending = path.suffix.lower()
    if ending == ".go":
        return GODIP
    if ending == ".xml":
        return JDIP
    if b"ABUTS" in data or re.match(rb"\s*(?:#[^\r\n]*[\r\n]\s*)*(?:MAP|USES?)\s", data[:4096]):
        return DIPLOMACY
    if ending == ".map":
        return REALPOLITIK
    if ending in (".cnt", ".gam", ".var", ".rgn"):
        raise FileError(str(path), "name the .map of this variant; the others are found beside it")
    said = "nothing tells whose format this is"
    raise FileError(str(path), f"{said}; say it with --as: {', '.join(FORMATS)}")


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise FileError(str(path), f"{error.strerror or error}".lower()) from None
    if len(data) > LARGEST:
        raise FileError(str(path), f"it is larger than {LARGEST // 2**20} MiB")
    return unpacked(data, str(path), LARGEST)


def _beside(path: Path, name: str) -> bytes:
    """The bytes of a file in the same folder, by its bare name; none where there is none."""
    if not name or Path(name).name != name or "\\" in name:
        return b""
    for other in sorted(path.parent.iterdir()):
        if other.name.casefold() == name.casefold() and other.is_file() and not other.is_symlink():
            return _bytes(other)
    return b""


def _text(data: bytes) -> str:
    """The old programs wrote what their machines did; what is no UTF-8 is taken as western."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
