"""A whole game: `table.Game`, with what a program wants of it beside."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike

from legation.errors import StateError
from legation.library.boards import Option, legal_orders, options_of
from legation.library.pictures import draw
from legation.library.reasons import Explanation, explain
from legation.sight.viewer import SPECTATOR, Viewer
from legation.table import game as table
from legation.table.record import RESOLUTION
from legation.table.saving import save


class Game(table.Game):
    """One game of a variant, at the phase where it stands; it knows all, and is the host's.

    What leaves it towards a player is a View (`view`), or made of one. Make one
    with `legation.game`, or `legation.load`.
    """

    def legal_orders(self, power: str) -> dict[str, list[str]]:
        """What a power may order, on the board as it knows it; see `legation.legal_orders`.

        Raises:
            NameUnknownError: for a power that does not exist.
        """
        return legal_orders(self.view(power), power)

    def explain(self, what: str, viewer: Viewer | str = SPECTATOR) -> Explanation:
        """Why an order of the phase before came out so, as a viewer was told of it.

        `what` is an order, a unit or its place.

        Raises:
            InputError: where nothing that he was told of is meant.
        """
        return explain(self.view(viewer), what)

    def draw(self, path: str | PathLike[str] = "", viewer: Viewer | str = SPECTATOR) -> str:
        """The board as a viewer knows it, with his own orders, as SVG; see `legation.draw`."""
        return draw(self.view(viewer), path=path)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the whole game, secrets included, to a file: all of it, or nothing changes.

        Raises:
            FileError: where the file cannot be written.
        """
        save.write(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Game:
        """The game that a file holds, packed (``.gz``) or not.

        Raises:
            FileError: where it is no saved game, or was changed; NewerError where a
                newer version wrote it, TruncatedError where it stops in the middle.
        """
        return cls(save.load(path).record)

    def undo(self) -> None:
        """Takes the last `advance` back: the phase before is open, its sheets as they were.

        For programs that search. Nobody is told of it, nor does the record keep
        it: a game with people in it goes back by `rollback`.

        Raises:
            StateError: where the phase did not come by `advance`.
        """
        *before, here = self.record.phases
        if not before or here.begins != RESOLUTION:
            raise StateError("there is no phase to take back: this one did not come of another.")
        last = before[-1]
        again = replace(last, told=last.told[:-1], resolved_by=None)
        self._keep(replace(self.record, phases=(*before[:-1], again)))


def game(
    variant: str = "standard", *, seed: str | None = None, name: str = "", **options: Option
) -> Game:
    """A new game of a variant, before its first phase.

    `seed` is 128 bits as 32 hexadecimal digits; without one it is drawn.
    Options are keywords: ``legation.game("standard", multi_route="every")``.

    Raises:
        NameUnknownError: for a variant that does not exist.
        OptionError: for an option or value that it does not have.
        InputError: for a seed that is none.
    """
    return Game(Game.new(variant, options_of(options), seed, name).record)


def load(path: str | PathLike[str]) -> Game:
    """The game that a file holds; see `Game.load`."""
    return Game.load(path)
