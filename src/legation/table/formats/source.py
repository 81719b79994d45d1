"""What every reader needs: names, units, orders and phases of a text, with its lines in errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from legation.board.calendar import ADJUSTMENT, KINDS, MOVEMENT, RETREAT, Phase
from legation.board.graph import ARMY, FLEET, province_of
from legation.board.notation import seas_named
from legation.board.orders import Order
from legation.board.units import Unit
from legation.errors import FileError, NameUnknownError, OrderError, meant
from legation.rules.rulebook import Rulebook

_KIND_WORDS = {"a": ARMY, "army": ARMY, "f": FLEET, "fleet": FLEET}
_PHASE_WORDS = {
    "m": MOVEMENT,
    "r": RETREAT,
    "a": ADJUSTMENT,
    "b": ADJUSTMENT,
    "diplomacy": MOVEMENT,
    "build": ADJUSTMENT,
}
_LETTERS = {MOVEMENT: "M", RETREAT: "R", ADJUSTMENT: "A"}
LAST_YEAR = 9999


@dataclass(frozen=True)
class Source:
    """A text that is being read: its path as the caller named it, and the rulebook's names."""

    text: str
    path: str
    book: Rulebook

    def error(self, message: str, line: int = 0) -> FileError:
        """An error that names the file and the line."""
        return FileError(self.path, message, line)

    def power(self, text: str, line: int = 0) -> str:
        """The power that a text names."""
        try:
            return self.book.names.find_power(text)
        except (NameUnknownError, OrderError) as error:
            raise self.error(str(error), line) from None

    def place(self, text: str, line: int = 0) -> str:
        """The place that a text names."""
        try:
            place = self.book.names.find_place(text)
        except (NameUnknownError, OrderError) as error:
            raise self.error(str(error), line) from None
        if place not in self.book.graph.places:
            coasts = self.book.graph.provinces[province_of(place)].places[1:]
            have = f"its coasts are {' and '.join(coasts)}" if coasts else "it has no coasts"
            raise self.error(f'there is no place "{text}": {have}.', line)
        return place

    def unit(self, power: str, text: str, line: int = 0) -> Unit:
        """A unit on the board, such as ``F STP/SC`` or ``Army Bohemia``."""
        kind, _, where = text.strip().partition(" ")
        known = _KIND_WORDS.get(kind.casefold())
        if known is None or not where.strip():
            raise self.error(f'"{_short(text)}" is no unit; write A or F and a place.', line)
        place = self.place(where, line)
        if known == ARMY:
            place = province_of(place)
        if not self.book.graph.can_stand(known, place):
            coasts = self.book.graph.provinces[province_of(place)].places[1:]
            if known == FLEET and coasts:
                said = f"{text.strip()}: name the coast: {' or '.join(coasts)}."
            else:
                said = f"{text.strip()}: such a unit cannot be in {self.book.graph.name(place)}."
            raise self.error(said, line)
        return Unit(power, known, place)

    def owned(self, text: str, line: int = 0) -> str:
        """The supply centre that a text names."""
        place = province_of(self.place(text, line))
        if place not in self.book.graph.centres:
            raise self.error(f"{place} is no supply centre.", line)
        return place

    def no_crowd(self, units: Iterable[Unit], line: int = 0) -> tuple[Unit, ...]:
        """The same units, numbered, where no two stand in one province."""
        seen: dict[str, Unit] = {}
        for unit in units:
            other = seen.setdefault(unit.province, unit)
            if other is not unit:
                raise self.error(f"{other} and {unit} stand in one province.", line)
        return tuple(replace(u, id=number) for number, u in enumerate(seen.values(), start=1))

    def order(self, text: str, kind: str, line: int = 0) -> Order:
        """The order that a text is in this kind of phase; of another, where it fits only there."""
        try:
            return self.book.read(text, kind)
        except OrderError as error:
            first = error
        for other in KINDS:
            try:
                return self.book.read(text, other)
            except OrderError:
                continue
        raise self.error(str(first), line) from None

    def route(self, text: str, order: Order) -> tuple[str, ...]:
        """The seas over which an order to move by convoy says that it goes; see `routes`."""
        by_sea = order.verb == "move" and order.via
        return seas_named(text, self.book.names) if by_sea else ()

    def phase(self, season: str, year: str, kind: str, line: int = 0) -> Phase:
        """The phase of these words: ``Fall``, ``1901``, ``Adjustment``."""
        calendar = self.book.calendar
        kind = kind.strip().casefold()
        kind = _PHASE_WORDS.get(kind, next((k for k in KINDS if k == kind.rstrip("s")), kind))
        if kind not in KINDS:
            raise self.error(f'"{kind}" is no kind of phase.{meant(kind, KINDS)}', line)
        if not (year.isascii() and year.isdigit() and 0 < int(year[:9]) <= LAST_YEAR):
            raise self.error(f'"{_short(year)}" is no year.', line)
        named = calendar.named(season, int(year), kind)
        if named is None and kind == ADJUSTMENT:
            # Judges file the builds under the autumn; the calendar knows one season that has any.
            seasons = [s for s, its_kind in calendar.phases if its_kind == kind]
            known = any(calendar.named(season, int(year), k) for k in KINDS)
            if known and len(seasons) == 1:
                named = Phase(seasons[0], int(year), kind)
        if named is None:
            raise self.error(f'there is no {kind} phase in "{_short(season)}".', line)
        return named

    def coded(self, code: str, line: int = 0) -> Phase:
        """The phase of a short name: ``F1901R``."""
        code = code.strip()
        for season, kind in self.book.calendar.phases:
            known = phase_code(self.book, Phase(season, 1, kind))
            if len(code) > 2 and code[:1].upper() + code[-1:].upper() == known[0] + known[-1]:
                return self.phase(season, code[1:-1], kind, line)
        raise self.error(f'"{_short(code)}" is no phase; write it like S1901M.', line)


def phase_code(book: Rulebook, phase: Phase) -> str:
    """The short name of a phase, as judges have it: ``F1901R``."""
    return f"{season_word(book, phase)[0].upper()}{phase.year}{_LETTERS[phase.kind]}"


def season_word(book: Rulebook, phase: Phase) -> str:
    """The season as judges call it: ``Fall`` for Autumn."""
    aliases = {season: alias for alias, season in book.calendar.aliases.items()}
    return aliases.get(phase.season, phase.season)


def _short(text: str) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text[:200]).split())
    return line if len(line) <= 40 else f"{line[:39]}…"
