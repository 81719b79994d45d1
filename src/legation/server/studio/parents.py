"""What a draft takes over from the game whose rules it has, as long as it says nothing else."""

from __future__ import annotations

from typing import Any

from legation.documents.toml import Document
from legation.errors import LegationError
from legation.server.lobby.catalogue import card_of
from legation.variants.find import FILE, ancestry, folder
from legation.variants.load import load

_KEYS = ("victory", "calendar", "builds", "visibility", "kinds")


def parent_of(name: str) -> dict[str, Any]:
    """What its files say, each key as ``variant.toml`` has it, and its options."""
    if card_of(name) is None:
        return {"title": name, "options": []}
    try:
        book = load(name)
        said = [Document(each.joinpath(FILE)).data for each in ancestry(folder(name))]
    except LegationError:
        return {"title": name, "options": []}
    found = {key: next((each[key] for each in said if key in each), None) for key in _KEYS}
    options = [
        {
            "id": spec.id,
            "changes": spec.changes,
            "clause": spec.clause,
            "values": dict(spec.values),
            "default": book.options.chosen[spec.id],
        }
        for spec in book.option_specs
    ]
    return {"title": book.title, **found, "options": options}
