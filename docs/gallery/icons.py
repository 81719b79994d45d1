"""Draws the icons of the installed app from the stamp that is the site's favicon."""

from __future__ import annotations

from pathlib import Path

from legation.atlas.printing import png

SITE = Path(__file__).parents[2] / "src" / "legation" / "server"
STAMP = SITE / "site" / "static" / "legation" / "stamp.svg"
OUT = SITE / "devices" / "static" / "devices"
SIZES = (192, 512)


def main() -> None:
    """Writes one PNG a size: the stamp on more paper, for systems that cut icons round."""
    stamp = STAMP.read_text("utf-8").replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
    paper = '<rect x="-4" y="-4" width="40" height="40" fill="#f6f1e4"/>'
    for size in SIZES:
        drawn = png(stamp.replace("<rect", f"{paper}<rect", 1), size)
        (OUT / f"icon-{size}.png").write_bytes(drawn)


if __name__ == "__main__":
    main()
