"""Draws the pictures of the gallery: run it after a look, a board or the drawing has changed.

The games are the scripted ones of the tests, so every picture is of a position
that was worked by hand; the orders of the standard game are in `standard.yaml`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from golden_game import play  # noqa: E402  (its folder is known by now)
from legation.cli.main import run  # noqa: E402
from legation.table.saving.save import write  # noqa: E402
from legation.variants.find import folders  # noqa: E402

BOARDS = ("standard", "locarno", "london_nights", "post_atomic", "warwick", "claudian")
# a game, the phase and the viewer whose picture shows its orders best
ORDERS = (
    ("locarno", 0, "gm"),
    ("london_nights", 2, "gm"),
    ("post_atomic", 1, "gm"),
    ("warwick", 3, "gm"),
    ("claudian", 1, "gm"),
)
# what two players see of the same phase
PAIRS = (
    ("london_nights", 3, "Theatre-Goers", "Royals"),
    ("post_atomic", 1, "France", "Germany"),
)


def main() -> None:
    """Write every picture, light, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        saved = {name: _saved(Path(folder), name) for name in BOARDS[1:]}
        for name in (*BOARDS, *sorted(folders(maps=True).keys() - folders().keys())):
            _draw(name, f"{name}-start")
        _draw(str(HERE / "standard.yaml"), "standard-orders")
        for name, number, viewer in ORDERS:
            _draw(saved[name], f"{name}-orders", "--phase", str(number), "--as", viewer)
        for name, number, *viewers in PAIRS:
            for viewer in viewers:
                seen = f"{name}-as-{viewer.lower()}"
                _draw(saved[name], seen, "--phase", str(number), "--as", viewer)


def _saved(folder: Path, name: str) -> str:
    path = folder / f"{name}.json"
    write(play(name), path)
    return str(path)


def _draw(what: str, name: str, *more: str) -> None:
    out = str(HERE / f"{name}.svg")
    if run(["map", "draw", what, "--out", out, "--mode", "light", *more]):
        raise SystemExit(f"{name} was not drawn")


if __name__ == "__main__":
    main()
