"""``legation map import``: a map of another program as the folder of a variant."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli import show
from legation.cli.casefiles import existing, path_of
from legation.cli.folders import know
from legation.cli.map.build import needed
from legation.cli.show import example
from legation.cli.telling import count
from legation.cli.variantfiles import WORDS, free, powers, quoted, title_of, write
from legation.errors import FileError

if TYPE_CHECKING:
    from legation.atlas.foreign.found import Found
    from legation.atlas.making.draft import Draft

EXAMPLES = example(
    "legation map import ancient.go --to ancient",
    "legation map import jdip/variants.xml --variant Modern --to modern",
)

VARIANT = Template("""\
# $title: the rules of its parent on a map that was taken over from $file.
# Taken over are names, borders, centres, homes and starting units; author: $author.

name = "$name"
parent = "standard"
title = $quoted_title
blurb = $blurb
players = $players
length = "about 8 game years"

[victory]
centres = $win

[calendar]
first-year = $year
years = 36
phases = [
  ["Spring", "movement"], ["Spring", "retreat"],
  ["Autumn", "movement"], ["Autumn", "retreat"],
  ["Winter", "adjustment"],
]
aliases = { Fall = "Autumn" }
$powers""")

RULES = Template("""\
# $title: the rules
All is as in `standard`, on another map, by $author. $win of $centres centres win.
""")


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A map of another program.")],
    to: Annotated[
        str,
        typer.Option("--to", metavar="FOLDER", help="Where it will be."),
    ],
    form: Annotated[
        str,
        typer.Option("--as", metavar="FORMAT", help="godip, jdip, realpolitik or diplomacy."),
    ] = "",
    variant: Annotated[
        str, typer.Option("--variant", metavar="NAME", help="Which one of a variants.xml.")
    ] = "",
) -> None:
    """Take over a map of another program as a variant.

    It reads the Go source of a variant of godip, a variants.xml of jDip, the
    .map of Realpolitik or of a judge, and the .map of the package diplomacy,
    with the files beside them that they need. What it takes are facts: names,
    borders, centres, homes, starting units; where its picture has each place is
    read where it can be. The board is laid out and drawn anew. What the file did not tell
    is listed. Needs the extra maps, which play brings along.
    """
    needed("networkx", "numpy", "shapely")
    from legation.atlas.foreign.reading import read_foreign

    source = existing(file)
    if source.is_dir():
        raise FileError(
            file, "this is a folder; name the file in it: variants.xml, NAME.go, NAME.map"
        )
    path = path_of(to)
    if not path.parent.is_dir():
        raise FileError(to, f"there is no folder {path.parent} to make it in")
    target = free(path.name, path.parent)
    found = read_foreign(source, form, variant)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".map-import-") as kept:
        draft, faults = _make(Path(kept) / path.name, found, source.name)
        shutil.move(Path(kept) / path.name, target)
    _tell(target, draft, faults)


def _make(place: Path, found: Found, file: str) -> tuple[Draft, list[str]]:
    """Write the folder with its board, and check that it can be played."""
    from legation.atlas.foreign.folder import draw, write_map
    from legation.table.game import Game

    (place / "map").mkdir(parents=True)
    draft = write_map(found, place / "map")
    title = found.title or title_of(place.name)
    win = found.win or draft.centres // 2 + 1
    words = {
        "name": place.name,
        "title": title,
        "quoted_title": quoted(title),
        "author": found.author or "unknown",
        "file": file,
        "blurb": quoted(
            f"{len(found.powers)} powers, {len(found.places)} places,"
            f" {win} of {draft.centres} centres to win."
        ),
        "players": str(len(found.powers)),
        "win": str(win),
        "centres": str(draft.centres),
        "year": str(1901 if found.year is None else found.year),
        "powers": "".join(powers(draft, found.powers)),
    }
    write(place / "variant.toml", VARIANT, words)
    write(place / "rules.md", RULES, words)
    write(place / "words.toml", WORDS, words)
    know(place.parent)
    Game.new(place.name)
    notes, faults = draw(place / "map")
    return replace(draft, notes=(*draft.notes, *notes)), faults


def _tell(target: Path, draft: Draft, faults: list[str]) -> None:
    places, borders = count(draft.places, "place"), count(draft.borders, "border")
    print(f"{target}: {places}, {borders}, {count(len(draft.powers), 'power')}.")
    if draft.notes:
        print("\nWhat the file does not tell, or tells otherwise")
        for line in draft.notes:
            show.say(line, 2, 4)
    if faults:
        print("\nWhere the board differs from its borders")
        for line in faults:
            show.say(f"{line}.", 2, 4)
    print("\nWhat to do next")
    rows = (
        (f"legation map draw {target} --out {target.name}.svg", "look at it"),
        (f"legation --variants {target.parent} play {target.name}", "play it"),
        (f"{target}/map/provinces.csv", "lat and lon are where a place lies on the board"),
        (f"legation map build {target}", "draw it anew"),
        (f"{target}/variant.toml, rules.md", "its title, author, and what is otherwise in it"),
    )
    for line, why in rows:
        print(f"  {line}")
        show.say(why, 6, style="dim")
