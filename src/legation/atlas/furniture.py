"""Title, frame and legend, in margins around a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from legation.atlas.board import DrawnBoard
from legation.atlas.figures import Scene
from legation.atlas.look import Look
from legation.atlas.nations import mark_of, suffix
from legation.atlas.samples import WIDTH as SAMPLE
from legation.atlas.samples import samples
from legation.atlas.svg import group, number, path, tag, text, use
from legation.atlas.units import BASELINES, default_shape
from legation.rules.rulebook import Rulebook

SIDE, TOP = 22.0, 62.0
_ROW, _GAP, _SIZE, _CHIP = 28.0, 26.0, 11.0, 36.0
_RUNG = 25.0


@dataclass(frozen=True)
class Furniture:
    """What stands around a map, and the room that it takes."""

    board: DrawnBoard
    side: float = 0.0
    top: float = 0.0
    bottom: float = 0.0
    below: str = ""
    above: str = ""

    @property
    def view_box(self) -> str:
        """That of the whole picture."""
        wide = self.board.width + 2 * self.side
        high = self.board.height + self.top + self.bottom
        return " ".join(map(number, (-self.side, -self.top, wide, high)))

    def around(self, plain: str) -> str:
        """The map with its furniture; without any, the map."""
        if not self.side:
            return plain
        edge = tag("rect", width=self.board.width, height=self.board.height)
        clip = tag("clipPath", edge, id="frame")
        return f"{self.below}{clip}{tag('g', plain, clip_path='url(#frame)')}{self.above}"


def furnished(book: Rulebook, board: DrawnBoard, look: Look, scene: Scene) -> Furniture:
    """The furniture of a scene."""
    chips = list(_chips(book, look, scene))
    signs = [
        (SAMPLE + 6 + look.width(word, _SIZE, "code"), drawn, word)
        for drawn, word in samples(book, board, scene)
    ]
    rows = [*_rows(chips, board.width), *_rows(signs, board.width)]
    bottom = 20 + _ROW * len(rows) + 8
    panel = tag(
        "rect",
        class_="panel",
        x=-SIDE,
        y=-TOP,
        width=board.width + 2 * SIDE,
        height=board.height + TOP + bottom,
    )
    above = group(
        "furniture",
        _frame(board, look),
        group("cartouche", *_title(book, board, look, scene)),
        group("legend-rows", *_legend(board, rows, look)),
        aria_hidden="true",
    )
    return Furniture(board, SIDE, TOP, bottom, panel, above)


def _title(book: Rulebook, board: DrawnBoard, look: Look, scene: Scene) -> Iterator[str]:
    middle = board.width / 2
    yield text("title", look.written(scene.title, "title"), middle, -34)
    game = f"{book.title} · " if scene.title != book.title else ""
    yield text("legend", f"{game}{scene.phase} · as known to {scene.reader}", middle, -14)


def _frame(board: DrawnBoard, look: Look) -> str:
    """The edge of the map: a line, two of them, or a ladder as on a survey."""
    wide, high = board.width, board.height
    drawn = [tag("rect", class_="frame", width=wide, height=high)]
    if look.frame == "plain":
        return drawn[0]
    out = 5.0
    outer = {"width": wide + 2 * out, "height": high + 2 * out}
    drawn.append(tag("rect", class_="frame", x=-out, y=-out, **outer))
    if look.frame == "ladder":
        drawn.append(path("rungs", _rungs(wide, high, out)))
    return "".join(drawn)


def _rungs(wide: float, high: float, out: float) -> str:
    """Every other rung of the ladder, filled."""
    rungs = []
    for along in range(0, int(wide / _RUNG), 2):
        step = number(min(_RUNG, wide - along * _RUNG))
        start = f"M{along * _RUNG:g} "
        rungs += [f"{start}{number(y)}h{step}v{out:g}h-{step}z" for y in (-out, high)]
    for along in range(0, int(high / _RUNG), 2):
        step = number(min(_RUNG, high - along * _RUNG))
        end = f" {along * _RUNG:g}h{out:g}v{step}h-{out:g}z"
        rungs += [f"M{number(x)}{end}" for x in (-out, wide)]
    return "".join(rungs)


# The legend

Entry = tuple[float, str, str]
"""How wide it is, what is drawn at its left end, what is written after that."""


def _chips(book: Rulebook, look: Look, scene: Scene) -> Iterator[Entry]:
    """The powers: land and unit in their colours, the name, the number of centres."""
    shape = default_shape(book)
    counts = dict(scene.counts)
    shown = {piece.unit.power for piece in scene.pieces} | set(counts)
    seen: set[str] = set()
    for name in (name for name in book.nations if name in shown):
        mark = mark_of(book, name)
        ending = suffix(mark)
        if ending in seen:
            continue
        seen.add(ending)
        count = counts.get(name)
        word = name if name in book.players else _others(book)
        said = f"{word} {count}" if count is not None else word
        land = tag("rect", class_=f"o-{ending}", y=-11.0, width=34.0, height=22.0)
        lines = (
            tag("rect", fill=f"url(#pt-{ending})", y=-11.0, width=34.0, height=22.0)
            if look.patterns
            else ""
        )
        unit = group(
            f"unit u-{ending}",
            use(f"unit-{shape}"),
            text("mark", mark, 0, BASELINES[shape]),
            transform="translate(17 0)",
        )
        yield _CHIP + 6 + look.width(said, _SIZE, "code"), land + lines + unit, said


def _others(book: Rulebook) -> str:
    return book.neutrals[0].name if len(book.neutrals) == 1 else "Without a player"


def _rows(entries: Sequence[Entry], wide: float) -> list[list[Entry]]:
    """The entries in as few rows as fit, about equally long."""
    fewest = len(_filled(entries, wide))
    whole = sum(entry[0] + _GAP for entry in entries)
    limit = min(whole / max(fewest, 1), wide)
    while limit < wide:
        rows = _filled(entries, limit)
        if len(rows) == fewest:
            return rows
        limit += _GAP
    return _filled(entries, wide)


def _filled(entries: Sequence[Entry], wide: float) -> list[list[Entry]]:
    rows: list[list[Entry]] = []
    room = 0.0
    for entry in entries:
        if not rows or room < entry[0] + _GAP:
            rows.append([])
            room = wide + _GAP
        rows[-1].append(entry)
        room -= entry[0] + _GAP
    return rows


def _legend(board: DrawnBoard, rows: Sequence[Sequence[Entry]], look: Look) -> Iterator[str]:
    for at, row in enumerate(rows):
        y = board.height + 30 + _ROW * at
        whole = sum(entry[0] for entry in row) + _GAP * (len(row) - 1)
        x = (board.width - whole) / 2
        for wide, drawn, word in row:
            written = look.width(word, _SIZE, "code")
            said = text("legend", word, wide - written / 2, 3.8)
            yield tag("g", drawn, said, transform=f"translate({number(x)} {number(y)})")
            x += wide + _GAP
