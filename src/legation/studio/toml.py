"""Data → TOML: tables of the top as headings, all within them on a line each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml(data: Mapping[str, Any]) -> str:
    """The text of a document; its data are texts, numbers, true and false, lists and tables."""
    plain = {key: value for key, value in data.items() if not (_table(value) or _tables(value))}
    parts = ["\n".join(_lines(plain))] if plain else []
    for key, value in data.items():
        if _table(value):
            parts.append("\n".join((f"[{_key(key)}]", *_lines(value))))
        elif _tables(value):
            parts += ["\n".join((f"[[{_key(key)}]]", *_lines(each))) for each in value]
    return "\n\n".join(parts) + "\n"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(_lines(value))
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)  # as TOML writes texts, numbers, true and false


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _table(value: Any) -> bool:
    return isinstance(value, dict)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)
