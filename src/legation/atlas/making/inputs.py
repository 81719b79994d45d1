"""The files that a board is made from, and their digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from legation.atlas.making.recipe import BORDERS as FROM_BORDERS
from legation.atlas.making.recipe import PICTURE, read_recipe
from legation.board.mapfile import BORDERS, PROVINCES
from legation.documents.packed import member, unpacked
from legation.variants.find import ancestry, folder, map_in

Folder = Path | Traversable
COAST = "coast.json"
WORLD = "world.json.gz"


def map_folders(name: str) -> list[Folder]:
    """The folders of the maps of a variant, its parent, and so on."""
    return [map_in(place) for place in ancestry(folder(name))]


def own_coast(place: Folder, parents: Sequence[Folder]) -> Folder:
    """The coast of the map in a folder: its own, else its parents', else the world's."""
    for each in (place, *parents):
        file = member(each, COAST)
        if file.is_file():
            return file
    return files("legation.atlas").joinpath("data").joinpath(WORLD)


def digest(place: Folder, parents: Sequence[Folder]) -> str:
    """A digest of everything that the board in a folder is made from."""
    coast = read_recipe(place).coast
    made_from = [member(place, name) for name in (PROVINCES, BORDERS, PICTURE)]
    if coast.drawn != FROM_BORDERS:
        river = coast.river
        made_from.append(member(place, river) if river else own_coast(place, parents))
    total = hashlib.sha256()
    for file in made_from:
        data = file.read_bytes()
        if file.name != WORLD:  # which is ours, and never other than packed
            data = unpacked(data, str(file))
        total.update(hashlib.sha256(data).digest())
    return total.hexdigest()[:16]
