"""``legation explain``: the chain of causes behind one order's fate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from legation.board.graph import province_of
from legation.board.notation import parse_order
from legation.cli import show, telling
from legation.cli.casefiles import CASE, FILE, one_case
from legation.cli.show import JSON, example
from legation.errors import InputError, OrderError
from legation.rules.reports import Outcome
from legation.rules.rulebook import Rulebook


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
    from legation.table.casecheck import play

    found = one_case(file, case)
    turns = [
        (done, index)
        for done in play(found)
        for index in [find(found.book, done.turn.outcomes, done.phase.kind, order)]
        if index is not None
    ]
    if not turns:
        raise InputError(f'no order in {file} is "{order}"; name a unit that stands on its board')
    if as_json:
        show.dump(
            [
                {
                    "phase": telling.phase_data(done.phase),
                    "chain": telling.why_data(found.book, done.turn.outcomes, index),
                }
                for done, index in turns
            ]
        )
        return
    for number, (done, index) in enumerate(turns):
        if number:
            print()
        if len(turns) > 1:
            telling.heading(done.phase)
        telling.tell_why(found.book, done.turn.outcomes, index)


def find(book: Rulebook, outcomes: Sequence[Outcome], phase: str, text: str) -> int | None:
    """The outcome of the order, unit or place that a text names."""
    province = province_of(place_of(book, phase, text))
    for index, outcome in enumerate(outcomes):
        stands = outcome.unit.partition(" ")[2]
        if province and province_of(stands) == province:
            return index
    return None


def place_of(book: Rulebook, phase: str, text: str) -> str:
    """The place of the unit that an order, a unit or a place names.

    Raises:
        InputError: where it is none of them.
    """
    try:
        order = parse_order(text, book.names, book.order_types, phase, book.kinds)
    except OrderError as error:
        try:
            return book.names.find_place(without_kind(book, text))
        except (InputError, OrderError):
            if len(text.split()) > 2:
                raise error from None
            raise
    return order.unit.place if order.unit else ""


def without_kind(book: Rulebook, text: str) -> str:
    """The place in the name of a unit: ``A Par`` → ``Par``."""
    kind, _, place = text.strip().partition(" ")
    return place if place and kind.upper() in book.kinds else text
