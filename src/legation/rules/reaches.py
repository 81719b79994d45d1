"""What follows from a map alone: whom a unit could support, wherever both of them stand.

A position then only says who stands where. Units are looked up by a *label*,
their kind and place: ``F Spa/nc``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from legation.board.graph import MapGraph, province_of

Goals = tuple[str, ...]
"""Provinces that a move could be supported into; "" is support in place."""


class Reaches:
    """The supports of one map, among kinds of unit, but for `closed` places where nobody fights."""

    def __init__(self, graph: MapGraph, kinds: Iterable[str], closed: frozenset[str]) -> None:
        self._graph = graph
        self._closed = closed
        self._near: dict[str, Mapping[str, Goals]] = {}
        self._labels: dict[tuple[str, str], str] = {}
        self.meaning: dict[str, tuple[str, str]] = {}
        """Label → the kind and place that it stands for."""
        self._stand: dict[str, list[str]] = {}
        self._come: dict[str, list[str]] = {}
        for kind in kinds:
            for place in sorted(p for p in graph.places if graph.can_stand(kind, p)):
                label = self.label(kind, place)
                self._stand.setdefault(province_of(place), []).append(label)
                for goal in graph.reach(kind, place):
                    self._come.setdefault(goal, []).append(label)

    def label(self, kind: str, place: str) -> str:
        """The label of a kind and place: one text, which is hashed once."""
        written = self._labels.get((kind, place))
        if written is None:
            written = self._labels[kind, place] = f"{kind} {place}"
            self.meaning[written] = kind, place
        return written

    def near(self, label: str) -> Mapping[str, Goals]:
        """Label → what a unit of this label could support of one of that, in order (STD-SUP)."""
        goals = self._near.get(label)
        if goals is None:
            goals = self._near[label] = self._list(label)
        return goals

    def comers(self, goal: str) -> Sequence[str]:
        """The labels of those who could come to a province, where somebody fights there."""
        return () if goal in self._closed else self._come.get(goal, ())

    def _list(self, own: str) -> Mapping[str, Goals]:
        kind, place = self.meaning[own]
        by_label: dict[str, list[str]] = {}
        for goal in self._graph.ordered_reach[kind].get(place, ()):
            if goal in self._closed:
                continue
            for label in self._stand.get(goal, ()):
                by_label.setdefault(label, []).append("")
            for label in self.comers(goal):
                by_label.setdefault(label, []).append(goal)
        return {label: tuple(goals) for label, goals in by_label.items()}
