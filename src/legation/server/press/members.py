"""Who a thread is among, and how that is written in its address.

``public`` and ``grey`` are for all; ``1-4`` are the first and the fourth power
of the variant, ``1-gm`` the first and the game master. The same members have
the same key, so that a key says nothing of whether anything was written.
"""

from __future__ import annotations

from collections.abc import Iterable

from legation.rules.rulebook import Rulebook
from legation.server.games.models import MASTER

PUBLIC, GREY = "public", "grey"
MASTER_SAID = "Game master"


def key_of(book: Rulebook, members: Iterable[str]) -> str:
    """The key of the thread among powers, and perhaps the game master.

    Raises:
        KeyError: for a member that is no power of the game.
    """
    places = {power.name: at for at, power in enumerate(book.powers, 1)}
    named = set(members)
    numbers = sorted(places[name] for name in named - {MASTER})
    return "-".join([*map(str, numbers), *([MASTER] if MASTER in named else [])])


def members_of(book: Rulebook, key: str) -> tuple[str, ...]:
    """The members that a key names, none where it is no key of a thread among some."""
    powers = [power.name for power in book.powers]
    members: list[str] = []
    for part in key.split("-")[: len(powers) + 2]:
        if part == MASTER:
            members.append(MASTER)
        elif part.isascii() and part.isdecimal() and 0 < int(part[:4]) <= len(powers):
            members.append(powers[int(part[:4]) - 1])
    if len(members) < 2 or key_of(book, members) != key:
        return ()
    return tuple(members)


def said(member: str) -> str:
    """A member as pages call it."""
    return MASTER_SAID if member == MASTER else member


def title_of(book: Rulebook, key: str, reader: str) -> str:
    """What a thread is called by one of its members."""
    if key == PUBLIC:
        return "To all"
    if key == GREY:
        return "Unsigned, to all"
    others = [said(m) for m in members_of(book, key) if m != reader]
    return f"{', '.join(others[:-1])} and {others[-1]}" if len(others) > 1 else "".join(others)
