"""What of a thread a page shows already, and what is to be added to it.

A page names what it shows by a mark, made of the messages up to the last of them: those
that its reader might read then, and of nothing else. While he may read the same of them,
what came after is all that he needs. Where he may not, because he has blocked somebody
or does so no more, the mark fits nothing, and he is sent the whole anew, as he is for
one that never was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

_LETTERS = 20


def marks(codes: Iterable[str]) -> Iterator[str]:
    """For each message of a thread, the oldest first, the mark of who has read up to it."""
    so_far = sha256()
    for code in codes:
        so_far.update(code.encode())
        yield so_far.hexdigest()[:_LETTERS]


def mark(codes: Iterable[str]) -> str:
    """The mark of all of these; empty where there are none."""
    *_, last = ("", *marks(codes))
    return last


def counted(codes: Iterable[str], named: str) -> int:
    """How many of these a page shows that names this mark; none where it fits none."""
    found = (number for number, each in enumerate(marks(codes), 1) if each == named)
    return next(found, 0)
