"""``legation check --secrets``: whether a variant tells somebody what he must not know."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from legation.cli import show
from legation.cli.casefiles import path_of
from legation.variants.find import FILE
from legation.variants.load import load


def tell_secrets(names: Sequence[str], seeds: Sequence[int], as_json: bool) -> None:
    """Tells of each variant how many pairs were compared, and what somebody sees otherwise.

    Raises:
        LegationError: for a variant that is not there, or cannot be used.
    """
    from legation.lab.secrets import search

    wanted = [_variant(name) for name in names]
    for name in wanted:
        load(name)
    told: list[dict[str, object]] = []
    leaks = 0
    for given, name in zip(names, wanted, strict=True):
        found = search(name, {}, seeds)
        leaks += len(found.failures)
        told.append(
            {"variant": given, "pairs": dict(found.differed), "leaks": list(found.failures)}
        )
        if as_json:
            continue
        kinds = ", ".join(f"{kind} {found.differed[kind]}" for kind in sorted(found.differed))
        count = sum(found.differed.values())
        show.say(f"{given}: {count} pairs of games that differ in a secret ({kinds})", 0, 2)
        for leak in found.failures:
            show.say(leak, 2, 4)
        if not found.failures:
            show.say("Nobody could tell two of a pair apart by what he was shown.", 2, 4)
    if as_json:
        show.dump(told)
    if leaks:
        raise typer.Exit(1)


def _variant(name: str) -> str:
    """The variant that is named, or whose folder is."""
    path = path_of(name)
    return str(path.resolve()) if path.joinpath(FILE).is_file() else name
