"""The position in a file: a case's, or where a saved game stands."""

from __future__ import annotations

from legation.board.position import Position
from legation.cli.casefiles import existing, is_saved_game, one_case
from legation.rules.rulebook import Rulebook


def position_of(name: str, case: str = "") -> tuple[Rulebook, Position]:
    """The rulebook and the position of a file.

    Raises:
        FileError: for a file that is neither a case nor a saved game.
    """
    path = existing(name)
    if is_saved_game(path):
        from legation.sight.viewer import SPECTATOR
        from legation.table.save import load

        game = load(path)
        return game.book, game.view(SPECTATOR).position
    found = one_case(name, case)
    return found.book, found.truth.position
