"""A map as arrays: what the listing and the play of the standard game look up.

Provinces are numbered in the order of the map's table, from 0; places are the
provinces and after them the split coasts. Seas (carrier provinces) have a
numbering of their own besides, so that a set of them is one word. Powers are
numbered in the order given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from legation.board.graph import ARMY, BRIDGE, FLEET, MapGraph, province_of
from legation.errors import RefusedError
from legation.kernel.bits import MOST_NUMBERS, UInt64s
from legation.kernel.layout import MOST_POWERS, Int8s, Int16s

KINDS = (ARMY, FLEET)
IS_ARMY, IS_FLEET = 0, 1

MOST_SEAS = 64  # a bit each in one word
MOST_ROUTES = 256  # proper routes from one province to another, a fleet in each sea

# What `play` does of the rule options: these values and no others.
OPTIONS_DONE: Mapping[str, str] = {
    "multi-route": "any",
    "paradox": "szykman",
    "adjacent-convoy": "intent",
    "land-fallback": "no",
    "convoy-origin": "start",
    "retreat-to-convoyer": "allowed",
    "dislodged-by-convoy": "blocks",
    "support-coast": "optional",
    "void-move": "ignored",
    "void-convoy": "ignored",
    "superfluous-convoy": "void",
}


class Tables(NamedTuple):
    """A map as arrays. P provinces, Q places, S seas; kinds 0 army, 1 fleet.

    Masks are those of `bits`, the last axis being their two words.

    - province: int16 (Q,), the province of a place.
    - steps: uint64 (2, Q, 2), by kind and place: the places next to it.
    - reach: uint64 (2, Q, 2), the same as provinces.
    - within: uint64 (P, 2), the places of a province.
    - berths: uint64 (2, P, 2), by kind: the places where it can stand.
    - sea: int16 (P,), number of the sea, -1 for land.
    - sea_at: int16 (S,), the province of a sea.
    - lanes: uint64 (S,), the seas next to a sea.
    - piers: uint64 (P,), the seas from which an army can land in a province.
    - shores: uint64 (S, 2), the provinces where an army can land from a sea.
    - centre: int8 (P,), 1 for a supply centre.
    - home: int8 (P,), the power whose home centre it is, else -1.
    - touching: uint64 (P, 2), the provinces next to a province, by land or water.
    - rank: int16 (P,), the number of a province in the order of the English names.
    - ends: int16 (2,), with how many centres a game is won, and its last year.
    """

    province: Int16s
    steps: UInt64s
    reach: UInt64s
    within: UInt64s
    berths: UInt64s
    sea: Int16s
    sea_at: Int16s
    lanes: UInt64s
    piers: UInt64s
    shores: UInt64s
    centre: Int8s
    home: Int8s
    touching: UInt64s
    rank: Int16s
    ends: Int16s


@dataclass(frozen=True)
class Board:
    """A map's names and their numbers. `board_of` builds it.

    `routes` and `links` bound the proper routes from one province to another
    and the fleets on all of them, whatever fleets there are.
    """

    graph: MapGraph
    powers: tuple[str, ...]
    places: tuple[str, ...]
    tables: Tables
    routes: int
    links: int

    @property
    def provinces(self) -> int:
        """How many provinces there are: P."""
        return len(self.graph.provinces)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """Place → its number."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def power_number(self) -> Mapping[str, int]:
        """Power → its number."""
        return {power: number for number, power in enumerate(self.powers)}


def refuse_options(chosen: Mapping[str, str]) -> None:
    """Raise RefusedError for an option value that the array form does not do.

    Options that are absent have their default; those that only say how a badly
    written order is read do not matter here.
    """
    for option, value in chosen.items():
        if OPTIONS_DONE.get(option, value) != value:
            raise RefusedError(f"{option} = {value}")


ENDLESS = (np.iinfo(np.int16).max, np.iinfo(np.int16).max)
"""So many centres nobody has, and no game comes to that year."""


