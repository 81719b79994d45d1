"""The files of a variant as a page: keys, terrains, borders, ledger types, what cases replace."""

from __future__ import annotations

import csv
import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from legation.board import ledger
from legation.board.graph import TERRAINS
from legation.board.ledger import Holds, Readers
from legation.board.mapfile import BORDER_KINDS, BORDERS, COLUMNS, PROVINCES
from legation.documents.shape import Shape, described, shape_in
from legation.rules.kinds import Sort
from legation.variants.file import Own
from legation.variants.find import map_of

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "": {
        "name": "the name of the folder",
        "parent": "the game that it changes; what this file leaves out is as there",
        "map-note": "what of the map is a reconstruction, as players read it",
        "title": "what people call it",
        "blurb": "what it is, in a sentence or two",
        "players": "how many play",
        "length": "how long a game is",
        "victory": "what wins, in place of the parent's",
        "builds": "where units are built",
        "visibility": "how far powers see",
        "calendar": "the phases and years, in place of the parent's",
        "powers": "who plays, in place of the parent's",
        "kinds": "kinds of unit beside those of the parent",
        "neutrals": "how units look that no player has",
        "options": "what a game may choose, added to the parent's",
        "defaults": 'options that are usually chosen otherwise: `{ paradox = "all-hold" }`',
        "editions": "several options at once, by a name",
        "off-board": "places of the parent's board that this one lacks",
    },
    "victory": {
        "centres": "so many win, if nobody has as many; 0: no number does",
        "hold": "who owns all of these centres wins",
        "after-last-year": "what comes of a game that nobody has won",
        "clause": "the clause of `rules.md` that says it",
    },
    "builds": {
        "where": "in vacant homes of one's own, in anybody's that one owns, in any centre"
        " that one owns, or in any province",
        "clause": "the clause that says it",
    },
    "visibility": {
        "sees": "where its units are, what is beside that too, or all",
        "clause": "the clause that says it",
        "orders": "whose orders it is told of: of all units that it sees, or its own",
    },
    "calendar": {
        "first-year": "the year of the first round",
        "years": "rounds that a game has at most",
        "phases": "the phases of a round, in order",
        "aliases": "other words for seasons",
        "prelude": "phases that come once, before the first round",
        "step": "years that a round takes",
        "later": "years into its round at which a season lies",
    },
    "powers": {
        "name": "its name, as tables and orders have it",
        "adjective": "how its units are called: French",
        "mark": "what stands for it where there is no room",
        "colour": "its units and centres on the map",
        "aliases": "other names that orders and files may use",
    },
    "kinds": {
        "letter": "what orders and tables write before the place",
        "noun": "how it is called",
        "goes": "as armies do, as fleets do, or over land and water",
        "built": "terrains in which it is built",
        "glyph": "how it is drawn",
    },
    "neutrals": {
        "mark": "what stands for them where there is no room",
        "colour": "their units on the map",
        "adjectives": 'how the units of each are called: `{ Belgium = "Belgian" }`',
    },
    "options": {
        "id": "its name in files, and in `hooks.py` with `_` for `-`",
        "changes": "what it changes, as people read it",
        "values": "each value with a sentence that says what it means; the first is the default",
        "clause": "the clause that says it",
        "needs": "what a board must have for it to change anything",
        "before": "the value of games that were begun before there was the option",
    },
    "off-board": {
        "clause": "the clause that says it",
        "places": "code and name of each, so that an order there is told so",
    },
}
"""Table of ``variant.toml`` → key → what it means."""

TERRAIN: Mapping[str, str] = {
    "inland": "armies alone",
    "coast": "armies, and fleets on its shore; where that is split, on one of its `coasts`",
    "sea": "fleets, which carry armies from here",
    "bridge": "a way over water: armies and fleets, and nobody is carried from here",
    "impassable": "nobody",
}

BORDER: Mapping[str, str] = {
    "": "they touch",
    "strait": "they do not touch, and a line over the water shows the way",
    "landbridge": "the same, where armies walk as if it were land",
    "four-way": "the same, where four places meet in a point",
    "bridge": "one of them is a place of the terrain `bridge`",
    "canal": "fleets pass where no shore shows it",
    "edge": "they touch for so short a way that nobody would see it",
}

_NOT_INHERITED = ("off-board",)

_WHO = {
    "EVERYBODY": Readers.EVERYBODY,
    "ITS_POWER": Readers.ITS_POWER,
    "NOBODY": Readers.NOBODY,
}


def page() -> str:
    """All of it."""
    parts = (_keys(), _tables(), _coasts(), _ledger(), _facts(), [_UNTOLD, _IDLE])
    lines = ["# The files of a variant", "", _ABOUT, ""]
    return "\n".join([*lines, *(line for part in parts for line in part)]) + "\n"


_ABOUT = """What each key and word may be, as the reader of the files has it; a slip is told with
its line. How a folder is made, step by step, says [add a variant](../add-a-variant.md)."""

_UNTOLD = """
## What `untold` replaces
A case says with `untold` of whom, and of which other games he must not be able to tell this one.
Each change has any of three keys. `orders` replaces the sheets of the powers that it names, in
this turn alone; a power with an empty list has ordered nothing. `units` replaces all units of the
powers that it names, and `ledger` the fields that it names, both where the case begins. All else
stays: the other powers' units and sheets, centres, facts of the board, the seed and options. Both
games are played from the start, and what he sees after the turn must be the same, with all that
he was told; what the game master sees must not.
"""

