"""Mountain ranges: whom they stop, and what is known of them (PA-6, PA-8).

An order across a range is legal; it fails when it is carried out. A move across
one is blocked, a support over one counts for nothing, and convoys lose the links
that cross one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from legation.board.borders import BorderName
from legation.board.calendar import MOVEMENT
from legation.board.graph import FLEET, MUTANT, province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.battle import Preset, Road
from legation.rules.ground import Ground, Known
from legation.rules.intents import Intent
from legation.rules.movement import matched
from legation.rules.naming import own_unit
from legation.rules.refusals import because
from legation.rules.reports import Report
from legation.rules.survey import Survey
from legation.rules.work import Sheets, Work

from .ledger import DOUBLES_KNOWN, RANGES_KNOWN, Ledger, told_more
from .options import Options

PASSES = "passes"


@dataclass(frozen=True)
class Ranges:
    """Ranges by border, 2 where there are two or more of them; and whom they stop."""

    count: Mapping[BorderName, int]
    options: Options

    @classmethod
    def true(cls, kept: Ledger, options: Options) -> Ranges:
        """All ranges that there are."""
        return cls({border: min(2, len(by)) for border, by in kept.ranges.items()}, options)

    @classmethod
    def known(cls, kept: Ledger, options: Options, power: str) -> Ranges:
        """The ranges that a power knows of (PA-8a, PA-8b)."""
        count = dict.fromkeys(known_to(kept, power), 1)
        return cls(count | dict.fromkeys(doubles_known_to(kept, power), 2), options)

    @classmethod
    def seen(cls, survey: Survey) -> Ranges:
        """The ranges that a known board names."""
        return _seen(survey)

    def between(self, a: str, b: str) -> int:
        """How many ranges lie between two provinces: none, one, or two."""
        return self._by_sides.get((a, b), 0)

    @cached_property
    def _by_sides(self) -> Mapping[tuple[str, str], int]:
        """The same from either side: every order of a turn asks."""
        sides = ((border.sides, n) for border, n in self.count.items())
        return {pair: n for (a, b), n in sides for pair in ((a, b), (b, a))}

    def shut(self, kind: str, a: str, b: str) -> bool:
        """Can a unit of this kind not cross from one province to the other (PA-6c, PA-6d)?"""
        count = self.between(a, b)
        if kind == MUTANT or not count:
            return count > 1
        inland = not (a.isupper() or b.isupper())
        return kind != FLEET or not inland or self.options.range_coastal_fleet != PASSES

    def open_to(self, unit: Unit, places: Iterable[str]) -> tuple[str, ...]:
        """Of these places beside a unit, those that it can cross to."""
        here, kind = unit.province, unit.kind
        return tuple(p for p in places if not self.shut(kind, here, province_of(p)))

    @property
    def cliffs(self) -> frozenset[frozenset[str]]:
        """The coasts at which no army boards or lands (option ``cliff-army``)."""
        if self.options.cliff_army == PASSES:
            return frozenset()
        return frozenset(frozenset(border.sides) for border in self.count)

    def beside(self, province: str) -> list[BorderName]:
        """The borders of a province that have a range."""
        return [border for border in self.count if province in border.sides]


@lru_cache(maxsize=16)
def _seen(survey: Survey) -> Ranges:
    """Every order of a turn asks for them, so those of the last few boards are kept."""
    facts = survey.position.facts
    known = ((RANGES_KNOWN, 1), (DOUBLES_KNOWN, 2))
    count = {each: n for name, n in known for each in facts.get(name, ())}
    named = {border: n for border, n in count.items() if isinstance(border, BorderName)}
    return Ranges(named, Options.of(survey.book))


def placed_by(kept: Ledger, power: str) -> tuple[BorderName, ...]:
    """The borders on which a power placed its ranges, twice where it placed both on one."""
    return tuple(
        border for border, placers in kept.ranges.items() for placer in placers if placer == power
    )


def known_to(kept: Ledger, power: str) -> frozenset[BorderName]:
    """The borders that a power knows to have a range: found, or placed by itself (PA-8a)."""
    met = frozenset(kept.ranges_known.get(power, ()))
    return met | doubles_known_to(kept, power) | frozenset(placed_by(kept, power))


def doubles_known_to(kept: Ledger, power: str) -> frozenset[BorderName]:
    """The borders that a power knows to have two ranges: met by a mutant, or its own (PA-8b)."""
    own = placed_by(kept, power)
    met = frozenset(kept.doubles_known.get(power, ()))
    return met | {border for border in own if own.count(border) > 1}


# Found


def find(work: Work, more: Iterable[Unit] = ()) -> Work:
    """Whose unit stands beside a range learns of it (PA-8a); `more` stood there a moment ago."""
    ranges = Ranges.true(Ledger.of(work.truth), Options.of(work.book))
    standing = [u for u in (*work.position.units, *more) if u.power in work.book.players]
    met = {(u.power, border) for u in standing for border in ranges.beside(u.province)}
    return learn(work, met)


def learn(work: Work, met: Iterable[tuple[str, BorderName]]) -> Work:
    """Powers and borders that they have found a range on; who knew is told nothing."""
    kept = Ledger.of(work.truth)
    new = sorted({(power, border) for power, border in met if border not in known_to(kept, power)})
    if not new:
        return work
    work = work.keep(replace(kept, ranges_known=told_more(kept.ranges_known, new)))
    return work.tell(*(_found("range-found", "PA-8a", *pair) for pair in new))


def learn_double(work: Work, met: Iterable[tuple[str, BorderName]]) -> Work:
    """Powers whose mutants failed to cross these borders (PA-8b)."""
    kept = Ledger.of(work.truth)
    pairs = {(p, border) for p, border in met if border not in doubles_known_to(kept, p)}
    if not pairs:
        return work
    new = sorted(pairs)
    work = learn(work, new)
    kept = Ledger.of(work.truth)
    work = work.keep(replace(kept, doubles_known=told_more(kept.doubles_known, new)))
    return work.tell(*(_found("range-double", "PA-8b", *pair) for pair in new))


def _found(kind: str, clause: str, power: str, border: BorderName) -> Report:
    return Report(kind, clause, {"power": power, "border": border}, frozenset({power}))


# Before a battle


def close(work: Work) -> Work:
    """Blocked moves, supports that count for nothing, barred coasts (PA-6c, PA-6d, PA-8c)."""
    ranges = Ranges.true(Ledger.of(work.truth), Options.of(work.book))
    return work.using(closed(ranges, work.survey(), work.orders, work.ground))


def closed(ranges: Ranges, survey: Survey, orders: Sheets, ground: Ground) -> Ground:
    """The ground of a battle with these ranges on it."""
    if not ranges.count:
        return ground
    ground = replace(ground, barred=ranges.cliffs)
    presets = {}
    intents, _ = matched(survey, orders, ground)
    for intent in intents:
        known = _preset(ranges, survey, intent)
        if known is not None:
            presets[intent.unit] = known
    return replace(ground, presets=presets)


def _preset(ranges: Ranges, survey: Survey, intent: Intent) -> Known | None:
    order, unit = intent.order, intent.unit
    if order is None or order.verb not in ("move", "support"):
        return None
    aim = aim_of(intent)
    if not ranges.shut(unit.kind, unit.province, aim):
        return None
    if order.verb == "move":
        sails = intent.road == Road.CONVOY and survey.book.options.land_fallback == "no"
        by_sea = sails or aim not in survey.reach(unit)
        return None if by_sea else Known(Preset.BLOCKED, "PA-8c")
    if ranges.options.range_support == PASSES or intent.remark:
        return None
    why = because("range-between", places=(unit.province, aim))
    return Known(Preset.VOID, "PA-6c", why=why)


def aim_of(intent: Intent) -> str:
    """The province that a unit moves to, or supports into."""
    order = intent.order or intent.written
    if order is None:
        return ""
    return province_of(order.goal) or (order.target.province if order.target else "")


# At entry


def warn(survey: Survey, power: str, orders: Sequence[Order]) -> list[str]:
    """Which orders cross a range that their power knows; they stand all the same (PA-8c)."""
    if survey.position.phase.kind != MOVEMENT:
        return []
    seen, warnings = Ranges.seen(survey), []
    for order in orders:
        aim = province_of(order.goal) or (order.target.province if order.target else "")
        if order.unit is None or not aim or order.verb == "convoy":
            continue
        unit = own_unit(survey, power, order.unit)
        if aim in survey.reach(unit) and seen.shut(unit.kind, unit.province, aim):
            lies = BorderName(unit.province, aim)
            warnings.append(f"{survey.book.write(order)}: a mountain range lies on {lies}.")
    return warnings
