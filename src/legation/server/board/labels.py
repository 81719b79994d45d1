"""The words on buttons: of order types from their own forms, of fields from their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.utils.text import get_text_list

from legation.board.orders import OrderType

_STANDARD = {
    "hold": "Hold",
    "move": "Move",
    "support": "Support",
    "convoy": "Convoy",
    "retreat": "Retreat",
    "disband": "Disband",
    "build": "Build",
    "remove": "Remove",
    "waive": "Waive",
}
_NAMED = 3
_BY_CONVOY = "Move by convoy"
_SHORTEST = 3  # letters of a word that says something on a button
_PROMPTS = {
    "goal": "Where to?",
    "target": "Which unit?",
    "unit": "Which unit?",
    "power": "Which power?",
}


def label_of(kind: OrderType, via: bool = False) -> str:
    """What the button of an order type says.

    A variant's own type is called as its declaration says, or by the words that
    its form begins with, ``Declare Henry VI``, or else by its name.
    """
    if kind.label:
        return kind.label
    if kind.verb in _STANDARD:
        return _BY_CONVOY if via else _STANDARD[kind.verb]
    start = re.split(r"[{\[]", kind.forms[0])[0].strip(" :-")
    if len(start.partition(" ")[0]) >= _SHORTEST:
        return f"{start} …" if len(kind.forms[0]) > len(start) else start
    return kind.verb.replace("-", " ").capitalize()


def prompt_of(kind: OrderType, name: str) -> str:
    """What is asked where a field of an order is to be chosen: as it was declared, or by name."""
    declared = next((field.prompt for field in kind.fields if field.name == name), "")
    return declared or _PROMPTS.get(name, name.replace("-", " ").capitalize())


def first_three(names: Sequence[str]) -> str:
    """Names in a sentence: three of them at most, and how many more."""
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return get_text_list([*names[:_NAMED], *more], "and")


def letters(labels: Iterable[str]) -> list[str]:
    """A key for each label: its first letter that no earlier one has; empty where none is left."""
    taken: list[str] = []
    for label in labels:
        free = (c for c in label.lower() if c.isascii() and c.isalpha() and c not in taken)
        taken.append(next(free, ""))
    return taken
