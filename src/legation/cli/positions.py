"""What a file holds: a saved game, or the position of one or of a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legation.board.position import Position
from legation.cli.casefiles import existing, is_saved_game, one_case
from legation.errors import FileError, LegationError, NameUnknownError
from legation.rules.rulebook import Rulebook
from legation.sight.viewer import Viewer, find_viewer, power_viewer

if TYPE_CHECKING:
    from legation.table.game import Game


def game_of(name: str) -> Game:
    """The saved game in a file.

    Raises:
        FileError: for a file that is none.
    """
    from legation.table.saving.save import load

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
        return game.book, game.view(viewer_of(game.book, viewer or "spectator")).position
    if viewer:
        raise FileError(name, "this is a case, whose board everybody knows; leave --as out")
    chosen = one_case(name, case)
    return chosen.book, chosen.truth.position


def power_of(book: Rulebook, text: str) -> str:
    """The power, one with a player, that a text names: by its mark too, as ``TG``.

    Raises:
        NameUnknownError: where it names none.
    """
    return _marked(book, text) or book.names.find_power(text)


def viewer_of(book: Rulebook, text: str) -> Viewer:
    """The viewer that a text names, a power by its mark too.

    Raises:
        NameUnknownError: where it names none.
    """
    marked = _marked(book, text)
    return power_viewer(marked) if marked else find_viewer(book, text)


def _marked(book: Rulebook, text: str) -> str:
    """The power with this mark, unless the text is the name of one."""
    try:
        book.names.find_nation(text)
    except NameUnknownError:
        return next((p.name for p in book.powers if p.mark == text.strip().upper()), "")
    except LegationError:
        pass  # the beginning of several names
    return ""
