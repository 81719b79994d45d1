"""The page on drawing a map is true: its commands are run on its files, and make what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from legation.atlas.board import DrawnBoard, read_board
from legation.atlas.making.recipe import Recipe
from legation.board.mapfile import load_map
from legation.documents.shape import keys_of

PAGE = Path(__file__).parents[2] / "docs/draw-a-map.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which everything on the page was done, in order."""
    folder = tmp_path_factory.mktemp("page")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    printed: str | None = None
    for language, name, text in BLOCK.findall(TEXT):
        if name:
            (folder / name).write_text(text, encoding="utf-8")
        elif language == "sh":
            done = subprocess.run(
                ["sh", "-e", "-c", text],
                cwd=folder,
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, ""), text
            printed = done.stdout
        elif language == "text":
            assert printed == text
    return folder


def board(folder: Path) -> DrawnBoard:
    return read_board(folder / "irish_sea/map")


@pytest.mark.evening
def test_the_picture_shows_what_the_table_has(workshop: Path) -> None:
    graph, drawn = load_map(workshop / "irish_sea/map"), board(workshop)
    assert drawn.areas.keys() == graph.provinces.keys()
    touching = {tuple(sorted(pair)) for pair in drawn.sides.values() if len(pair) == 2}
    listed = {tuple(sorted((border.a, border.b))) for border in graph.borders}
    assert listed - touching == {("Dub", "Gwy")}  # the packet boat
    assert touching <= listed
    assert [(line.a, line.b) for line in drawn.crossings] == [("Dub", "Gwy")]
    assert ("CAR", "Pow") not in touching


@pytest.mark.evening
def test_there_are_pictures(workshop: Path) -> None:
    assert (workshop / "irish_sea.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert (workshop / "irish_sea.png").read_bytes()[16:20] == (1200).to_bytes(4, "big")
    assert (workshop / "irish_sea.pdf").read_bytes().startswith(b"%PDF-")
    assert "F Bel - IRI" in (workshop / "game.txt").read_text(encoding="utf-8")


def test_every_key_of_a_recipe_is_told() -> None:
    table = TEXT.partition("## The recipe")[2]
    for section, keys in keys_of(Recipe).items():
        for key in keys:
            single = section in ("frame", "coast", "islands", "borders", "bridges", "graticule")
            named = f"`{section}.{key}`" if single else f"`{key}`"
            heads = (f"`[[{key}]]`", f"`[{key}]`", f"`{key}.")
            assert any(head in table for head in ((named,) if section else heads)), (section, key)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (PAGE.parent / target).exists(), target
