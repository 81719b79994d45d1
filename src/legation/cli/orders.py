"""``legation orders``: every legal order of the unit at a place."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli import show, telling
from legation.cli.casefiles import CASE, FILE
from legation.cli.positions import position_of, viewer_of
from legation.cli.show import JSON, example
from legation.cli.terminal import listing


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "orders",
        epilog=example(
            "legation orders examples/bounce.yaml Par", "legation orders game.json --as France"
        ),
    )(orders)


def orders(
    file: FILE,
    place: Annotated[str, typer.Argument(metavar="[PLACE]", help="A place, by code or name.")] = "",
    case: CASE = "",
    viewer: Annotated[
        str, typer.Option("--as", metavar="VIEWER", help="On the board of a game as he knows it.")
    ] = "",
    as_json: JSON = False,
) -> None:
    """List the legal orders of the unit at a place.

    FILE is a case file or a saved game. Orders that differ in one place only
    stand together. Without PLACE, tell who may be ordered.
    """
    book, position = position_of(file, case, viewer)
    power = viewer_of(book, viewer).power if viewer else ""
    if not place:
        rows = listing.summary(book, position, power)
        if as_json:
            told = [{"name": name, "orders": text} for name, text in rows]
            show.dump({"phase": telling.phase_data(position.phase), "summary": told})
            return
        telling.heading(book, position.phase)
        show.titled(rows or [("", "Nobody has anything to order.")])
        return
    listed = listing.choices_at(book, position, book.names.find_place(place), power)
    if as_json:
        data = [{"unit": name, "choices": listing.choices_data(book, c)} for name, c in listed]
        show.dump({"phase": telling.phase_data(position.phase), "at": data})
        return
    telling.heading(book, position.phase)
    for name, choices in listed:
        print(name)
        show.titled(listing.grouped(book, choices))
