"""Reading JSON that a person may have edited: every fault has a place and a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import NoReturn, TypeVar

from legation.errors import FileError, TruncatedError

T = TypeVar("T")
Step = str | int
_LITERALS = ("true", "false", "null", "-")
_SHOWN = 40
BACKUP = "Use an older copy of the file, or mend it."


class FaultError(Exception):
    """Something in the data is wrong; `steps` lead to it. Never leaves `read_json`."""

    def __init__(self, steps: tuple[Step, ...], message: str) -> None:
        super().__init__(message)
        self.steps = steps


@dataclass(slots=True)  # not frozen, which would take as long again: a game has thousands
class Node:
    """A value of a JSON file, and the way that leads to it: what it is in, by which key.

    Each question raises FaultError where the value is not what is asked for.
    """

    value: object
    within: Node | None = None
    key: Step = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The keys that lead here from the whole file; put together where a fault asks for them."""
        steps: list[Step] = []
        node = self
        while node.within is not None:
            steps.append(node.key)
            node = node.within
        return tuple(reversed(steps))

    def beside(self, value: object) -> Node:
        """Another value that is said to be here, such as the key that leads here."""
        return Node(value, self.within, self.key)

    @property
    def where(self) -> str:
        """The way here in words: ``phases[3].truth``."""
        text = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in self.steps)
        return text.lstrip(".") or "the file"

    def fail(self, message: str) -> NoReturn:
        """Refuses this value with a sentence that begins with its place."""
        raise FaultError(self.steps, f"{self.where} {message}")

    def __getitem__(self, key: Step) -> Node:
        assert isinstance(self.value, dict | list)
        return Node(self.value[key], self, key)  # type: ignore[index]

    def has(self, key: str) -> bool:
        """Has an object this key?"""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object, not {self._shown()}.")
        return key in self.value

    def record(self, *keys: str, optional: tuple[str, ...] = ()) -> Node:
        """An object with just these keys, and some of the optional ones."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object, not {self._shown()}.")
        there = self.value.keys()
        if not (there <= {*keys, *optional} and there >= {*keys}):
            self._refuse_keys(keys, optional)
        return self

    def _refuse_keys(self, keys: tuple[str, ...], optional: tuple[str, ...]) -> NoReturn:
        assert isinstance(self.value, dict)
        for key in keys:
            if key not in self.value:
                self.fail(f'lacks the key "{key}".')
        key = next(key for key in self.value if key not in keys and key not in optional)
        self.fail(f"has the key {json.dumps(key)[:_SHOWN]}, which nothing reads.")

    def items(self) -> Iterator[tuple[str, Node]]:
        """An object's keys and values."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object, not {self._shown()}.")
        for key in self.value:
            yield self.beside(key).text(), self[key]

    def each(self, read: Callable[[Node], T]) -> tuple[T, ...]:
        """A list, each of its values read."""
        if not isinstance(self.value, list):
            self.fail(f"must be a list, not {self._shown()}.")
        return tuple(read(self[index]) for index in range(len(self.value)))

    def text(self) -> str:
        """A text that can be written again."""
        if not isinstance(self.value, str):
            self.fail(f"must be a text, not {self._shown()}.")
        if not self.value.isascii() and any("\ud800" <= each <= "\udfff" for each in self.value):
            self.fail("holds half of a character.")
        return self.value

    def one_of(self, known: Mapping[str, object] | tuple[str, ...] | frozenset[str]) -> str:
        """A text out of these."""
        text = self.text()
        if text not in known:
            self.fail(f"cannot be {self._shown()}.")
        return text

    def number(self, least: int = 0) -> int:
        """A whole number that is not too small."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.fail(f"must be a whole number, not {self._shown()}.")
        if not least <= self.value < 1 << 53:
            self.fail(f"cannot be {self._shown()}.")
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.fail(f"must be true or false, not {self._shown()}.")
        return self.value

    def _shown(self) -> str:
        match self.value:
            case dict():
                return "an object"
            case list():
                return "a list"
        text = json.dumps(self.value)
        return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def read_json(text: str, path: str, read: Callable[[Node], T]) -> T:
    """Read a JSON text and what it says, `path` being its name in errors.

    Raises:
        TruncatedError: where it stops in the middle.
        FileError: where it is no JSON, or `read` finds a fault.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        line = error.lineno
        if _cut_off(text, error):
            last = text.rstrip().count("\n") + 1
            message = f"the file stops in the middle. {BACKUP}"
            raise TruncatedError(path, message, last) from None
        raise FileError(path, f"this is no JSON: {error.msg}. {BACKUP}", line) from None
    except RecursionError:
        raise FileError(path, f"it is nested too deeply. {BACKUP}") from None
    except ValueError as error:
        raise FileError(path, f"{error}. {BACKUP}") from None
    try:
        return read(Node(data))
    except FaultError as error:
        raise FileError(path, f"{error} {BACKUP}", line_of(text, error.steps)) from None
    except RecursionError:
        raise FileError(path, f"it is nested too deeply. {BACKUP}") from None


def line_of(text: str, steps: tuple[Step, ...]) -> int:
    """The line, from 1, on which the value to which these steps lead begins."""
    at = _skip(text, 0)
    for step in steps:
        for key, begins in _members(text, at):
            if key == step:
                at = begins
                break
    return text.count("\n", 0, at) + 1


def _members(text: str, at: int) -> Iterator[tuple[Step, int]]:
    """The keys of the object, or indices of the list, at `at`, and where their values begin."""
    decoder = json.JSONDecoder()
    is_object, index = text[at] == "{", 0
    at = _skip(text, at + 1)
    while text[at] not in "}]":
        key: Step = index
        if is_object:
            key, at = scanstring(text, at + 1, True)
            at = _skip(text, _skip(text, at) + 1)  # past the colon
        yield key, at
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _cut_off(text: str, error: json.JSONDecodeError) -> bool:
    """Would this be JSON if only it went on?"""
    rest = text[error.pos :].strip()
    if not rest or error.msg.startswith("Unterminated string"):
        return True
    if any(word.startswith(rest) for word in _LITERALS):
        return True
    return error.msg.startswith("Invalid \\u") and len(rest) < 6 and '"' not in rest


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {json.dumps(twice)[:_SHOWN]} stands twice in one object")
    return table


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
