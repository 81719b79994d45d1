"""The games that a draft may have as its parent: those of the shelf that are without code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable

from legation.errors import LegationError
from legation.variants.find import PATH, ancestry, folders

HOOKS = "hooks.py"


def parents() -> tuple[str, ...]:
    """Their names."""
    return tuple(name for name, (_, plain) in _games(os.environ.get(PATH, "")).items() if plain)


def games() -> Mapping[str, Traversable]:
    """Name → folder of every game of the shelf, those with code among them."""
    return {name: place for name, (place, _) in _games(os.environ.get(PATH, "")).items()}


@lru_cache(maxsize=4)
def _games(_: str) -> Mapping[str, tuple[Traversable, bool]]:
    return {name: (place, _plain(place)) for name, place in folders(maps=True).items()}


def _plain(place: Traversable) -> bool:
    try:
        return not any(has_code(each) for each in ancestry(place))
    except LegationError:
        return False


def has_code(place: Traversable) -> bool:
    """Has the folder of a variant a module of its own?"""
    return place.joinpath(HOOKS).is_file()
