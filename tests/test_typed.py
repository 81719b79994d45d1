"""What the engine knows stays values: nobody takes apart text that the engine wrote itself.

The source of rules, gate, variants, atlas, bots, table and server is read. A
function that parts, searches or replaces text, or has it read as an order,
must be named here with the reason why that text is not the engine's own; and
whoever is named here must still do it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import legation

SOURCE = Path(legation.__file__).parent
ROOMS = ("rules", "sight", "variants", "atlas", "bots", "table", "server", "library")
APART = frozenset(
    (
        *("partition", "rpartition", "split", "rsplit", "splitlines"),
        *("replace", "translate", "removeprefix", "removesuffix", "startswith", "endswith"),
        *("find_unit", "read_sheet"),
    )
)

TYPED = "a person typed it"
ORDERS = "an order is read as its player wrote it"
AHEAD = "orders with conditions are read as their player wrote them"
SAVE = "a save or another file is read"
PATTERN = "a form or name that is declared in the source, no report"
SVG = "the picture's own format is written"
PLEDGE = "a pledge names its parts in a text, and that text is what was hashed"
SAID = "only the last sign of a sentence is asked for, to close it"
OUTSIDE = "it came from outside: a browser, a letter, the environment, a library"

WHOLE = {
    "table/formats/": "formats of other programs, which are text",
    "atlas/foreign/": "maps of other programs, which are text",
    "atlas/making/": "a map is made from tables and outlines",
    "server/settings/": OUTSIDE,
    "server/accounts/": OUTSIDE,
    "server/office/": TYPED,
    "server/press/": TYPED,
    "atlas/css.py": SVG,
    "atlas/printing.py": SVG,
    "atlas/replay.py": SVG,
    "atlas/sharing.py": SVG,
    "atlas/svg.py": SVG,
    "documents/json.py": SAVE,
    "table/asked.py": TYPED,
    "table/elsewhere.py": SAVE,
    "table/fields.py": TYPED,
    "table/typed.py": TYPED,
    "table/saving/migrate.py": "saves of version 1 kept values as text",
    "documents/yaml.py": SAVE,
    "variants/clauses.py": "rules.md, and what people cite of it",
}
"""Rooms and modules that are about text; all else is named by its function."""

FILES = "names of files in a zip, and of editions, are told from others"
CELLS = "a cell of a designer's table has several values or a point"
NAMED = {
    "server/studio/packing.py unzipped": FILES,
    "server/studio/shelf.py <module>": FILES,
    "server/studio/shelf.py write": FILES,
    "server/studio/tables.py _parts": CELLS,
    "server/studio/tables.py _point": CELLS,
    "server/studio/views/pages.py folder": FILES,
    "table/twins/differing.py between": "two texts are compared line by line, and none is read",
    "atlas/draw.py _drawn": SVG,
    "atlas/board.py board_from": "board.json has the numbers of a line as one text",
    "atlas/lines.py _Reader.written": "a sheet in a View is kept as its player wrote it",
    "atlas/palette.py <module>": "a colour of a style is read",
    "bots/base.py find_bot": TYPED,
    "bots/seeker.py made": TYPED,
    "bots/temper.py tempered": TYPED,
    "library/boards.py options_of": TYPED,
    "library/trials.py _sheet": TYPED,
    "rules/kinds.py parts_of": "templates of words.toml are read, once",
    "rules/options.py _annotated": "an option is cd-when in words, cd_when in Python",
    "rules/options.py _name": "an option is cd-when in words, cd_when in Python",
    "table/cases/facts.py known_to": "the first line of a docstring says what a function answers",
    "server/api/api.py wrong": SAID,
    "server/api/tokens.py make": TYPED,
    "server/api/views.py _fields": PATTERN,
    "server/board/advising.py advice_on": TYPED,
    "server/board/labels.py label_of": PATTERN,
    "server/board/written.py written_so": PATTERN,
    "server/board/labels.py prompt_of": PATTERN,
    "server/board/lines.py _rest": TYPED,
    "server/board/lines.py edited": TYPED,
    "server/board/lines.py is_order": ORDERS,
    "server/board/lines.py judged": ORDERS,
    "server/board/lines.py with_order": ORDERS,
    "server/board/lines.py without_line": TYPED,
    "server/board/menu.py _further": PATTERN,
    "server/board/menu.py place_of": "a page asks with the name of a unit as it was clicked",
    "server/board/parts.py <module>": "shapes that a browser has are left out of a drawn map",
    "server/site/parts.py wanted": "an address names the pieces of a page",
    "server/site/answered.py <module>": "the token of a form is no part of a page's mark",
    "server/site/packed.py <module>": OUTSIDE,
    "server/site/addresses.py address": "an address of Django's has a slug put into it",
    "server/site/lasting.py <module>": "a page has places where its long parts come",
    "server/site/lasting.py pieces": "a page has places where its long parts come",
    "server/site/lasting.py in_places": "a page has places where its long parts come",
    "server/site/statement.py <module>": "SQL has other marks for values in SQLite",
    "server/site/statement.py Statement._put": "SQL has other marks for values in SQLite",
    "server/running/storage.py <module>": "comments of scripts and styles are not sent",
    "server/running/storage.py Collected.post_process": "the same, by how a file is called",
    "server/board/places.py _option": "a number is put into the menu's pattern of an order",
    "server/board/linked.py <module>": "clauses in a text that people wrote become links",
    "server/board/linked.py link": "clauses in a text that people wrote become links",
    "server/board/rules.py <module>": "rules.md, which people wrote, becomes a page",
    "server/board/rules.py _rendered": "rules.md, which people wrote, becomes a page",
    "table/primers.py _made": "rules.md, which people wrote, has a clause a row",
    "table/primers.py primer_of": "primer.md, which people wrote, is a title and a text",
    "table/primers.py <module>": "rules.md, which people wrote, has a clause a row",
    "server/board/supposing.py Trial.sheet_of": TYPED,
    "server/board/supposing.py with_order": TYPED,
    "server/board/trying.py stands": "a number is put into the menu's pattern of an order",
    "server/board/views.py _ordered": TYPED,
    "server/board/views.py _write": TYPED,
    "server/board/whatif.py _changed": TYPED,
    "server/desk/inviting.py addresses_of": TYPED,
    "server/desk/views/inviting.py _done": TYPED,
    "server/games/late.py _lines": TYPED,
    "server/demo/place.py _tables": PATTERN,
    "server/desk/acts.py _short": TYPED,
    "server/lobby/positions.py PositionForm.board": PATTERN,
    "server/lobby/positions.py PositionForm.secrets": PATTERN,
    "server/lobby/views/taking.py _ruled": PATTERN,
    "server/games/migrations/0005_leaves.py parted": "a saved game has a line for each phase",
    "server/games/records.py <module>": "what a damaged record says stays out of the log",
    "server/games/stream.py heard": OUTSIDE,
    "server/edition/addresses.py give": TYPED,
    "server/edition/letters.py _lines": TYPED,
    "server/edition/letters.py _part": "lines of press, as they were typed",
    "server/desk/noted.py <module>": "the key of a letter: what it was, by number",
    "server/edition/returned.py <module>": "the key of a letter: game and edition by number",
    "server/devices/marks.py asked": OUTSIDE,
    "server/lobby/guests.py is_guest": OUTSIDE,
    "server/maps/pictures.py <module>": SVG,
    "server/maps/pictures.py small": SVG,
    "server/site/policy.py <module>": SVG,
    "server/lobby/templatetags/lobby.py clause_id": "a row of rules.md may name several clauses",
    "server/proof/views.py receipts": OUTSIDE,
    "server/post/outbox.py post": OUTSIDE,
    "server/post/outbox.py send": OUTSIDE,
    "server/running/doctor.py _configuration": OUTSIDE,
    "server/running/doctor.py _mail": OUTSIDE,
    "server/running/doctor.py findings": OUTSIDE,
    "server/running/metrics.py may_read": OUTSIDE,
    "server/running/overload.py _typed": TYPED,
    "server/running/overload.py _write_down": OUTSIDE,
    "server/running/overload.py busy": OUTSIDE,
    "server/running/snapshot.py kept": PATTERN,
    "server/running/snapshot.py stamp": PATTERN,
    "server/running/rounds.py Rounds.run": OUTSIDE,
    "server/running/views.py wrong": OUTSIDE,
    "server/running/views.py broken": OUTSIDE,
    "server/site/nulls.py answer": OUTSIDE,
    "server/site/nulls.py plain": TYPED,
    "server/site/over.py _answer": OUTSIDE,
    "server/running/turns.py <module>": OUTSIDE,
    "sight/see.py _verb": "a sheet in a record is kept as its player wrote it",
    "sight/viewer.py find_viewer": "somebody typed a viewer",
    "table/cases/fault.py <module>": "does the case itself write numbers of units?",
    "table/cases/known.py _fits": "a case writes several facts as one text, with commas",
    "table/cases/play.py _order": "an order of a case is read",
    "table/cases/file.py <module>": "a case writes what the game master does",
    "table/cases/file.py _cases": "a case writes its alternatives as option=value",
    "table/cases/file.py _unit": "a case writes whose unit it is in front of it",
    "table/conditional.py <module>": AHEAD,
    "table/conditional.py _Reader._head": AHEAD,
    "table/conditional.py _Reader._order": AHEAD,
    "table/conditional.py _check_slip": AHEAD,
    "table/conditional.py _lines": AHEAD,
    "table/conditions.py <module>": AHEAD,
    "table/conditions.py _orders": AHEAD,
    "table/conditions.py _unit": AHEAD,
    "table/conditions.py read_conditions": AHEAD,
    "table/desk.py _with_strength": "a game master typed Bur 5000",
    "table/desk.py unit_to_remove": "a game master typed a unit",
    "table/keeping.py check_seed": "somebody typed a seed",
    "table/keeping.py plain_line": "somebody typed a name or a note",
    "table/ledgers.py spot_of": "a case writes a unit in an open place as WAB/2",
    "table/ledgers.py border_of": "a border in a save or a case is Bur-Mun",
    "table/ledgers.py listed": "case files and saves of version 1 have lists with commas",
    "table/typeset.py _items": "lines are broken for paper between two orders",
    "table/typeset.py _unbroken": "lines are broken for paper between two orders",
    "table/positions.py _counted": "a case or a form writes Ven 5000",
    "table/positions.py _phase": "a case writes its date as one text",
    "table/positions.py read_unit": "a case or a form writes F Stp/sc",
    "table/proof/parts.py power_of": PLEDGE,
    "table/proof/parts.py stays_closed": PLEDGE,
    "table/replay.py versions_of": "the names of files of a variant",
    "table/saving/head.py <module>": "a save writes its seed as digits",
    "table/saving/tellings.py ToldReading.written": "a save has a field of an order as text",
    "table/saving/save.py read": "some editors put a mark before the text of a file",
    "table/sheets.py _kept": "a line that a player wrote is made one printable line",
    "table/sheets.py _written": "a sheet is read as its player wrote it",
    "table/sheets.py orders_of": "a sheet in a record is kept as its player wrote it",
    "table/whatif.py _orders": "the orders that somebody typed for everybody, by power",
    "table/whatif.py parted": "the orders that somebody typed for everybody",
    "table/saving/whole.py no_name": "a path that somebody gave is shown in an error",
    "variants/find.py folders": "the environment lists folders as one text",
}


def uses(source: str) -> Iterator[tuple[str, int]]:
    """The functions of a module that take text apart, and in which line."""
    tree = ast.parse(source)
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import))
    names = (name for node in imports for name in node.names)
    patterns = {name.asname or name.name for name in names if name.name == "re"}
    yield from _within(tree, "<module>", patterns)


def _within(node: ast.AST, here: str, patterns: set[str]) -> Iterator[tuple[str, int]]:
    for child in ast.iter_child_nodes(node):
        name = here
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = isinstance(node, ast.ClassDef)
            name = f"{here}.{child.name}" if inside else child.name
        if isinstance(child, ast.Call) and _is_apart(child):
            yield here, child.lineno
        if isinstance(child, ast.Attribute) and ast.unparse(child.value) in patterns:
            yield here, child.lineno
        yield from _within(child, name, patterns)


def _is_apart(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr == "replace":  # of a text; that of a date or a path takes no second
        return len(call.args) > 1
    reads = call.func.attr == "read" and ast.unparse(call.func.value).endswith("book")
    return reads or call.func.attr in APART


def found() -> dict[str, str]:
    """Module and function → where it takes text apart, of all that are not about text."""
    places: dict[str, str] = {}
    for room in ROOMS:
        for path in sorted(SOURCE.joinpath(room).rglob("*.py")):
            module = path.relative_to(SOURCE).as_posix()
            if any(module.startswith(whole) for whole in WHOLE):
                continue
            for function, line in uses(path.read_text("utf-8")):
                places.setdefault(f"{module} {function}", f"{module}:{line}")
    return places


def test_nobody_takes_apart_what_the_engine_wrote() -> None:
    assert {key: place for key, place in found().items() if key not in NAMED} == {}


def test_every_exception_is_still_one() -> None:
    there = found()
    assert [key for key in NAMED if key not in there] == []
    for module in WHOLE:
        paths = SOURCE.joinpath(module).rglob("*.py") if module.endswith("/") else None
        texts = [path.read_text("utf-8") for path in paths or (SOURCE / module,)]
        assert any(next(uses(text), None) for text in texts), module


def test_the_reader_of_sources_sees_what_it_is_for() -> None:
    planted = """
import re
from dataclasses import replace
class Face:
    def place(self, outcome):
        return str(outcome.unit).rpartition(" ")[2]
def same(book, outcome):
    return book.read(outcome.text, "movement")
def masked(report):
    return re.sub("A Par", "a unit", report)
def changed(unit):
    return replace(unit, id=0)
"""
    assert list(dict(uses(planted))) == ["Face.place", "same", "masked"]
