"""Moves as the judges wrote them: ``ank-mv: con arm``, of armies, of fleets, of a coast's fleets.

Realpolitik keeps them line by line, jDip as elements of XML.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from legation.atlas.foreign.found import COASTS, Raw
from legation.board.graph import ARMY, FLEET
from legation.errors import FileError, meant

TYPES = ("mv", "xc", *COASTS, "mx")
_END = re.compile(r"([^\s/(\-]+)(?:[/(\-](nc|ec|sc|wc)\)?)?(/hx)?")


def judged(
    raw: Raw, code: str, kind: str, ends: str, line: int, aliases: Mapping[str, str]
) -> None:
    """Add the moves of one place and one sort; `aliases` are other codes of places.

    Raises:
        FileError: for a sort of move or a goal that makes no sense.
    """
    if kind not in TYPES:
        known = ", ".join(TYPES)
        said = f'"{kind}" is no sort of move; there are {known}.{meant(kind, TYPES)}'
        raise FileError(raw.path, said, line)
    start = f"{code}/{kind}" if kind in COASTS else code
    unit = ARMY if kind in ("mv", "mx") else FLEET
    for word in ends.lower().split():
        end = _END.fullmatch(word)
        if end is None:
            raise FileError(raw.path, f'"{word}" names no place', line)
        coast = f"/{end[2]}" if end[2] and unit == FLEET else ""
        raw.move(unit, start, f"{aliases.get(end[1], end[1])}{coast}", line)
    if kind == "mx":
        _note(raw, "Some moves have one support less in the file; here they are as others.")


def _note(raw: Raw, said: str) -> None:
    if said not in raw.notes:
        raw.notes.append(said)
