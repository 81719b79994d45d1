"""Pairs of games as the product compares them, and what is printed of each besides."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Iterator

from legation.cli.view import tell
from legation.table.game import Game
from legation.table.twins.outlets import MASTER, OUTLETS
from legation.table.twins.pairs import (
    ARCHIVE,
    SPECTATOR,
    Finding,
    Pair,
    arriving,
    everybody,
    leaked,
    really_differs,
    twin,
)
from legation.table.twins.pairs import look as look_at

__all__ = [
    "ARCHIVE",
    "MASTER",
    "SPECTATOR",
    "Finding",
    "Generator",
    "Pair",
    "arriving",
    "everybody",
    "leaked",
    "look",
    "really_differs",
    "twin",
]

Generator = Callable[[int], Iterator[Pair]]
"""The pairs of a seed."""


def look(pairs: Iterable[Pair], thorough: bool = False) -> Finding:
    """Compares pairs, and what ``legation view`` prints of them."""
    return look_at(pairs, thorough, {**OUTLETS, "the print": _printed})


def _printed(game: Game, viewer: str, whole: bool) -> str:
    del whole
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        tell(game.book, game.view(viewer))
    return out.getvalue()
