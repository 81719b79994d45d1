"""The standard game under its default options, as everything here takes it: made once."""

from __future__ import annotations

from functools import cache

from legation.board.position import Position
from legation.errors import InputError
from legation.kernel.codes import Lexicon, codes_of
from legation.kernel.tables import Board, board_of, refuse_options
from legation.rules.rulebook import Rulebook
from legation.sight.view import View
from legation.variants.load import load

VARIANT = "standard"


@cache
def book() -> Rulebook:
    """Its rules."""
    return load(VARIANT)


@cache
def board() -> Board:
    """Its map in numbers."""
    rules = book()
    ends = (rules.victory_centres, rules.calendar.last_year)
    return board_of(rules.graph, [power.name for power in rules.powers], ends)


@cache
def lexicon() -> Lexicon:
    """Its orders in numbers; made in a tenth of a second."""
    return codes_of(board())


def position_in(given: View | Position) -> Position:
    """The board of a View of the standard game, or a board itself.

    Raises:
        InputError: for a View of another game, or anything else.
        RefusedError: for one of other options.
    """
    if isinstance(given, Position):
        return given
    if not isinstance(given, View):
        raise InputError(
            f"this takes a View or its position, not {type(given).__name__}: legation.position(...)"
            " and game.view(...) are Views."
        )
    if given.variant != VARIANT:
        raise InputError(f"the arrays know the standard game alone, not {given.variant}.")
    refuse_options(given.options)
    return given.position
