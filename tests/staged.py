"""Games that begin on a board made for a test, and the one line that is refused there."""

from __future__ import annotations

from legation.table.game import Game

SEED = "0123456789abcdef0123456789abcdef"
Units = dict[str, list[str]]


def stage(variant: str, units: Units, **options: str) -> Game:
    """A game in its first movement with these units alone, ``A Ven`` or ``A Ven 2000``."""
    game = Game.new(variant, options, SEED)
    for unit in game.view("gm").position.units:
        game.remove_unit(f"{unit.power} {unit.kind} {unit.place}")
    for power, own in units.items():
        for words in own:
            kind, _, place = words.partition(" ")
            game.set_unit(power, kind, place)
    return game


def refused(game: Game, power: str, line: str) -> str:
    """The one line with which an order is refused."""
    (found,) = [error for error in game.submit(power, [line]) if error.line == 1]
    return str(found.error)
