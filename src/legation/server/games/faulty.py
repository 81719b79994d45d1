"""A game whose rules fail: its clock stands still until somebody lets it go on."""

from __future__ import annotations

import traceback
from contextlib import suppress
from pathlib import Path

from legation.errors import FileError, StateError
from legation.server.games import clock
from legation.server.games.models import Game
from legation.server.games.records import DamagedError, FaultyError
from legation.variants.faults import line_of
from legation.variants.load import rules_of

STANDS = "the rules of this variant fail. Who looks after the game was told; nothing is lost."
_ELSEWHERE = "legation_variant_"


def fault_of(error: Exception, game: Game) -> DamagedError | None:
    """What is wrong with a game, where an error came of its rules or its record."""
    if isinstance(error, DamagedError):
        return error
    if isinstance(error, OSError | MemoryError):  # of the machine, and over by the next look
        return None
    at = line_of(error)
    if at is not None:
        return FaultyError(game.slug, f"{type(error).__name__} at {at}")
    if isinstance(error, FileError):  # a step that returned no Work
        return FaultyError(game.slug, str(error))
    if not _is_foreign(game):
        return None
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}, line {last.lineno}"
    said = "did a hook give an answer of another kind?"
    return FaultyError(game.slug, f"{type(error).__name__} at {where} of Legation: {said}")


def stand_still(game: Game) -> None:
    """Stops the clock of a game that runs, and says so in its log."""
    with suppress(StateError):
        clock.pause(game=game, actor="", why=STANDS)


def _is_foreign(game: Game) -> bool:
    """Are the rules of a game those of a folder that does not come with Legation?"""
    return any(
        kind.__module__[: len(_ELSEWHERE)] == _ELSEWHERE for kind in rules_of(game.variant).__mro__
    )
