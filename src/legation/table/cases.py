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
from typing import Any, NamedTuple

from legation.board.calendar import RETREAT
from legation.board.truth import Truth
from legation.errors import FileError, InputError
from legation.rules.rulebook import Rulebook
from legation.table.acts import ABANDON, DISORDER, EXTEND, ORDERLY, REMOVE_UNIT, SET_OWNER, SET_UNIT
from legation.table.positions import read_power, read_truth
from legation.table.textfile import Spot, Table, keyed, list_of, read_data, table_of, text
from legation.variants.load import load

_BY_POWER = table_of(list_of(text))
_FATE = keyed({"result": text, "at": text, "by": text, "retreats": list_of(text)})
BUILDS = ("results", "automatic", "units")


def _expected(value: Any, spot: Spot) -> None:
    """A form: what is expected, a fate of every unit, or the keys of an adjustment phase."""
    table_of(lambda *_: None)(value, spot)
    for key, item in value.items():
        form = _BY_POWER if key in BUILDS else _FATE
        form(item, spot.inside(key, value.lines.get(key, 0)))


def _report(value: Any, spot: Spot) -> None:
    """A form: a report that is told."""
    table_of(text)(value, spot)
    if "kind" not in value:
        spot.fail('needs the key "kind"')


def _reports(value: Any, spot: Spot) -> None:
    list_of(_report)(value, spot)
    if not value:
        spot.fail("is a list without a report")


def _winner(value: Any, spot: Spot) -> None:
    (list_of(text) if isinstance(value, list) else text)(value, spot)


_EXAMPLES: Mapping[str, str] = {
    "id": "id: STD-CUT.1",
    "options": "options: {edition: '1971'}",
    "follows": "follows: {paradox: szykman}",
    "units": "units: {France: [A Par, F Bre]}",
    "centres": "centres: {France: [Par, Bre]}",
    "dislodged": "dislodged: {France: [{unit: A Bur, by: Mun, retreats: [Par, Gas]}]}",
    "contested": "contested: [Bur, Ruh]",
    "orders": "orders: {France: [A Par - Bur]}",
    "expect": "expect: {A Par: {result: succeeds, at: Bur}}, "
    "or in an adjustment phase expect: {results: {France: [succeeds]}}",
    "told": "told: {France: [{kind: solo, power: Germany}]}",
    "then": "then: {orders: {France: [A Bur - Par]}, expect: {A Bur: {at: Par}}}",
    "turns": "turns: [{orders: {France: [A Par - Bur]}, expect: {A Par: {at: Bur}}}]",
    "end": "end: {units: {France: [A Par]}, centres: {France: [Par]}, winner: [France]}",
    "alternatives": "alternatives: {paradox=all-hold: {expect: {A Par: {at: Par}}}}",
    "gm": "gm: [set A Bur of Germany, remove Mun]",
}
_TURN_FORM = keyed(
    {
        "orders": _BY_POWER,
        "expect": _expected,
        "told": table_of(_reports),
        "phase": text,
        "contested": list_of(text),
        "gm": list_of(text),
        "why": text,
    },
    examples=_EXAMPLES,
)
_CASE_FORM = keyed(
    {
        # what a case says, then what is said about it
        **dict.fromkeys(("id", "title", "variant", "seed", "date", "phase"), text),
        **dict.fromkeys(("options", "follows"), table_of(text)),
        **dict.fromkeys(("units", "centres", "orders"), _BY_POWER),
        "dislodged": table_of(
            list_of(
                keyed({"unit": text, "by": text, "retreats": list_of(text)}, ("unit", "retreats"))
            )
        ),
        "contested": list_of(text),
        "expect": _expected,
        "told": table_of(_reports),
        "then": keyed({"orders": _BY_POWER, "expect": _expected}),
        "turns": list_of(_TURN_FORM),
        "end": keyed({"units": _BY_POWER, "centres": _BY_POWER, "winner": _winner, "phase": text}),
        "alternatives": table_of(
            keyed({"expect": _expected, "then": _expected, **dict.fromkeys(BUILDS, _BY_POWER)})
        ),
        **dict.fromkeys(("source", "issue", "note", "why"), text),
        "datc": table_of(text),
    },
    examples=_EXAMPLES,
)
NO_SEED = "0" * 32


