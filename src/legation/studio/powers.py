"""Colours and marks for powers of which nobody has chosen any."""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = (
    *("#c8402f", "#2b4a8b", "#5aa7d6", "#4a4a4a", "#3d8b4f", "#b9a5d6", "#d9b13b"),
    *("#8e3b8c", "#d9702b", "#7a5230", "#d6729f", "#2f7f7a"),
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def marks(names: Sequence[str], given: Sequence[str] = ()) -> list[str]:
    """Two letters for each power, no two alike; those that are `given` stay."""
    chosen: list[str] = [mark if len(mark) == 2 else "" for mark in given] or [""] * len(names)
    for at, name in enumerate(names):
        if not chosen[at]:
            letters = [letter for letter in name.upper() if letter.isalpha()] or ["X"]
            wanted = [letters[0] + other for other in [*letters[1:], *_LETTERS]]
            wanted += [one + other for one in _LETTERS for other in _LETTERS]
            chosen[at] = next(mark for mark in wanted if mark not in chosen)
    return chosen
