"""The head of a saved game: what it says once, before its phase records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import legation
from legation.documents.json import Node
from legation.rules.dice import SEED_BITS
from legation.table.kept import VERSIONS
from legation.table.record import Record, Versions
from legation.table.written import COUNT, PLAIN, TEXT, Form, Written, by_key, matching, several

FORMAT, VERSION = "legation-game", 2
_SEED = re.compile(f"[0-9a-f]{{{SEED_BITS // 4}}}")

Seed = tuple[int, str]
"""The index of the phase record from which a seed counts, and the seed."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says of its game; `written_by` is the version of the program that wrote it."""

    format: str
    version: int
    written_by: str
    name: str
    variant: str
    options: Mapping[str, str]
    seeds: tuple[Seed, ...]
    versions: Versions

    @classmethod
    def of(cls, record: Record) -> Head:
        """That of a game which is written now."""
        said = (record.name, record.variant, record.options, record.seeds, record.versions)
        return cls(FORMAT, VERSION, legation.__version__, *said)


def _seed(node: Node) -> Seed:
    node.record("from", "seed")
    if not _SEED.fullmatch(node["seed"].text()):
        node["seed"].fail(f"must be {SEED_BITS // 4} hexadecimal digits in lower case.")
    return node["from"].number(), node["seed"].text()


_SEEDS = several(
    Form(
        {
            "type": "object",
            "properties": {"from": COUNT.schema, "seed": matching(f"^{_SEED.pattern}$").schema},
            "required": ["from", "seed"],
            "additionalProperties": False,
        },
        lambda seed: {"from": seed[0], "seed": seed[1]},
        _seed,
    )
)
_OPTIONS = by_key(TEXT)
HEAD = Written(
    Head,
    {**PLAIN, Versions: VERSIONS.form("versions", VERSIONS.reader())},
    format=Form({"const": FORMAT}, read=Node.text),
    version=Form({"const": VERSION}, read=Node.number),
    options=Form(
        {**_OPTIONS.schema, "propertyNames": {"not": {"const": "edition"}}},
        _OPTIONS.write,
        _OPTIONS.read,
    ),
    seeds=Form({**_SEEDS.schema, "minItems": 1}, _SEEDS.write, _SEEDS.read),
)
read_head = HEAD.reader("phases")


def check_seeds(node: Node, seeds: tuple[Seed, ...], phases: int) -> None:
    """Refuses seeds that no game can have."""
    if not seeds or seeds[0][0] != 0:
        node.fail("must begin with a seed from phase record 0.")
    for before, after in pairwise(seeds):
        if not before[0] <= after[0] < phases:
            node.fail("must be in the order of the phase records.")
