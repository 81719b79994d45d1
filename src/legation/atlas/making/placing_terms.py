"""What is asked of `placing`, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from shapely.geometry.base import BaseGeometry

from legation.atlas.board import Label, Point, Spot
from legation.atlas.lettering import Letters, RoughLetters
from legation.board.graph import Province


@dataclass(frozen=True, eq=False)
class Request:
    """A board whose labels, spots and centre marks are to be placed; all in units.

    `anchors` are the provinces' own points, projected. `coasts` are, for a place
    such as ``Spa/nc``, its stretch of coast. `crowded` places hold any number of
    units. `counted` units need room for a number below them. `spots` (by place)
    and `labels` (by province, for the code) are wished for by the recipe.
    `obstacles` are lines and areas to keep clear of: crossings, bars. `lines` are
    others that lettering had better not cross: the coast of land off the board.
    """

    width: float
    height: float
    shapes: Mapping[str, BaseGeometry]
    provinces: Mapping[str, Province]
    anchors: Mapping[str, Point]
    coasts: Mapping[str, BaseGeometry] = field(default_factory=dict)
    crowded: frozenset[str] = frozenset()
    counted: bool = False
    spots: Mapping[str, Point] = field(default_factory=dict)
    labels: Mapping[str, Point] = field(default_factory=dict)
    obstacles: tuple[BaseGeometry, ...] = ()
    lines: tuple[BaseGeometry, ...] = ()
    letters: Letters = field(default_factory=RoughLetters)


@dataclass(frozen=True, eq=False)
class Placements:
    """Where everything went; `problems` are what could not be had, in words."""

    spots: Mapping[str, Spot]
    labels: Mapping[str, Label]
    centres: Mapping[str, Point]
    problems: tuple[str, ...] = ()
