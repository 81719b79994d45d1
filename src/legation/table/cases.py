"""Case files: positions with orders, and what must come of them.

The same files test the program and serve its users: ``legation check`` runs
them, ``legation adjudicate`` shows what comes of one. ``docs/cases.md``
describes the form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from legation.board.calendar import ADJUSTMENT, KINDS, MOVEMENT, RETREAT, Phase
from legation.board.graph import ARMY, province_of
from legation.board.notation import parse_order
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.errors import (
    FileError,
    IllegalOrderError,
    InputError,
    NameUnknownError,
    OrderError,
    meant,
)
from legation.rules.adjust import AUTOMATIC
from legation.rules.dice import Dice
from legation.rules.rulebook import Rulebook
from legation.rules.turn import Sheets, Turn, advance, opening
from legation.table.textfile import Table, read_data
from legation.variants.load import load

CASE_KEYS = frozenset(
    # what a case says, then what is said about it
    ("id", "title", "variant", "options", "seed", "units", "centres", "dislodged", "contested",
     "date", "phase", "orders", "expect", "told", "then", "turns", "end", "follows",
     "alternatives", "datc", "source", "issue", "note", "why")
)  # fmt: skip
TURN_KEYS = frozenset(("orders", "expect", "told", "phase", "contested", "why"))
END_KEYS = frozenset(("units", "centres", "winner", "phase"))
NO_SEED = "0" * 32


@dataclass(frozen=True, slots=True)
class CaseTurn:
    """One phase of a case: orders as written, and what is expected of them."""

    orders: Mapping[str, list[str]]
    expect: Mapping[str, Any] = field(default_factory=dict)
    phase: str = ""
    contested: list[str] | None = None
    told: Mapping[str, Any] = field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that a case expected and did not get."""

    case: str
    what: str
    expected: str
    actual: str

    def __str__(self) -> str:
        return f"{self.case}: {self.what}: expected {self.expected}, got {self.actual}"


# Reading


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
        truth = _truth(table, book)
        turns = tuple(_turns(table, changes))
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


def _turns(table: Table, changes: Mapping[str, Any]) -> Iterator[CaseTurn]:
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


