"""Chooses a place for each thing so that no two share room.

Every province is set in its turn, the tightest first: for its most promising
labels the best spots and centre mark beside each are found, and the best whole
is kept. Then whatever still shares room is set again, and each time that two
things stay in each other's way it costs them more, until one of them goes
elsewhere. Nothing is left to chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from legation.atlas.making.placing_choices import (
    CENTRE,
    LABEL,
    LEADER,
    PADS,
    UNIT,
    Choices,
)
from legation.atlas.making.placing_ground import Floats
from legation.atlas.making.placing_text import NO_NAME

CLASH = 40.0
SHADOW = 9.0  # a dislodged unit stands so far to the right and below
SHADOWED = 2.5
TOGETHER = {LABEL: 0.035, CENTRE: 0.05}  # pull to the unit of the province, a unit of distance
ASIDE = 0.05  # a label had better be above or below the unit
CONTENT = 6.0  # nobody looks further for a province that is this near to the best
ROUNDS = 40
TRIALS = 28

Key = tuple[str, str]


class Solver:
    """The things of one board, and where each is at the moment."""

    def __init__(self, things: Iterable[Choices]) -> None:
        self.things: dict[Key, Choices] = {(t.kind, t.place): t for t in things}
        self.at: dict[Key, int] = {}
        self._dear: dict[tuple[Key, Key], float] = defaultdict(lambda: 1.0)
        self._near = self._neighbours()
        self._of: dict[str, list[Key]] = defaultdict(list)
        for key, thing in self.things.items():
            self._of[thing.province].append(key)

    def solve(self) -> None:
        """Set everything."""
        order = sorted(self._of, key=lambda code: (self._freedom(code), code))
        for code in order:
            self._set(code, TRIALS)
        for code in order:
            self._set(code, TRIALS)
        for _ in range(ROUNDS):
            clashes = self.clashes()
            if not clashes:
                break
            for a, b in clashes:
                self._dear[a, b] += 1
                self._dear[b, a] += 1
            for code in sorted({self.things[key].province for pair in clashes for key in pair}):
                self._set(code, TRIALS)
        for code in reversed(order):
            self._set(code, TRIALS)

    def clashes(self) -> list[tuple[Key, Key]]:
        """Every pair of things that share room now."""
        keys = sorted(self.at)
        parts = [self.things[key].boxes[self.at[key]] for key in keys]
        of = np.repeat(np.arange(len(keys)), [len(boxes) for boxes in parts])
        led = np.concatenate([np.arange(len(boxes)) >= LEADER for boxes in parts])
        boxes = np.concatenate(parts)
        padding = np.array([PADS[key[0]] for key in keys])[of]
        provinces = sorted(self._of)
        home = np.array([provinces.index(self.things[key].province) for key in keys])[of]
        over = _overlaps(boxes[None], boxes, padding + padding[:, None])[0] > 0
        # A leader may cross what it leads to.
        over &= (home != home[:, None]) | ~(led | led[:, None])
        pairs = {(int(of[a]), int(of[b])) for a, b in np.argwhere(over)}
        return [(keys[a], keys[b]) for a, b in sorted(pairs) if a < b]

    def _freedom(self, code: str) -> float:
        """How many good places a province's things have: little for one that is small."""
        return min(float((self.things[key].faults < 16).sum()) for key in self._of[code])

    # One province

    def _set(self, code: str, trials: int) -> None:
        """The best label, spots and mark for a province, as everything else stands."""
        keys = [key for key in self._of[code] if len(self.things[key].faults)]
        elsewhere = {key: number for key, number in self.at.items() if key not in keys}
        alone = {key: self._cost(key, elsewhere) for key in keys}
        least = sum(float(costs.min()) for costs in alone.values())
        best: dict[Key, int] = {}
        best_total = np.inf
        for order in self._orders(keys):
            first = order[0]
            slack = best_total - least + float(alone[first].min())
            for start in self._starts(first, alone[first], trials):
                total = float(alone[first][start])
                if total >= slack:
                    continue
                own = {first: start}
                for key in order[1:]:
                    costs = alone[key] + self._cost(key, own, only=keys, faults=False)
                    own[key] = int(np.argmin(costs))
                    total += float(costs[own[key]])
                if total < best_total:
                    best, best_total = own, total
                    slack = best_total - least + float(alone[first].min())
            if best_total < least + CONTENT:
                break
        self.at = {**elsewhere, **best}

    def _orders(self, keys: Sequence[Key]) -> list[list[Key]]:
        """In which order to set a province's things; the later ones where the first is not good."""
        ranks = [
            {LABEL: 0, UNIT: 1, CENTRE: 2},
            {LABEL: 0, UNIT: 2, CENTRE: 1},
            {LABEL: 1, UNIT: 0, CENTRE: 2},
            {LABEL: 2, UNIT: 0, CENTRE: 1},
        ]
        return [sorted(keys, key=lambda key: (rank[key[0]], key)) for rank in ranks] if keys else []

    def _starts(self, key: Key, costs: Floats, trials: int) -> list[int]:
        """Choices worth a trial: the best of each way to make it, in each part of the province."""
        thing = self.things[key]
        middle = np.median(thing.at, axis=0)
        side = (thing.at[:, 0] > middle[0]).astype(int) + 2 * (thing.at[:, 1] > middle[1])
        groups: dict[tuple[int, int], int] = {}
        for number in np.argsort(costs, kind="stable"):
            for part in (int(side[number]), 4):
                groups.setdefault((int(thing.way[number]), part), int(number))
        starts = list(dict.fromkeys(groups.values()))
        starts.sort(key=lambda number: float(costs[number]))
        plain = [number for number in starts if key[0] == LABEL and thing.faults[number] > NO_NAME]
        return list(dict.fromkeys([*starts[:trials], *plain]))

    # Costs

    def _cost(
        self,
        key: Key,
        at: Mapping[Key, int],
        only: Iterable[Key] | None = None,
        faults: bool = True,
    ) -> Floats:
        """What each choice costs beside things that are set."""
        thing = self.things[key]
        costs = thing.faults.copy() if faults else np.zeros(len(thing.faults))
        others = [other for other in (self._near[key] if only is None else only) if other != key]
        boxes, padding, dear, led, own = self._walls(key, others, at)
        if len(boxes):
            over = _overlaps(thing.boxes, boxes, padding)
            over[:, LEADER:, own] = 0  # a leader may cross what it leads to
            over[:, :LEADER, own & led] = 0
            costs += (np.where(over > 0, CLASH + 2 * over, 0) * dear).sum(axis=(1, 2))
        if thing.kind == UNIT:
            costs += self._shadows(thing, others, at)
        unit = (UNIT, thing.province)
        if thing.kind in TOGETHER and unit in at:
            away = np.abs(thing.at - self.things[unit].at[at[unit]])
            costs += TOGETHER[thing.kind] * np.hypot(*away.T)
            costs += (ASIDE if thing.kind == LABEL else 0) * away[:, 0]
        elif thing.kind == UNIT and (LABEL, thing.place) in at:
            goal = self.things[LABEL, thing.place].at[at[LABEL, thing.place]]
            away = np.abs(thing.at - goal)
            costs += TOGETHER[LABEL] * np.hypot(*away.T) + ASIDE * away[:, 0]
        return costs

    def _walls(
        self, key: Key, others: Iterable[Key], at: Mapping[Key, int]
    ) -> tuple[Floats, Floats, Floats, np.ndarray, np.ndarray]:
        """Boxes that are set, how far to keep off, how dear it is; are they leaders, of its own."""
        thing = self.things[key]
        boxes, padding, dear, led, own = [], [], [], [], []
        for other in others:
            if other not in at:
                continue
            that = self.things[other]
            for part, box in enumerate(that.boxes[at[other]]):
                if np.isfinite(box[0]):
                    boxes.append(box)
                    padding.append(PADS[thing.kind] + PADS[that.kind])
                    dear.append(self._dear.get((key, other), 1.0))
                    led.append(part >= LEADER)
                    own.append(that.province == thing.province)
        return (
            np.array(boxes).reshape(-1, 4),
            np.array(padding),
            np.array(dear),
            np.array(led, dtype=bool),
            np.array(own, dtype=bool),
        )

    def _shadows(self, thing: Choices, others: Iterable[Key], at: Mapping[Key, int]) -> Floats:
        """What it costs that a dislodged unit would stand on another's spot."""
        boxes = [
            self.things[other].boxes[at[other]][0]
            for other in others
            if other[0] == UNIT and other in at
        ]
        if not boxes:
            return np.zeros(len(thing.faults))
        walls = np.array(boxes)
        none = np.zeros(len(walls))
        mine = _overlaps(thing.boxes[:, :1] + SHADOW, walls, none) > 0
        theirs = _overlaps(thing.boxes[:, :1], walls + SHADOW, none) > 0
        return np.asarray(SHADOWED * (mine.sum(axis=(1, 2)) + theirs.sum(axis=(1, 2))))

    def _neighbours(self) -> dict[Key, tuple[Key, ...]]:
        """Which things could ever share room."""
        reach = {}
        for key, thing in self.things.items():
            boxes = thing.boxes.reshape(-1, 4)
            boxes = boxes[np.isfinite(boxes[:, 0])]
            if len(boxes):
                reach[key] = np.concatenate([boxes[:, :2].min(0), boxes[:, 2:].max(0)])
        neighbours: dict[Key, list[Key]] = {key: [] for key in self.things}
        for key, (left, top, right, bottom) in reach.items():
            for other, (l2, t2, r2, b2) in reach.items():
                beside = left < r2 + 10 and l2 < right + 10
                if key != other and beside and top < b2 + 10 and t2 < bottom + 10:
                    neighbours[key].append(other)
        return {key: tuple(others) for key, others in neighbours.items()}


def _overlaps(choices: Floats, walls: Floats, padding: Floats) -> Floats:
    """How deep each part ``(n, PARTS)`` of the choices reaches into each wall."""
    parts = choices[:, :, None, :]
    wide = np.minimum(parts[..., 2], walls[:, 2]) - np.maximum(parts[..., 0], walls[:, 0])
    high = np.minimum(parts[..., 3], walls[:, 3]) - np.maximum(parts[..., 1], walls[:, 1])
    return np.asarray(np.maximum(np.minimum(wide, high) + padding, 0))
