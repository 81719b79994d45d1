"""`Map`: the places of the standard board, who borders on whom, and its phases."""

from __future__ import annotations

from collections.abc import Sequence

from legation.board.graph import ARMY, FLEET, IMPASSABLE, province_of
from legation.compat.diplomacy import calendar, reading
from legation.compat.diplomacy.convoypaths import Paths, paths
from legation.compat.diplomacy.ground import GRAPH, PLACES, POWERS, SPLIT
from legation.compat.diplomacy.neighbours import LOC_ABUT, LOC_TYPE, near_with_coasts
from legation.errors import InputError

_START = {
    "AUSTRIA": ("A BUD", "A VIE", "F TRI"),
    "ENGLAND": ("F EDI", "F LON", "A LVP"),
    "FRANCE": ("F BRE", "A MAR", "A PAR"),
    "GERMANY": ("F KIE", "A BER", "A MUN"),
    "ITALY": ("F NAP", "A ROM", "A VEN"),
    "RUSSIA": ("A WAR", "A MOS", "F SEV", "F STP/SC"),
    "TURKEY": ("F ANK", "A CON", "A SMY"),
}
_ADJECTIVES = ("AUSTRIAN", "ENGLISH", "FRENCH", "GERMAN", "ITALIAN", "RUSSIAN", "TURKISH")
_NAMES = {
    GRAPH.name(place.partition("/")[0]).upper()
    + (f" ({calendar.COASTS[place.partition('/')[2]]})" if "/" in place else ""): place
    for place in PLACES
}


