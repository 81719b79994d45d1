"""What if: a board as one viewer knows it, played on with orders for everybody.

It starts from a View, and so holds nothing that its viewer does not know: what
he was never told is not there, and does not happen. What the variant keeps is
there as far as he may know it. Its dice are their own: they say nothing of
those of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from legation.board.notation import SheetError
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.errors import IllegalOrderError
from legation.rules.dice import SEED_BITS, Dice, Stream
from legation.rules.rulebook import Rulebook
from legation.rules.survey import survey_of
from legation.rules.turn import advance
from legation.sight.moment import Moment
from legation.sight.see import Desk, see
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER
from legation.table.sheets import read_sheet


@dataclass(frozen=True)
class Supposed:
    """A phase that was supposed: the board before it, and after it, and what was wrong.

    `after` is of the phase that follows; it tells the outcomes. `thrown` says
    for what dice were thrown: in the game they may fall otherwise.
    """

    before: View
    after: View
    errors: tuple[SheetError, ...]
    thrown: tuple[str, ...]


@dataclass(frozen=True)
class _Noticed(Dice):
    """Dice that remember for what they were thrown."""

    thrown: list[str] = field(default_factory=list, compare=False)

    def stream(self, purpose: str) -> Stream:
        """The stream for one purpose."""
        self.thrown.append(purpose)
        return super().stream(purpose)


def suppose(book: Rulebook, view: View, sheets: Sequence[str]) -> tuple[View, list[Supposed]]:
    """Plays a View's board on: each sheet holds the orders of everybody for one phase.

    Returns the board that it starts from, and what each phase came to.
    """
    truth = as_known(view)
    start = _seen(book, truth, (), 0, view)
    supposed: list[Supposed] = []
    told: tuple[Moment, ...] = ()
    for number, text in enumerate(sheets):
        if truth.ending:
            break
        phase = truth.position.phase
        orders, errors = _orders(book, truth.position, text)
        before = _seen(book, truth, told, number, view)
        dice = _Noticed(_seed(view, number), str(phase))
        turn = advance(book, truth, orders, dice)
        told = (*told, Moment(number, phase, turn.reports, turn.editions))
        truth = turn.truth
        after = _seen(book, truth, told, number + 1, view)
        supposed.append(Supposed(before, after, tuple(errors), tuple(dice.thrown)))
    return start, supposed


def as_known(view: View) -> Truth:
    """A truth in which nothing is but what a viewer knows; its units have numbers of their own."""
    position = view.position
    units = tuple(replace(unit, id=at) for at, unit in enumerate(position.units, 1))
    lost = tuple(
        replace(d, unit=replace(d.unit, id=at))
        for at, d in enumerate(position.dislodged, len(units) + 1)
    )
    return Truth(replace(position, units=units, dislodged=lost), view.ledger)


def _orders(
    book: Rulebook, position: Position, text: str
) -> tuple[dict[str, list[Order]], list[SheetError]]:
    """The orders of a text by power, and what is wrong with it."""
    survey = survey_of(book, position)
    sheets, errors = parted(book, position, text)
    orders: dict[str, list[Order]] = {}
    for power, its in sheets.items():
        rows = [(at, said) for at, said in enumerate(its.split("\n"), 1) if said]
        reading = read_sheet(survey, power, [said for _, said in rows])  # its own lines alone
        for error in reading.errors:
            if error.line:
                errors.append(replace(error, line=rows[error.line - 1][0]))
        orders[power] = list(reading.orders)
    return orders, sorted(errors, key=lambda error: error.line)


def parted(
    book: Rulebook, position: Position, text: str
) -> tuple[dict[str, str], list[SheetError]]:
    """Everybody's text as a sheet for each power, its orders on the lines where they stand.

    Beside them are the lines that are no orders, or nobody's.
    """
    written, errors = book.read_sheet(text, position.phase.kind)
    rows: dict[str, dict[int, list[str]]] = {}
    for line in written:
        power = line.power or owner_of(book, position, line.order)
        if power in {*book.players, *book.master_powers}:
            rows.setdefault(power, {}).setdefault(line.line, []).append(line.text)
        else:
            said = f"{line.text}: say whose order this is, with the name of a power over it."
            errors.append(SheetError(line.line, line.text, "", IllegalOrderError(said)))
    sheets = {
        power: "\n".join("; ".join(its.get(at, ())) for at in range(1, max(its) + 1))
        for power, its in rows.items()
    }
    return sheets, errors


def owner_of(book: Rulebook, position: Position, order: Order) -> str:
    """Whose order it is that stands under no name: its unit's owner's; empty where nobody's."""
    kind = book.order_types[order.verb]
    if len(kind.powers) == 1:
        return kind.powers[0]
    if order.unit is None or not kind.orders_own:
        return ""
    if order.unit.power:
        return order.unit.power
    if order.verb == "build":
        return position.owners.get(order.unit.province, "")
    units = [d.unit for d in position.dislodged if d.unit.province == order.unit.province]
    if kind.phase != "retreat":
        units = [unit for unit in position.units if unit.province == order.unit.province]
    owners = {unit.power for unit in units}
    return owners.pop() if len(owners) == 1 else ""


def _seen(book: Rulebook, truth: Truth, told: Sequence[Moment], number: int, origin: View) -> View:
    """What was supposed, all of it: there is nothing in it that the viewer does not know."""
    desk = Desk(
        name=origin.name,
        number=number,
        sheets={},
        motions=(),
        disorder=origin.disorder,
        seeds=(),
        over=bool(truth.ending),
    )
    return see(book, truth, told, GAME_MASTER, desk)


def _seed(view: View, number: int) -> str:
    text = f"what if {view.variant} {view.number} {number}"
    return hashlib.sha256(text.encode()).hexdigest()[: SEED_BITS // 4]
