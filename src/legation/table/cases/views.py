"""A case as Views: who wrote the file knows all of it."""

from __future__ import annotations

from dataclasses import replace

from legation.sight.see import Desk, see
from legation.sight.view import Sheet, View
from legation.sight.viewer import GAME_MASTER, SPECTATOR
from legation.table.acts import State
from legation.table.cases.file import Case
from legation.table.cases.play import Step, carry_out


def views(case: Case) -> list[View]:
    """The game master's View of each phase that is carried out, and of the one after the last.

    As in a game, what a View was told ends with the result of its own phase.

    Raises:
        FileError: for an order or act that cannot be.
    """
    steps = carry_out(case)
    done = [step for step in steps if step.done is not None and not step.done.passed_over]
    seen = [_seen(case, step.state, step.number, steps, step) for step in done]
    last = steps[-1].after if steps else State(case.book, case.truth)
    return [*seen, _seen(case, last, len(done), steps)]


def _seen(
    case: Case, state: State, number: int, steps: list[Step], step: Step | None = None
) -> View:
    told = [moment for each in steps if each.number <= number for moment in each.told]
    orders = step.done.orders if step is not None and step.done is not None else {}
    desk = Desk(
        name=case.title,
        number=number,
        sheets={power: Sheet(tuple(map(str, sheet))) for power, sheet in orders.items()},
        motions=(),
        disorder=state.disorder,
        seeds=(),
        over=bool(state.truth.ending),
    )
    seen = see(case.book, state.truth, told, GAME_MASTER, desk)
    return replace(seen, viewer=SPECTATOR)  # what a file says is known to everybody
