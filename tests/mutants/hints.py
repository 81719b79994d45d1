"""Which tests caught the mutants of each function when all were tried last: `hints.toml`.

A run asks them first, before it follows any test, and writes the file (``--remember``);
nobody keeps it by hand. It says in which order tests are asked, and nothing else: caught
is what a test fails on now. Where it is out of date that costs time.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from judging import End, Fate
from sites import Mutant

HEAD = """\
# Which tests caught the mutants of each function, those first that caught most.
# Written by `make mutants`, and not by hand: docs/mutants.md.
"""


PARTS = ("gate", "permissions")
"""Of these all are tried. Of the rules a sample is, in which none is to be likelier than others."""


class Hints:
    """Names of tests by file and function."""

    def __init__(self, file: Path) -> None:
        self.file = file
        table = tomllib.loads(file.read_text()) if file.exists() else {}
        self._names: dict[tuple[str, str], list[str]] = {
            (source, function): names
            for source, functions in table.items()
            for function, names in functions.items()
        }

    def names(self, mutant: Mutant) -> Sequence[str]:
        """The tests that are to be asked about it first."""
        return self._names.get(_place(mutant), ()) if mutant.kind in PARTS else ()

    def gone(self, there: Collection[str]) -> list[str]:
        """The tests that it names and that there are not."""
        return sorted({n for names in self._names.values() for n in names}.difference(there))

    def remember(self, ends: Mapping[Mutant, End], every: Iterable[Mutant]) -> None:
        """Writes down what this run has found, of all mutants that there are.

        What it says of functions that are no more goes; so does, where all mutants of a function
        that were told before were tried again, what caught none now.
        """
        found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for mutant, end in ends.items():
            if end.fate is Fate.CAUGHT and end.by and mutant.kind in PARTS:
                found[mutant.file, mutant.function][end.by] += 1
        there, open_ = set(), set()
        for mutant in every:
            there.add(_place(mutant))
            if mutant not in ends:
                open_.add(_place(mutant))
        for place, count in found.items():
            first = sorted(count, key=lambda name: (-count[name], name))
            before = self._names.get(place, []) if place in open_ else []
            self._names[place] = list(dict.fromkeys([*first, *before]))
        self._names = {place: self._names[place] for place in sorted(there & self._names.keys())}
        self._write()

    def _write(self) -> None:
        files: defaultdict[str, list[str]] = defaultdict(list)
        for (source, function), names in self._names.items():
            rows = "".join(f"\n  {json.dumps(name, ensure_ascii=False)}," for name in names)
            files[source].append(f"{json.dumps(function)} = [{rows}\n]\n")
        tables = (f"\n[{json.dumps(source)}]\n{''.join(rows)}" for source, rows in files.items())
        self.file.write_text(HEAD + "".join(tables))


def _place(mutant: Mutant) -> tuple[str, str]:
    return mutant.file, mutant.function
