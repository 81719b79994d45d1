"""Whether the clauses that a variant's tables, hooks and cases name stand in its rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from legation.documents.packed import plain_name, unpacked
from legation.errors import meant, nearest
from legation.variants.find import FILE, ancestry, folder

RULES = "rules.md"
_ROW = re.compile(r"^\| ([A-Z]{2,4}-[A-Za-z0-9-]+) \|", re.MULTILINE)
_CLAUSE = r"[A-Z]{2,4}-[A-Za-z0-9-]+"
_IN_TABLE = re.compile(rf"""^\s*(?:clause|also)\b.*?["'\[]({_CLAUSE})""")
_QUOTED = re.compile(rf"""["']({_CLAUSE})["']""")
_IN_CASE = re.compile(
    rf"""^\s*-?\s*id:\s*["']?(?P<of_case>{_CLAUSE})\.\w+|:\s*["']?(?P<clause>{_CLAUSE})(?=["',}}\s]|$)"""
)


def clauses_of(place: Traversable) -> list[str]:
    """The clauses that the rules in a variant's folder list."""
    rules = place.joinpath(RULES)
    return _ROW.findall(rules.read_text(encoding="utf-8")) if rules.is_file() else []


class Lacking(NamedTuple):
    """What a variant's rules lack: the file that names it (empty: none), its line, a sentence."""

    file: str
    line: int
    said: str


def missing(name: str) -> list[str]:
    """A sentence for each thing that a variant's rules lack, with file and line."""
    own = folder(name).name
    return [
        f"{own}/{each.file}, line {each.line}: {each.said}" if each.file else each.said
        for each in lacking(name)
    ]


def lacking(name: str) -> list[Lacking]:
    """What a variant's rules lack; what its own files name may stand in its parent's rules."""
    own = folder(name)
    if not own.joinpath(RULES).is_file():
        return [Lacking("", 0, f"{own} has no {RULES}: no clause can be looked up.")]
    known = {clause for place in ancestry(own) for clause in clauses_of(place)}
    told: dict[tuple[str, str], Lacking] = {}
    for file, line, clause in _named(Path(str(own))):
        if clause not in known and (_is_clause(clause, known) or file.endswith(".toml")):
            rules = f"{own.name}/{RULES}"
            said = f"it names the clause {clause}, which {rules} has not.{meant(clause, known)}"
            told.setdefault((file, clause), Lacking(file, line, said))
    return list(told.values())


def _is_clause(text: str, known: Iterable[str]) -> bool:
    """Is it meant as a clause? ``UTF-8`` looks like one."""
    first = text.partition("-")[0]
    return any(each.partition("-")[0] == first for each in known) or bool(nearest(text, known))


def _named(own: Path) -> Iterator[tuple[str, int, str]]:
    """The clauses that a variant's files name: file, line, clause."""
    for file, pattern in (
        *((each, _IN_TABLE) for each in sorted(own.glob("*.toml"))),
        *((each, _QUOTED) for each in sorted(own.glob("*.py"))),
        *((each, _IN_CASE) for each in sorted(own.glob("cases/**/*")) if _is_case(each)),
    ):
        text = unpacked(file.read_bytes(), str(file)).decode("utf-8")
        for number, line in enumerate(text.split("\n"), 1):
            for found in pattern.finditer(line):
                clause = found["of_case"] or found["clause"] if pattern is _IN_CASE else found[1]
                yield file.relative_to(own).as_posix(), number, clause


def _is_case(file: Path) -> bool:
    return Path(plain_name(file.name)).suffix in (".yaml", ".yml")


def of_home(file: Path) -> str:
    """The variant's folder in which a file or folder lies, or that it is; empty without one."""
    place = file.resolve()
    homes = (place, place.parent, place.parent.parent)
    return next((str(home) for home in homes if home.joinpath(FILE).is_file()), "")
