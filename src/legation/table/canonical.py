"""Plain data as the one text that hashes are made of."""

from __future__ import annotations

import hashlib
import json

import msgspec

_plainly = msgspec.json.Encoder(order="sorted")


def canonical(data: object) -> str:
    """Canonical JSON: sorted keys, no blanks, letters beyond ASCII escaped."""
    text = _plainly.encode(data).decode()
    if "\\" not in text and text.isascii() and text.isprintable():
        return text  # nothing in it is written in two ways
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def digest(data: object) -> str:
    """SHA-256, hexadecimal, over the canonical JSON."""
    return hashlib.sha256(canonical(data).encode("ascii")).hexdigest()
