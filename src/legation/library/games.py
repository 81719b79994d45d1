"""A whole game: `table.Game`, with what a program wants of it beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from os import PathLike

from legation.board.notation import SheetError
from legation.board.orders import Order
from legation.errors import StateError
from legation.library.boards import Option, legal_orders, options_of, text_of
from legation.library.pictures import draw
from legation.library.reasons import Explanation, Result, explain, results
from legation.sight.viewer import SPECTATOR, Viewer
from legation.table import game as table
from legation.table.record import RESOLUTION
from legation.table.saving import save


class Game(table.Game):
    """One game of a variant, at the phase where it stands; it knows all, and is the host's.

    What leaves it towards a player is a View (`view`), or made of one. Make one
    with `legation.game`, or `legation.load`.
    """

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Another process, and a copy, get what a file would hold."""
        return read, (save.dump(self),)

    @property
    def powers(self) -> list[str]:
        """The powers that have a player, in the order of the rules."""
        return [power.name for power in self.book.powers]

    def submit(
        self, power: str, orders: str | Sequence[str | Order], settled: bool = False
    ) -> list[SheetError]:
        """Replaces a power's sheet for this phase; what is wrong comes back (STD-ORD).

        A sheet is a text, an order a line, or a list of orders. Every good order
        stands. `settled`: the power will not change it any more.

        Raises:
            NameUnknownError: for a power that does not exist.
            InputError: for a sheet that is neither.
            StateError: when the power is in civil disorder, or its sheet sealed.
        """
        if not isinstance(orders, str):
            if not isinstance(orders, list | tuple):
                text_of(orders, "a sheet, where it is no list of orders,")
            for order in orders:
                if not isinstance(order, Order):
                    text_of(order, "an order")
        return super().submit(text_of(power, "a power's name"), orders, settled)

    def results(self, viewer: Viewer | str = SPECTATOR) -> list[Result]:
        """What came of the orders of the phase before, as a viewer was told; see `results`."""
        return results(self.view(viewer))

    def legal_orders(self, power: str) -> dict[str, list[str]]:
        """What a power may order, on the board as it knows it; see `legation.legal_orders`.

        Raises:
            NameUnknownError: for a power that does not exist.
        """
        return legal_orders(self.view(text_of(power, "a power's name")), power)

    def explain(self, what: Result | str, viewer: Viewer | str = SPECTATOR) -> Explanation:
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
    chosen = options_of(options, ("seed", "name", "variant"))
    if seed is not None:
        text_of(seed, "a seed")
    return Game.new(text_of(variant, "a variant's name"), chosen, seed, text_of(name, "a name"))


def read(text: str) -> Game:
    """The game that the text of a save holds."""
    return Game(save.read(text).record)


def load(path: str | PathLike[str]) -> Game:
    """The game that a file holds; see `Game.load`."""
    return Game.load(path)
