"""``legation orders``: every legal order of the unit at a place."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli import listing, show, telling
from legation.cli.casefiles import CASE, FILE
from legation.cli.positions import position_of
from legation.cli.show import JSON, example


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("orders", epilog=example("legation orders examples/bounce.yaml Par"))(orders)


def orders(
    file: FILE,
    place: Annotated[str, typer.Argument(metavar="PLACE", help="A place, by code or name.")],
    case: CASE = "",
    as_json: JSON = False,
) -> None:
    """List the legal orders of the unit at a place.

    FILE is a case file or a saved game. Orders that differ in one place only
    stand together.
    """
    book, position = position_of(file, case)
    found = listing.choices_at(book, position, book.names.find_place(place))
    if as_json:
        data = [{"unit": name, "choices": listing.choices_data(c)} for name, c in found]
        show.dump({"phase": telling.phase_data(position.phase), "at": data})
        return
    telling.heading(position.phase)
    for name, choices in found:
        print(name)
        show.titled(listing.grouped(choices))
