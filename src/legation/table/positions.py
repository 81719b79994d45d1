"""Positions as case files write them: units, owners, dates, and what is kept about a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from legation.board.calendar import ADJUSTMENT, KINDS, MOVEMENT, PLURALS, RETREAT, Phase
from legation.board.graph import province_of
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit, kind_and_strength
from legation.errors import InputError, NameUnknownError, OrderError, meant
from legation.rules.dice import SEED_BITS
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.rules.turn import numbered, opening, set_up
from legation.table.keeping import check_seed
from legation.table.ledgers import read_ledger, spot_of
from legation.table.replay import opening_dice

NO_SEED = "0" * (SEED_BITS // 4)
_DIGITS = 6  # of a year
SPELLED = {"build": ADJUSTMENT}
"""Other words for a kind of phase."""


class Start(NamedTuple):
    """Where a case begins, what was told when the game was dealt, who is in civil disorder."""

    truth: Truth
    told: tuple[Report, ...] = ()
    disorder: tuple[str, ...] = ()


def read_start(table: Mapping[str, Any], book: Rulebook) -> Start:
    """Where a case begins: as set up, or as dealt by its seed, but for what it says itself.

    Raises:
        InputError: for what cannot stand on the board, or is not kept in this game.
    """
    start, told = set_up(book), tuple[Report, ...]()
    if "seed" in table:
        start, told = opening(book, opening_dice(check_seed(table["seed"])))
    phase = _phase(table, book, start.position.phase)
    units, facts = start.position.units, start.position.facts
    if "units" in table:
        units, facts = _units(table["units"], book), {}
    if "facts" in table:
        facts = _facts(table["facts"], book)
    owners = dict(start.position.owners)
    if "centres" in table:
        owners = dict(_owners(table["centres"], book))
    if table.get("dislodged") and phase.kind != RETREAT:
        raise InputError(f"there are no dislodged units in {phase}; write phase: retreat")
    lost = tuple(_dislodged(table.get("dislodged", {}), book, units))
    contested = frozenset(
        province_of(book.names.find_place(p)) for p in (table.get("contested", ()) if lost else ())
    )
    position = Position(phase, units, owners, lost, contested, facts)
    ledger = replace(start.ledger, **read_ledger(table.get("ledger", {}), book))
    disorder = tuple(sorted({read_power(book, power) for power in table.get("disorder", ())}))
    return Start(Truth(position, ledger), told, disorder)


def _facts(table: Mapping[str, list[str]], book: Rulebook) -> dict[str, tuple[str, ...]]:
    """What the variant keeps on the board itself: what it notes there when a game is dealt."""
    known = opening(book, opening_dice(NO_SEED))[0].position.facts
    for key in table:
        if key not in known:
            there = f" There are {', '.join(known)}." if known else ""
            raise InputError(
                f'the board of {book.variant} has no fact "{key}".{meant(key, known) or there}'
            )
    return {key: tuple(spot_of(book, text) for text in texts) for key, texts in table.items()}


def _phase(table: Mapping[str, Any], book: Rulebook, first: Phase) -> Phase:
    kind = SPELLED.get(table.get("phase", ""), table.get("phase", ""))
    words = str(table.get("date", "")).replace(",", " ").split()
    if len(words) > 1 and not kind and not words[-1].isdecimal():
        kind = next((k for k in KINDS if words[-1] in (k, PLURALS[k])), "")
        words = words[:-1] if kind else words
    kind = kind or MOVEMENT
    if kind not in KINDS:
        raise InputError(f'"{kind}" is no kind of phase.{meant(kind, KINDS)}')
    year = words[-1] if first.year and len(words) > 1 else "0"  # some games count no years
    season = " ".join(words[:-1] if first.year else words)
    if season and year.isdecimal() and len(year) <= _DIGITS:
        phase = book.calendar.named(season, int(year), kind)
        if phase is not None:
            return phase
        if any(book.calendar.named(season, int(year), other) for other in KINDS):
            raise InputError(f"there is no {kind} phase in {season}")
    if words:
        raise InputError(f'"{table["date"]}" is no date; write it like {first.turn}')
    season = next(s for s, its_kind in book.calendar.phases if its_kind == kind)
    return Phase(season, first.year, kind)


# Names


def read_power(book: Rulebook, text: str) -> str:
    """The power of a name, as `NameTable.find_power`, with any fault an InputError."""
    try:
        return book.names.find_power(text)
    except (NameUnknownError, OrderError) as error:
        raise InputError(str(error)) from None


def read_nation(book: Rulebook, text: str) -> str:
    """The same of a power with or without a player."""
    try:
        return book.names.find_nation(text)
    except (NameUnknownError, OrderError) as error:
        raise InputError(str(error)) from None


# Units


def _units(table: Mapping[str, list[str]], book: Rulebook) -> tuple[Unit, ...]:
    units: list[Unit] = []
    taken: dict[str, Unit] = {}
    for name, texts in table.items():
        power = read_nation(book, name)
        for text in texts:
            unit = read_unit(book, power, text, len(units) + 1)
            if unit.province not in book.open_places:
                other = taken.setdefault(unit.province, unit)
                if other is not unit:
                    raise InputError(f"{other} and {unit} stand in one province")
            units.append(unit)
    numbers = {unit.id: unit for unit in numbered(book, units)}
    return tuple(numbers[unit.id] for unit in units)


def read_unit(book: Rulebook, power: str, text: str, number: int) -> Unit:
    """A unit of a position, such as ``F Stp/sc`` or ``2U Kni``.

    Raises:
        InputError: for what is no unit, and for a place where it cannot stand.
    """
    written, _, where = text.strip().partition(" ")
    if written.upper() not in book.written_kinds or not where:
        *most, last = book.written_kinds
        kinds = f"{', '.join(most)} or {last}" if most else last
        raise InputError(f'"{text}" is no unit; write {kinds} and a place')
    kind, strength = kind_and_strength(written.upper())
    if book.full:
        where, strength = _counted(book, kind, where)
    place = book.names.find_place(where)
    if kind not in book.graph.sailors:
        place = province_of(place)
    if not book.graph.can_stand(kind, place):
        coasts = book.graph.provinces[province_of(place)].places[1:]
        if coasts and kind in book.graph.sailors:
            raise InputError(f"{text}: name the coast: {' or '.join(coasts)}")
        raise InputError(f"{text}: such a unit cannot be in {book.graph.name(place)}")
    return Unit(power, kind, place, strength, id=number)


def _counted(book: Rulebook, kind: str, where: str) -> tuple[str, int]:
    """The place and the men or ships of a unit: ``Ven 5000``; without a number, all of them."""
    place, _, count = where.rpartition(" ")
    if not place or not count.isdecimal() or len(count) > _DIGITS:
        return where, book.full[kind]
    if not 1 <= int(count) <= book.full[kind]:
        raise InputError(f'"{count}" is no strength: from 1 to {book.full[kind]}')
    return place, int(count)


def unit_texts(position: Position) -> dict[str, list[str]]:
    """The units of a position, as a case file writes them."""
    texts: dict[str, list[str]] = {}
    for unit in position.units:
        texts.setdefault(unit.power, []).append(str(replace(unit, number=0)))
    return texts


def _owners(table: Mapping[str, list[str]], book: Rulebook) -> Iterator[tuple[str, str]]:
    seen: dict[str, str] = {}
    for name, texts in table.items():
        power = read_power(book, name)
        for text in texts:
            place = book.names.find_place(text)
            if place not in book.possible_centres:
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
        power = read_nation(book, name)
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
    steps = Survey(book, Position(book.calendar.first, standing)).steps(unit)
    if place not in steps:
        there = ", ".join(sorted(steps)) or "nowhere"
        raise InputError(f"{unit} cannot retreat to {place}; from there it goes to {there}")
    for other in standing:
        joins = book.full and other.power == unit.power  # units that are counted may merge
        free = joins or other.province in book.open_places
        if other.province == province_of(place) and not free:
            raise InputError(f"{unit} cannot retreat to {place}, where {other} stands")
