"""Documents as they are kept, and files as one zip: the same bytes for the same contents."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping

from legation.studio import document as documents
from legation.studio.document import Document

_MOMENT = (1980, 1, 1, 0, 0, 0)  # the first that a zip can say


def packed(document: Document) -> bytes:
    """A document as it is kept."""
    return zlib.compress(documents.packed(document), 6)


def unpacked(data: bytes | memoryview) -> Document:
    """The document that is kept."""
    return documents.kept(zlib.decompress(bytes(data)))


def zipped(files: Mapping[str, bytes], folder: str) -> bytes:
    """Files as a zip, all of them in one folder."""
    return gathered(((name, files[name]) for name in sorted(files)), folder)


def gathered(files: Iterable[tuple[str, bytes]], folder: str) -> bytes:
    """The same of files that are made one after the other: no two are held at a time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            info = zipfile.ZipInfo(f"{folder}/{name}", _MOMENT)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, data)
    return made.getvalue()


def unzipped(data: bytes | memoryview) -> dict[str, bytes]:
    """The files of a zip that `zipped` made, without their folder."""
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
