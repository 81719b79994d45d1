"""Case files: positions with orders, and what must come of them.

The same files test the program and serve its users: ``legation check`` runs
them, ``legation adjudicate`` shows what comes of one. ``docs/cases.md``
describes the form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from legation.board.calendar import RETREAT
from legation.board.truth import Truth
from legation.documents.yaml import Spot, Table, line_at, read_data
from legation.errors import FileError, InputError, LegationError
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.sight.viewer import SPECTATOR, Viewer, find_viewer
from legation.table.acts import ABANDON, DISORDER, EXTEND, ORDERLY, REMOVE_UNIT, SET_OWNER, SET_UNIT
from legation.table.cases.keys import BUILDS, CASE_FORM, EXAMPLES, PLAYED
from legation.table.ledgers import read_ledger
from legation.table.positions import (
    NO_SEED,
    SPELLED,
    Start,
    read_nation,
    read_start,
    unit_texts,
)
from legation.variants.load import load


class Wish(NamedTuple):
    """A game master's act as written: the text, the kind of act, and its words by name."""

    said: str
    kind: str
    words: Mapping[str, str]


class Change(NamedTuple):
    """A game of which a viewer must not be able to tell that he is not in it.

    It starts otherwise, or has other orders in the turn in question; `said`
    is how the case puts it.
    """

    said: str
    start: Start
    orders: Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class CaseTurn:
    """One phase of a case: orders as written, and what is expected of them.

    `told`, `untold` and `reads` are by viewer, as `str(Viewer)` has it; the last
    says what he reads of the orders of units; `refused` is by
    power, the clause by line. `acts` are the game master's before it; a turn
    of nothing else but what is told of them leaves the phase as it stands.
    """

    orders: Mapping[str, list[str]]
    expect: Mapping[str, Any] = field(default_factory=dict)
    phase: str = ""
    contested: list[str] | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    untold: Mapping[str, tuple[Change, ...]] = field(default_factory=dict)
    reads: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    refused: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    acts: tuple[Wish, ...] = ()
    advances: bool = True


@dataclass(frozen=True, slots=True)
class Case:
    """A position, its turns, and what must stand at the end.

    `where` names file and line; `told` is what was told when it was dealt;
    `seen` names the viewer as whom it is drawn, where the case says.
    """

    id: str
    title: str
    where: tuple[str, int]
    book: Rulebook
    truth: Truth
    seed: str
    turns: tuple[CaseTurn, ...]
    end: Mapping[str, Any]
    told: tuple[Report, ...] = ()
    seen: Viewer = SPECTATOR
    disorder: tuple[str, ...] = ()

    def problem(self, message: str, at: int = 0) -> FileError:
        """An error that names this case's file, and the line `at` or where it begins."""
        path, line = self.where
        return FileError(path, f"case {self.id}: {message}" if self.id else message, at or line)


def load_cases(path: Path) -> list[Case]:
    """The cases of a file, each alternative outcome as a case of its own.

    Raises:
        FileError: for anything in it that is not understood, with the line.
    """
    name = str(path)
    return [case for table in tables_of(read_data(path), name) for case in _cases(table, name)]


def each_case(path: Path) -> Iterator[Case | FileError]:
    """The same one by one: what is wrong with one leaves the others as they are.

    Raises:
        FileError: where the file is no list of cases.
    """
    name = str(path)
    for table in _listed(read_data(path), name):
        try:
            CASE_FORM(table, Spot(name, table.line))
            yield from list(_cases(table, name))
        except FileError as error:
            yield error


def tables_of(data: Any, path: str) -> list[Table]:
    """The cases of a file as tables of the keys that a case has.

    Raises:
        FileError: for what is no case, with the line.
    """
    tables = _listed(data, path)
    for table in tables:
        CASE_FORM(table, Spot(path, table.line))
    return tables


def _listed(data: Any, path: str) -> list[Table]:
    if isinstance(data, Table):
        data = [data]
    if not isinstance(data, list) or not all(isinstance(item, Table) for item in data):
        raise FileError(path, "a case file is a list of cases, each with its keys")
    return list(data)


