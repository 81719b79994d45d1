"""What the verbs of ``legation map`` are given and give back: variants, maps, files to write."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from legation.board.mapfile import PROVINCES
from legation.cli.casefiles import path_of
from legation.documents.packed import member
from legation.errors import FileError, NameUnknownError, meant
from legation.variants import find
from legation.variants.find import FILE, MAP, folder


def map_of(name: str) -> Path | Traversable:
    """The folder of a map: a variant's, or one on the disk, as it is or with `map` in it.

    Raises:
        FileError: for a folder without a map, or with a table both packed and not.
        NameUnknownError: where there is no such variant nor folder.
    """
    path = path_of(name)
    for place in (path, path / MAP):
        if member(place, PROVINCES).is_file():
            return place
    if path.is_dir() and not path.joinpath(FILE).is_file():
        raise FileError(name, f"there is no {PROVINCES} in this folder")
    name = str(path.resolve()) if path.is_dir() else name
    _known(name, "folder")
    return find.map_of(name)


def variant_of(name: str, or_else: str = "folder") -> str:
    """The variant that a name or the path of a folder names, as `load` takes it.

    Raises:
        FileError: for a folder that is no variant's.
        NameUnknownError: where there is no such variant nor folder.
    """
    path = path_of(name)
    if path.is_dir():
        home = path.resolve()
        for place in (home, home.parent if home.name == MAP else home):
            if place.joinpath(FILE).is_file():
                return str(place)
        said = f"there is no {FILE} in this folder, which tells whose pieces are on the map"
        raise FileError(name, f"{said}; legation map new begins one")
    _known(name, or_else)
    return name


def _known(name: str, or_else: str) -> Traversable:
    try:
        return folder(name)
    except NameUnknownError as error:
        raise NameUnknownError(f"{error} Nor is there a {or_else} of this name.") from None


def suffix_of(out: str, known: tuple[str, ...]) -> str:
    """The suffix of a file to write, which says what it will be.

    Raises:
        FileError: for one that nothing here writes.
    """
    suffix = path_of(out).suffix.lower()
    if suffix not in known:
        what = f'nothing here writes "{suffix}"' if suffix else "its name does not say what it is"
        listed = known[0] if len(known) == 1 else f"{', '.join(known[:-1])} or {known[-1]}"
        raise FileError(out, f"{what}; let it end in {listed}.{meant(suffix, known)}")
    return suffix


def write(out: str, content: bytes) -> None:
    """Write a file as a whole.

    Raises:
        FileError: where that cannot be done.
    """
    path = path_of(out)
    if path.is_dir():
        raise FileError(out, "this is a folder; name a file in it")
    if not path.parent.is_dir():
        raise FileError(out, f"there is no folder {path.parent} to write it in")
    try:
        path.write_bytes(content)
    except OSError as error:
        raise FileError(out, f"it cannot be written: {error.strerror or error}".lower()) from None
