"""What a variant's file declares instead of code, made part of its definition, and checked.

What a hook answers in its own way nobody would ask the file: that is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from legation.board.orders import STANDARD_TYPES
from legation.documents.shape import Fault
from legation.documents.toml import Document
from legation.rules.declared import SITES
from legation.rules.definition import Definition
from legation.rules.rulebook import Rulebook
from legation.variants.file import VARIANT, Own
from legation.variants.find import folder


class Asked(NamedTuple):
    """A key of the file, and the method whose standard answer reads it."""

    table: str
    key: str
    method: str


ASKED = (
    Asked("builds", "where", "build_choices"),
    Asked("builds", "where", "why_no_build"),
)


def declare(definition: Definition, line: Sequence[Own]) -> Definition:
    """The definition with what the file of a variant, or the nearest above it, declares."""
    builds = next((own.builds for own in line if own.builds is not None), None)
    if builds is not None:
        kind = STANDARD_TYPES["build"]
        said = f"Put a new unit into {SITES[builds.where]}."
        types = {**definition.order_types, "build": replace(kind, help=said, clause=builds.clause)}
        definition = replace(definition, builds=builds.builds(), order_types=types)
    return definition


def check_declared(name: str, rules: type[Rulebook]) -> None:
    """Says what a variant's file declares in vain.

    Raises:
        FileError: with the line of each.
    """
    place = folder(name)
    document = Document(place.joinpath(VARIANT), f"{place.name}/{VARIANT}")
    document.refuse(tuple(_unasked(document.data, rules)))


def _unasked(data: Mapping[str, object], rules: type[Rulebook]) -> Iterator[Fault]:
    """Keys that a class of the rules answers itself, without asking the standard answer."""
    for asked in ASKED:
        table = data.get(asked.table)
        if not isinstance(table, dict) or asked.key not in table:
            continue
        for each in rules.__mro__:
            method = vars(each).get(asked.method)
            if method is None or each in Rulebook.__mro__:
                continue
            if "super" not in method.__code__.co_names:
                where = f"{each.__module__}.{each.__qualname__}"
                said = f"nothing reads it: {asked.method} of {where} answers that in its own way"
                yield Fault((asked.table, asked.key), said)
                return
