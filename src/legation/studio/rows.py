"""A fault of a table → the row of the draft that it is about."""

from __future__ import annotations

from typing import Any

import msgspec

from legation.board.graph import OwnKind
from legation.board.mapfile import ALIASES, BORDERS, PROVINCES, SETUP, MapProblem
from legation.studio.document import Document
from legation.variants.file import Sort

SECTIONS = {PROVINCES: "places", BORDERS: "borders", SETUP: "setup"}


def own_kinds(draft: Document) -> tuple[OwnKind, ...]:
    """The kinds of unit that a draft declares."""
    return tuple(msgspec.convert(each, Sort).kind() for each in draft.declared.get("kinds", ()))


def of_table(draft: Document, problem: MapProblem) -> dict[str, Any]:
    """A problem of a table with its row (from 0; the heading is line 1) and its places."""
    section, row = SECTIONS.get(problem.file, "places"), problem.row - 2
    if problem.file == ALIASES:
        owners = [at for at, place in enumerate(draft.places) for _ in place.aliases]
        row = owners[row] if 0 <= row < len(owners) else -1
    where: dict[str, Any] = {"section": section}
    places: list[str] = []
    if 0 <= row < len(getattr(draft, section)):
        where["row"] = row
        cells = getattr(draft, section)[row]
        places = [
            str(getattr(cells, key)) for key in ("code", "a", "b", "place") if hasattr(cells, key)
        ]
    return {"text": problem.message, "where": where, "places": places, "at": None}
