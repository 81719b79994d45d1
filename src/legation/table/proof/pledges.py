"""Commitments: a salted hash for each part of a phase, and a chain of such lists.

A hash is SHA-256 over the salt, the name of the part and its text, each on a
line of its own. The salt has 128 random bits of its own: orders are few, and
without it whoever guessed right could tell. A pledge is a text, and what is
told to everybody is its hash: it names the hashes of its phase and that of the
pledge before, so that none can be changed, left out or put in afterwards.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from legation.errors import InputError
from legation.table.canonical import canonical
from legation.table.proof.parts import FORM, KINDS
from legation.table.written import Data

_SALT_BYTES = 16
_MARK = "sha256:"


def new_salt() -> str:
    """A secret salt: 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(_SALT_BYTES)


def sha256_of(text: str) -> str:
    """The hash of a text in UTF-8, as it is told: ``sha256:`` and 64 hexadecimal digits."""
    return _MARK + hashlib.sha256(text.encode()).hexdigest()


def commitment(salt: str, part: str, text: str) -> str:
    """The hash of a part, which says nothing of it as long as the salt is secret."""
    return sha256_of(f"{salt}\n{part}\n{text}")


@dataclass(frozen=True, slots=True)
class Pledge:
    """What was told to everybody when a phase closed.

    `text` is what is hashed. `number` counts the pledges of a game from 0;
    `previous` is the hash of the one before, empty in the first. `serial` is
    the index of the phase record, `phase` its name, `kind` one of `parts.KINDS`
    and `at` the time, ISO 8601. `commitments` are part → hash. `rules` are the
    variant, its options and the hash of its files, in the first of a game alone.
    """

    text: str
    game: str
    number: int
    previous: str
    kind: str
    serial: int
    phase: str
    at: str
    form: int
    commitments: Mapping[str, str]
    rules: Mapping[str, object]

    @property
    def sha256(self) -> str:
        """What everybody is told of it."""
        return sha256_of(self.text)


@dataclass(frozen=True, slots=True)
class Made:
    """A new pledge, and what is kept secret of it: part → its salt."""

    pledge: Pledge
    salts: Mapping[str, str]


def make(
    *,
    game: str,
    before: Pledge | None,
    kind: str,
    serial: int,
    phase: str,
    at: datetime,
    parts: Mapping[str, str],
    rules: Mapping[str, object],
) -> Made:
    """Commits to the parts of a phase."""
    salts = {part: new_salt() for part in parts}
    hashes = {part: commitment(salts[part], part, text) for part, text in parts.items()}
    data: Data = {
        "form": FORM,
        "game": game,
        "number": 0 if before is None else before.number + 1,
        "previous": "" if before is None else before.sha256,
        "kind": kind,
        "serial": serial,
        "phase": phase,
        "at": at.isoformat(timespec="seconds"),
        "commitments": hashes,
    }
    if before is None:
        data["rules"] = dict(rules)
    return Made(pledge_of(canonical(data)), salts)


_TEXTS = ("game", "previous", "kind", "phase", "at")
_NUMBERS = ("form", "number", "serial")
_KEYS = {*_TEXTS, *_NUMBERS, "commitments"}


def pledge_of(text: str) -> Pledge:
    """Reads a pledge from its text.

    Raises:
        InputError: where it is none.
    """
    try:
        data = json.loads(text)
    except ValueError:
        raise InputError("it is no JSON.") from None
    if not isinstance(data, dict) or not _KEYS <= data.keys() <= _KEYS | {"rules"}:
        raise InputError("it has not the keys of a pledge.")
    hashes, rules = data["commitments"], data.get("rules", {})
    sound = (
        all(isinstance(data[key], str) for key in _TEXTS)
        and all(type(data[key]) is int and data[key] >= 0 for key in _NUMBERS)
        and isinstance(hashes, dict)
        and all(isinstance(one, str) for one in hashes.values())
        and isinstance(rules, dict)
        and data["kind"] in KINDS
    )
    if not sound:
        raise InputError("something in it is of another kind than in a pledge.")
    return Pledge(text=text, rules=rules, **{key: data[key] for key in _KEYS})
