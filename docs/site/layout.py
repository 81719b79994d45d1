"""Lays out what the manual is made of: pages of the tree, and pages that are made of data.

`lay_out` fills a folder that Sphinx can read. Pages written by hand are taken as
they are, with their links turned from paths of the tree to pages of the
manual; a page for every game, for every part of the library and for the
command is made of what these say of themselves.
"""

from __future__ import annotations

import re
import shutil
from importlib import import_module
from pathlib import Path, PurePosixPath

import commandpage
import folderpage
import gamepages
import librarypages
import questionpage

from legation.variants.find import folder as folder_of

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
STATIC = ROOT / "src/legation/server/site/static/legation"

PARTS = (
    "legation",
    "legation.arrays",
    "legation.compat.diplomacy",
    "legation.env",
    "legation.env.vector",
)
"""Modules whose `__all__` is a page of the reference; a line for each."""

PAGES = {
    **{f"docs/{page.name}": page.name for page in sorted((ROOT / "docs").glob("*.md"))},
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "benchmarks/results.md": "figures.md",
}
"""Path in the tree → page of the manual, for what is written by hand."""

_LINK = re.compile(r"(\]\(|\[[^\]]+\]:\s+)([^)\s#:]+)(#[^)\s]*)?(?=[)\s])")
_FENCE = re.compile(r"^(```+|~~~+)")


class LayoutError(Exception):
    """A page cannot be laid out; the text names page and link."""


def lay_out(folder: Path) -> None:
    """Fills an empty folder with all that Sphinx reads.

    Raises:
        LayoutError: for a link that leads nowhere.
    """
    games = gamepages.games()
    pages = PAGES | {"docs/gallery/README.md": "games/index.md"}
    pages |= {"docs/site/questions/__init__.py": "reference/questions.md"}
    pages |= {"docs/site/folderpage.py": "reference/folder.md"}
    pages |= {_rules(game["name"]): f"games/{game['name']}.md" for game in games}
    parts = "\n".join(f"reference/{part}" for part in PARTS)
    front = (HERE / "index.md").read_text("utf-8")
    _write(folder, "index.md", front.replace("REFERENCE", parts))
    for path, page in PAGES.items():
        _write(folder, page, turned((ROOT / path).read_text("utf-8"), path, pages, folder))
    for game in games:
        rules = _rules(game["name"])
        text = turned((ROOT / rules).read_text("utf-8"), rules, pages, folder)
        _write(folder, f"games/{game['name']}.md", gamepages.page(game, text, ROOT, folder))
    _write(folder, "games/index.md", gamepages.index(games))
    _write(folder, "reference/command.md", commandpage.page())
    _write(folder, "reference/folder.md", folderpage.page())
    _write(folder, "reference/questions.md", questionpage.page())
    for part in PARTS:
        _write(folder, f"reference/{part}.rst", librarypages.page(import_module(part)))
    _style(folder / "_static")


def _rules(name: str) -> str:
    """The clauses of a game of this tree."""
    file = Path(str(folder_of(name))) / "rules.md"
    return file.relative_to(ROOT).as_posix()


def turned(text: str, path: str, pages: dict[str, str], folder: Path) -> str:
    """A page with the links of the tree turned to those of the manual; code is left alone.

    A link to a file that is no page, as an example of a configuration, takes
    that file along.

    Raises:
        LayoutError: for a link to what is not in the tree.
    """
    here = PurePosixPath(pages[path])

    def link(found: re.Match[str]) -> str:
        before, target, anchor = found[1], found[2], found[3] or ""
        place = (ROOT / path).parent / target
        if not place.is_file():
            raise LayoutError(f"{path}: there is no {target}, to which it links.")
        name = place.resolve().relative_to(ROOT).as_posix()
        goal = PurePosixPath(pages.get(name, f"files/{name}"))
        if name not in pages:
            if goal.suffix == ".py":  # to be read; a module of the server it would be else
                goal = goal.with_suffix(".py.txt")
            (folder / goal).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(place, folder / goal)
        return f"{before}{_relative(goal, here.parent)}{anchor}"

    lines, fence, titled = [], "", False
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.startswith(fence):
            fence = ""
        elif not fence and not mark:
            line = _LINK.sub(link, line)
            if line.startswith("# "):  # a page has one title
                line, titled = f"#{line}" if titled else line, True
        lines.append(line)
    return "\n".join(lines) + "\n"


def _relative(goal: PurePosixPath, start: PurePosixPath) -> str:
    return "../" * len(start.parts) + str(goal)


def _write(folder: Path, page: str, text: str) -> None:
    (folder / page).parent.mkdir(parents=True, exist_ok=True)
    (folder / page).write_text(text, "utf-8")


def _style(folder: Path) -> None:
    """The sheet and the faces of the server's own pages, so that both look alike."""
    (folder / "fonts").mkdir(parents=True)
    for name in ("legation.css", "stamp.svg"):
        shutil.copy(STATIC / name, folder)
    for face in sorted((STATIC / "fonts").glob("*.woff2")):
        shutil.copy(face, folder / "fonts")