def _amended(expect: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Units that an alternative does not name end as before; where they may retreat may differ."""
    kept = {
        unit: {key: value for key, value in told.items() if key != "retreats"}
        for unit, told in expect.items()
    }
    return {**kept, **changes}


# Positions


def _truth(table: Table, book: Rulebook) -> Truth:
    start = opening(book)
    phase = _phase(table, book, start.position.phase)
    units = start.position.units
    if "units" in table:
        units = _units(table["units"], book)
    owners = dict(start.position.owners)
    if "centres" in table:
        owners = dict(_owners(table["centres"], book))
    lost = tuple(_dislodged(table.get("dislodged", {}), book, units))
    contested = frozenset(
        book.names.find_place(p) for p in (table.get("contested", ()) if lost else ())
    )
    return Truth(Position(phase, units, owners, lost, contested))


def _phase(table: Table, book: Rulebook, first: Phase) -> Phase:
    kind = {"build": ADJUSTMENT}.get(table.get("phase", ""), table.get("phase", ""))
    words = str(table.get("date", "")).replace(",", " ").split()
    if len(words) == 3 and not kind:
        kind = words.pop()
        kind = next((k for k in KINDS if kind.rstrip("s") == k), kind)
    kind = kind or MOVEMENT
    if kind not in KINDS:
        raise InputError(f'"{kind}" is no kind of phase.{meant(kind, KINDS)}')
    if len(words) == 2 and words[1].isdigit():
        phase = book.calendar.named(words[0], int(words[1]), kind)
        if phase is None:
            raise InputError(f"there is no {kind} phase in {words[0]}")
        return phase
    if words:
        raise InputError(f'"{table["date"]}" is no date; write it like {first.season} {first.year}')
    season = next(s for s, its_kind in book.calendar.phases if its_kind == kind)
    return Phase(season, first.year, kind)


def _power(book: Rulebook, text: str) -> str:
    try:
        return book.names.find_power(text)
    except (NameUnknownError, OrderError) as error:
        raise InputError(str(error)) from None


def _units(table: Mapping[str, list[str]], book: Rulebook) -> tuple[Unit, ...]:
    found: list[Unit] = []
    taken: dict[str, Unit] = {}
    for name, texts in table.items():
        power = _power(book, name)
        for text in texts:
            unit = read_unit(book, power, text, len(found) + 1)
            other = taken.setdefault(unit.province, unit)
            if other is not unit:
                raise InputError(f"{other} and {unit} stand in one province")
            found.append(unit)
    return tuple(found)


def read_unit(book: Rulebook, power: str, text: str, number: int) -> Unit:
    """A unit of a position, such as ``F Stp/sc``.

    Raises:
        InputError: for what is no unit, and for a place where it cannot stand.
    """
    kind, _, where = text.strip().partition(" ")
    if kind.upper() not in book.kinds or not where:
        kinds = " or ".join(book.kinds)
        raise InputError(f'"{text}" is no unit; write {kinds} and a place')
    place = book.names.find_place(where)
    kind = kind.upper()
    if kind == ARMY:
        place = province_of(place)
    if not book.graph.can_stand(kind, place):
        coasts = book.graph.provinces[province_of(place)].places[1:]
        if coasts and kind != ARMY:
            raise InputError(f"{text}: name the coast: {' or '.join(coasts)}")
        raise InputError(f"{text}: such a unit cannot be in {book.graph.name(place)}")
    return Unit(power, kind, place, id=number)


def _owners(table: Mapping[str, list[str]], book: Rulebook) -> Iterator[tuple[str, str]]:
    seen: dict[str, str] = {}
    for name, texts in table.items():
        power = _power(book, name)
        for text in texts:
            place = book.names.find_place(text)
            if place not in book.graph.centres:
                raise InputError(f"{place} is no supply centre")
            if place in seen:
                raise InputError(f"{place} belongs to {seen[place]} and to {power}")
            seen[place] = power
            yield place, power


def _dislodged(
    table: Mapping[str, list[Mapping[str, Any]]], book: Rulebook, standing: tuple[Unit, ...]
) -> Iterator[Dislodged]:
    number = len(standing)
    for name, rows in table.items():
        power = _power(book, name)
        for row in rows:
            number += 1
            unit = read_unit(book, power, row["unit"], number)
            places = tuple(sorted(book.names.find_place(p) for p in row["retreats"]))
            yield Dislodged(unit, book.names.find_place(row["by"]) if "by" in row else "", places)


# Running


@dataclass(frozen=True, slots=True)
class Played:
    """A turn of a case as it went: the phase, the units before, and what came of it."""

    phase: Phase
    before: Truth
    turn: Turn
    orders: Sheets


def play(case: Case) -> list[Played]:
    """Carry out the turns of a case.

    Raises:
        FileError: for an order that cannot be read, or a phase that does not come.
    """
    truth = case.truth
    played: list[Played] = []
    for spec in case.turns:
        phase = truth.position.phase
        if truth.ending:
            raise case.problem("the game is over before its last turn")
        if spec.phase == RETREAT and phase.kind != RETREAT and played:
            played.append(_gone_at_once(spec, played[-1]))
            continue
        if spec.phase and spec.phase != phase.kind:
            raise case.problem(f"a {spec.phase} phase is expected, and {phase} comes")
        sheets = {
            _power(case.book, power): [_order(case, text, phase.kind) for text in texts]
            for power, texts in spec.orders.items()
        }
        turn = advance(case.book, truth, sheets, Dice(case.seed, str(phase)))
        played.append(Played(phase, truth, turn, sheets))
        truth = turn.truth
    return played


def _gone_at_once(spec: CaseTurn, before: Played) -> Played:
    """A retreat phase that does not come, for the dislodged had nowhere to go."""
    ordered = {text.split(" - ")[0] for texts in spec.orders.values() for text in texts}
    fates = tuple(
        replace(o, result="void" if o.unit in ordered else "none", at="disbanded", by="")
        for o in before.turn.outcomes
        if o.at == "dislodged" and not o.retreats
    )
    turn = replace(before.turn, outcomes=fates, reports=())
    return replace(before, turn=turn, phase=replace(before.phase, kind=RETREAT))


def _order(case: Case, text: str, phase: str) -> Order:
    book = case.book
    try:
        return parse_order(text, book.names, book.order_types, phase, book.kinds)
    except IllegalOrderError:
        pass  # an order of another phase: adjudication refuses it
    except OrderError as error:
        raise case.problem(str(error)) from None
    for kind in KINDS:
        try:
            return parse_order(text, book.names, book.order_types, kind, book.kinds)
        except OrderError:
            continue
    raise case.problem(f'"{text}" is no order')


# Checking


def check_case(case: Case) -> list[Failure]:
    """Run a case; what it expected and did not get."""
    failures: list[Failure] = []
    played = play(case)
    for spec, done in zip(case.turns, played, strict=True):
        if done.phase.kind == ADJUSTMENT:
            failures += _check_builds(case, spec, done)
        else:
            failures += _check_units(case, spec, done)
        if spec.contested is not None and done.phase.kind == MOVEMENT:
            actual = sorted(done.turn.contested)
            failures += _differs(case, "contested", sorted(spec.contested), actual)
        failures += _check_told(case, spec, done)
    if case.end:
        failures += _check_end(case, played[-1].turn.truth if played else case.truth)
    return failures


def _differs(case: Case, what: str, expected: object, actual: object) -> list[Failure]:
    if expected == actual:
        return []
    return [Failure(case.id, what, _shown(expected), _shown(actual))]


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) for item in value) or "none"
    return str(value) if value not in ("", None) else "none"


def _check_units(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    fates: dict[str, dict[str, Any]] = {}
    for outcome in done.turn.outcomes:
        told: dict[str, Any] = {"result": outcome.result, "at": outcome.at}
        if outcome.by:
            told |= {"by": outcome.by, "retreats": sorted(outcome.retreats)}
        known = fates.setdefault(outcome.unit, told)
        if known is not told and outcome.result == "void" and known["result"] == "holds":
            known["result"] = "void"  # another power ordered it, and its own did not
    failures = []
    for unit, wanted in spec.expect.items():
        fate = fates.get(unit)
        if fate is None:
            failures.append(Failure(case.id, unit, "a fate", "no such unit"))
            continue
        for key, value in wanted.items():
            expected = sorted(value) if isinstance(value, list) else value
            failures += _differs(case, f"{unit}: {key}", expected, fate.get(key, ""))
    return failures


def _check_builds(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    failures = []
    expect = spec.expect
    for power, results in expect.get("results", {}).items():
        actual = [
            o.result for o in done.turn.outcomes if o.power == power and o.reason.kind != AUTOMATIC
        ]
        failures += _differs(case, f"results of {power}", list(results), actual)
    if "automatic" in expect:
        automatic: dict[str, list[str]] = {}
        for outcome in done.turn.outcomes:
            if outcome.reason.kind == AUTOMATIC:
                automatic.setdefault(outcome.power, []).append(outcome.unit)
        failures += _differs(case, "automatic", dict(expect["automatic"]), automatic)
    if "units" in expect:
        failures += _check_stand(case, expect["units"], done.turn.truth)
    return failures


def _check_stand(case: Case, wanted: Mapping[str, list[str]], truth: Truth) -> list[Failure]:
    expected = sorted(f"{power} {unit}" for power, units in wanted.items() for unit in units)
    actual = sorted(f"{unit.power} {unit}" for unit in truth.position.units)
    return _differs(case, "units", expected, actual)


def _check_told(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    failures = []
    for power, reports in spec.told.items():
        heard: list[dict[str, str]] = [
            {"kind": r.kind, **{k: str(v) for k, v in r.facts.items()}}
            for r in done.turn.reports
            if r.audience is None or power in r.audience
        ]
        failures += [
            Failure(case.id, f"told {power}", str(dict(wanted)), _shown([h["kind"] for h in heard]))
            for wanted in reports
            if not any(wanted.items() <= one.items() for one in heard)
        ]
    return failures


def _check_end(case: Case, truth: Truth) -> list[Failure]:
    unread = sorted(set(case.end) - END_KEYS)
    if unread:
        raise case.problem(
            f'nothing reads the key "{unread[0]}" of end.{meant(unread[0], END_KEYS)}'
        )
    failures = []
    if "units" in case.end:
        failures += _check_stand(case, case.end["units"], truth)
    for power, centres in case.end.get("centres", {}).items():
        actual = list(truth.position.centres_of(power))
        failures += _differs(case, f"centres of {power}", sorted(centres), actual)
    if "winner" in case.end:
        wanted = case.end["winner"]
        expected = sorted(wanted) if isinstance(wanted, list) else [wanted] if wanted else []
        failures += _differs(case, "winner", expected, list(truth.winner))
    if "phase" in case.end:
        failures += _differs(case, "phase", case.end["phase"], str(truth.position.phase))
    return failures
