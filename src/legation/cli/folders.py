"""Folders of variants beyond this package: making them known, and saying what is wrong in one."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from legation.errors import FileError
from legation.variants import find, load


def know(place: Path) -> None:
    """Let the variants in a folder be found by their names.

    Raises:
        FileError: where there is no such folder.
    """
    if not place.is_dir():
        raise FileError(str(place), "there is no such folder; name the one with your variants")
    load.forget()  # a name may mean another folder now
    known = os.environ.get(find.PATH, "").split(os.pathsep)
    os.environ[find.PATH] = os.pathsep.join(
        dict.fromkeys([str(place.resolve()), *filter(None, known)])
    )


def know_home_of(file: Path) -> None:
    """Let a file in a variant's folder, or in one below, find that variant by its name."""
    place = file.resolve().parent
    for home in (place, place.parent):
        if home.joinpath(find.FILE).is_file() and home.name not in find.folders():
            know(home.parent)


def fault(error: Exception) -> str:
    """What is wrong in a variant's hooks or tables; empty where they are not to blame.

    The last line of the variant's own that was being carried out is named.
    """
    own = Path(find.__file__).parent
    said = f"{type(error).__name__}: {error}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if _is_hook(path, own):
            return f"{path.parent.name}/{path.name}, line {frame.lineno}: {said}"
    frames = traceback.extract_tb(error.__traceback__)
    if any(Path(frame.filename) == Path(load.__file__) for frame in frames):
        return f"a table or hook of the variant is wrong: {said}"
    return ""


def _is_hook(path: Path, own: Path) -> bool:
    """Is this a module in the folder of a variant?"""
    return path.parent != own and path.parent.joinpath(find.FILE).is_file()