def read_case(table: Table, path: str) -> Case:
    """One case, of the keys that stand in a file of another sort.

    Raises:
        FileError: for anything in it that is not understood, with the line.
    """
    CASE_FORM(table, Spot(path, table.line))
    return next(_cases(table, path))


def _cases(table: Table, path: str) -> Iterator[Case]:
    options = {**table.get("options", {}), **table.get("follows", {})}
    yield _case(table, path, options, {}, table.get("id", ""))
    for choice, changes in table.get("alternatives", {}).items():
        pairs = [pair.strip().partition("=") for pair in choice.split(",")]
        if not all(option and value for option, _, value in pairs):
            line = table["alternatives"].lines.get(choice, table.line)
            spot = Spot(path, line, f"alternatives: {choice}", EXAMPLES["alternatives"])
            spot.fail("must name options as option=value")
        chosen = {option: value for option, _, value in pairs}
        name = f"{table.get('id', '')} with {choice}"
        yield _case(table, path, {**options, **chosen}, changes, name)


def _case(
    table: Table, path: str, options: Mapping[str, str], changes: Mapping[str, Any], name: str
) -> Case:
    try:
        book = load(table.get("variant", "standard"), options)
        start = read_start(table, book)
        turns = tuple(_turns(table, changes, book, start))
        end = _end(table.get("end", {}), book)
        seen = find_viewer(book, table.get("seen", SPECTATOR.role))
    except FileError:
        raise
    except LegationError as error:
        said = f"case {name}: {error}" if name else str(error)
        line = error.line if isinstance(error, _KeyError) else 0
        raise FileError(path, said, line or table.line) from None
    where = (path, table.line)
    seed, title = table.get("seed", NO_SEED).lower(), table.get("title", "")
    return Case(
        name, title, where, book, start.truth, seed, turns, end, start.told, seen, start.disorder
    )


def _turns(
    table: Table, changes: Mapping[str, Any], book: Rulebook, start: Start
) -> Iterator[CaseTurn]:
    if "turns" in table:
        for key in (*PLAYED, "then", "alternatives"):
            if key in table:
                raise InputError(f'a case with "turns" has no "{key}" beside them')
        for turn in table["turns"]:
            phase = turn.get("phase", "")
            yield replace(
                _turn(table, turn, book, start),
                phase=SPELLED.get(phase, phase),
                contested=turn.get("contested"),
                acts=tuple(_wish(said) for said in turn.get("gm", ())),
                advances="gm" not in turn or not set(turn) <= _STANDING,
            )
        return
    expect = table.get("expect", {})
    if "results" in changes:
        expect = changes
    elif changes:
        expect = _amended(expect, changes.get("expect", {}))
    yield replace(
        _turn(table, table, book, start),
        expect=_of_units(book, expect),
        contested=None if changes else table.get("contested"),
    )
    if "then" in table:
        then = table["then"]
        after = {**then.get("expect", {}), **changes.get("then", {})}
        yield CaseTurn(_powers(book, then.get("orders", {})), _of_units(book, after), RETREAT)


_STANDING = {"gm", "told", "untold", "why"}


def _turn(case: Table, turn: Table, book: Rulebook, start: Start) -> CaseTurn:
    """What a turn, or a case that is one, says by the keys that both may have."""
    return CaseTurn(
        _powers(book, turn.get("orders", {})),
        _of_units(book, turn.get("expect", {})),
        told=_viewers(book, turn.get("told", {})),
        untold={
            viewer: tuple(_changed(case, turn, change, book, start) for change in changes)
            for viewer, changes in _viewers(book, turn.get("untold", {})).items()
        },
        reads={
            viewer: _of_units(book, units)
            for viewer, units in _viewers(book, turn.get("reads", {})).items()
        },
        refused=_powers(book, turn.get("refused", {})),
    )


