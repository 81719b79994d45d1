"""The terminal game's state: a game whose orders are all given by one person.

Everything that changes it can be taken back, a whole phase too: the records
of a game are frozen, so the earlier ones are simply kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from legation.board.notation import SheetOrder
from legation.board.orders import Order
from legation.cli import listing, show
from legation.errors import InputError, LegationError, OrderSyntaxError, StateError, meant
from legation.rules.rulebook import Rulebook
from legation.rules.standard import to_decide
from legation.rules.survey import Survey
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER
from legation.table.game import Game


class Sandbox:
    """A game in which one person orders for all powers.

    `power` is whose orders are being typed, empty where each order's place
    tells; `file` is where the game was saved or loaded last.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.power = ""
        self.file: Path | None = None
        self.done = False
        self._past: list[Game] = []

    @property
    def book(self) -> Rulebook:
        """The rules of the game."""
        return self.game.book

    @property
    def view(self) -> View:
        """All there is to see: who orders for everybody sees everything."""
        return self.game.view(GAME_MASTER)

    @property
    def prompt(self) -> str:
        """What stands before the line to type."""
        return f"{self.power}> " if self.power else "> "

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Keep the game as it was, for `undo`, if what follows changes it."""
        before = Game(self.game.record)
        yield
        if self.game.record != before.record:
            self._past.append(before)

    def undo(self) -> None:
        """Take the last change back.

        Raises:
            InputError: where there is none.
        """
        if not self._past:
            raise InputError("there is nothing to take back")
        self.game = self._past.pop()

    # Orders

    def write(self, line: str, commands: list[str]) -> bool:
        """Take a line of orders, or a power's name; was there nothing wrong with it?

        `commands` are words that may have been meant where the line is no order.
        """
        if self.game.over:
            raise StateError("the game is over; undo takes the last phase back, new starts again")
        book, phase = self.book, self.game.phase.kind
        text = f"{self.power}\n{line}" if self.power else line
        orders, errors = book.read_sheet(text, phase)
        if not orders and not errors:
            self.power = book.names.find_power(line.rstrip(": "))
            print(f"  The orders that follow are {self.power}'s; all ends that.")
            return True
        for error in errors:
            word = line.split()[0]
            hint = meant(word, commands) if isinstance(error.error, OrderSyntaxError) else ""
            show.say(f"{error.error}{hint if len(word) > 1 else ''}", 2, 4)
        fine = not errors
        with self.changing():
            for order in orders:
                try:
                    self._submit(order)
                except LegationError as refusal:
                    show.say(str(refusal), 2, 4)
                    fine = False
        return fine

    def orders_of(self, power: str) -> list[str]:
        """The orders of a power's sheet, in the plain form."""
        return [self._plain(text) for text in self._sheet(power)]

    def _sheet(self, power: str) -> tuple[str, ...]:
        sheet = self.view.sheets.get(power)
        return sheet.orders if sheet else ()

    def _plain(self, text: str) -> str:
        return self.book.write(self._read(text))

    def _read(self, text: str) -> Order:
        book = self.book
        return book.read(text, self.game.phase.kind)

    def _submit(self, written: SheetOrder) -> None:
        """Add an order to its power's sheet, in the place of an earlier one for its unit."""
        power = written.power or self._owner(written.order)
        before, had = self._sheet(power), power in self.view.sheets
        kept = [text for text in before if not _same_unit(self._read(text), written.order)]
        errors = self.game.submit(power, [*kept, written.text])
        if not errors:
            print(f"  {power}: {self.orders_of(power)[-1]}")
            return
        if had:
            self.game.submit(power, before)  # what stood before still stands
        else:
            self.game.clear(power)
        hint = ""
        owner = self._standing(written.order)
        if owner not in ("", power):
            adjective = self.book.power(owner).adjective
            hint = f' The unit is {adjective}; type "{owner}" first, or "all".'
        raise InputError(f"{errors[0].error}{hint}")

    def _owner(self, order: Order) -> str:
        """Whose order it is, when no power is named: its unit's owner's.

        Raises:
            InputError: where nothing tells.
        """
        position = self.view.position
        if order.unit is None:
            deciding = to_decide(Survey(self.book, position))
            if len(deciding) == 1:
                return deciding[0]
            named = " or ".join(f'"{power}: {order}"' for power in deciding[:2])
            raise InputError(f"say whose order it is: {named or 'nobody has anything to build'}")
        owner = self._standing(order)
        if not owner and order.verb == "build":
            owner = position.owners.get(order.unit.province, "")
        if not owner:
            listing.choices_at(self.book, position, order.unit.place)  # says why there is nothing
            example = self.book.powers[0].name
            raise InputError(f'{order}: name the power first, as in "{example}: {order}"')
        return owner

    def _standing(self, order: Order) -> str:
        """The owner of the only unit where the order's unit should be."""
        if order.unit is None:
            return ""
        units = listing.units_at(self.view.position, order.unit.province)
        owners = {unit.power for unit in units}
        return owners.pop() if len(owners) == 1 else ""


def _same_unit(one: Order, other: Order) -> bool:
    if one.unit is None or other.unit is None:
        return False
    return (one.unit.province, one.unit.number) == (other.unit.province, other.unit.number)
