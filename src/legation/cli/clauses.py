"""Whether the clauses that a variant's options and orders name stand in its rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from legation.rules.rulebook import Rulebook
from legation.variants.find import FILE, folder
from legation.variants.load import load

RULES = "rules.md"
_ROW = re.compile(r"^\| ([A-Z]{2,4}-[A-Za-z0-9-]+) \|", re.MULTILINE)


def clauses_of(place: Traversable) -> list[str]:
    """The clauses that the rules in a variant's folder list."""
    rules = place.joinpath(RULES)
    return _ROW.findall(rules.read_text(encoding="utf-8")) if rules.is_file() else []


def parent_of(place: Traversable) -> str:
    """The variant that this one starts from; empty where it starts from none."""
    data = tomllib.loads(place.joinpath(FILE).read_text(encoding="utf-8"))
    return str(data.get("parent", ""))


def missing(name: str) -> list[str]:
    """A sentence for each thing that a variant's rules lack.

    Only what the variant has beside its parent is asked for; what it names may
    stand in its parent's rules.
    """
    own, book = folder(name), load(name)
    if not own.joinpath(RULES).is_file():
        return [f"{own} has no {RULES}: no clause can be looked up."]
    parent = parent_of(own)
    known = {*clauses_of(own), *_inherited(parent)}
    return [
        f"{what} names the clause {clause}, which {own.joinpath(RULES)} has not."
        for what, clause in _named(book, load(parent) if parent else None)
        if clause not in known
    ]


def _inherited(parent: str) -> Iterator[str]:
    while parent:
        place = folder(parent)
        yield from clauses_of(place)
        parent = parent_of(place)


def _named(book: Rulebook, mother: Rulebook | None) -> Iterator[tuple[str, str]]:
    """The options and order types of a variant's own, each with the clause that it names."""
    for spec in book.option_specs:
        if mother is None or spec not in mother.option_specs:
            yield f"The option {spec.id}", _first(spec.clause)
    for kind in book.order_types.values():
        if mother is None or kind != mother.order_types.get(kind.verb):
            yield f"The order {kind.verb}", _first(kind.clause)


def _first(clause: str) -> str:
    """The clause itself; a number of the DATC may follow it."""
    return (clause.split() or [""])[0]


def of_home(file: Path) -> str:
    """The variant's folder in which a file or folder lies, or that it is; empty without one."""
    place = file.resolve()
    homes = (place, place.parent, place.parent.parent)
    return next((str(home) for home in homes if home.joinpath(FILE).is_file()), "")
