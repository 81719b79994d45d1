"""``legation explain``: the chain of causes behind one order's fate."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli import show, telling
from legation.cli.casefiles import CASE, FILE, one_case
from legation.cli.show import JSON, example
from legation.errors import InputError
from legation.table.asked import find


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("explain", epilog=example('legation explain examples/bounce.yaml "A Par - Bur"'))(
        explain
    )


def explain(
    file: FILE,
    order: Annotated[
        str, typer.Argument(metavar="ORDER", help="An order, a unit or its place, in quotes.")
    ],
    case: CASE = "",
    as_json: JSON = False,
) -> None:
    """Say why an order came out as it did.

    The order's fate with its rule, and indented under it the orders that
    brought it about, each with its own fate and rule.
    """
    from legation.table.cases.check import play

    chosen = one_case(file, case)
    played = ((done.phase, done.turn.outcomes) for done in play(chosen))
    turns = list(find(chosen.book, played, order))
    if not turns:
        raise InputError(f'no order in {file} is "{order}"; name a unit that stands on its board')
    if as_json:
        show.dump(
            [
                {
                    "phase": telling.phase_data(phase),
                    "chain": telling.why_data(chosen.book, outcomes, index),
                }
                for phase, outcomes, index in turns
            ]
        )
        return
    for number, (phase, outcomes, index) in enumerate(turns):
        if number:
            print()
        if len(turns) > 1:
            telling.heading(chosen.book, phase)
        telling.tell_why(chosen.book, outcomes, index)
