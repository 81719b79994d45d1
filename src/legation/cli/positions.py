"""What a file holds: a saved game, or the position of one or of a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legation.board.position import Position
from legation.cli.casefiles import existing, is_saved_game, one_case
from legation.errors import FileError
from legation.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from legation.table.game import Game


def game_of(name: str) -> Game:
    """The saved game in a file.

    Raises:
        FileError: for a file that is none.
    """
    from legation.table.save import load

    path = existing(name)
    if path.is_dir():
        raise FileError(name, "it is a folder; name a saved game")
    return load(path)


def position_of(name: str, case: str = "", viewer: str = "") -> tuple[Rulebook, Position]:
    """The rulebook and the position of a file; that of a saved game as a viewer knows it.

    Raises:
        FileError: for a file that is neither a case nor a saved game.
    """
    path = existing(name)
    if is_saved_game(path):
        game = game_of(name)
        return game.book, game.view(viewer or "spectator").position
    if viewer:
        raise FileError(name, "this is a case, whose board everybody knows; leave --as out")
    found = one_case(name, case)
    return found.book, found.truth.position
