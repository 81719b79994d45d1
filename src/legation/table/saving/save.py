"""Saved games: a documented JSON file, read with distrust and written in one piece.

The format is explained in ``docs/save-format.md`` and closed by the schema
that `table.saving.schema` makes. A phase takes one line of the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import legation
from legation.documents.json import BACKUP, Node, read_json
from legation.documents.packed import unpacked
from legation.errors import FileError, InputError, NewerError, TruncatedError
from legation.table.canonical import digest
from legation.table.game import Game
from legation.table.kept import record_data
from legation.table.record import Record
from legation.table.replay import misplaced
from legation.table.saving.head import FORMAT, HEAD, VERSION, Head, check_seeds, read_head
from legation.table.saving.migrate import FIRST, FirstReading, hashed_anew
from legation.table.saving.reading import Reading
from legation.table.saving.whole import StrPath, no_name, write_whole
from legation.variants.load import load as load_book

# Writing


def dump(game: Game) -> str:
    """The game as the text of a file; the same game gives the same text, byte for byte."""
    return joined(head(game.record), leaves(game.record))


def head(record: Record) -> str:
    """The lines of a file before its phase records: what is said of a game once."""
    data = HEAD.write(Head.of(record))
    lines = [f"{_json(key)}: {_json(value)}," for key, value in data.items()]
    return "\n".join(["{", *lines, '"phases": ['])


def leaves(record: Record, first: int = 0, before: str = "") -> Iterator[str]:
    """The lines of the phase records from the index `first` on, each with the hash of the last.

    `before` is the line before these; reasons are fixed by now.
    """
    previous = digest(json.loads(before)) if before else ""
    for phase in record.phases[first:]:
        data = record_data(phase, previous)
        yield _json(data)
        previous = digest(data)


def joined(head: str, leaves: Iterable[str]) -> str:
    """The file that a head and its phase records are."""
    return "\n".join([head, ",\n".join(leaves), "]", "}", ""])


def is_present(head: str) -> bool:
    """Is a file with this head in the form that is written now, so that lines may be added?"""
    return f'\n"version": {VERSION},\n' in head


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(game: Game, path: StrPath) -> None:
    """Write the game to a file: the whole new file is there, or the old one is.

    Raises:
        FileError: where the file cannot be written; it is then as it was.
    """
    write_whole(path, dump(game))


# Reading


def load(path: StrPath) -> Game:
    """Read the game that a file holds, packed or not.

    Raises:
        TruncatedError: where the file stops in the middle.
        NewerError: where a newer version of this program wrote it.
        FileError: where it is no saved game, or was changed.
    """
    name = os.fspath(path)
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise FileError(name, f"it cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise no_name(path) from None
    raw = unpacked(raw, name)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        if error.reason == "unexpected end of data":
            message = f"the file stops in the middle. {BACKUP}"
            raise TruncatedError(name, message, line) from None
        raise FileError(name, f"this is no text in UTF-8. {BACKUP}", line) from None
    return read(text, name)


def read(text: str, path: str = "") -> Game:
    """Read the game that a text holds; `path` is what errors call it.

    Raises as `load` does.
    """
    path = path or "saved game"
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise TruncatedError(path, "the file is empty.", 1)
    return Game(read_json(text, path, lambda node: _record(node, path)))


def _record(node: Node, path: str) -> Record:
    data = node.value
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        node.fail(f'is no saved game of Legation: it lacks "format": "{FORMAT}".')
    version = node.record(*data)["version"].number(1) if "version" in data else 1
    if version > VERSION:
        _newer(data, version, path)
    said = read_head(node)
    try:
        book = load_book(said.variant)
    except InputError as error:
        node["variant"].fail(f"is not known here: {error}")
    try:
        if "edition" in said.options:
            node["options"]["edition"].fail("names an edition; a save names every option.")
        book = load_book(said.variant, said.options, recorded=True)
    except InputError as error:
        node["options"].fail(f"cannot be: {error}")
    reading = FirstReading(book) if version == FIRST else Reading(book)
    phases = node["phases"].each(reading.chained)
    newer = {o: v for o, v in book.options.chosen.items() if o not in said.options}
    check_seeds(node["seeds"], said.seeds, len(phases))
    record = Record(
        name=said.name,
        variant=said.variant,
        options={**said.options, **newer},
        seeds=said.seeds,
        versions=said.versions,
        phases=tuple(phase for phase, _ in phases),
    )
    _check_chain(node["phases"], record, [link for _, link in phases])
    reading.check_orders(node["phases"][len(record.phases) - 1], record.phases[-1])
    return replace(record, phases=hashed_anew(record.phases)) if version == FIRST else record


def _newer(data: dict[str, object], version: int, path: str) -> NoReturn:
    writer = data.get("written_by")
    writer = writer[:40] if isinstance(writer, str) and writer.isprintable() else "a newer version"
    raise NewerError(
        path,
        f"this was saved by Legation {writer}, in version {version} of the format;"
        f" this is Legation {legation.__version__}, which reads version {VERSION}."
        f" Install Legation {writer}, or a later one.",
    )


def _check_chain(node: Node, record: Record, links: Sequence[str]) -> None:
    """Refuses a record of which some link was changed, left out or moved."""
    if not record.phases:
        node.fail("has no phase.")
    previous = ""
    for index, phase in enumerate(record.phases):
        problem = misplaced(record, index)
        if problem:
            node[index].fail(f"does not follow: {problem}")
        if node[index]["previous"].text() != previous:
            node[index]["previous"].fail("is not the hash of the record before: it was changed.")
        if phase.resolved_by is not None and index == len(record.phases) - 1:
            node[index]["resolved_by"].fail("is told, but no phase follows.")
        previous = links[index]