def _changed(case: Table, turn: Table, change: Table, book: Rulebook, start: Start) -> Change:
    """The case as it is with a change made."""
    said = json.dumps(change, ensure_ascii=False)
    orders = _powers(book, turn.get("orders", {})) | _powers(book, change.get("orders", {}))
    if set(change) == {"orders"}:
        return Change(said, start, orders)
    units = _powers(book, case.get("units") or unit_texts(start.truth.position))
    units |= _powers(book, change.get("units", {}))
    ledger = {**case.get("ledger", {}), **change.get("ledger", {})}
    changed = read_start({**case, "units": units, "ledger": ledger}, book)
    position = replace(changed.truth.position, facts=start.truth.position.facts)
    return Change(said, Start(replace(changed.truth, position=position), changed.told), orders)


def _end(end: Mapping[str, Any], book: Rulebook) -> dict[str, Any]:
    """What must stand at the end, powers by their names, the ledger by its types."""
    expected = dict(end)
    expected |= {key: _powers(book, end[key]) for key in ("units", "centres") if key in end}
    if "ledger" in end:
        expected["ledger"] = read_ledger(end["ledger"], book)
    if "view" in end:
        expected["view"] = {
            viewer: {k: v if k == "knows" else _powers(book, v) for k, v in seen.items()}
            for viewer, seen in _viewers(book, end["view"]).items()
        }
    return expected


def _powers(book: Rulebook, table: Mapping[str, Any]) -> dict[str, Any]:
    """A table whose keys are the names of powers, with or without a player, any usual spelling."""
    return _named(table, lambda name: read_nation(book, name))


def _viewers(book: Rulebook, table: Mapping[str, Any]) -> dict[str, Any]:
    """A table whose keys name viewers: powers, or ``spectator``."""
    return _named(table, lambda name: str(find_viewer(book, name)))


class _KeyError(InputError):
    """What is wrong with a key, and its line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def _named(table: Mapping[str, Any], find: Callable[[str], str]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name, value in table.items():
        try:
            known = find(name)
        except LegationError as error:
            raise _KeyError(str(error), line_at(table, name)) from None
        if known in named:
            raise _KeyError(f"{known} stands twice in one table", line_at(table, name))
        named[known] = value
    return named


def _of_units(book: Rulebook, expect: Mapping[str, Any]) -> dict[str, Any]:
    """What is expected, powers by their names; a unit may have its power before it."""
    return {
        _unit(book, key): _powers(book, value) if key in BUILDS else value
        for key, value in expect.items()
    }


def _unit(book: Rulebook, key: str) -> str:
    """``nurse U WAB``: the unit, its power by its name."""
    words = key.split()
    kinds = [at for at, word in enumerate(words) if word.upper() in book.written_kinds]
    if not kinds or not kinds[0]:
        return key
    at = kinds[0]
    return " ".join([read_nation(book, " ".join(words[:at])), *words[at:]])


_ACTS = (
    (re.compile(r"set (?P<kind>\w+) (?P<place>.+) of (?P<power>.+)"), SET_UNIT),
    (re.compile(r"remove (?P<dislodged>dislodged )?(?P<place>.+)"), REMOVE_UNIT),
    (re.compile(r"give (?P<centre>.+) to (?P<owner>.+)"), SET_OWNER),
    (re.compile(r"extend (?P<note>.+)"), EXTEND),
    (re.compile(r"declare civil disorder (?P<power>.+)"), DISORDER),
    (re.compile(r"end civil disorder (?P<power>.+)"), ORDERLY),
    (re.compile(r"abandon"), ABANDON),
)


def _wish(said: str) -> Wish:
    """A game master's act as a case writes it (STD-GM)."""
    for form, kind in _ACTS:
        matched = form.fullmatch(said)
        if matched is not None:
            return Wish(said, kind, matched.groupdict(""))
    raise InputError(f'"{said}" is no act of a game master; docs/cases.md lists them')


def _amended(expect: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Units that an alternative does not name end as before; where they may retreat may differ."""
    kept = {
        unit: {key: value for key, value in told.items() if key != "retreats"}
        for unit, told in expect.items()
    }
    return {**kept, **changes}
