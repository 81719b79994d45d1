"""The map as a graph: provinces, places, and the borders that armies and fleets cross.

A *province* is one area of the board (``Spa``). A *place* is where a unit can
stand: the province, or one of its coasts (``Spa/nc``). Armies stand in
provinces; a fleet in a province with split coasts stands on one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

INLAND, COAST, SEA, BRIDGE, IMPASSABLE = "inland", "coast", "sea", "bridge", "impassable"
CLAIMED = "claimed"
"""A home centre with this feature is nobody's at the start, and its own power's once taken."""
TERRAINS = (INLAND, COAST, SEA, BRIDGE, IMPASSABLE)

ARMY, FLEET, UNIT, MUTANT = "A", "F", "U", "M"
KIND_NAMES = MappingProxyType({ARMY: "army", FLEET: "fleet", UNIT: "unit", MUTANT: "mutant"})


@dataclass(frozen=True, slots=True)
class OwnKind:
    """A kind of unit that a variant declares: its letter and noun, and where it goes.

    It goes, and stands, as the kind that it is `like`: an army, a fleet, on coasts
    that it names, or a mutant, over land and water. It is built where the terrain is
    one of `built`, and drawn as `glyph`.
    """

    letter: str
    noun: str
    like: str = ARMY
    built: tuple[str, ...] = ()
    glyph: str = "shield"


def province_of(place: str) -> str:
    """The province of a place: ``Spa/nc`` → ``Spa``."""
    return place.partition("/")[0]


def coast_of(place: str) -> str:
    """The coast of a place, empty where it names none: ``Spa/nc`` → ``nc``."""
    return place.partition("/")[2]


@dataclass(frozen=True, slots=True)
class Province:
    """A row of ``provinces.csv``. `centre` is ``1``, ``?`` (may be dealt as one) or ``0``."""

    code: str
    name: str
    terrain: str
    centre: str = "0"
    home: str = ""
    region: str = ""
    coasts: tuple[str, ...] = ()
    lat: float = 0.0
    lon: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    features: frozenset[str] = frozenset()

    @property
    def places(self) -> tuple[str, ...]:
        """The province, then its coasts."""
        return (self.code, *(f"{self.code}/{coast}" for coast in self.coasts))


@dataclass(frozen=True, slots=True)
class Border:
    """A row of ``borders.csv``: an unordered pair, and who may cross it."""

    a: str
    b: str
    army: bool
    fleet: bool
    a_coast: str = ""
    b_coast: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class SetupUnit:
    """A row of ``setup.csv``: a unit on the board when the game starts.

    Its player may choose one of `places`; `place` is the first of them.
    """

    power: str
    kind: str
    places: tuple[str, ...]
    strength: int = 1

    @property
    def place(self) -> str:
        """Where it stands unless somebody chooses otherwise."""
        return self.places[0]


@dataclass(frozen=True)
class MapGraph:
    """Provinces by code, borders and starting units, with the lookups that rules need.

    Built by `board.mapfile.load_map`, which checks the tables. `off_board` are
    places, by code, that a variant took off its parent's board, and `edge` is
    the clause that did: their names are told from mistyped ones. `kinds` are the
    kinds of unit that a variant declares, by letter.
    """

    provinces: Mapping[str, Province]
    borders: tuple[Border, ...]
    setup: tuple[SetupUnit, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    off_board: Mapping[str, str] = field(default_factory=dict)
    edge: str = ""
    kinds: Mapping[str, OwnKind] = field(default_factory=dict)

    @cached_property
    def nouns(self) -> Mapping[str, str]:
        """Letter of a kind of unit → how it is called; those that the variant declares, too."""
        return {**KIND_NAMES, **{letter: kind.noun for letter, kind in self.kinds.items()}}

    @cached_property
    def sailors(self) -> frozenset[str]:
        """The kinds of unit that sail, and stand on one coast of a province that has several."""
        return frozenset({FLEET, *(letter for letter in self.kinds if self._like(letter) == FLEET)})

    def _like(self, kind: str) -> str:
        """The kind that goes where this one does."""
        own = self.kinds.get(kind)
        return kind if own is None else own.like

    def _with_own(
        self, tables: dict[str, Mapping[str, tuple[str, ...]]]
    ) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return {**tables, **{letter: tables[self._like(letter)] for letter in self.kinds}}

    @cached_property
    def places(self) -> frozenset[str]:
        """Every place, coasts included."""
        return frozenset(p for province in self.provinces.values() for p in province.places)

    @cached_property
    def army(self) -> Mapping[str, frozenset[str]]:
        """Province → the provinces an army can walk to."""
        steps: dict[str, set[str]] = {code: set() for code in self.provinces}
        for border in self.borders:
            if border.army:
                steps[border.a].add(border.b)
                steps[border.b].add(border.a)
        return _frozen(steps)

    @cached_property
    def fleet(self) -> Mapping[str, frozenset[str]]:
        """Place → the places a fleet can sail to."""
        steps: dict[str, set[str]] = {place: set() for place in self.places}
        for border in self.borders:
            if border.fleet:
                a = f"{border.a}/{border.a_coast}" if border.a_coast else border.a
                b = f"{border.b}/{border.b_coast}" if border.b_coast else border.b
                steps[a].add(b)
                steps[b].add(a)
        return _frozen(steps)

    @cached_property
    def amphibious(self) -> Mapping[str, frozenset[str]]:
        """Province → the provinces that a mutant can go to: where an army or a fleet could."""
        steps: dict[str, set[str]] = {code: set() for code in self.provinces}
        for border in self.borders:
            if border.army or border.fleet:
                steps[border.a].add(border.b)
                steps[border.b].add(border.a)
        return _frozen(steps)

    @cached_property
    def touching(self) -> Mapping[str, frozenset[str]]:
        """Province → the provinces next to it, whoever may cross."""
        beside: dict[str, set[str]] = {code: set() for code in self.provinces}
        for border in self.borders:
            beside[border.a].add(border.b)
            beside[border.b].add(border.a)
        return _frozen(beside)

    @cached_property
    def fleet_provinces(self) -> Mapping[str, frozenset[str]]:
        """Place → the provinces, coasts aside, that a fleet there can sail to."""
        return {
            place: frozenset(province_of(goal) for goal in goals)
            for place, goals in self.fleet.items()
        }

    @cached_property
    def coasts_from(self) -> Mapping[str, tuple[str, ...]]:
        """Place → the split coasts that a fleet there can sail to; only places that have some."""
        reached = {
            here: tuple(p for p in sorted(goals) if "/" in p) for here, goals in self.fleet.items()
        }
        return {here: coasts for here, coasts in reached.items() if coasts}

    @cached_property
    def ordered_reach(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Kind → place → the provinces reached, in order of their codes.

        A set's own order differs from one run of Python to the next.
        """
        walks, both = _ordered(self.army), _ordered(self.amphibious)
        fleets = _ordered(self.fleet_provinces)
        return self._with_own({FLEET: fleets, ARMY: walks, UNIT: walks, MUTANT: both})

    @cached_property
    def ordered_steps(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Kind → place → the places reached, in order of their codes."""
        walks, both = _ordered(self.army), _ordered(self.amphibious)
        fleets = _ordered(self.fleet)
        return self._with_own({FLEET: fleets, ARMY: walks, UNIT: walks, MUTANT: both})

    @cached_property
    def carriers(self) -> frozenset[str]:
        """Provinces whose fleets can convoy: seas, those with land in them included."""
        return frozenset(c for c, p in self.provinces.items() if p.terrain == SEA)

    @cached_property
    def harbours(self) -> Mapping[str, frozenset[str]]:
        """Province → the carrier provinces from which an army could land in it.

        An army may board or land anywhere that a fleet in the carrier province
        could sail to, on any coast.
        """
        seas: dict[str, set[str]] = {code: set() for code in self.provinces}
        for border in self.borders:
            if not border.fleet:
                continue
            for land, sea in ((border.a, border.b), (border.b, border.a)):
                if sea in self.carriers and self.can_stand(ARMY, land):
                    seas[land].add(sea)
        return _frozen(seas)

    @cached_property
    def sea_lanes(self) -> Mapping[str, frozenset[str]]:
        """Carrier province → the carrier provinces beside it."""
        return {
            sea: frozenset(p for p in self.fleet_provinces[sea] if p in self.carriers)
            for sea in self.carriers
        }

    @cached_property
    def centres(self) -> tuple[str, ...]:
        """Provinces that are always supply centres."""
        return tuple(c for c, p in self.provinces.items() if p.centre == "1")

    @cached_property
    def homes(self) -> Mapping[str, tuple[str, ...]]:
        """Power → its home centres, in the order of the table."""
        centres: dict[str, list[str]] = {}
        for code in self.centres:
            home = self.provinces[code].home
            if home and home != "neutral":
                centres.setdefault(home, []).append(code)
        return {power: tuple(codes) for power, codes in centres.items()}

    @cached_property
    def possible_homes(self) -> Mapping[str, tuple[str, ...]]:
        """Power → the provinces of its own that may be dealt as centres, in the order of the table.

        Those of nobody stand under ``neutral``.
        """
        possible: dict[str, list[str]] = {}
        for code, province in self.provinces.items():
            if province.centre == "?":
                possible.setdefault(province.home, []).append(code)
        return {power: tuple(codes) for power, codes in possible.items()}

    @cached_property
    def first_owners(self) -> Mapping[str, str]:
        """Home centre → the power that owns it at the start; those only claimed are nobody's."""
        return {
            code: power
            for power, codes in self.homes.items()
            for code in codes
            if CLAIMED not in self.provinces[code].features
        }

    def can_stand(self, kind: str, place: str) -> bool:
        """May a unit of this kind be in this very place?"""
        province = self.provinces.get(province_of(place))
        if province is None or province.terrain == IMPASSABLE or place not in self.places:
            return False
        if kind in self.sailors:
            if province.terrain == INLAND:
                return False
            return bool(coast_of(place)) == bool(province.coasts)
        if coast_of(place):
            return False
        if self._like(kind) == ARMY:
            return province.terrain != SEA or "land-in-sea" in province.features
        return True

    def can_build(self, kind: str, province: str) -> bool:
        """Is a unit of this kind built on such terrain? Those of every game are built anywhere."""
        own = self.kinds.get(kind)
        return own is None or self.provinces[province].terrain in own.built

    def steps(self, kind: str, place: str) -> frozenset[str]:
        """The places that a unit of this kind reaches from here in one move."""
        return self._ways.get(kind, self.army).get(place, _NOWHERE)

    @cached_property
    def _ways(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """Kind of unit → where it goes from each place, for those that do not go as armies."""
        ways = {MUTANT: self.amphibious, **dict.fromkeys(self.sailors, self.fleet)}
        goers = {letter: self._like(letter) for letter in self.kinds}
        return ways | {letter: ways[like] for letter, like in goers.items() if like in ways}

    def reach(self, kind: str, place: str) -> frozenset[str]:
        """The provinces that a unit of this kind reaches from here, any coast."""
        if kind in self.sailors:
            return self.fleet_provinces.get(place, _NOWHERE)
        return self.steps(kind, place)

    def name(self, place: str) -> str:
        """The full name of a place: ``Spa/nc`` → ``Spain (north coast)``."""
        province = self.provinces[province_of(place)]
        coast = coast_of(place)
        return f"{province.name} ({COAST_NAMES[coast]})" if coast else province.name


COAST_NAMES = MappingProxyType(
    {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
)
_NOWHERE: frozenset[str] = frozenset()


def _frozen(sets: Mapping[str, Iterable[str]]) -> Mapping[str, frozenset[str]]:
    return {key: frozenset(values) for key, values in sets.items()}


def _ordered(sets: Mapping[str, frozenset[str]]) -> Mapping[str, tuple[str, ...]]:
    return {key: tuple(sorted(values)) for key, values in sets.items()}
