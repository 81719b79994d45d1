"""Folders of variants beyond this package: making them known."""

from __future__ import annotations

import os
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
