"""``legation map new``: a new map from a list of places, as the folder of a variant."""

from __future__ import annotations

import tempfile
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli import show
from legation.cli.casefiles import existing, path_of
from legation.cli.folders import know
from legation.cli.show import example
from legation.cli.telling import count
from legation.cli.variantfiles import WORDS, free, numbers, powers, quoted, title_of, write
from legation.errors import FileError

if TYPE_CHECKING:
    from legation.atlas.making.draft import Draft

EXAMPLES = example("legation map new irish_sea --places places.csv")

VARIANT = Template("""\
# $title: the rules of its parent on a map of its own. legation new-variant begins
# one with rules of its own.

name = "$name"
parent = "$parent"
title = $quoted_title
blurb = "A new map for the rules of $parent."
$numbers$powers""")

RULES = Template("""\
# $title: the rules
All is as in `$parent`, on another map.
""")


def new(
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="Where it will be; its name is the game's.")
    ],
    places: Annotated[
        str, typer.Option("--places", metavar="CSV", help="The table of places to begin with.")
    ],
    parent: Annotated[
        str, typer.Option("--parent", metavar="VARIANT", help="Whose rules it is played by.")
    ] = "standard",
) -> None:
    """Begin a map: tables, proposed borders, and a recipe for its picture.

    The table has a place a row: code, name, terrain, centre, home, lat, lon,
    and if you like region, points, features. The borders are those that a
    picture on the real coast will have, where the extra maps is installed
    (pip install 'legation[maps]'); otherwise they follow from which places lie
    next to each other. docs/draw-a-map.md goes through an example.
    """
    path = path_of(folder)
    home = path.parent
    if not home.is_dir():
        raise FileError(folder, f"there is no folder {home} to make it in")
    target = free(path.name, home)
    table = existing(places)
    if table.is_dir():
        raise FileError(places, "this is a folder; name the table of places")
    with tempfile.TemporaryDirectory(dir=home, prefix=".map-new-") as kept:
        draft = _make(Path(kept) / path.name, parent, table)
        (Path(kept) / path.name).rename(target)
    _tell(target, draft)


def _make(place: Path, parent: str, table: Path) -> Draft:
    """Write the folder, and check that it can be played."""
    from legation.atlas.making.draft import draft_map
    from legation.table.game import Game
    from legation.variants.load import load

    book = load(parent)
    (place / "map").mkdir(parents=True)
    draft = draft_map(table, place / "map", book.kinds, place.name)
    words = {
        "name": place.name,
        "parent": parent,
        "title": title_of(place.name),
        "quoted_title": quoted(title_of(place.name)),
        "numbers": numbers(draft),
        "powers": "".join(powers(draft)),
    }
    write(place / "variant.toml", VARIANT, words)
    write(place / "rules.md", RULES, words)
    write(place / "words.toml", WORDS, words)
    know(place.parent)
    Game.new(place.name)
    return draft


def _tell(target: Path, draft: Draft) -> None:
    places, borders = count(draft.places, "place"), count(draft.borders, "border")
    print(f"{target}: {places}, {borders}, {count(len(draft.powers), 'power')}.")
    for line in draft.notes:
        show.say(line, 2, 4)
    print("\nWhat to do next")
    rows = (
        (f"legation map build {target}", "draw its areas"),
        (f"legation map check {target}", "where the tables and the picture disagree"),
        (f"legation map draw {target} --out {target.name}.svg", "look at it"),
        (f"{target}/map/borders.csv, setup.csv", "go through what was proposed"),
        (f"{target}/map/picture.toml", "the frame, and what to draw otherwise"),
    )
    for line, why in rows:
        print(f"  {line}")
        show.say(why, 6, style="dim")