def board_of(graph: MapGraph, powers: Sequence[str] = (), ends: tuple[int, int] = ENDLESS) -> Board:
    """The arrays of a map; powers default to those with home centres, by name.

    `ends`: with how many centres a game is won, and its last year.

    Raises RefusedError for a map that does not fit: too many places or seas,
    open places, units other than armies and fleets.
    """
    powers = tuple(powers) or tuple(sorted(graph.homes))
    provinces = tuple(graph.provinces)
    places = provinces + tuple(p for c in provinces for p in graph.provinces[c].places[1:])
    seas = tuple(code for code in provinces if code in graph.carriers)
    _refuse_sizes(graph, len(places), len(seas), len(powers))
    number = {place: index for index, place in enumerate(places)}
    sea_number = {sea: index for index, sea in enumerate(seas)}
    count = len(provinces)

    def masks(rows: Iterable[Iterable[str]]) -> UInt64s:
        return np.array([_mask(number[place] for place in row) for row in rows], np.uint64)

    def words(rows: Iterable[Iterable[str]]) -> UInt64s:
        return np.array([_mask(sea_number[sea] for sea in row)[0] for row in rows], np.uint64)

    lands = {sea: [p for p in provinces if sea in graph.harbours[p]] for sea in seas}
    tables = Tables(
        province=np.array([number[province_of(place)] for place in places], np.int16),
        steps=np.stack([masks(graph.steps(kind, place) for place in places) for kind in KINDS]),
        reach=np.stack([masks(graph.reach(kind, place) for place in places) for kind in KINDS]),
        within=masks(graph.provinces[code].places for code in provinces),
        berths=np.stack(
            [
                masks(
                    [p for p in graph.provinces[c].places if graph.can_stand(kind, p)]
                    for c in provinces
                )
                for kind in KINDS
            ]
        ),
        sea=np.array([sea_number.get(code, -1) for code in provinces], np.int16),
        sea_at=np.array([number[sea] for sea in seas], np.int16),
        lanes=words(graph.sea_lanes[sea] for sea in seas),
        piers=words(graph.harbours[code] for code in provinces),
        shores=masks(lands[sea] for sea in seas).reshape(-1, 2),
        centre=np.array([code in graph.centres for code in provinces], np.int8),
        home=np.full(count, -1, np.int8),
        touching=masks(graph.touching[code] for code in provinces),
        rank=np.zeros(count, np.int16),
        ends=np.array(ends, np.int16),
    )
    by_name = sorted(range(count), key=lambda at: graph.provinces[provinces[at]].name)
    tables.rank[by_name] = np.arange(count)
    for power, codes in graph.homes.items():
        for code in codes:
            tables.home[number[code]] = powers.index(power) if power in powers else -1
    routes, links = _most_routes(graph)
    return Board(graph, powers, places, tables, routes, links)


def _mask(numbers: Iterable[int]) -> tuple[int, int]:
    bits = sum(1 << number for number in set(numbers))
    return bits & (2**64 - 1), bits >> 64


def _refuse_sizes(graph: MapGraph, places: int, seas: int, powers: int) -> None:
    sizes = (
        ("places", places, MOST_NUMBERS),
        ("seas", seas, MOST_SEAS),
        ("powers", powers, MOST_POWERS),
    )
    for what, size, most in sizes:
        if size > most:
            raise RefusedError(f"a map of more than {most} {what} (here {size})")
    if any(province.terrain == BRIDGE for province in graph.provinces.values()):
        raise RefusedError("open places")


def _most_routes(graph: MapGraph) -> tuple[int, int]:
    """The most proper routes between two provinces, and the most fleets on them.

    A route is proper by what its own fleets touch, so that fewer fleets on the
    board never make more routes.
    """
    most = links = 0
    for start, boarding in graph.harbours.items():
        routes: dict[str, list[int]] = {}
        stack: list[tuple[str, ...]] = [(sea,) for sea in boarding]
        while stack:
            route = stack.pop()
            for goal, seas in graph.harbours.items():
                if route[-1] in seas and not seas & set(route[:-1]) and goal != start:
                    routes.setdefault(goal, []).append(len(route))
                    if len(routes[goal]) > MOST_ROUTES:
                        raise RefusedError(f"more than {MOST_ROUTES} routes from {start} to {goal}")
            past = boarding.union(route, *(graph.sea_lanes[sea] for sea in route[:-1]))
            stack.extend((*route, sea) for sea in graph.sea_lanes[route[-1]] - past)
        most = max([most, *map(len, routes.values())])
        links = max([links, *map(sum, routes.values())])
    return most, links
