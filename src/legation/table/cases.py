"""Case files: positions with orders, and what must come of them.

The same files test the program and serve its users: ``legation check`` runs
them, ``legation adjudicate`` shows what comes of one. ``docs/cases.md``
describes the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from legation.board.calendar import RETREAT
from legation.board.truth import Truth
from legation.errors import FileError, InputError, meant
from legation.rules.rulebook import Rulebook
from legation.table.acts import ABANDON, DISORDER, ORDERLY, REMOVE_UNIT, SET_OWNER, SET_UNIT
from legation.table.positions import read_power, read_truth, read_unit
from legation.table.record import Act
from legation.table.textfile import Table, read_data
from legation.variants.load import load

CASE_KEYS = frozenset(
    # what a case says, then what is said about it
    ("id", "title", "variant", "options", "seed", "units", "centres", "dislodged", "contested",
     "date", "phase", "orders", "expect", "told", "then", "turns", "end", "follows",
     "alternatives", "datc", "source", "issue", "note", "why")
)  # fmt: skip
TURN_KEYS = frozenset(("orders", "expect", "told", "phase", "contested", "gm", "why"))
NO_SEED = "0" * 32


@dataclass(frozen=True, slots=True)
class CaseTurn:
    """One phase of a case: orders as written, and what is expected of them.

    `acts` are the game master's before it; a turn of nothing else leaves the
    phase as it stands.
    """

    orders: Mapping[str, list[str]]
    expect: Mapping[str, Any] = field(default_factory=dict)
    phase: str = ""
    contested: list[str] | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    advances: bool = True


@dataclass(frozen=True, slots=True)
class Case:
    """A position, its turns, and what must stand at the end. `where` names file and line."""

    id: str
    title: str
    where: tuple[str, int]
    book: Rulebook
    truth: Truth
    seed: str
    turns: tuple[CaseTurn, ...]
    end: Mapping[str, Any]

    def problem(self, message: str) -> FileError:
        """An error that names this case's file and line."""
        path, line = self.where
        return FileError(path, f"case {self.id}: {message}" if self.id else message, line)


def load_cases(path: Path) -> list[Case]:
    """The cases of a file, each alternative outcome as a case of its own.

    Raises:
        FileError: for anything in it that is not understood, with the line.
    """
    data = read_data(path)
    if isinstance(data, Table):
        data = [data]
    if not isinstance(data, list) or not all(isinstance(item, Table) for item in data):
        raise FileError(str(path), "a case file is a list of cases, each with its keys")
    return [case for table in data for case in _cases(table, str(path))]


def load_case(path: Path) -> Case:
    """The one case of a file.

    Raises:
        FileError: also when it holds several.
    """
    cases = load_cases(path)
    if len(cases) != 1:
        raise FileError(str(path), f"one position is needed here, and there are {len(cases)} cases")
    return cases[0]


def _cases(table: Table, path: str) -> Iterator[Case]:
    _known(table, CASE_KEYS, path, table.line)
    options = {**table.get("options", {}), **table.get("follows", {})}
    yield _case(table, path, options, {}, table.get("id", ""))
    for choice, changes in table.get("alternatives", {}).items():
        chosen = dict(pair.strip().split("=", 1) for pair in choice.split(","))
        name = f"{table.get('id', '')} with {choice}"
        yield _case(table, path, {**options, **chosen}, changes, name)


def _case(
    table: Table, path: str, options: Mapping[str, str], changes: Mapping[str, Any], name: str
) -> Case:
    try:
        book = load(table.get("variant", "standard"), options)
        truth = read_truth(table, book)
        turns = tuple(_turns(table, changes, book))
    except FileError:
        raise
    except InputError as error:
        said = f"case {name}: {error}" if name else str(error)
        raise FileError(path, said, table.line) from None
    except (TypeError, AttributeError, ValueError, KeyError):
        said = f"case {name} " if name else "the case "
        raise FileError(path, f"{said}is not of the form of docs/cases.md", table.line) from None
    where = (path, table.line)
    seed = str(table.get("seed", NO_SEED))
    title = str(table.get("title", ""))
    return Case(name, title, where, book, truth, seed, turns, table.get("end", {}))


def _known(table: Mapping[str, Any], keys: frozenset[str], path: str, line: int) -> None:
    for key in table:
        if key not in keys:
            raise FileError(path, f'nothing reads the key "{key}".{meant(key, keys)}', line)


def _turns(table: Table, changes: Mapping[str, Any], book: Rulebook) -> Iterator[CaseTurn]:
    if "turns" in table:
        for turn in table["turns"]:
            unread = sorted(set(turn) - TURN_KEYS)
            if unread:
                raise InputError(
                    f'nothing reads the key "{unread[0]}".{meant(unread[0], TURN_KEYS)}'
                )
            yield CaseTurn(
                turn.get("orders", {}),
                turn.get("expect", {}),
                turn.get("phase", ""),
                turn.get("contested"),
                turn.get("told", {}),
                tuple(_act(text, book) for text in turn.get("gm", ())),
                set(turn) != {"gm"},
            )
        return
    expect = table.get("expect", {})
    if "results" in changes:
        expect = changes
    elif changes:
        expect = _amended(expect, changes.get("expect", {}))
    contested = None if changes else table.get("contested")
    yield CaseTurn(table.get("orders", {}), expect, contested=contested, told=table.get("told", {}))
    if "then" in table:
        then = table["then"]
        after = {**then.get("expect", {}), **changes.get("then", {})}
        yield CaseTurn(then.get("orders", {}), after, RETREAT)


_ACTS = (
    (re.compile(r"set (?P<unit>\w+ .+) of (?P<power>.+)"), SET_UNIT),
    (re.compile(r"remove (?P<place>.+)"), REMOVE_UNIT),
    (re.compile(r"give (?P<centre>.+) to (?P<owner>.+)"), SET_OWNER),
    (re.compile(r"declare civil disorder (?P<power>.+)"), DISORDER),
    (re.compile(r"end civil disorder (?P<power>.+)"), ORDERLY),
    (re.compile(r"abandon"), ABANDON),
)


def _act(text: str, book: Rulebook) -> Act:
    """A game master's act as a case writes it (STD-GM)."""
    for form, kind in _ACTS:
        found = form.fullmatch(text)
        if found is None:
            continue
        facts: dict[str, Any] = dict(found.groupdict())
        if "unit" in facts:
            unit = read_unit(book, "", facts["unit"], 0)
            facts |= {"unit": unit.kind, "place": unit.place}
        for name in ("power", "owner"):
            if name in facts:
                facts[name] = "" if facts[name] == "nobody" else read_power(book, facts[name])
        for name in ("place", "centre"):
            if name in facts:
                facts[name] = book.names.find_place(facts[name].removeprefix("A "))
        if kind == REMOVE_UNIT:
            facts["dislodged"] = ""
        return Act(kind, facts)
    raise InputError(f'"{text}" is no act of a game master')


def _amended(expect: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Units that an alternative does not name end as before; where they may retreat may differ."""
    kept = {
        unit: {key: value for key, value in told.items() if key != "retreats"}
        for unit, told in expect.items()
    }
    return {**kept, **changes}
