"""``legation check``: case files → what failed, then how many passed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from legation.board.mapfile import PROVINCES
from legation.cli import show
from legation.cli.casefiles import (
    ENDINGS,
    existing,
    is_lessons,
    path_of,
    read_each,
    read_lessons,
)
from legation.cli.show import JSON, example
from legation.documents.packed import ENDING, plain_name
from legation.documents.yaml import line_at, line_in
from legation.errors import FileError, LegationError, meant
from legation.variants.clauses import missing as missing_clauses
from legation.variants.clauses import of_home
from legation.variants.find import FILE as VARIANT
from legation.variants.load import load

if TYPE_CHECKING:
    from legation.table.cases.check import Failure
    from legation.table.cases.file import Case

RESULTS = (
    *("succeeds", "fails", "forbidden", "void", "unmatched"),
    *("given", "cut", "weakened", "available", "disrupted", "holds", "none"),
)
"""The words for what becomes of an order, as docs/cases.md has them."""
_BY_POWER = ("results", "automatic", "units")

FILES = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Case files, or folders with them.")
]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "check",
        epilog=example("legation check examples/cases.yaml", "legation check --secrets standard"),
    )(check)


def check(
    files: FILES,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Look for leaks in variants, by name or folder.")
    ] = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=1, help="With --secrets: where to begin.")
    ] = 1,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="With --secrets: how many games.")
    ] = 3,
    as_json: JSON = False,
) -> None:
    """Check case files, and tell what failed.

    A case is a position with orders and what must come of them; docs/cases.md
    tells how to write one. Only failures are shown, with what was expected and
    what came; the last line is "N passed, N failed". Of cases in the folder of
    a variant also what its rules.md lacks. In its lessons.yaml each sheet that
    will do is a case. With --secrets pairs of games are played that differ in
    what somebody was never told, and the first thing that he sees otherwise
    is told.
    """
    if secrets:
        from legation.cli.leaks import tell_secrets

        tell_secrets(files, range(seed, seed + games), as_json)
        return
    from legation.table.cases.check import check_case

    passed = 0
    lacking: list[str] = []
    failed: list[tuple[str, str, list[Failure]]] = []
    errors: list[str] = []
    paths, missing = _paths(files)
    errors += missing
    homes = list(dict.fromkeys(filter(None, map(of_home, [*map(path_of, files), *paths]))))
    for home in homes:
        try:
            _read(home)
        except LegationError as error:
            errors.append(str(error))
    if len(errors) > len(missing):
        paths = []  # none of its cases can be played
    for path in paths:
        try:
            read = list(read_lessons(path) if is_lessons(path) else read_each(path))
        except LegationError as error:
            errors.append(str(error))
            continue
        errors += [str(error) for error in read if isinstance(error, FileError)]
        for case in read:
            if isinstance(case, FileError):
                continue
            try:
                _check_words(case)
                failures = check_case(case)
            except LegationError as error:
                errors.append(str(error))
                continue
            if failures:
                name = case.id or case.title or f"line {case.where[1]}"
                failed.append((str(path), name, failures))
            else:
                passed += 1
    for home in homes:
        lacking += missing_clauses(home) if not errors else []
    if as_json:
        _dump(passed, failed, errors, lacking)
    else:
        _tell(passed, failed, errors, lacking)
    if errors or failed or lacking:
        raise typer.Exit(2 if errors else 1)


def _read(home: str) -> None:
    """Reads the folder of a variant, and how its board looks.

    Raises:
        LegationError: for one whose files are wrong.
    """
    from legation.atlas.style import has_style, style_of

    load(home)
    if has_style(home):
        style_of(home)


def _check_words(case: Case) -> None:
    """Says whether each result that a case expects is one.

    Raises:
        FileError: for a word that is none.
    """
    for turn in case.turns:
        for unit, wanted in turn.expect.items():
            result = wanted.get("result") if isinstance(wanted, dict) else None
            words = [(result, line_at(wanted, "result"))] if unit not in _BY_POWER else []
            if unit == "results":
                words = [(word, line_in(own, word)) for own in wanted.values() for word in own]
            for word, line in words:
                if word is not None and word not in RESULTS:
                    there = meant(word, RESULTS) or f" There are {', '.join(RESULTS)}."
                    raise case.problem(f"{unit}: {word} is no result.{there}", line)


def _paths(names: list[str]) -> tuple[list[Path], list[str]]:
    """Every case file that is named or lies in a folder that is named, and what is missing."""
    paths: list[Path] = []
    missing: list[str] = []
    for name in names:
        try:
            paths += _files_at(existing(name))
        except FileError as error:
            missing.append(str(error))
    return paths, missing


def _files_at(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    inside = sorted(p for p in path.rglob("*") if _is_case_file(p) and not _of_map(p))
    if not inside and not path.joinpath(VARIANT).is_file():
        raise FileError(str(path), f"there is no case file in this folder ({', '.join(ENDINGS)})")
    yield from inside


def _is_case_file(file: Path) -> bool:
    return Path(plain_name(file.name)).suffix in ENDINGS


def _of_map(file: Path) -> bool:
    """Does the file lie beside the tables of a map, and belong to its picture?"""
    return any(file.with_name(PROVINCES + packed).is_file() for packed in ("", ENDING))


def _tell(
    passed: int,
    failed: list[tuple[str, str, list[Failure]]],
    errors: list[str],
    lacking: list[str],
) -> None:
    for line in lacking:
        show.say(line, 0, 2)
    for path, case, failures in failed:
        print(f"{path}: {case}")
        for failure in failures:
            show.say(f"{failure.what}: expected {failure.expected}, got {failure.actual}", 2, 6)
    sys.stdout.flush()
    for error in errors:
        print(f"legation: {error}", file=sys.stderr)
    print(f"{passed} passed, {len(failed)} failed")


def _dump(
    passed: int,
    failed: list[tuple[str, str, list[Failure]]],
    errors: list[str],
    lacking: list[str],
) -> None:
    told = [
        {
            "file": path,
            "case": case,
            "failures": [
                {"what": f.what, "expected": f.expected, "actual": f.actual} for f in failures
            ],
        }
        for path, case, failures in failed
    ]
    show.dump(
        {
            "passed": passed,
            "failed": len(failed),
            "failures": told,
            "errors": errors,
            "rules": lacking,
        }
    )
