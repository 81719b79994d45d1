"""The terminal game's state: a game whose orders are all given at one keyboard.

One person orders for everybody at the open table; or somebody sits as one
power, and then sees its View, orders for it alone, and learns nothing of the
others' sheets. Everything that changes the game can be taken back: the records
of a game are frozen, so the earlier ones are simply kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from legation.board.calendar import ADJUSTMENT, MOVEMENT
from legation.board.notation import SheetOrder
from legation.board.orders import Order
from legation.cli import show
from legation.cli.terminal import listing
from legation.errors import InputError, LegationError, OrderSyntaxError, StateError, meant
from legation.rules.adjust import to_decide
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey, survey_of
from legation.sight.view import Sheet, View
from legation.sight.viewer import GAME_MASTER, Viewer, power_viewer
from legation.table.game import Game
from legation.table.record import Record
from legation.table.sheets import read_sheet, replaces


class Sandbox:
    """A game at one keyboard.

    `seat` is the power that somebody sits as, empty at the open table. `power`
    is whose orders are being typed there, empty where each order's place
    tells; `file` is where the game was saved or loaded last.
    """

    def __init__(self, game: Game, seat: str = "") -> None:
        self.game = game
        self.seat = seat
        self.power = ""
        self.file: Path | None = None
        self.done = False
        self._warned: tuple[str, Record] | None = None
        self._past: list[Game] = []
        self._floor = 0

    @property
    def book(self) -> Rulebook:
        """The rules of the game."""
        return self.game.book

    @property
    def viewer(self) -> Viewer:
        """Who looks: the power that somebody sits as; at the open table all is seen."""
        return power_viewer(self.seat) if self.seat else GAME_MASTER

    @property
    def view(self) -> View:
        """All there is to see for who looks."""
        return self.game.view(self.viewer)

    @property
    def prompt(self) -> str:
        """What stands before the line to type."""
        if self.seat:
            return f"{self.seat} alone> "
        return f"{self.power}> " if self.power else "> "

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Keep the game as it was, for `undo`, if what follows changes it."""
        before = Game(self.game.record)
        yield
        if self.game.record != before.record:
            self._past.append(before)

    def sit(self, power: str) -> None:
        """Somebody sits down as a power; with none, the table is open again."""
        self.seat = power
        self.power = ""
        self.keep_past()

    def leaving(self) -> list[str]:
        """What the sheet of who leaves his seat lacks; asked again of the same sheet, nothing."""
        lacking = self.lacking(self.seat) if self.seat and not self.game.over else []
        asked = (self.seat, self.game.record)
        if not lacking or not self.orders_of(self.seat) or self._warned == asked:
            return []
        self._warned = asked
        return lacking

    def keep_past(self) -> None:
        """Who sits as a power takes nothing back from before this moment."""
        self._floor = len(self._past)

    def undo(self) -> None:
        """Take the last change back; who sits as a power takes back his own only.

        Raises:
            InputError: where there is none.
        """
        if self.seat and len(self._past) <= self._floor:
            raise InputError(
                "there is nothing of yours to take back; sit everybody opens the table,"
                " and then a phase can be taken back too"
            )
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
        heading = self.seat or self.power
        orders, errors = book.read_sheet(f"{heading}\n{line}" if heading else line, phase)
        if not orders and not errors:
            self._head(line)
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

    def _head(self, line: str) -> None:
        """A power's name alone: the orders that follow are its."""
        power = self.book.names.find_nation(line.rstrip(": "))
        if power not in self.book.master_powers:
            power = self.book.names.find_power(line.rstrip(": "))
        if self.seat and power != self.seat:
            raise InputError(self._not_yours())
        self.power = "" if self.seat else power
        print(f"  The orders that follow are for {power}; all ends that.")

    def _not_yours(self) -> str:
        return (
            f"you sit as {self.seat}, and order for that power alone;"
            " sit and another power's name changes seats"
        )

    def orders_of(self, power: str) -> list[str]:
        """The orders of a power's sheet, in the plain form."""
        return [self._plain(text) for text in self._sheet(power).orders]

    def lacking(self, power: str) -> list[str]:
        """What a power's sheet as a whole lacks before it could be settled."""
        if not self.may_order(power):
            return []
        orders = self._sheet(power).orders
        reading = read_sheet(self._survey(power), power, list(orders))
        return [str(error.error) for error in reading.errors if not error.line]

    def may_order(self, power: str) -> bool:
        """May its sheet still be changed in this phase?"""
        view = self.game.view(self._hand(power))
        if power in self.book.master_powers:
            sealed = power in view.sheets and view.sheets[power].settled
            return view.phase.kind == MOVEMENT and not sealed
        return power not in view.disorder

    def survey(self) -> Survey:
        """The board as who looks knows it."""
        return survey_of(self.book, self.view.position)

    def _survey(self, power: str) -> Survey:
        return survey_of(self.book, self.game.view(self._hand(power)).position)

    def _hand(self, power: str) -> Viewer:
        """Who writes the sheet of a power: its player, or the game master."""
        return GAME_MASTER if power in self.book.master_powers else power_viewer(power)

    def _sheet(self, power: str) -> Sheet:
        """A sheet, as who writes it sees it: the game master may have to be blind to others."""
        return self.game.view(self._hand(power)).sheets.get(power, Sheet())

    def _plain(self, text: str) -> str:
        return self.book.write(self._read(text))

    def _read(self, text: str) -> Order:
        return self.book.read(text, self.game.phase.kind)

    def _submit(self, written: SheetOrder) -> None:
        """Add an order to its power's sheet, in the place of an earlier one that it replaces."""
        power = written.power or self._owner(written.order)
        if self.seat and power != self.seat:
            raise InputError(self._not_yours())
        before = self._sheet(power)
        kept = [t for t in before.orders if not replaces(self.book, written.order, self._read(t))]
        given = Game(self.game.record)
        errors = [e for e in self.game.submit(power, [*kept, written.text]) if e.line]
        if not errors:
            self._tell_taken(power, written.order)
            return
        self.game = given  # what stood before still stands
        hint = self._whose(written, power) or self._too_many(written, power, kept)
        raise InputError(f"{errors[0].error}{hint}")

    def _too_many(self, written: SheetOrder, power: str, kept: Sequence[str]) -> str:
        """How to take an order back, where one more than is due was given."""
        if self.game.phase.kind != ADJUSTMENT or not kept:
            return ""
        if read_sheet(self._survey(power), power, [written.text]).errors:
            return ""
        return f" undo takes back the last line, clear {power} all orders of {power}."

    def _tell_taken(self, power: str, order: Order) -> None:
        orders = self.orders_of(power)
        print(f"  {power}: {orders[-1]}")
        survey = self._survey(power)
        if self.book.ranked_retreats and order.verb == "retreat" and not order.extra:
            lost = survey.dislodged_at.get(order.unit.province) if order.unit else None
            more = next((r for r in lost.retreats if r != order.goal), "") if lost else ""
            if more:
                written = self.book.write(order)
                show.say(
                    f"It may name further choices, should that one fail: {written} or {more}", 4, 6
                )
        if len(orders) >= len(survey.position.of(power)):  # he has said all, it seems
            for lack in self.lacking(power):
                show.say(f"Still lacking: {lack}", 2, 4)

    def _whose(self, written: SheetOrder, power: str) -> str:
        """A hint where another power's unit could do this. Who sits as one gets none."""
        order = written.order
        owner = "" if self.seat else self._standing(order)
        if owner in ("", power) or not self.book.order_types[order.verb].orders_own:
            return ""
        adjective = self.book.power(owner).adjective
        if owner not in self.book.players:
            return f" The unit is {adjective}."
        if read_sheet(self._survey(owner), owner, [order]).errors:
            return ""
        return f' The unit is {adjective}; type "{owner}" first, or "all".'

    def _owner(self, order: Order) -> str:
        """Whose order it is, when no power is named: its unit's owner's.

        Raises:
            InputError: where nothing tells.
        """
        position, kind = self.view.position, self.book.order_types[order.verb]
        if len(kind.powers) == 1:
            return kind.powers[0]
        if order.unit is None or not kind.orders_own:
            winter = position.phase.kind == ADJUSTMENT
            deciding = to_decide(survey_of(self.book, position)) if winter else ()
            if len(deciding) == 1:
                return deciding[0]
            some = deciding or tuple(power.name for power in self.book.powers)
            written = self.book.write(order)
            named = " or ".join(f'"{power}: {written}"' for power in some[:2])
            raise InputError(f"say whose order it is: {named}")
        owner = self._standing(order)
        if not owner and order.verb == "build":
            owner = position.owners.get(order.unit.province, "")
        if not owner:
            listing.choices_at(self.book, position, order.unit.place)  # says why there is nothing
            example = self.book.powers[0].name
            raise InputError(f'{order}: name the power first, as in "{example}: {order}"')
        if owner not in {*self.book.players, *self.book.master_powers}:
            raise InputError(listing.nobody_orders(self.book, owner))
        return owner

    def _standing(self, order: Order) -> str:
        """The owner of the only unit where the order's unit should be."""
        if order.unit is None:
            return ""
        if order.unit.power:
            return order.unit.power
        units = listing.units_at(self.view.position, order.unit.province)
        owners = {unit.power for unit in units}
        return owners.pop() if len(owners) == 1 else ""
