"""``legation new-variant``: the folder of a new variant, which loads and can be played."""

from __future__ import annotations

import tempfile
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from legation.cli import show, telling
from legation.cli.casefiles import existing, path_of
from legation.cli.folders import know
from legation.cli.show import example
from legation.cli.variantfiles import WORDS, free, numbers, powers, quoted, title_of, write
from legation.documents.packed import plain_name, unpacked
from legation.errors import FileError, InputError, LegationError

if TYPE_CHECKING:
    from legation.atlas.making.draft import Draft
    from legation.rules.rulebook import Rulebook

VARIANT = Template("""\
# $title: what it changes in its parent. Every key that is left out is as there.

name = "$name"
parent = "$parent"
title = $quoted_title
blurb = "$blurb"
$numbers
# Rule options of this variant: what each changes, and in a sentence what each of
# its values means; the first value is the default. In hooks.py an
# option is self.options.reserve. A parent's option is changed like this:
# defaults = { paradox = "all-hold" }        (above the first table)

[[options]]
id = "reserve"
changes = "Units beyond the number of a power's centres"
clause = "$mark-1"
[options.values]
1 = "It may have one, if it owns a centre."
0 = "It may have none."
$powers""")

HOOKS = Template('''\
"""What $title changes in the rules of its parent; see rules.md.

A question that the game asks is a method; `legation.rules.rulebook`,
`rules.standard` and `rules.survey` list them all. This class answers one in its
own way, as an example: put your own in its place.
"""

from __future__ import annotations

from typing import Literal

$imports


class Options(ParentOptions):
    """What a game may choose: the options of variant.toml, by name and values."""

    reserve: Literal[1, 0]


class Rules(Parent):
    """The parent's rules, and what this variant answers otherwise."""

    options: Options

    def due(self, survey: Survey, power: str) -> int:
        """Builds due, removals where negative: so many units beyond the centres ($mark-1)."""
        owed = super().due(survey, power)
        # Who has no centre left keeps no reserve either.
        return owed + self.options.reserve if survey.position.centres_of(power) else owed
''')

RULES = Template("""\
# $title: the rules by clause
Everything that is not here is as in `$parent`. Every explanation, refusal, option and case
names one of these ids.

| id | what holds |
|---|---|
| $mark-1 | A power that owns a centre may have one unit beyond their number (option `reserve`). |
""")

CASE = Template("""\
# Positions, orders, and what must come of them; run them with legation check.
# The id of a case is a clause of rules.md with a number.

- id: $mark-1.1
  title: A power with one centre and one unit builds a second one
  variant: $name
  phase: adjustment
  units: {$power: [$unit]}
  centres: {$power: [$centre]}
  orders: {$power: [Build $new]}
  expect: {results: {$power: [succeeds]}}
  end: {units: {$power: [$after]}}
  why: one centre and a reserve of one make two units, and it has one
""")


class Made(NamedTuple):
    """A folder that was made: the rulebook in it, and what was guessed of its map."""

    book: Rulebook
    draft: Draft | None
    case: str


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "new-variant",
        epilog=example(
            "legation new-variant my_variant",
            "legation new-variant lagoon --places places.csv",
        ),
    )(new_variant)


def new_variant(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits, _.")],
    parent: Annotated[
        str, typer.Option("--parent", metavar="VARIANT", help="What it starts from.")
    ] = "standard",
    places: Annotated[
        str, typer.Option("--places", metavar="CSV", help="A table of places to make a map of.")
    ] = "",
    folder: Annotated[
        str, typer.Option("--dir", metavar="DIR", help="Where to make the folder.")
    ] = ".",
) -> None:
    """Make the folder of a new variant.

    It loads and can be played at once, with the map of its parent or one made
    from a table of places: code, name, terrain, centre, home, lat, lon, and if
    you like region, points, features. docs/add-a-variant.md tells the rest.
    """
    place = path_of(folder)
    if not place.is_dir():
        raise FileError(folder, "there is no such folder; make it, or name another with --dir")
    target = free(name, place)
    table = existing(places) if places else None
    with tempfile.TemporaryDirectory(dir=place, prefix=".new-variant-") as kept:
        made = _make(Path(kept) / name, name, parent, table)
        (Path(kept) / name).rename(target)
    know(place)
    _tell(name, target, place, made)


# Making it