class Map:
    """The board: there is one, ``standard``.

    Lower-case entries of `locs` and `loc_abut` are the package's own way of
    saying *for armies only*. Lists of neighbours are in the order of their codes.

    Raises:
        InputError: for another map, naming it.
    """

    def __init__(self, name: str = "standard", use_cache: bool = True) -> None:
        del use_cache
        if name.removesuffix(".map") != "standard":
            raise InputError(f'there is no map "{name}" here: the drop-in has "standard" alone.')
        self.name = self.root_map = "standard"
        self.files = ["standard.map"]
        self.powers = list(POWERS)
        self.first_year = calendar.FIRST_YEAR
        self.phase = f"SPRING {self.first_year} MOVEMENT"
        self.flow = list(calendar.FLOW)
        self.flow_sign = 1
        self.seq = list(calendar.SEQUENCE)
        self.phase_abbrev = dict(calendar.KINDS)
        self.unit_names = {"A": "ARMY", "F": "FLEET"}
        self.victory: list[int] | None = None
        self.homes = {power: list(GRAPH.homes[power]) for power in POWERS}
        self.centers = {power: list(homes) for power, homes in self.homes.items()}
        self.units = {power: list(units) for power, units in _START.items()}
        own = [home for homes in self.homes.values() for home in homes]
        self.scs = own + [code for code in GRAPH.centres if code not in own]
        self.locs = list(LOC_TYPE)
        self.loc_type = dict(LOC_TYPE)
        self.loc_abut = {place: list(near) for place, near in LOC_ABUT.items()}
        self.loc_coasts = {place: self.find_coasts(place) for place in PLACES}
        self.loc_name = dict(_NAMES)
        self.dest_with_coasts = {place: near_with_coasts(place) for place in PLACES}
        self.own_word = {**dict(zip(POWERS, _ADJECTIVES, strict=True)), "UNOWNED": "UNOWNED"}
        self.pow_name = {power: power for power in POWERS}
        self.abbrev: dict[str, str] = {}
        self.aliases = reading.aliases(self.loc_name, self.own_word)
        self.rules: list[str] = []
        self.dummies: list[str] = []
        self.inhabits: list[str] = []
        self.owns: list[str] = []
        self.error: list[str] = []
        self.validated = 1

    def __str__(self) -> str:
        return self.name

    # Places

    def area_type(self, loc: str) -> str | None:
        """What a place is: ``LAND``, ``WATER``, ``COAST`` or ``SHUT``; None for no place."""
        return self.loc_type.get(loc.upper()) or self.loc_type.get(loc.lower())

    def find_coasts(self, loc: str) -> list[str]:
        """A place's coasts and the place without them; itself alone where it has none."""
        province = province_of(loc.upper())
        if province in SPLIT:
            return [*SPLIT[province], province]
        return [province] if province in GRAPH.provinces else []

    def add_homes(self, power: str, homes: Sequence[str], reinit: int) -> None:
        """Give a power home centres, in place of those that it has where `reinit` is 1.

        Games of this map begin with them.
        """
        kept = [] if reinit else self.homes.get(power, [])
        self.homes[power] = list(dict.fromkeys([*kept, *map(str.upper, homes)]))

    def abut_list(self, site: str, incl_no_coast: bool = False) -> list[str]:
        """The places beside one, in lower case where only an army passes.

        `incl_no_coast`: with a split coast also its province.
        """
        near = self.loc_abut.get(site, self.loc_abut.get(site.lower(), []))
        if not incl_no_coast:
            return list(near)
        return list(dict.fromkeys([*near, *(province_of(place) for place in near)]))

    def abuts(self, unit_type: str, unit_loc: str, order_type: str, other_loc: str) -> int:
        """May a unit in one place go to another (``-``), or support or convoy there (``S``, ``C``)?

        1 or 0. A fleet must name the coast that it goes to, and need not where it supports.
        The kind ``?`` asks for either.
        """
        if unit_type == "?":
            kinds = (ARMY, FLEET)
            return max(self.abuts(kind, unit_loc, order_type, other_loc) for kind in kinds)
        here, there = unit_loc.upper(), other_loc.upper()
        if unit_type not in (ARMY, FLEET) or there not in GRAPH.places:
            return 0
        if order_type == "C" and unit_type == ARMY:
            return int(GRAPH.can_stand(ARMY, here) and there in GRAPH.touching[here])
        if order_type == "S":
            return int(province_of(there) in GRAPH.reach(unit_type, here))
        return int(there in GRAPH.steps(unit_type, here))

    def is_valid_unit(self, unit: str, no_coast_ok: int = 0, shut_ok: int = 0) -> bool:
        """Could such a unit (``A PAR``) stand on this board?

        `no_coast_ok`: a fleet may leave out its coast; `shut_ok`: Switzerland counts.
        The kind ``?`` asks for either.
        """
        if unit[:2] == "? ":
            kinds = (ARMY, FLEET)
            return any(self.is_valid_unit(k + unit[1:], no_coast_ok, shut_ok) for k in kinds)
        kind, _, place = unit.upper().partition(" ")
        terrain = GRAPH.provinces[province_of(place)].terrain if place in GRAPH.places else ""
        if terrain == IMPASSABLE:
            return bool(shut_ok)
        if kind not in (ARMY, FLEET) or not terrain:
            return False
        return GRAPH.can_stand(kind, place) or bool(
            no_coast_ok and kind == FLEET and place in SPLIT
        )

    def default_coast(self, word: Sequence[str]) -> list[str]:
        """The words of a fleet's order, with the coast of its goal where only one is meant."""
        words = list(word)
        if len(words) == 4 and words[0] == FLEET and words[2] == "-" and words[3] in SPLIT:
            coasts = [c for c in SPLIT[words[3]] if self.abuts(FLEET, words[1], "-", c)]
            if len(coasts) == 1:
                words[3] = coasts[0]
        return words

    # Words

    def norm(self, phrase: str) -> str:
        """A phrase in capitals with its words apart, keywords in the short form."""
        return reading.norm(phrase)

    def compact(self, phrase: str) -> list[str]:
        """The words of a phrase, places as codes and keywords in the short form."""
        return reading.compact(phrase, self.aliases)

    def norm_power(self, power: str) -> str:
        """A name of a power in capitals; an adjective stays one."""
        return reading.norm(power).replace(" ", "")

    # Phases

    def find_next_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """The phase after one (``FALL 1901 MOVEMENT``); see `calendar.beside`."""
        return calendar.beside(phase, 1, phase_type, skip)

    def find_previous_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """The phase before one; see `calendar.beside`."""
        return calendar.beside(phase, -1, phase_type, skip)

    def compare_phases(self, phase1: str, phase2: str) -> int:
        """-1, 0 or 1: the first is earlier, the same, or later (``S1901M``)."""
        return calendar.compare(phase1, phase2)

    @staticmethod
    def phase_abbr(phase: str, default: str = "?????") -> str:
        """A phase's short name: ``SPRING 1901 MOVEMENT`` → ``S1901M``."""
        return calendar.short(phase, default)

    def phase_long(self, phase_abbr: str, default: str = "?????") -> str:
        """A phase's long name: ``S1901M`` → ``SPRING 1901 MOVEMENT``."""
        return calendar.long(phase_abbr, default)

    @property
    def convoy_paths(self) -> Paths:
        """How many fleets → ways over sea: start, seas, and where they lead; see `convoypaths`."""
        return paths()

    @property
    def svg_path(self) -> None:
        """There is no picture of the package's here: `Game.render` draws ours."""
        return None