_IDLE = """
## Why a phase is passed over
After each phase the game goes on to the next in which anybody has something to decide (STD-PH),
and the rules are asked: [`idle`](questions.md#idle). A retreat phase is passed over where no
dislodged unit of a player has a place to go to; an adjustment, where no power has a removal to
order, or a build for which it has a place. A movement never is. Nobody is told that a phase was
passed over, or why, and centres change owner all the same. So it tells everybody that nobody had
anything to do: where that is somebody's secret, `idle` must answer from what all may know.
"""


def _keys() -> Iterator[str]:
    yield from ("## Keys of variant.toml", "", "Tables are written as `[name]`, lists of them as")
    yield from (
        "`[[name]]`. What is the parent's must be there where no parent has it.",
        "",
    )
    yield from _table_of("", Own)
    for field in msgspec.structs.fields(Own):
        inner, many = shape_in(field.type)
        if inner is not None:
            name = f"[[{field.encode_name}]]" if many else f"[{field.encode_name}]"
            yield from (f"### `{name}`", "", *_table_of(field.encode_name, inner))


def _table_of(name: str, shape: type[Shape]) -> Iterator[str]:
    rows = []
    for field in msgspec.structs.fields(shape):
        key = field.encode_name
        rows.append((f"`{key}`", MEANINGS[name][key], _written(key, field.type), _default(field)))
    yield from _rows(("key", "what it means", "written", "default"), rows)


def _written(key: str, wanted: Any) -> str:
    inner, many = shape_in(wanted)
    if inner is not None:
        return f"`[[{key}]]`" if many else f"`[{key}]`"
    return described(wanted) or "a table"


def _default(field: Any) -> str:
    if field.encode_name in _NOT_INHERITED:
        return ""
    if field.default_factory is not msgspec.NODEFAULT:
        return ""
    if field.default is msgspec.NODEFAULT:
        return "must be there"
    if field.default is None:
        return "the parent's"
    if isinstance(field.default, tuple):
        return ", ".join(map(str, field.default))
    return str(field.default)


def _tables() -> Iterator[str]:
    yield from ("## Tables of the map", "", "Their columns; those that are left out are empty.", "")
    yield from (f"- `{file}`: {', '.join(columns)}" for file, columns in COLUMNS.items())
    yield from ("", "### Terrains", "")
    yield from _rows(("terrain", "who may stand there"), [(f"`{t}`", TERRAIN[t]) for t in TERRAINS])
    yield from ("### Kinds of border", "", "`army` and `fleet` say who may cross it; the kind says")
    yield from ("what the picture shows, and what is looked for when it is made.", "")
    rows = [(f"`{kind}`" if kind else "(empty)", BORDER[kind]) for kind in BORDER_KINDS]
    yield from _rows(("kind", "between two places that"), rows)


def _coasts() -> Iterator[str]:
    yield from ("### Two coasts", "", inspect.cleandoc(_SPLIT), "", "```csv")
    folder = Path(str(map_of("standard")))
    with (folder / PROVINCES).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    keep = [rows[0].index(name) for name in ("code", "name", "terrain", "coasts")]
    yield from (",".join(row[at] for at in keep) for row in rows if row[0] in ("code", "Spa"))
    yield from ("```", "", "```csv")
    with (folder / BORDERS).open(encoding="utf-8", newline="") as file:
        yield from (line.rstrip() for line in file if line.startswith("a,b,") or "Spa" in line)
    yield from ("```", "")


_SPLIT = """
A place whose shore is in two parts names them in `coasts`, of `nc`, `sc`, `ec` and `wc`. A fleet
there stands on one of them, an army on none. Each border that fleets cross then says on which
it is: `a_coast` of the first place, `b_coast` of the second. Spain, in the standard game:
"""


def _ledger() -> Iterator[str]:
    yield from ("## Types of a ledger", "", "What a variant keeps beside the board is a class")
    yield from (
        "derived from `legation.board.ledger.Ledger`; each field is declared by a function.",
        "",
    )
    makers = (ledger.places, ledger.places_or_none, ledger.powers, ledger.word, ledger.yes)
    more = (ledger.words, ledger.lists, ledger.borders, ledger.at_borders)
    rows = [
        (f"`{make.__name__}{_arguments(make)}`", (inspect.getdoc(make) or "").rstrip("."))
        for make in (*makers, *more)
    ]
    yield from _rows(("declared by", "what it is"), rows)
    yield f"Cases write a field as {', '.join(holds.value for holds in Holds)}."
    yield from ("`who` says who may know it:", "")
    yield from (f"- `{name}`: {readers.value}" for name, readers in _WHO.items())
    yield "- `only(test)`: those readers of whom `test(ledger, reader)` is true"
    yield from ("- a function `part(ledger, reader, whole)`: what it returns; None for nothing", "")


def _arguments(make: Any) -> str:
    return f"({', '.join(inspect.signature(make).parameters)})"


def _facts() -> Iterator[str]:
    yield from ("## Types of facts", "", 'In `words.toml`, `facts = { unit = "owned" }`; and in')
    yield from (
        '`[lore]`, `holds = "number"`. `legation variants NAME --facts` lists those of a game.',
        "",
    )
    yield from _rows(
        ("type", "what it is, and how a case writes it"),
        [(f"`{s.value}`", s.written) for s in Sort],
    )


def _rows(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""
