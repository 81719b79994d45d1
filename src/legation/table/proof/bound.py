"""By which rules a game is played, as its first pledge binds them.

A variant that comes with Legation is named, and its records name the version.
Of any other, whoever keeps its folder could put other files under its name:
so the pledge has the hash of their sums (`variants.sums`).
"""

from __future__ import annotations

from collections.abc import Mapping

from legation.errors import LegationError
from legation.table.proof.pledges import sha256_of
from legation.table.record import Record
from legation.table.written import Data
from legation.variants.sums import sums_of, sums_read

FILES = "files"


def rules_of(record: Record) -> Data:
    """The variant of a game, its options, and the hash of its files where they are not ours."""
    rules: Data = {"variant": record.variant, "options": dict(record.options)}
    sums = sums_read(record.variant)
    return {**rules, FILES: sha256_of(sums)} if sums else rules


def why_other(rules: Mapping[str, object]) -> str:
    """Why the rules that are here are not those of a pledge; empty where they are.

    A pledge without a hash was made of a variant of ours, or before there were such hashes.
    """
    pledged = rules.get(FILES)
    if pledged is None:
        return ""
    try:
        sums = sums_of(str(rules["variant"]))
    except LegationError as error:
        return f"the folder of its rules is not here: {error}"
    if sha256_of(sums) != pledged:
        return "the folder of its rules here has other files than those that it began with."
    return ""
