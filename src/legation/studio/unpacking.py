"""A zip from a stranger → the files of it that a draft can have, in memory.

Nothing is written, and no number that the archive states of itself is believed:
what is unpacked is counted while it is unpacked.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Callable
from pathlib import PurePosixPath

from legation.atlas.making.recipe import PICTURE
from legation.board.mapfile import COLUMNS
from legation.errors import InputError
from legation.studio.shelf import HOOKS
from legation.studio.written import RULES
from legation.variants.file import VARIANT
from legation.variants.find import MAP
from legation.variants.words import WORDS

MOST_BYTES = 8 * 2**20
"""Of the archive, and of all that is unpacked of it together."""
MOST_FILES = 400
OF_A_VARIANT = frozenset(
    {VARIANT, WORDS, RULES, HOOKS, *(f"{MAP}/{name}" for name in (*COLUMNS, PICTURE))}
)
_HOW = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SHOWN = 60


def is_zip(data: bytes) -> bool:
    """Do these bytes begin as an archive does?"""
    return data.startswith(b"PK\x03\x04")


def unzip(
    data: bytes, wanted: Callable[[str], bool] = OF_A_VARIANT.__contains__
) -> dict[str, bytes]:
    """Path → bytes of the files that are `wanted`; a folder around all of them is left away.

    Raises:
        InputError: for what is no zip, a name that leads out of the folder, a link, a
            file that is locked, and more files or bytes than there may be.
    """
    if len(data) > MOST_BYTES:
        raise InputError(f"the file is larger than {MOST_BYTES // 2**20} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive, wanted)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError):
        raise InputError("the zip is damaged, or packed in a way that is not read here") from None


def _read(archive: zipfile.ZipFile, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    rows = archive.infolist()
    if len(rows) > MOST_FILES:
        raise InputError(f"the zip has {len(rows)} files; there may be {MOST_FILES}")
    paths = {_path(row): row for row in rows if not row.is_dir()}
    around = {path.parts[0] for path in paths}
    outer = len(around) == 1 and all(len(path.parts) > 1 for path in paths)
    content: dict[str, bytes] = {}
    left = MOST_BYTES
    for path, row in paths.items():
        name = str(PurePosixPath(*path.parts[1:])) if outer else str(path)
        if not wanted(name):
            continue
        with archive.open(row) as file:
            whole = file.read(left + 1)
        if len(whole) > left:
            raise InputError(f"unpacked the zip is larger than {MOST_BYTES // 2**20} MB")
        left -= len(whole)
        content[name] = whole
    return content


def _path(row: zipfile.ZipInfo) -> PurePosixPath:
    """The path of a file, which is a plain one in the folder."""
    name = row.orig_filename
    shown = "".join(c if c.isprintable() else "\N{WHITE SQUARE}" for c in name)[:_SHOWN]
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        raise InputError(f'the zip has a file "{shown}", whose name leads out of its folder')
    if not path.parts:
        raise InputError("the zip has a file without a name")
    if stat.S_ISLNK(row.external_attr >> 16):
        raise InputError(f'the zip has a link, "{shown}"; only files are read')
    if row.flag_bits & 1 or row.compress_type not in _HOW:
        raise InputError(f'"{shown}" in the zip is locked or packed in an odd way')
    return path
