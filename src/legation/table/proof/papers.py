"""The two files that a proof needs: what a player was told, and what was opened at the end.

Both hold the pledges of a game as the texts that are hashed, and openings: the
salt of a part, and the place of its text in a list. `docs/fairness.md` explains them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from legation.documents.json import Node, read_json
from legation.errors import InputError
from legation.table.proof.pledges import Pledge, commitment, pledge_of

RECEIPTS, OPENED = "legation-receipts", "legation-opened"
VERSION = 1
_KEYS = (
    *("format", "version", "game", "name", "power"),
    *("head", "pledges", "texts", "openings"),
)


@dataclass(frozen=True, slots=True)
class Opening:
    """What stands behind the commitment to a part, in the pledge of this number."""

    pledge: int
    part: str
    salt: str
    text: str

    @property
    def sha256(self) -> str:
        """The hash that was committed, if this is what was committed to."""
        return commitment(self.salt, self.part, self.text)


@dataclass(frozen=True, slots=True)
class Paper:
    """One of the files; `power` is whose receipts these are, empty for everybody's.

    `head` is the hash of the last pledge, as the file says it.
    """

    format: str
    game: str
    name: str
    power: str
    head: str
    pledges: tuple[Pledge, ...]
    openings: tuple[Opening, ...]


def dump(paper: Paper) -> str:
    """The text of a file, a pledge or a text on a line."""
    head = {
        "format": paper.format,
        "version": VERSION,
        "game": paper.game,
        "name": paper.name,
        "power": paper.power,
        "head": paper.head,
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    pledges = [json.dumps(each.text) for each in paper.pledges]
    texts = {opening.text: None for opening in paper.openings}
    place = {text: index for index, text in enumerate(texts)}  # many are told the same
    openings = [
        json.dumps({"pledge": o.pledge, "part": o.part, "salt": o.salt, "text": place[o.text]})
        for o in paper.openings
    ]
    lists = {"pledges": pledges, "texts": [json.dumps(t) for t in texts], "openings": openings}
    rest = ",\n".join(f"{json.dumps(key)}: {_listed(items)}" for key, items in lists.items())
    return "\n".join(["{", *lines, rest, "}", ""])


def _listed(items: Sequence[str]) -> str:
    return "[\n" + ",\n".join(items) + "\n]" if items else "[]"


def is_paper(text: str) -> bool:
    """Does a text claim to be one of these files, and not a saved game?"""
    begins = text[:200]
    return RECEIPTS in begins or OPENED in begins


def read(text: str, path: str) -> Paper:
    """Reads one of the files, `path` being its name in errors.

    Raises:
        FileError: where it is none of them.
    """
    return read_json(text, path, _paper)


def _paper(node: Node) -> Paper:
    node.record(
        "format", "version", "game", "name", "power", "head", "pledges", "texts", "openings"
    )
    texts = node["texts"].each(Node.text)

    def opening(each: Node) -> Opening:
        each.record("pledge", "part", "salt", "text")
        index = each["text"].number()
        if index >= len(texts):
            each["text"].fail("is no place in the list of texts.")
        part, salt = each["part"].text(), each["salt"].text()
        return Opening(each["pledge"].number(), part, salt, texts[index])

    paper = Paper(
        format=node["format"].one_of((RECEIPTS, OPENED)),
        game=node["game"].text(),
        name=node["name"].text(),
        power=node["power"].text(),
        head=node["head"].text(),
        pledges=node["pledges"].each(_pledge),
        openings=node["openings"].each(opening),
    )
    if node["version"].number(1) != VERSION:
        node["version"].fail(f"is not {VERSION}: another Legation wrote this file.")
    return paper


def _pledge(node: Node) -> Pledge:
    try:
        return pledge_of(node.text())
    except InputError as error:
        node.fail(f"is no pledge: {error}")
