"""Ledgers in files: how saves and case files write what a variant keeps, by its declared fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legation.board.borders import BorderName
from legation.board.graph import province_of
from legation.board.ledger import Entry, Holds, Ledger, Readers
from legation.documents.json import Node
from legation.errors import InputError, NameUnknownError, OrderError, meant
from legation.rules.rulebook import Rulebook

# Saves


def ledger_data(ledger: Ledger) -> dict[str, object]:
    """A ledger as a save has it: every field, lists in order."""
    entries = ledger.entries().items()
    return {key: _plain(getattr(ledger, entry.name)) for key, entry in entries}


def _plain(value: object) -> object:
    match value:
        case frozenset():
            return sorted(value)
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in sorted(value.items())}
        case BorderName():
            return str(value)
    return value


def ledger_of(book: Rulebook, node: Node) -> Ledger:
    """The ledger that a save has; a field that it lacks is as at the start.

    Raises:
        NodeError: for a field that this game does not keep, or one of another sort.
    """
    entries, kept = book.ledger.entries(), {}
    for key, value in node.items():
        if key not in entries:
            value.fail(f"is nothing that this game keeps.{meant(key[:40], entries)}")
        kept[entries[key].name] = _read(entries[key].holds, value)
    return book.ledger(**kept)


def _read(holds: Holds, node: Node) -> object:
    match holds:
        case Holds.PLACES | Holds.POWERS:
            return None if node.value is None else frozenset(node.each(Node.text))
        case Holds.WORD:
            return node.text()
        case Holds.YES:
            return node.flag()
        case Holds.WORDS:
            return {key: value.text() for key, value in node.items()}
        case Holds.LISTS:
            return {key: value.each(Node.text) for key, value in node.items()}
        case Holds.BORDERS:
            return {key: value.each(border_in) for key, value in node.items()}
        case Holds.AT_BORDERS:
            return {
                border_in(value.beside(key)): value.each(Node.text) for key, value in node.items()
            }


def border_in(node: Node) -> BorderName:
    """A border, as files write it: ``Bur-Mun``."""
    return border_of(node.text()) or node.fail("is no border, such as Bur-Mun.")


def border_of(text: str) -> BorderName | None:
    """The border of a text, whichever of its sides comes first; None where it is none."""
    first, dash, second = (part.strip() for part in text.partition("-"))
    return BorderName(first, second) if first and dash and second else None


def first_ledger_of(book: Rulebook, node: Node) -> Ledger:
    """The same as version 1 wrote it: sets and maps said so, and lists in maps had commas."""
    entries, kept = book.ledger.entries(), {}
    for key, value in node.items():
        if key not in entries:
            value.fail("is nothing that this game keeps.")
        kept[entries[key].name] = _read_first(entries[key].holds, value)
    return book.ledger(**kept)


def _read_first(holds: Holds, node: Node) -> object:
    match holds:
        case Holds.PLACES | Holds.POWERS:
            values = node["set"] if isinstance(node.value, dict) else node
            return frozenset(values.each(Node.text))
        case Holds.WORD:
            return node.text()
        case Holds.YES:
            return node.text() == "yes"
        case Holds.WORDS:
            return {key: value.text() for key, value in node["map"].items()}
        case Holds.LISTS:
            return {key: listed(value.text()) for key, value in node["map"].items()}
        case Holds.BORDERS:
            tables = node["map"].items()
            return {
                key: tuple(border_in(value.beside(text)) for text in listed(value.text()))
                for key, value in tables
            }
        case Holds.AT_BORDERS:
            return {
                border_in(value.beside(key)): listed(value.text())
                for key, value in node["map"].items()
            }


# Case files


def read_ledger(table: Mapping[str, Any], book: Rulebook) -> dict[str, object]:
    """Fields of the ledger as a case file says them, by their names in Python.

    Raises:
        InputError: for a key that this game does not keep, or a value of another sort.
    """
    entries, said = book.ledger.entries(), {}
    for key, value in table.items():
        if key not in entries:
            there = f" There are {', '.join(entries)}." if entries else ""
            hint = meant(key, entries) or there
            raise InputError(f'the ledger of {book.variant} has no key "{key}".{hint}')
        said[entries[key].name] = _said(book, entries[key], value)
    return said


def _said(book: Rulebook, entry: Entry, value: Any) -> object:
    if isinstance(value, Mapping) and (
        entry.who is Readers.ITS_POWER or entry.holds is Holds.BORDERS
    ):
        value = {_nation(book, str(power)): own for power, own in value.items()}
    match entry.holds, value:
        case Holds.PLACES, list():
            return frozenset(spot_of(book, str(text)) for text in value)
        case Holds.POWERS, list():
            return frozenset(_nation(book, str(text)) for text in value)
        case Holds.WORDS, Mapping():
            return dict(sorted(value.items()))
        case Holds.LISTS, Mapping():
            return {key: listed(str(text)) for key, text in sorted(value.items())}
        case Holds.BORDERS, Mapping():
            return {
                key: tuple(sorted(_border(book, text) for text in listed(str(texts))))
                for key, texts in sorted(value.items())
            }
        case Holds.AT_BORDERS, Mapping():
            at = {_border(book, str(key)): listed(str(text)) for key, text in value.items()}
            return dict(sorted(at.items()))
        case Holds.WORD, str():
            return value
        case Holds.YES, str() if value in ("", "yes"):
            return value == "yes"
    raise InputError(f"{entry.key} in the ledger must be {entry.holds.value}")


def listed(text: str) -> tuple[str, ...]:
    """The words of a list with commas, in order."""
    return tuple(sorted(word for part in text.split(",") if (word := part.strip())))


def shown(value: object) -> object:
    """A field for comparing and for telling a person: nothing noted reads like an empty one."""
    match value:
        case None:
            return []
        case frozenset():
            return sorted(value)
        case Mapping():
            return {
                str(k): ", ".join(map(str, v)) if isinstance(v, tuple) else v
                for k, v in value.items()
            }
    return value


def _nation(book: Rulebook, text: str) -> str:
    try:
        return book.names.find_nation(text)
    except (NameUnknownError, OrderError) as error:
        raise InputError(str(error)) from None


def _border(book: Rulebook, text: str) -> BorderName:
    border, touching = border_of(text), book.graph.touching
    if border is None or border.second not in touching.get(border.first, ()):
        raise InputError(f'"{text}" is no border of two provinces, such as Bur-Mun.')
    return border


def spot_of(book: Rulebook, text: str) -> str:
    """A province, or one of several units in an open place: ``WAB/2``."""
    place, slash, number = text.partition("/")
    if slash and number.isdecimal():
        return f"{province_of(book.names.find_place(place))}/{number}"
    return province_of(book.names.find_place(text))
