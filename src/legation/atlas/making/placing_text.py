"""The ways in which a label can be set: its name in lines, above its code or below.

A setting is told around its own middle, so that it can be moved about.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from legation.atlas.lettering import CODE, CODE_SIZE, Box, Letters, name_role, reach
from legation.board.graph import SEA, Province

LAND_SIZES = (11.0, 10.2, 9.5)
SEA_SIZES = (15.0, 13.0, 11.5, 10.0)
_LEADING = 1.12  # from one baseline to the next, in em
NO_NAME = 14.0  # the fault of a code alone
_GAP = 2.2  # between code and name, in units


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to set a label; offsets are from its middle. `fault` says how far from the best."""

    code: tuple[float, float]
    name: tuple[tuple[str, float], ...]  # a line, and its baseline
    size: float
    boxes: tuple[Box, ...]
    fault: float

    @property
    def around(self) -> Box:
        """The room of all of it."""
        lefts, tops, rights, bottoms = zip(*self.boxes, strict=True)
        return Box(min(lefts), min(tops), max(rights), max(bottoms))


def settings(province: Province, letters: Letters) -> list[Setting]:
    """Every way to set a province's label, the best first; the last is its code alone."""
    sea = province.terrain == SEA
    name = shown_name(province)
    ways = []
    for rank, size in enumerate(SEA_SIZES if sea else LAND_SIZES):
        for lines in broken(name, 3):
            role = name_role(province.terrain)
            widths = [letters.width(line, size, role) for line in lines]
            for below in (False, True):
                fault = rank * (1.1 if sea else 0.7) + 0.7 * below + _raggedness(widths, sea)
                ways.append(_set(province.code, lines, size, role, letters, below, fault))
    ways.sort(key=lambda setting: setting.fault)
    alone = _set(province.code, (), 0.0, CODE, letters, False, NO_NAME)
    return [*ways, alone]


def shown_name(province: Province) -> str:
    """The name as lettered: without what a table adds in brackets."""
    name = province.name.partition(" (")[0]
    return "" if name.casefold() == province.code.casefold() else name


def broken(name: str, most: int) -> list[tuple[str, ...]]:
    """The ways to break a name between words into at most so many lines."""
    words = name.split()
    if not words:
        return []
    ways: list[tuple[str, ...]] = [(" ".join(words),)]
    if most >= 2:
        ways += [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    if most >= 3 and len(words) == 3:
        ways.append(tuple(words))
    return ways


def _raggedness(widths: list[float], sea: bool) -> float:
    """Lines had better be as wide as each other, and at sea rather two than a long one."""
    uneven = sum(abs(a - b) for a, b in pairwise(widths)) / max(widths)
    long = max(0.0, max(widths) - 90) / 40 if sea else 0.0
    return 0.6 * uneven + long + (0.0 if sea else 0.8) * (len(widths) - 1)


def _set(
    code: str,
    lines: tuple[str, ...],
    size: float,
    role: str,
    letters: Letters,
    below: bool,
    fault: float,
) -> Setting:
    rows = [(line, size, role) for line in lines]
    rows.insert(len(rows) if not below else 0, (code, CODE_SIZE, CODE))
    baselines: list[float] = []
    bottom = 0.0
    for number, (text, em, face) in enumerate(rows):
        up, down = (part * em for part in reach(letters.written(text, face)))
        previous = baselines[-1] if baselines else 0.0
        if number and rows[number - 1][2] == face:
            baseline = max(previous + _LEADING * em, bottom + 0.4 + up)
        else:
            baseline = bottom + (_GAP if number else 0) + up
        baselines.append(baseline)
        bottom = baseline + down
    baselines = [baseline - bottom / 2 for baseline in baselines]
    boxes = {}
    for (text, em, face), baseline in zip(rows, baselines, strict=True):
        half = letters.width(text, em, face) / 2
        up, down = reach(letters.written(text, face))
        boxes[baseline] = Box(-half, baseline - up * em, half, baseline + down * em)
    at = baselines[0] if below else baselines[-1]
    name = baselines[1:] if below else baselines[:-1]
    return Setting(
        code=(0.0, at),
        name=tuple(zip(lines, name, strict=True)),
        size=size,
        boxes=(boxes[at], *(boxes[baseline] for baseline in name)),
        fault=fault,
    )
