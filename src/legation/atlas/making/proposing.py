"""Which borders a map would have whose tables said just what its picture shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from legation.atlas.board import DrawnBoard, board_from
from legation.atlas.making.build import build
from legation.atlas.making.check import SHORTEST
from legation.atlas.making.contacts import Contacts, contacts
from legation.board.graph import COAST, IMPASSABLE, INLAND, SEA, MapGraph
from legation.board.mapfile import load_map
from legation.board.provincechecks import LAND_IN_SEA
from legation.variants.load import kinds_beside

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Passage:
    """Whether armies, and whether fleets, would cross between two places that touch."""

    army: bool
    fleet: bool


@dataclass(frozen=True)
class Proposal:
    """The borders of a picture, and the places that do not lie as the table says.

    `missing` have no area at all, `dry` are coasts that touch no sea, `wet`
    are inland and touch one.
    """

    borders: Mapping[Pair, Passage]
    missing: tuple[str, ...]
    dry: tuple[str, ...]
    wet: tuple[str, ...]

    @property
    def fits(self) -> bool:
        """Does the coast go with the places at all?"""
        return not self.missing and not self.dry


def propose(place: Path) -> Proposal:
    """The borders of the picture that the recipe in a folder makes; raises as `build` does."""
    graph = load_map(place, kinds_beside(place))
    return proposed(graph, board_from(build(place, lettering=False)))


def proposed(graph: MapGraph, board: DrawnBoard) -> Proposal:
    """The borders that a drawn board shows, whatever its table has."""
    terrain = {code: province.terrain for code, province in graph.provinces.items()}
    touching = contacts(board)
    beside_sea = {
        code
        for pair, length in touching.lengths.items()
        if length >= SHORTEST and SEA in {terrain.get(each) for each in pair}
        for code in pair
    }
    return Proposal(
        borders=dict(_passages(graph, touching)),
        missing=tuple(sorted(code for code in terrain if not board.areas.get(code))),
        dry=tuple(sorted(c for c, t in terrain.items() if t == COAST and c not in beside_sea)),
        wet=tuple(sorted(c for c, t in terrain.items() if t == INLAND and c in beside_sea)),
    )


def _passages(graph: MapGraph, contacts: Contacts) -> Iterator[tuple[Pair, Passage]]:
    """Every two places with a line in common that lets somebody pass."""
    ashore = _ashore(graph, contacts)
    for pair, length in sorted(contacts.lengths.items(), key=lambda each: sorted(each[0])):
        if length < SHORTEST or not pair <= graph.provinces.keys():
            continue
        a, b = sorted(pair)
        terrains = {graph.provinces[a].terrain, graph.provinces[b].terrain}
        army = _walks(graph, a) and _walks(graph, b)
        fleet = pair in ashore if terrains == {COAST} else terrains <= {SEA, COAST}
        if army or fleet:
            yield (a, b), Passage(army, fleet)


def _ashore(graph: MapGraph, contacts: Contacts) -> set[frozenset[str]]:
    """The pairs of lands that meet at the shore of a sea."""
    pairs = set()
    for keys in contacts.corners.values():
        lands = sorted(k for k in keys & graph.provinces.keys() if _land(graph, k))
        if any(key in graph.provinces and not _land(graph, key) for key in keys):
            pairs |= {frozenset((a, b)) for a in lands for b in lands if a < b}
    return pairs


def _land(graph: MapGraph, code: str) -> bool:
    return graph.provinces[code].terrain != SEA


def _walks(graph: MapGraph, code: str) -> bool:
    province = graph.provinces[code]
    return province.terrain not in (SEA, IMPASSABLE) or LAND_IN_SEA in province.features
