"""``legation variants``: the games there are, their powers, orders and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import typer

from legation.board.graph import MapGraph
from legation.board.orders import STANDARD_TYPES, OrderType
from legation.cli import show, telling
from legation.cli.show import JSON, example
from legation.cli.terminal.listing import plain_form
from legation.errors import InputError, LegationError
from legation.rules.options import OptionSpec, rulings
from legation.rules.rulebook import Rulebook
from legation.variants import clauses
from legation.variants.faults import fault
from legation.variants.find import folder, folders, parent_of
from legation.variants.load import load


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "variants",
        epilog=example(
            "legation variants",
            "legation variants standard",
            "legation variants standard --facts",
        ),
    )(variants)


def variants(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Tell all about this one.")] = "",
    facts: Annotated[
        bool, typer.Option("--facts", help="Tell what cases of this one may name.")
    ] = False,
    as_json: JSON = False,
) -> None:
    """List the variants, or tell one's powers, orders and options.

    Folders of your own are found through --variants DIR, or the environment
    variable LEGATION_VARIANTS, or named by their path. With --facts it tells
    kinds of reports with their facts, keys of the ledger, and names of what is
    known, as its cases write them.
    """
    if facts and not name:
        raise InputError("--facts needs the name of a variant, as legation variants NAME --facts")
    if name:
        book = load(name)
        if facts:
            from legation.cli.facts import tell_facts

            tell_facts(name, book, as_json)
            return
        show.dump(_data(book)) if as_json else _tell(name, book)
        return
    books, broken = _all()
    if as_json:
        wrong: list[dict[str, object]] = [{"name": n, "error": said} for n, said in broken.items()]
        show.dump([_data(book) for book in books] + wrong)
        return
    for book in books:
        show.say(f"{book.variant}: {len(book.powers)} players, {book.length}", 0, 2, "bold")
        show.say(book.blurb, 2)
        clause_count = telling.count(len(clauses.clauses_of(folder(book.variant))), "clause")
        own = telling.count(len(_specs(book, parent_of(folder(book.variant)))[0]), "option")
        show.say(f"{clause_count}, {own} of its own.", 2)
        if book.map_note:
            show.say(f"Map: {book.map_note}", 2)
    for known, said in broken.items():
        show.say(f"{known} cannot be used: {said}", 0, 2)


def _all() -> tuple[list[Rulebook], dict[str, str]]:
    """Every variant that is found; and, of those that cannot be used, what is wrong."""
    books: list[Rulebook] = []
    broken: dict[str, str] = {}
    for name in folders(maps=True):
        try:
            books.append(load(name))
        except LegationError as error:
            first, *more = str(error).split("\n")
            broken[name] = first + (f"; {more[0]}" if more else "")
        except Exception as error:  # whatever a stranger's hooks raise
            broken[name] = fault(error) or f"{type(error).__name__}: {error}"
    return books, broken


def _tell(name: str, book: Rulebook) -> None:
    print(show.paint(book.title, "bold"))
    show.say(f"{book.blurb} {book.length[:1].upper()}{book.length[1:]}.")
    if book.map_note:
        show.say(f"\nMap: {book.map_note}")
    own = folder(name)
    cited, lacking = clauses.clauses_of(own), clauses.missing(name)
    if cited:
        print(f"\n{telling.count(len(cited), 'clause')}, in {own.joinpath(clauses.RULES)}")
    if lacking:
        print()
    for line in lacking:
        show.say(line, 0, 2)
    _tell_powers(book)
    types = [kind for kind in book.order_types.values() if STANDARD_TYPES.get(kind.verb) != kind]
    if types:
        print("\nOrders of its own")
        for kinds in _alike(types):
            _tell_type(kinds)
    parent = parent_of(own)
    specs, inherited = _specs(book, parent)
    if specs:
        print(f"\nOptions ({len(specs)}; chosen with --option ID=VALUE)")
        for spec in specs:
            _tell_option(book, spec)
    if inherited:
        number = telling.count(len(inherited), "option")
        show.say(f"\nAnd the {number} of {parent}: legation variants {parent}")
        usual = {spec.id: spec.default for spec in inherited}
        for ruling in rulings(inherited, book.options.chosen, usual):
            said = f"{ruling.changes}, here: {ruling.meaning}   {ruling.id}={ruling.value}"
            show.say(said, 2, 4)
    if book.editions and (specs or not inherited):
        _tell_editions(book, specs)


def _tell_powers(book: Rulebook) -> None:
    print("\nPowers")
    graph = book.graph
    rows = [
        (
            power.mark,
            power.name,
            ", ".join(graph.provinces[home].name for home in homes_of(graph, power.name)),
        )
        for power in book.powers
    ]
    show.table(("Mark", "Power", "Home centres"), rows)
    standing = {row.power for row in graph.setup}
    neutrals = [power.name for power in book.neutrals if power.name in standing]
    if neutrals:
        show.say(f"\nWithout a player: {', '.join(neutrals)}", 0, 2)


def _alike(types: Iterable[OrderType]) -> list[list[OrderType]]:
    """Types that are written alike and do the same, in one phase or another, together."""
    groups: dict[tuple[object, ...], list[OrderType]] = {}
    for kind in types:
        groups.setdefault((kind.forms, kind.help, kind.powers), []).append(kind)
    return list(groups.values())


def _tell_type(kinds: Sequence[OrderType]) -> None:
    kind = kinds[0]
    notes = [f"{', '.join(kind.powers)} only"] if kind.powers else []
    notes += ["in any phase"] if len(kinds) > 1 else []
    who = f" ({'; '.join(notes)})" if notes else ""
    print()
    show.say(f"{plain_form(kind.forms[0])}   {kind.clause}{who}", 2, 4)
    show.say(kind.help, 6, style="dim")


def _tell_option(book: Rulebook, spec: OptionSpec) -> None:
    print()
    show.say(f"{spec.changes}   {spec.clause}", 2, 4, style="bold")
    for value, meaning in spec.values.items():
        usual = "Usually: " if value == book.options.chosen[spec.id] else ""
        show.say(f"{usual}{meaning}   {spec.id}={value}", 6, 8)


def _tell_editions(book: Rulebook, specs: list[OptionSpec]) -> None:
    own = {spec.id for spec in specs}
    rows = [
        (edition, ", ".join(f"{option} = {value}" for option, value in chosen.items()))
        for edition, chosen in book.editions.items()
        if own & set(chosen)
    ]
    if rows:
        print("\nEditions (several options at once: edition = NAME)")
        show.titled(rows)


def _specs(book: Rulebook, parent: str) -> tuple[list[OptionSpec], list[OptionSpec]]:
    """The options that a variant declares, and those that it has from its parent."""
    known = load(parent).option_specs if parent else ()
    return (
        [spec for spec in book.option_specs if spec not in known],
        [spec for spec in book.option_specs if spec in known],
    )


# As data


def _data(book: Rulebook) -> dict[str, object]:
    return {
        "name": book.variant,
        "title": book.title,
        "blurb": book.blurb,
        "map": book.map_note,
        "length": book.length,
        "victory_centres": book.victory_centres,
        "powers": [
            {
                "name": power.name,
                "adjective": power.adjective,
                "mark": power.mark,
                "colour": power.colour,
                "homes": homes_of(book.graph, power.name),
            }
            for power in book.powers
        ],
        "neutrals": [power.name for power in book.neutrals],
        "orders": list(_types_data(book)),
        "options": [
            {
                "id": spec.id,
                "changes": spec.changes,
                "values": list(spec.values),
                "meanings": dict(spec.values),
                "default": book.options.chosen[spec.id],
                "clause": spec.clause,
            }
            for spec in book.option_specs
        ],
        "editions": {name: dict(chosen) for name, chosen in book.editions.items()},
    }


def _types_data(book: Rulebook) -> Iterator[dict[str, object]]:
    for kind in book.order_types.values():
        yield {
            "verb": kind.verb,
            "phase": kind.phase,
            "forms": list(kind.forms),
            "slot": kind.slot,
            "slot_name": kind.slot_name,
            "powers": list(kind.powers),
            "clause": kind.clause,
            "help": kind.help,
        }


def homes_of(graph: MapGraph, power: str) -> list[str]:
    """The home centres of a power, or those that they are dealt from."""
    return [code for code, p in graph.provinces.items() if p.home == power]