class Wish(NamedTuple):
    """A game master's act as written: the text, the kind of act, and its words by name."""

    said: str
    kind: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CaseTurn:
    """One phase of a case: orders as written, and what is expected of them.

    `acts` are the game master's before it; a turn of nothing else but what is
    told of them leaves the phase as it stands.
    """

    orders: Mapping[str, list[str]]
    expect: Mapping[str, Any] = field(default_factory=dict)
    phase: str = ""
    contested: list[str] | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    acts: tuple[Wish, ...] = ()
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
    for table in data:
        _CASE_FORM(table, Spot(str(path), table.line))
    return [case for table in data for case in _cases(table, str(path))]


def _cases(table: Table, path: str) -> Iterator[Case]:
    options = {**table.get("options", {}), **table.get("follows", {})}
    yield _case(table, path, options, {}, table.get("id", ""))
    for choice, changes in table.get("alternatives", {}).items():
        pairs = [pair.strip().partition("=") for pair in choice.split(",")]
        if not all(option and value for option, _, value in pairs):
            line = table["alternatives"].lines.get(choice, table.line)
            spot = Spot(path, line, f"alternatives: {choice}", _EXAMPLES["alternatives"])
            spot.fail("must name options as option=value")
        chosen = {option: value for option, _, value in pairs}
        name = f"{table.get('id', '')} with {choice}"
        yield _case(table, path, {**options, **chosen}, changes, name)


def _case(
    table: Table, path: str, options: Mapping[str, str], changes: Mapping[str, Any], name: str
) -> Case:
    try:
        book = load(table.get("variant", "standard"), options)
        truth = read_truth(table, book)
        turns = tuple(_turns(table, changes, book))
        end = dict(table.get("end", {}))
        end |= {key: _powers(book, end[key]) for key in ("units", "centres") if key in end}
    except FileError:
        raise
    except InputError as error:
        said = f"case {name}: {error}" if name else str(error)
        raise FileError(path, said, table.line) from None
    where = (path, table.line)
    seed, title = table.get("seed", NO_SEED), table.get("title", "")
    return Case(name, title, where, book, truth, seed, turns, end)


def _turns(table: Table, changes: Mapping[str, Any], book: Rulebook) -> Iterator[CaseTurn]:
    if "turns" in table:
        for key in ("orders", "expect", "told", "then", "alternatives"):
            if key in table:
                raise InputError(f'a case with "turns" has no "{key}" beside them')
        for turn in table["turns"]:
            yield CaseTurn(
                _powers(book, turn.get("orders", {})),
                _of_powers(book, turn.get("expect", {})),
                turn.get("phase", ""),
                turn.get("contested"),
                _powers(book, turn.get("told", {})),
                tuple(_wish(said) for said in turn.get("gm", ())),
                "gm" not in turn or not set(turn) <= {"gm", "told", "why"},
            )
        return
    expect = table.get("expect", {})
    if "results" in changes:
        expect = changes
    elif changes:
        expect = _amended(expect, changes.get("expect", {}))
    yield CaseTurn(
        _powers(book, table.get("orders", {})),
        _of_powers(book, expect),
        contested=None if changes else table.get("contested"),
        told=_powers(book, table.get("told", {})),
    )
    if "then" in table:
        then = table["then"]
        after = {**then.get("expect", {}), **changes.get("then", {})}
        yield CaseTurn(_powers(book, then.get("orders", {})), _of_powers(book, after), RETREAT)


def _powers(book: Rulebook, table: Mapping[str, Any]) -> dict[str, Any]:
    """A table whose keys are the names of powers, any usual spelling."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        power = read_power(book, name)
        if power in found:
            raise InputError(f"{power} stands twice in one table")
        found[power] = value
    return found


def _of_powers(book: Rulebook, expect: Mapping[str, Any]) -> dict[str, Any]:
    """What is expected, powers by their names."""
    return {k: _powers(book, v) if k in BUILDS else v for k, v in expect.items()}


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
        found = form.fullmatch(said)
        if found is not None:
            return Wish(said, kind, found.groupdict(""))
    raise InputError(f'"{said}" is no act of a game master; docs/cases.md lists them')


def _amended(expect: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Units that an alternative does not name end as before; where they may retreat may differ."""
    kept = {
        unit: {key: value for key, value in told.items() if key != "retreats"}
        for unit, told in expect.items()
    }
    return {**kept, **changes}
