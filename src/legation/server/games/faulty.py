"""A game whose rules fail: its clock stands still until somebody lets it go on."""

from __future__ import annotations

from contextlib import suppress

from legation.errors import FileError, StateError
from legation.server.games import clock
from legation.server.games.models import Game
from legation.server.games.pledges import OldFilesError
from legation.server.games.records import DamagedError, FaultyError
from legation.variants.faults import is_foreign, led_to, line_of
from legation.variants.load import rules_of

STANDS = "the rules of this variant fail. Who looks after the game was told; nothing is lost."


def fault_of(error: Exception, game: Game) -> DamagedError | None:
    """What is wrong with a game, where an error came of its rules or its record."""
    if isinstance(error, DamagedError):
        return error
    if isinstance(error, OSError | MemoryError | OldFilesError):  # of the machine, not of the game
        return None
    if isinstance(error, FileError):  # an answer of another kind
        return FaultyError(game.slug, str(error))
    at = line_of(error)
    if at is not None:
        return FaultyError(game.slug, f"{type(error).__name__} at {at}")
    foreign = is_foreign(rules_of(game.variant))
    return FaultyError(game.slug, led_to(error)) if foreign else None


def stand_still(game: Game) -> None:
    """Stops the clock of a game that runs, and says so in its log."""
    with suppress(StateError):
        clock.pause(game=game, actor="", why=STANDS)
