"""What somebody supposes of a phase: orders for everybody as a sheet, and what comes of it.

It is made of his View and of what he sent, and is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from legation.atlas.draw import Drawn, drawn
from legation.atlas.nations import class_of, mark_of
from legation.board.graph import province_of
from legation.board.notation import SheetOrder
from legation.errors import InputError
from legation.rules.fates import unordered
from legation.rules.rulebook import Rulebook
from legation.rules.wording import order_of
from legation.server.board.fates import Result, results_of
from legation.server.board.lines import Data, Judged, edited, is_wrong, judged
from legation.server.board.menu import menu_data
from legation.sight.view import View, standing
from legation.table.sheets import replaces
from legation.table.whatif import Supposed, owner_of, parted, suppose


@dataclass(frozen=True)
class Trial:
    """A View's board played on: the sheets of phases that were `done`, and what is tried then."""

    book: Rulebook
    view: View
    done: tuple[str, ...]
    typed: str

    @cached_property
    def here(self) -> View:
        """The board on which it is tried.

        Raises:
            LegationError: where what was done before cannot be.
        """
        start, steps = suppose(self.book, self.view, self.done)
        return steps[-1].after if steps else start

    @cached_property
    def came(self) -> Supposed | None:
        """What came of it; None where nothing is ordered, or the game is over.

        Raises:
            LegationError: where it cannot be.
        """
        if not self.typed.strip() or self.here.over:
            return None
        return suppose(self.book, self.view, (*self.done, self.typed))[1][-1]

    @property
    def picture(self) -> Drawn:
        """The board, with what came of the orders, as known to who tries them."""
        reader = self.view.viewer
        if self.came is None:
            return drawn(self.book, replace(self.here, viewer=reader))
        return drawn(self.book, replace(self.came.before, viewer=reader), self.came.after)

    @property
    def results(self) -> list[tuple[str, list[Result]]]:
        """What came of the orders, power by power, and whom it cost his place."""
        if self.came is None:
            return []
        found = results_of(self.book, self.came.before, self.came.after)
        told = [(power, [row for row in rows if row.ordered or row.lost]) for power, rows in found]
        return [(power, rows) for power, rows in told if rows]

    def with_fates(self, lines: Sequence[Data]) -> list[Data]:
        """Lines of the sheet, each with what came of it, where its unit is alone in its place."""
        fates: dict[tuple[object, str], list[str]] = {}
        for power, rows in self.results:
            for row in rows:
                fates.setdefault((power, row.place), []).append(row.fate)
        told = ((line, fates.get((line["power"], province_of(_place(line))), [])) for line in lines)
        return [{**line, "fate": its[0]} if len(its) == 1 else line for line, its in told]

    def sheet_of(self, power: str) -> str:
        """A power's own part of what is typed."""
        sheets, _ = parted(self.book, self.here.position, self.typed)
        return "\n".join(row for row in sheets.get(power, "").splitlines() if row)


def orders_told(book: Rulebook, view: View, now: View) -> str:
    """The orders of a phase as they were told, as far as they can be given again on its board."""
    told = (each.outcomes for each in standing(now.told) if each.number == view.number)
    outcomes = (outcome for each in told for outcome in each)
    given = (o for o in outcomes if o.order is not None and not unordered(book, o))
    rows = [f"{o.power}: {order_of(book, o)}" for o in given]
    found = judged_all(book, view, "\n".join(rows))
    wrong = {line["n"] for line in found.lines if not line["ok"]}
    return "\n".join(row for at, row in enumerate(rows, 1) if at not in wrong)


def orders_of(power: str, orders: Sequence[str]) -> str:
    """Orders of one power as everybody's sheet has them."""
    return "\n".join(f"{power}: {text}" for text in orders)


def judged_all(book: Rulebook, view: View, typed: str) -> Judged:
    """A sheet for everybody as it was judged; each line says whose it is."""
    sheets, errors = parted(book, view.position, typed)
    lines: list[Data] = [{**is_wrong(error), "power": error.power} for error in errors]
    whole: list[str] = []
    warnings: list[str] = []
    for power, its in sheets.items():
        found = judged(book, view, power, its)
        lines += [{**line, "power": power} for line in found.lines]
        whole += [f"{power}: {said}" for said in found.whole]
        warnings += [f"{power}: {said}" for said in found.warnings]
    lines.sort(key=lambda line: int(str(line["n"])))
    good = sum(bool(line["ok"]) for line in lines)
    return Judged(lines, whole, warnings, f"{good} {'order' if good == 1 else 'orders'}", "")


def with_order(book: Rulebook, view: View, typed: str, power: str, text: str) -> str:
    """Everybody's sheet with one more order of a power, in the place of what it replaces.

    Raises:
        InputError: for a power that does not exist.
        OrderError: for a text that is no order.
    """
    if power not in _powers(book):
        raise InputError(f"there is no {power} in this game.")
    new = book.read(text, view.phase.kind)
    orders, _ = book.read_sheet(typed, view.phase.kind)

    def gone(old: SheetOrder) -> bool:
        whose = old.power or owner_of(book, view.position, old.order)
        return whose == power and replaces(book, new, old.order)

    return edited(typed, [old for old in orders if gone(old)], text, f"{power}: {text}")


def menu_of_all(book: Rulebook, view: View, pen: str) -> Data:
    """All that anybody may order on the board that is supposed; each says whose it is.

    What `pen` itself may order comes first.
    """
    units: list[Mapping[str, object]] = []
    beside: list[Mapping[str, object]] = []
    for power in sorted(_powers(book), key=lambda name: name != pen):
        data = menu_data(book, view, power)
        whose = {"power": power, "css": class_of(book, power), "mark": mark_of(book, power)}
        for found, rows in ((units, data["units"]), (beside, data["beside"])):
            assert isinstance(rows, list)
            found += [{**row, **whose} for row in rows]
    return {"units": units, "beside": beside}


def _place(line: Data) -> str:
    return str(line.get("place", "")) if line["ok"] else ""


def _powers(book: Rulebook) -> list[str]:
    """Who may give orders, in the order of the nations."""
    return [name for name in book.nations if name in {*book.players, *book.master_powers}]
