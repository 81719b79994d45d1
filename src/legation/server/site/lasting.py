"""Pages of parts: of long ones that later pages have as well, packed once, and known by a mark.

Where a part comes a page has a place in its stead until it goes out, so that
nothing of a lasting one is copied, hashed or packed again. A place is named by
what is drawn when the process starts and is told to nobody, so that no text of
anybody's can pass for one.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import pack

from django.http import HttpResponse
from django.utils.safestring import SafeString, mark_safe
from isal import isal_zlib

LEVEL = 3
"""Of ISA-L: as small as by zlib."""

_NAME = secrets.token_hex(16)
_PLACE = re.compile(rb"<!--%b-(\d)-->" % _NAME.encode())
_RAW = -15  # a stream without a head
_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # gzip, of no time and no system


@dataclass(frozen=True, slots=True)
class Lasting:
    """A part: as it is, packed so that anything may come before it and after it, and its mark."""

    plain: bytes
    packed: bytes
    mark: bytes

    @property
    def size(self) -> int:
        """How many letters are kept of it."""
        return len(self.plain) + len(self.packed)


def lasting(text: str) -> Lasting:
    """A part of this text."""
    plain = text.encode()
    return Lasting(plain, _packed(plain), sha256(plain).digest())


def place(number: int) -> SafeString:
    """Where the part of this number, from 0 to 9, comes."""
    return mark_safe(f"<!--{_NAME}-{number}-->")  # of letters that are drawn


def has(answer: HttpResponse, parts: Sequence[bytes | Lasting]) -> HttpResponse:
    """An answer in which these parts have places, each the place of its number."""
    answer.lasting = parts  # type: ignore[attr-defined]  # of ours
    return answer


def in_places(text: bytes) -> dict[int, bytes]:
    """What comes after each place, up to the next."""
    _, *found = _PLACE.split(text)
    return dict(zip(map(int, found[::2]), found[1::2], strict=True))


def pieces(answer: HttpResponse) -> Iterator[bytes | Lasting]:
    """An answer from its beginning to its end: what is its own, and the parts that last."""
    parts: Sequence[bytes | Lasting] = getattr(answer, "lasting", ())
    if not parts:
        yield answer.content
        return
    own = []
    for number, text in enumerate(_PLACE.split(answer.content)):
        piece = parts[int(text)] if number % 2 else text
        if isinstance(piece, bytes):
            own.append(piece)
            continue
        yield b"".join(own)
        yield piece
        own.clear()
    yield b"".join(own)


def whole(answer: HttpResponse) -> bytes:
    """An answer with its parts in their places."""
    return b"".join(p.plain if isinstance(p, Lasting) else p for p in pieces(answer))


def packed(answer: HttpResponse) -> bytes:
    """The same by gzip."""
    stream, crc, size = [_HEAD], 0, 0
    for piece in pieces(answer):
        plain = piece.plain if isinstance(piece, Lasting) else piece
        stream.append(piece.packed if isinstance(piece, Lasting) else _packed(piece))
        crc, size = isal_zlib.crc32(plain, crc), size + len(plain)
    return b"".join((*stream, _packed(b"", last=True), pack("<II", crc, size & 0xFFFFFFFF)))


def _packed(plain: bytes, *, last: bool = False) -> bytes:
    """A stretch of a stream, whole in itself."""
    packing = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, _RAW)
    begun: bytes = packing.compress(plain)
    return begun + packing.flush(isal_zlib.Z_FINISH if last else isal_zlib.Z_FULL_FLUSH)
