"""Editions on the shelf: the engine asks for one by its name, and is given a folder.

The rows hold the files. A folder is written from its row when it is first asked
for, on each machine for itself, and by its digest: it is whole, or not there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from legation.server.studio.models import Edition
from legation.server.studio.packing import unzipped

NAME = re.compile(r"studio_[0-9a-f]{12}")
_MAY = re.compile(r"(?:map/)?[a-z-]+\.(?:toml|md|csv|json)")
_FROM: ContextVar[str] = ContextVar("editions come from", default=DEFAULT_DB_ALIAS)


@contextlib.contextmanager
def taken_from(alias: str) -> Iterator[None]:
    """Editions are looked for in another database meanwhile: in a backup that is verified."""
    before = _FROM.set(alias)
    try:
        yield
    finally:
        _FROM.reset(before)


def find(name: str) -> Path | None:
    """The folder of an edition, by the name of its variant; None where there is none."""
    if not NAME.fullmatch(name):
        return None
    place = _home() / name
    if place.is_dir():
        return place
    row = Edition.objects.using(_FROM.get()).filter(name=name).first()
    if row is None:
        return None
    write(place, bytes(row.files), row.digest)
    return place


def tidy() -> None:
    """Throws away the folders of editions that are no more."""
    places = [each for each in _home().glob("studio_*") if NAME.fullmatch(each.name)]
    names = {each.name for each in places}
    there = set(Edition.objects.filter(name__in=names).values_list("name", flat=True))
    for place in places:
        if place.name not in there:
            shutil.rmtree(place, ignore_errors=True)


def _home() -> Path:
    return Path(settings.DATA_FOLDER) / "editions"


def write(place: Path, files: bytes, digest: str) -> None:
    """Writes the folder of an edition, whole or not at all.

    Raises:
        ValueError: for files that are not those of the digest, or that are no data.
    """
    if hashlib.sha256(files).hexdigest() != digest:
        raise ValueError(f"the files of {place.name} are not what was published")
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".") as kept:
        whole = Path(kept) / place.name
        for name, data in unzipped(files).items():
            if not _MAY.fullmatch(name):
                raise ValueError(f"{place.name} holds {name}, which is no data")
            file = whole / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        with contextlib.suppress(OSError):  # another process wrote the same in this moment
            os.replace(whole, place)
