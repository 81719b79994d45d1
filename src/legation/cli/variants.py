"""``legation variants``: the games there are, their powers and their options."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli import show, telling
from legation.cli.show import JSON, example
from legation.rules.rulebook import Rulebook
from legation.variants.find import folders
from legation.variants.load import load


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("variants", epilog=example("legation variants", "legation variants standard"))(
        variants
    )


def variants(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Tell all about this one.")] = "",
    as_json: JSON = False,
) -> None:
    """List the variants, or tell one's powers and options."""
    books = [load(known) for known in ([name] if name else folders())]
    if as_json:
        data = [_data(book) for book in books]
        show.dump(data[0] if name else data)
    elif name:
        _tell(books[0])
    else:
        rows = [(b.variant, str(len(b.powers)), b.blurb, b.length) for b in books]
        show.table(("Name", "#Players", "What it is", "Length"), rows)


def _tell(book: Rulebook) -> None:
    print(show.paint(book.title, "bold"))
    show.say(f"{book.blurb} {book.length[:1].upper()}{book.length[1:]}.")
    print("\nPowers")
    graph = book.graph
    rows = [
        (
            power.mark,
            power.name,
            ", ".join(graph.provinces[home].name for home in graph.homes.get(power.name, ())),
        )
        for power in book.powers
    ]
    show.table(("Mark", "Power", "Home centres"), rows)
    print(f"\nOptions ({telling.count(len(book.option_specs), 'option')}; the first value counts")
    print("unless a game chooses another)")
    for spec in book.option_specs:
        print(f"\n  {show.paint(spec.id, 'bold')} = {' | '.join(spec.values)}   {spec.clause}")
        show.say(spec.help, 6, style="dim")
    if book.editions:
        print("\nEditions (several options at once: edition = NAME)")
        show.titled(
            (edition, ", ".join(f"{option} = {value}" for option, value in chosen.items()))
            for edition, chosen in book.editions.items()
        )


def _data(book: Rulebook) -> dict[str, object]:
    return {
        "name": book.variant,
        "title": book.title,
        "blurb": book.blurb,
        "length": book.length,
        "victory_centres": book.victory_centres,
        "powers": [
            {
                "name": power.name,
                "adjective": power.adjective,
                "mark": power.mark,
                "colour": power.colour,
                "homes": list(book.graph.homes.get(power.name, ())),
            }
            for power in book.powers
        ],
        "options": [
            {
                "id": spec.id,
                "values": list(spec.values),
                "default": spec.default,
                "clause": spec.clause,
                "help": spec.help,
            }
            for spec in book.option_specs
        ],
        "editions": {name: dict(chosen) for name, chosen in book.editions.items()},
    }
