"""A page for every game: what it is, its pictures, powers, orders and options, and its rules."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

from legation.atlas.draw import draw
from legation.cli.main import run
from legation.table.primers import primer_of

Game = dict[str, Any]
"""What ``legation variants --json`` tells of one."""

_ROW = re.compile(r"^\| ([A-Z]{2,4}-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*) \| (.*) \|$")
_PHASES = {
    ("setup",): "Before the first phase",
    ("movement",): "Movement",
    ("retreat",): "Retreats",
    ("adjustment",): "Adjustments",
    ("movement", "retreat", "adjustment"): "In any phase",
}


def games() -> list[Game]:
    """Every game that is found, the standard one first."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        if run(["variants", "--json"]):
            raise SystemExit("The variants cannot be listed; see `legation variants`.")
    found: list[Game] = json.loads(told.getvalue())
    return sorted(found, key=lambda game: (game["name"] != "standard", game["title"]))


def index(found: list[Game]) -> str:
    """The page that leads to all of them."""
    lines = ["# The games", "", "Each has its rules by clause, and every reason that is told"]
    lines += ["names the clause that decided. Those of the standard game hold in the others"]
    lines += ["where these say nothing else.", ""]
    for game in found:
        lines += [f"## [{game['title']}]({game['name']}.md)", "", game["blurb"], ""]
        lines += [f"![{game['title']}: where it begins](../files/{game['name']}-start.svg)", ""]
    lines += ["```{toctree}", ":hidden:", "", *(game["name"] for game in found), "```"]
    return "\n".join(lines) + "\n"


def page(game: Game, rules: str, root: Path, folder: Path) -> str:
    """All about one; its pictures are put beside it."""
    lines = [f"# {game['title']}", "", game["blurb"], ""]
    lines += [f"{len(game['powers'])} players, {game['length']}. Map: {game['map']}", ""]
    lines += [f"A game of it: `legation play {game['name']}` in a terminal,"]
    lines += [f'`legation.game("{game["name"]}")` in a program.', ""]
    lines += _primer(game, folder)
    lines += _pictures(game, root, folder)
    lines += ["## Powers", "", "| power | mark | home centres |", "|---|---|---|"]
    for power in game["powers"]:
        lines.append(f"| {power['name']} | {power['mark']} | {', '.join(power['homes'])} |")
    if game["neutrals"]:
        lines += ["", f"Without a player: {', '.join(game['neutrals'])}."]
    lines += ["", *_orders(game), *_options(game), *_clauses(rules)]
    return "\n".join(lines) + "\n"


def _primer(game: Game, folder: Path) -> list[str]:
    """What is different about it, and the worked picture, as its server shows them."""
    found = primer_of(game["name"])
    if found is None:
        return []
    (folder / "files").mkdir(exist_ok=True)
    file = folder / "files" / f"{game['name']}-primer.svg"
    file.write_text(draw(found.book, found.before, found.after), "utf-8")
    shown = f"![{found.title}](../files/{file.name})"
    return [f"## {found.title}", "", found.text, "", shown, "", f"*{found.caption}*", ""]


def _pictures(game: Game, root: Path, folder: Path) -> list[str]:
    """The board, orders on it, and what two players see, as far as there are pictures of it."""
    name, lines = game["name"], []
    (folder / "files").mkdir(exist_ok=True)
    for file in sorted((root / "docs/gallery").glob(f"{name}-*.svg"), key=_begins_first):
        kind = file.stem.removeprefix(f"{name}-")
        said = {"start": "where it begins", "orders": "orders, and what came of them"}.get(
            kind, f"as {kind.removeprefix('as-').title()} knows it"
        )
        shutil.copy(file, folder / "files")
        lines += [f"![{game['title']}: {said}](../files/{file.name})", ""]
        lines += [f"*{said[:1].upper()}{said[1:]}.*", ""]
    return lines


def _begins_first(file: Path) -> tuple[bool, bool, str]:
    return not file.stem.endswith("-start"), not file.stem.endswith("-orders"), file.stem


def _orders(game: Game) -> list[str]:
    """By phase, each in the first of its forms; those of every phase once."""
    phases: dict[tuple[str, str], list[str]] = {}
    for order in game["orders"]:
        powers = f" ({', '.join(order['powers'])} only)" if order["powers"] else ""
        said = f"{_cell(order['help'])} ({order['clause']}){powers}"
        phases.setdefault((_form(order["forms"][0]), said), []).append(order["phase"])
    lines = ["## Orders", ""]
    for wanted, heading in _PHASES.items():
        rows = [row for row, of in phases.items() if tuple(of) == wanted]
        if rows:
            lines += [f"### {heading}", "", "| written | what it does |", "|---|---|"]
            lines += [f"| `{form}` | {said} |" for form, said in rows] + [""]
    return lines


def _form(form: str) -> str:
    """A form as one reads it: the parts to be filled in are in capitals."""
    return re.sub(r"\{(\w+)\}", lambda part: part[1].upper(), form).replace("|", "\\|")


def _options(game: Game) -> list[str]:
    lines = ["## Options", "", "The first meaning holds where a game chooses no other. What a file"]
    lines += ["writes stands behind it; in a program an option is a keyword, with `_` for `-`,"]
    lines += ["and the command has `--option ID=VALUE`.", ""]
    lines += ["| what it changes | what it means | written |", "|---|---|---|"]
    for option in game["options"]:
        values = [option["default"], *(v for v in option["values"] if v != option["default"])]
        changes = f"{_cell(option['changes'])} ({option['clause']})"
        for value in values:
            meaning = _cell(option["meanings"][value])
            lines.append(f"| {changes} | {meaning} | `{option['id']}={value}` |")
            changes = ""
    return [*lines, ""]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _clauses(rules: str) -> list[str]:
    """The rules, each clause under its id, which is its address; headings go down one step."""
    lines = []
    for line in rules.splitlines():
        row = _ROW.match(line)
        if row:
            lines += [f"[{row[1]}]{{#{row[1].lower()}}}", f": {row[2]}", ""]
        elif line.startswith("# "):
            lines += ["## The rules by clause"]
        elif line.startswith("## "):
            lines += [f"#{line}"]
        elif line not in ("| id | what holds |", "|---|---|"):
            lines += [line]
    return lines
