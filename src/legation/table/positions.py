"""Positions as case files write them: units, owners, dates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.board.calendar import ADJUSTMENT, KINDS, MOVEMENT, RETREAT, Phase
from legation.board.graph import ARMY, province_of
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.errors import InputError, NameUnknownError, OrderError, meant
from legation.rules.rulebook import Rulebook
from legation.rules.turn import set_up
from legation.table.textfile import Table

_DIGITS = 6  # of a year


def read_truth(table: Table, book: Rulebook) -> Truth:
    """Where a case begins.

    Raises:
        InputError: for what cannot stand on the board.
    """
    start = set_up(book)
    phase = _phase(table, book, start.position.phase)
    units = start.position.units
    if "units" in table:
        units = _units(table["units"], book)
    owners = dict(start.position.owners)
    if "centres" in table:
        owners = dict(_owners(table["centres"], book))
    if table.get("dislodged") and phase.kind != RETREAT:
        raise InputError(f"there are no dislodged units in {phase}; write phase: retreat")
    lost = tuple(_dislodged(table.get("dislodged", {}), book, units))
    contested = frozenset(
        province_of(book.names.find_place(p)) for p in (table.get("contested", ()) if lost else ())
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
    if len(words) == 2 and words[1].isdecimal() and len(words[1]) <= _DIGITS:
        phase = book.calendar.named(words[0], int(words[1]), kind)
        if phase is None:
            raise InputError(f"there is no {kind} phase in {words[0]}")
        return phase
    if words:
        raise InputError(f'"{table["date"]}" is no date; write it like {first.season} {first.year}')
    season = next(s for s, its_kind in book.calendar.phases if its_kind == kind)
    return Phase(season, first.year, kind)


def read_power(book: Rulebook, text: str) -> str:
    """The power of a name, as `NameTable.find_power`, with any fault an InputError."""
    try:
        return book.names.find_power(text)
    except (NameUnknownError, OrderError) as error:
        raise InputError(str(error)) from None


def _units(table: Mapping[str, list[str]], book: Rulebook) -> tuple[Unit, ...]:
    found: list[Unit] = []
    taken: dict[str, Unit] = {}
    for name, texts in table.items():
        power = read_power(book, name)
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
        power = read_power(book, name)
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
    number, seen = len(standing), dict[str, Unit]()
    for name, rows in table.items():
        power = read_power(book, name)
        for row in rows:
            number += 1
            unit = read_unit(book, power, row["unit"], number)
            other = seen.setdefault(unit.province, unit)
            if other is not unit:
                raise InputError(f"{other} and {unit} are dislodged from one province")
            places = tuple(sorted({book.names.find_place(p) for p in row["retreats"]}))
            for place in places:
                _check_retreat(book, unit, place, standing)
            by = province_of(book.names.find_place(row["by"])) if "by" in row else ""
            yield Dislodged(unit, by, places)


def _check_retreat(book: Rulebook, unit: Unit, place: str, standing: tuple[Unit, ...]) -> None:
    steps = book.graph.steps(unit.kind, unit.place)
    if place not in steps:
        there = ", ".join(sorted(steps)) or "nowhere"
        raise InputError(f"{unit} cannot retreat to {place}; from there it goes to {there}")
    for other in standing:
        if other.province == province_of(place):
            raise InputError(f"{unit} cannot retreat to {place}, where {other} stands")
