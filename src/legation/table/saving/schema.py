"""The JSON schema of saved games, made from the classes that are saved (`table.kept`).

``python -m legation.table.saving.schema`` prints it.
"""

from __future__ import annotations

import json

from legation.table.kept import (
    ACT,
    DISLODGED,
    EDITIONS,
    HASH,
    MOMENT,
    NAME,
    ONE,
    ORDER,
    OUTCOME,
    PHASE,
    POSITION,
    RECORD,
    REPORT,
    SHEET,
    TOLD_OF,
    TRUTH,
    UNIT,
    VERSIONS,
)
from legation.table.saving.save import FORMAT, SEED, VERSION
from legation.table.written import COUNT, TEXT, Data, Form, by_key, matching, several


def schema() -> Data:
    """The schema: closed, so that a key which no class has is refused."""
    head = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "written_by": TEXT.schema,
        "name": TEXT.schema,
        "variant": TEXT.schema,
        "options": {
            **by_key(TEXT).schema,
            "propertyNames": {"not": {"const": "edition"}},
        },
        "seeds": {
            **several(Form(_closed({"from": COUNT.schema, "seed": matching(SEED).schema}))).schema,
            "minItems": 1,
        },
        "versions": VERSIONS.form("versions").schema,
        "phases": {**several(RECORD.form("record")).schema, "minItems": 1},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://legation.invalid/game.schema.json",
        "title": f"A saved game of Legation, version {VERSION}",
        **_closed(head),
        "$defs": _definitions(),
    }


def _closed(properties: Data) -> Data:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _definitions() -> Data:
    moment = MOMENT.schema()["properties"] | {key: form.schema for key, form in EDITIONS.items()}
    del moment["editions"]
    return {
        "versions": VERSIONS.schema(),
        "record": RECORD.schema(previous=matching(f"^({HASH})?$")),
        "truth": TRUTH.schema(),
        "secret": _secret(),
        "position": POSITION.schema(),
        "phase": PHASE.schema(),
        "unit": UNIT.schema(),
        "dislodged": DISLODGED.schema(),
        "sheet": SHEET.schema(),
        "act": ACT.schema(),
        "moment": _closed(moment),
        "report": REPORT.schema(),
        "outcome": OUTCOME.schema(),
        "told-of": TOLD_OF.schema(),
        "name": NAME.schema(),
        "order": ORDER.schema(),
        "one": ONE.schema,
    }


def _secret() -> Data:
    """A ledger, whichever variant keeps it: what its fields may hold (`board.ledger`)."""
    word, words = {"type": "string"}, several(TEXT).schema
    table = by_key(Form({"anyOf": [word, words]})).schema
    return by_key(Form({"anyOf": [{"type": ["null", "boolean", "string"]}, words, table]})).schema


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
