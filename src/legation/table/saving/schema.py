"""The JSON schema of saved games, made from the classes that are saved (`table.kept`).

``python -m legation.table.saving.schema`` prints it.
"""

from __future__ import annotations

import json

from legation.table.kept import DEFINITIONS, RECORD
from legation.table.saving.head import HEAD, VERSION
from legation.table.written import TEXT, Data, Form, by_key, several


def schema() -> Data:
    """The schema: closed, so that a key which no class has is refused."""
    phases = several(RECORD.form("record")).schema
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://legation.invalid/game.schema.json",
        "title": f"A saved game of Legation, version {VERSION}",
        **HEAD.schema(phases=Form({**phases, "minItems": 1})),
        "$defs": {**DEFINITIONS, "secret": _secret()},
    }


def _secret() -> Data:
    """A ledger, whichever variant keeps it: what its fields may hold (`board.ledger`)."""
    word, words = {"type": "string"}, several(TEXT).schema
    table = by_key(Form({"anyOf": [word, words]})).schema
    return by_key(Form({"anyOf": [{"type": ["null", "boolean", "string"]}, words, table]})).schema


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
