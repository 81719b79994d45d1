"""Data from a stranger, before its shape is looked at: texts without controls, no deep nests."""

from __future__ import annotations

import unicodedata
from typing import Any

from legation.errors import InputError

SHOWN = 60
"""Letters of a text that a message shows."""
_DEEPEST = 12
_MOST_KEYS = 400
_GREATEST = 1e9
_LONG = ("rules", "words")
"""Texts of many lines."""


def tidy(data: object) -> Any:
    """The data with its texts stripped and nulls left out.

    Raises:
        InputError: for a text with controls, a number beyond 10^9, a deep nest.
    """
    if not isinstance(data, dict):
        raise InputError("the draft must be a table of keys")
    return {
        _text(key): _tidied(value, str(key), 1, key in _LONG)
        for key, value in data.items()
        if value is not None
    }


def _tidied(value: object, where: str, depth: int, long: bool) -> Any:
    if depth > _DEEPEST:
        raise InputError(f"{where[:SHOWN]} is nested too deeply")
    if isinstance(value, str):
        return _lines(value, where) if long else _text(value)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        if not abs(value) <= _GREATEST:  # a NaN is none of these
            raise InputError(f"{where[:SHOWN]} has a number that is too large")
        return value
    if isinstance(value, dict):
        if len(value) > _MOST_KEYS:
            raise InputError(f"{where[:SHOWN]} has more than {_MOST_KEYS} keys")
        return {
            _text(key): _tidied(item, f"{where}.{key}", depth + 1, long)
            for key, item in value.items()
            if item is not None
        }
    if isinstance(value, list | tuple):
        return [_tidied(item, where, depth + 1, long) for item in value]
    raise InputError(f"{where[:SHOWN]} has a value that is no JSON")


def _text(text: object) -> str:
    """One line."""
    if not isinstance(text, str):
        raise InputError(f"the key {str(text)[:SHOWN]} is no text")
    plain = text.strip()
    if not plain.isprintable():
        shown = "".join(letter if letter.isprintable() else "\N{WHITE SQUARE}" for letter in plain)
        raise InputError(f'"{shown[:SHOWN]}" has a control character or a line break in it')
    return plain


def _lines(text: str, where: str) -> str:
    """Many lines."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for letter in plain:
        if letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cs"):
            raise InputError(f"{where[:SHOWN]} has a control character in it")
    return plain