def _make(place: Path, name: str, parent: str, table: Path | None) -> Made:
    """Write the folder, and check that it loads and its case passes."""
    from legation.atlas.making.draft import draft_map
    from legation.table.cases.check import check_case
    from legation.table.cases.file import load_cases
    from legation.table.game import Game
    from legation.variants.find import map_of
    from legation.variants.load import load

    book = load(parent)
    for part in (place / "map", place / "cases"):
        part.mkdir(parents=True)
    draft = None
    if table is not None:
        draft = draft_map(table, place / "map", book.kinds, name)
    else:
        _copy_map(map_of(parent), place / "map")
    title = title_of(name)
    words = {
        "name": name,
        "parent": parent,
        "title": title,
        "quoted_title": quoted(title),
        "mark": _mark_of(name),
        "imports": _parents_classes(parent),
        "blurb": f"A new variant of {book.title}.",
        "numbers": numbers(draft),
        "powers": "".join(powers(draft)),
    }
    write(place / "variant.toml", VARIANT, words)
    write(place / "hooks.py", HOOKS, words)
    write(place / "rules.md", RULES, words)
    write(place / "words.toml", WORDS, words)
    know(place.parent)
    try:
        made = load(name)
        Game.new(name)
    except LegationError:
        raise
    except Exception as error:  # the parent's hooks, on a map that is not theirs
        raise InputError(_unfit(parent, error)) from None
    case = place / "cases" / f"{name}.yaml"
    write(case, CASE, {**words, **_case_words(made)})
    try:
        passes = not any(check_case(each) for each in load_cases(case))
    except LegationError:
        passes = False
    if not passes:
        case.unlink()  # a parent with adjustments of another kind
    return Made(made, draft, case.name if passes else "")


def _parents_classes(parent: str) -> str:
    """How hooks import the classes of their parent's rules and options."""
    from legation.variants.load import options_of, rules_of

    rules, options = rules_of(parent), options_of(parent)
    survey = "from legation.rules.survey import Survey"
    if not rules.__module__.startswith("legation."):  # its folder has no name to import it by
        return (
            f"{survey}\nfrom legation.variants.load import options_of, rules_of\n\n"
            f'Parent, ParentOptions = rules_of("{parent}"), options_of("{parent}")'
        )
    known = (
        f"from {options.__module__} import Options as ParentOptions",
        f"from {rules.__module__} import {rules.__name__} as Parent",
    )
    return "\n".join(sorted((survey, *known)))


def _unfit(parent: str, error: Exception) -> str:
    said = f"{type(error).__name__}: {error}"
    return f"the rules of {parent} do not work on this map ({said}); try another --parent"


def _copy_map(parents: Traversable, target: Path) -> None:
    """Copy a map and its picture; the coast that it was drawn with stays with the parent."""
    for file in parents.iterdir():
        name = plain_name(file.name)
        if name.endswith(".csv") or name in ("board.json", "picture.toml"):
            (target / name).write_bytes(unpacked(file.read_bytes(), str(file)))


def _mark_of(name: str) -> str:
    """The letters with which the clauses of a variant begin."""
    letters = [letter for letter in name.upper() if letter.isalpha()]
    return "".join([*letters, "X", "X"][:3])


def _case_words(book: Rulebook) -> dict[str, str]:
    """A power with one centre, in which it builds, and one unit somewhere else."""
    graph = book.graph
    for power in (each.name for each in book.powers):
        for home in graph.homes.get(power, ()):
            for kind in book.kinds:
                standing = [p for p in graph.places if graph.can_stand(kind, p)]
                apart = sorted(p for p in standing if p.partition("/")[0] != home)
                new = sorted(p for p in standing if p.partition("/")[0] == home)
                if new and apart:
                    unit, built = f"{kind} {apart[0]}", f"{kind} {new[0]}"
                    units = ", ".join(sorted((unit, built)))
                    words = {"power": quoted(power) if " " in power else power, "unit": unit}
                    return {**words, "centre": home, "new": built, "after": units}
    return dict.fromkeys(("power", "unit", "centre", "new", "after"), "nobody")


# Telling


def _tell(name: str, target: Path, place: Path, made: Made) -> None:
    graph, draft = made.book.graph, made.draft
    places = telling.count(len(graph.provinces), "place")
    borders = telling.count(len(graph.borders), "border")
    powers = telling.count(len(made.book.powers), "power")
    passes = "; its one case passes" if made.case else "; write a case of your own"
    show.say(f"{target}: {places}, {borders}, {powers}{passes}.")
    print("\nWhat to do next")
    rows = [(f"legation --variants {place} play {name}", "look at it, and play")]
    if draft is not None:
        said = f"{' '.join(draft.notes)} Go through them; the units too, in setup.csv."
        rows.append((f"{target}/map/borders.csv", said))
        rows.append((f"legation map build {target}", "its picture, after a change of the map"))
    rows += [
        (f"{target}/variant.toml", "title, powers, calendar, numbers, options"),
        (f"{target}/hooks.py, rules.md", "your own rules; the reserve is an example"),
        (f"legation check {target}/cases", "your own positions, and what must come of them"),
    ]
    for line, why in rows:
        print(f"  {line}")
        show.say(why, 6, style="dim")
