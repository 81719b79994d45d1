"""A case as Views: who wrote the file knows all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from legation.documents.yaml import Spot, as_read
from legation.errors import FileError, InputError
from legation.rules.rulebook import Rulebook
from legation.sight.moment import Moment
from legation.sight.see import Desk, see
from legation.sight.view import Sheet, View
from legation.sight.viewer import GAME_MASTER, SPECTATOR
from legation.table.acts import State
from legation.table.cases.file import Case
from legation.table.cases.keys import CASE_FORM
from legation.table.cases.play import Step, carry_out
from legation.table.positions import read_start


def views(case: Case) -> list[View]:
    """The game master's View of each phase that is carried out, and of the one after the last.

    As in a game, what a View was told ends with the result of its own phase.

    Raises:
        FileError: for an order or act that cannot be.
    """
    steps = carry_out(case)
    done = [step for step in steps if step.done is not None and not step.done.passed_over]
    seen = [_seen(case, step.state, step.number, steps, step) for step in done]
    last = steps[-1].after if steps else State(case.book, case.truth, disorder=case.disorder)
    return [*seen, _seen(case, last, len(done), steps)]


def seen(case: Case) -> tuple[View, View]:
    """The last phase of a case that is carried out, and the next, as `case.seen` knows them.

    The later View tells what came of the earlier. Its own sheet is his.

    Raises:
        FileError: for an order or act that cannot be, and where no phase is carried out.
    """
    steps = carry_out(case)
    done = [step for step in steps if step.done is not None and not step.done.passed_over]
    if not done:
        raise case.problem("no phase of it is carried out")
    last = done[-1]
    before = [m for each in steps for m in each.told if each.number < last.number]
    if case.told:
        before = [Moment(0, case.truth.position.phase, case.told), *before]
    own = last.done.orders.get(case.seen.power, ()) if last.done is not None else ()
    sheets = {case.seen.power: Sheet(tuple(map(case.book.write, own)))} if own else {}
    return (
        _as_known(case, last.state, before, last.number, sheets),
        _as_known(case, last.after, [*before, *last.told], last.number + 1, {}),
    )


def _as_known(
    case: Case,
    state: State,
    told: Sequence[Moment],
    number: int,
    sheets: Mapping[str, Sheet],
) -> View:
    desk = _desk(state, case.title, number, sheets)
    return see(case.book, state.truth, told, case.seen, desk)


def laid_out(book: Rulebook, said: Mapping[str, Any]) -> View:
    """The board that the keys of a case lay out (`units`, `date` and the like), all of it known.

    Raises:
        InputError: for what a case file could not have, or cannot stand on the board.
    """
    table = as_read(said)
    try:
        CASE_FORM(table, Spot("position"))
    except FileError as error:
        raise InputError(error.message) from None
    start = read_start(table, book)
    told = [Moment(0, start.truth.position.phase, start.told)] if start.told else []
    return _everything(book, State(book, start.truth, disorder=start.disorder), told)


def _seen(
    case: Case, state: State, number: int, steps: list[Step], step: Step | None = None
) -> View:
    told = [moment for each in steps if each.number <= number for moment in each.told]
    orders = step.done.orders if step is not None and step.done is not None else {}
    sheets = {power: Sheet(tuple(map(str, sheet))) for power, sheet in orders.items()}
    return _everything(case.book, state, told, case.title, number, sheets)


def _everything(
    book: Rulebook,
    state: State,
    told: Sequence[Moment],
    name: str = "",
    number: int = 0,
    sheets: Mapping[str, Sheet] | None = None,
) -> View:
    desk = _desk(state, name, number, sheets or {})
    whole = see(book, state.truth, told, GAME_MASTER, desk)
    return replace(whole, viewer=SPECTATOR)  # what a file says is known to everybody


def _desk(state: State, name: str, number: int, sheets: Mapping[str, Sheet]) -> Desk:
    return Desk(
        name=name,
        number=number,
        sheets=sheets,
        motions=(),
        disorder=state.disorder,
        seeds=(),
        over=bool(state.truth.ending),
    )
