"""Where a game stands in a file that somebody hands in: a save, a case, another program's game.

The file is not trusted: how large it may be, packed and not, hangs on what it
is, and so does the work that it makes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from legation.board.truth import Truth
from legation.documents.packed import plain_name, unpacked
from legation.documents.yaml import parse_data
from legation.errors import FileError, InputError
from legation.rules.rulebook import Rulebook
from legation.table.cases.file import read_case, tables_of
from legation.table.cases.keys import PLAYED
from legation.table.cases.play import carry_out
from legation.table.formats.complete import complete
from legation.table.formats.convert import FORMATS, Format
from legation.table.laidout import laid_out_as_case
from legation.table.saving import save
from legation.table.takeover import OVER, table_of
from legation.variants.load import load

LARGEST = 8 * 2**20
"""Bytes of a saved game, unpacked: longer than any that was played to its last year."""
LARGEST_TEXT = 2**19
"""Bytes of any other file."""
MOST_PHASES = 400
"""Phases of a game that is played again here, to see where it stands."""
_CASES = FORMATS["cases"].endings
_FORMS = (
    "saved games, case files, and those of the diplomacy package, jDip, webDiplomacy,"
    " godip and judges"
)
STANDARD = "standard"
_CARRIED = (*PLAYED, "then", "turns")


@dataclass(frozen=True, slots=True)
class Found:
    """Where a game stands in a file: its rules, and its position as the table of a case.

    `form` is what sort of file it is, as `formats.convert` calls it; `remarks`
    say what was passed over or does not agree, each one line.
    """

    form: str
    book: Rulebook
    table: Mapping[str, Any]
    remarks: tuple[str, ...] = ()


def read_elsewhere(data: bytes, name: str, by_path: bool = True) -> Found:
    """Where the game of a file stands; of a save now, of a case after its turns.

    `by_path`: its variant may be a folder that is named by its path, whose rules
    are a program and would be run. It may not where a stranger hands the file in.

    Raises:
        FileError: for a file that is too large, or no game, or holds several.
        InputError: for a game that is over.
    """
    if len(data) > LARGEST:
        raise FileError(name, f"it is larger than {LARGEST // 2**20} MiB")
    raw = unpacked(data, name, LARGEST)
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise FileError(name, "it is not UTF-8 text") from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise FileError(name, "it is empty")
    known = next((form for form in FORMATS.values() if form.sniff(text)), None)
    if known is not None and known.name == "save":
        if not by_path:
            _check_variant(_variant_of(text), name)
        return _saved(text, name)
    if len(raw) > LARGEST_TEXT:
        raise FileError(name, f"it is larger than {LARGEST_TEXT // 2**10} KiB; no position is")
    if known is None and not plain_name(name.casefold()).endswith(_CASES):
        raise FileError(name, f"it looks like none of the files that are read: {_FORMS}")
    if known is None or known.name == "cases":
        return _case(text, name, by_path)
    return _other(known, text, name)


def _check_variant(variant: str, name: str) -> None:
    """Refuses a variant that is named by a path."""
    if not variant.isidentifier():
        raise FileError(name, f'there is no variant "{variant[:40]}"')


def _variant_of(text: str) -> str:
    """The variant of a saved game; whatever else is wrong with it is found when it is read."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return STANDARD
    variant = data.get("variant") if isinstance(data, dict) else None
    return variant if isinstance(variant, str) else STANDARD


def _saved(text: str, name: str) -> Found:
    game = save.read(text, name)
    past = len(game.record.phases) - 1
    remarks = [f"Its {past} earlier phases are not taken along."] if past else []
    if game.view("gm").proposals:
        remarks.append("What was put to the vote lapses.")
    if game.record.phases[-1].sheets:
        remarks.append("The sheets that waited are not taken along.")
    return Found("save", game.book, table_of(game), tuple(remarks))


def _case(text: str, name: str, by_path: bool) -> Found:
    tables = tables_of(parse_data(text, name), name)
    if len(tables) != 1:
        raise _several(name, len(tables))
    [table] = tables
    if not by_path:
        _check_variant(table.get("variant", STANDARD), name)
    if table.get("alternatives"):
        raise FileError(name, "it has alternatives; leave the one that holds", table.line)
    if len(table.get("turns", ())) > MOST_PHASES:
        raise FileError(name, f"it has more than {MOST_PHASES} turns", table.line)
    case = read_case(table, name)
    truth, disorder = case.truth, case.disorder
    if any(key in table for key in _CARRIED):
        for step in carry_out(case)[-1:]:
            truth, disorder = step.after.truth, step.after.disorder
    return Found("cases", case.book, _laid_out(case.book, truth, disorder))


def _other(known: Format, text: str, name: str) -> Found:
    transcripts = known.read(text, name, load())
    if len(transcripts) != 1:
        raise _several(name, len(transcripts))
    [told] = transcripts
    if len(told.entries) > MOST_PHASES:
        raise FileError(name, f"it has more than {MOST_PHASES} phases")
    try:
        book = load(told.variant, told.options)
    except InputError as error:
        raise FileError(name, str(error)) from None
    done = complete(told, book)
    if done.end is None:
        why = done.unknown[-1] if done.unknown else "it holds no phase"
        raise FileError(name, f"where its game stands cannot be told: {why}")
    lost = [str(lost) for lost in told.lost]
    differ = [f"Played again here it differs: {line}" for line in done.quarrels]
    return Found(known.name, book, _laid_out(book, done.end), (*differ, *done.remarks, *lost))


def _laid_out(book: Rulebook, truth: Truth, disorder: tuple[str, ...] = ()) -> dict[str, Any]:
    if truth.ending:
        raise InputError(OVER)
    return laid_out_as_case(book, truth, disorder)


def _several(name: str, count: int) -> FileError:
    holds = f"it holds {count} games or cases" if count else "it holds no game"
    return FileError(name, f"{holds}; leave the one that is to be taken over")
