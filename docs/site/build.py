"""``make docs``: the manual, built from docs/ and docstrings, without the network.

It is written anew beside the old one and put in its place when it is whole.
A warning is an error: a link that leads nowhere, a page that nothing leads to.
Files that can be packed lie there packed as well, as the server sends them.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from layout import HERE, ROOT, LayoutError, lay_out
from sphinx.cmd.build import build_main

OUT = ROOT / "src/legation/server/manual/built"
"""Where the server looks for it; not kept by git, but taken into a wheel."""

_PACKED = (".html", ".css", ".js", ".svg")
_UNUSED = ("basic.css", "pygments.css", "file.png", "minus.png", "plus.png")
_LEFT_OUT = (".buildinfo", "objects.inv", *(f"_static/{name}" for name in _UNUSED))
"""What Sphinx adds and our pages do not use."""


def build(out: Path) -> int:
    """Builds it into a folder; the number of its pages.

    Raises:
        LayoutError: where a page cannot be laid out, or Sphinx warns of something.
    """
    with tempfile.TemporaryDirectory(prefix="legation-docs-") as scratch:
        source, made = Path(scratch) / "source", Path(scratch) / "made"
        source.mkdir()
        lay_out(source)
        words = ["-b", "html", "-W", "--keep-going", "-q", "-E", "-c", str(HERE)]
        words += ["-D", f"html_static_path={source / '_static'}"]
        if build_main([*words, "-d", str(Path(scratch) / "trees"), str(source), str(made)]):
            raise LayoutError("The manual was not built; what is wrong stands above.")
        for name in _LEFT_OUT:
            (made / name).unlink()
        for file in [path for path in made.rglob("*") if path.suffix in _PACKED]:
            packed = gzip.compress(file.read_bytes(), mtime=0)
            file.with_name(f"{file.name}.gz").write_bytes(packed)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(made, out)
    return sum(1 for _ in out.rglob("*.html"))


def main() -> int:
    """Builds it, and says where it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    out = parser.parse_args().out
    os.environ.pop("LEGATION_VARIANTS", None)  # somebody's own are not in our manual
    began = time.monotonic()
    try:
        pages = build(out)
    except LayoutError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{pages} pages in {time.monotonic() - began:.0f} s: {out / 'index.html'}")
    print("A server that is started from here has them at /docs/.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
