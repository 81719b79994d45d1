"""``legation adjudicate``: one position with orders → results, reasons, the next position."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli import show, telling
from legation.cli.casefiles import CASE, FILE, one_case
from legation.cli.show import JSON, example


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("adjudicate", epilog=example("legation adjudicate examples/bounce.yaml"))(
        adjudicate
    )


def adjudicate(
    file: FILE,
    case: CASE = "",
    short: Annotated[bool, typer.Option("--short", help="Results without reasons.")] = False,
    as_json: JSON = False,
) -> None:
    """Carry out the orders of a position.

    FILE is a case file (docs/cases.md): units and orders, YAML or JSON. Each
    order is shown with its result and the rule that decided; then the next
    position.
    """
    from legation.table.cases.check import play

    chosen = one_case(file, case)
    book = chosen.book
    played = play(chosen)
    if as_json:
        turns = [
            {
                "phase": telling.phase_data(done.phase),
                "outcomes": [telling.outcome_data(book, o) for o in done.turn.outcomes],
                "reports": [telling.report_data(book, r) for r in done.turn.reports],
                "contested": sorted(done.turn.contested),
            }
            for done in played
        ]
        after = played[-1].turn.truth if played else chosen.truth
        board = telling.board_data(after.position)
        end: dict[str, object] = {"ending": after.ending, "winners": list(after.winner)}
        show.dump({"id": chosen.id, "turns": turns, "next": board | end})
        return
    for number, done in enumerate(played):
        if number:
            print()
        telling.heading(book, done.phase)
        turn = done.turn
        telling.tell_busy(book, turn.outcomes, turn.reports, not short, unordered=False)
    after = played[-1].turn.truth if played else chosen.truth
    print()
    if after.ending:
        print("The game is over.")
    else:
        telling.heading(book, after.position.phase)
    telling.tell_board(book, after.position, after.ending)
