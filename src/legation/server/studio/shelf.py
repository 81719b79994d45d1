"""Editions on the shelf: the engine asks for one by its name, and is given a folder.

The rows hold the files, and say each time whether there is such an edition. Its
folder is written by whoever asks first on a machine, whole or not at all; one
that is there is compared with the row once in each process.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from legation.server.studio.models import Edition
from legation.server.studio.packing import unzipped
from legation.variants import load

NAME = re.compile(r"studio_[0-9a-f]{12}")
_MAY = re.compile(r"(?:map/)?[a-z-]+\.(?:toml|md|csv|json)")
_HOUR = 3600.0
_FROM: ContextVar[str] = ContextVar("editions come from", default=DEFAULT_DB_ALIAS)
_AHEAD: ContextVar[tuple[str, bytes] | None] = ContextVar("one to come", default=None)
_sure: set[tuple[str, str, str]] = set()
"""Database, folder and digest of those that are what their rows say."""


@contextlib.contextmanager
def taken_from(alias: str) -> Iterator[None]:
    """Editions are looked for in another database meanwhile: in a backup that is verified."""
    before = _FROM.set(alias)
    load.forget()  # of the same name there may be another, or none
    try:
        yield
    finally:
        _FROM.reset(before)
        load.forget()


@contextlib.contextmanager
def ahead(name: str, files: bytes) -> Iterator[None]:
    """Who asks here for an edition that is to come finds it meanwhile, by its name alone."""
    before = _AHEAD.set((name, files))
    try:
        yield
    finally:
        _AHEAD.reset(before)


def find(name: str) -> Path | None:
    """The folder of an edition, by the name of its variant; None where there is none."""
    if not NAME.fullmatch(name):
        return None
    if (to_come := _AHEAD.get()) is not None and to_come[0] == name:
        write(_home() / name, to_come[1], hashlib.sha256(to_come[1]).hexdigest())
        return _home() / name
    rows, place = Edition.objects.using(_FROM.get()).filter(name=name), _home() / name
    digest = rows.values_list("digest", flat=True).first()
    if digest is None:
        return None
    known = (_FROM.get(), str(place), digest)
    if known in _sure and place.is_dir():
        return place
    row = rows.first()
    if row is None:
        return None
    write(place, bytes(row.files), row.digest)
    _sure.add(known)
    return place


def tidy() -> None:
    """Throws away the folders of editions that are no more, and what was never whole."""
    for left in _home().glob(".*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _HOUR:
                shutil.rmtree(left)
    places = [each for each in _home().glob("studio_*") if NAME.fullmatch(each.name)]
    names = {each.name for each in places}
    there = set(Edition.objects.filter(name__in=names).values_list("name", flat=True))
    for place in places:
        if place.name not in there:
            shutil.rmtree(place, ignore_errors=True)


def _home() -> Path:
    return Path(settings.DATA_FOLDER) / "editions"


def write(place: Path, files: bytes, digest: str) -> None:
    """Writes the folder of an edition, whole or not at all; one that is right is left.

    Raises:
        ValueError: for files that are not those of the digest, or that are no data.
    """
    if hashlib.sha256(files).hexdigest() != digest:
        raise ValueError(f"the files of {place.name} are not what was published")
    content = unzipped(files)
    for name in content:
        if not _MAY.fullmatch(name):
            raise ValueError(f"{place.name} holds {name}, which is no data")
    if _held(place) == content:
        return
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".") as kept:
        whole = Path(kept) / place.name
        for name, data in content.items():
            file = whole / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        if place.is_dir():
            with contextlib.suppress(OSError):  # another process does the same in this moment
                os.replace(place, Path(kept) / "wrong")
        with contextlib.suppress(OSError):
            os.replace(whole, place)


def _held(place: Path) -> dict[str, bytes]:
    """The files of a folder; none where it is not there."""
    files = (each for each in place.rglob("*") if not each.is_dir())
    return {
        each.relative_to(place).as_posix(): each.read_bytes() if each.is_file() else b""
        for each in files
    }
