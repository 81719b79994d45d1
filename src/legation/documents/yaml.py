"""YAML and JSON files as plain data: every scalar is text, every mapping knows its line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import yaml

from legation.documents.packed import plain_name, unpacked
from legation.errors import FileError, TruncatedError, meant

DEEPEST = 50  # levels; a case needs seven
MOST = 200_000  # values, each alias counted as what it stands for
MERGE = "<<"
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Table(dict[str, Any]):
    """A mapping, the line it starts on and those of its keys (0 and none in JSON)."""

    def __init__(self, line: int = 0) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


class Items(list[Any]):
    """A list, and the line of each of its items."""

    def __init__(self, items: Iterable[Any], lines: Iterable[int]) -> None:
        super().__init__(items)
        self.lines = tuple(lines)


def line_in(items: Iterable[Any], item: object) -> int:
    """The line of an item of a list; 0 where it is not known."""
    lines = items.lines if isinstance(items, Items) else ()
    return next((line for each, line in zip(items, lines, strict=False) if each is item), 0)


def line_at(table: Mapping[str, Any], key: str) -> int:
    """The line of a key of a table; 0 where it is not known."""
    return table.lines.get(key, table.line) if isinstance(table, Table) else 0


def as_read(value: object) -> Any:
    """Values of a program as a file would give them: tables, lists and texts."""
    if isinstance(value, Mapping):
        table = Table()
        table.update({str(key): as_read(item) for key, item in value.items()})
        return table
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [as_read(item) for item in value]
    return str(value)


def read_text(path: Path) -> str:
    """The text of a file, packed or not.

    Raises:
        FileError: where it is missing, unreadable, damaged or not UTF-8.
    """
    try:
        text = unpacked(path.read_bytes(), str(path)).decode("utf-8")
    except FileNotFoundError:
        raise FileError(str(path), "there is no such file") from None
    except IsADirectoryError:
        raise FileError(str(path), "it is a folder, not a file") from None
    except UnicodeDecodeError:
        raise FileError(str(path), "it is not UTF-8 text") from None
    except OSError as error:
        raise FileError(str(path), f"it cannot be read: {error.strerror}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_data(path: Path) -> Any:
    """The content of a YAML or JSON file: Tables, lists and text.

    Raises:
        FileError: with the line, for anything that is not such a file.
    """
    return parse_data(read_text(path), str(path))


def parse_data(text: str, path: str) -> Any:
    """The same from text; `path` is named in errors, and tells JSON by its ending."""
    if "\0" in text:
        raise FileError(path, "it is a binary file, not text")
    try:
        if plain_name(path).endswith(".json"):
            data = json.loads(
                text,
                object_pairs_hook=lambda pairs: _unique(pairs, path),
                parse_int=str,
                parse_float=str,
                parse_constant=str,
            )
            return _plain(data, path)
        _bounded(text, path)
        node = yaml.compose(text, Loader=_LOADER)
        return None if node is None else _Building(path).of(node)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            raise TruncatedError(path, "the file stops in the middle", error.lineno) from None
        raise FileError(path, f"not JSON: {error.msg}", error.lineno) from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        tab = "'\\t'" in str(error.problem) or _begins_with_tab(text, line)
        said = "a tab begins the line; indent with spaces" if tab else f"{error.problem}"
        raise FileError(path, f"not YAML: {said}", line) from None
    except yaml.YAMLError as error:
        raise FileError(path, f"not YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise FileError(path, "it is nested too deeply") from None


def _begins_with_tab(text: str, line: int) -> bool:
    lines = text.split("\n")[line - 1 : line]
    return bool(lines) and "\t" in lines[0][: len(lines[0]) - len(lines[0].lstrip())]


def _bounded(text: str, path: str) -> None:
    """Refuse deep nesting before it is built: the C loader would crash on it."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                mark = event.start_mark
                line = mark.line + 1 if mark else 0
                raise FileError(path, "it is nested too deeply", line)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


class _Building:
    """A composed document as plain data; an alias says what its anchor says."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.left = MOST

    def of(self, node: yaml.Node, within: frozenset[int] = frozenset()) -> Any:
        """What a node says; `within` are the nodes around it."""
        line = node.start_mark.line + 1
        self.left -= 1
        if id(node) in within:
            raise FileError(self.path, "an alias (*) stands in what it is an alias of", line)
        if self.left < 0:
            raise FileError(self.path, f"with its aliases (*) it has over {MOST} values", line)
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        seen = within | {id(node)}
        if isinstance(node, yaml.SequenceNode):
            lines = (item.start_mark.line + 1 for item in node.value)
            return Items((self.of(item, seen) for item in node.value), lines)
        table, merged = Table(line), list[Table]()
        for key_node, value_node in node.value:
            key = self.of(key_node, seen)
            key_line = key_node.start_mark.line + 1
            if not isinstance(key, str):
                raise FileError(self.path, "a key must be text", key_line)
            if key in table:
                raise FileError(self.path, f'the key "{key}" stands twice', key_line)
            value = self.of(value_node, seen)
            if key == MERGE and not key_node.style:
                merged += self._tables(value, key_line)
                continue
            table[key] = value
            table.lines[key] = key_line
        for other in merged:
            for key, value in other.items():
                if key not in table:
                    table[key] = value
                    table.lines[key] = other.lines.get(key, line)
        return table

    def _tables(self, value: Any, line: int) -> list[Table]:
        """What a merge key (<<) takes in: a table, or several, the first of which counts."""
        tables = value if isinstance(value, list) else [value]
        if not all(isinstance(each, Table) for each in tables):
            raise FileError(self.path, f"{MERGE} takes in a table of keys and values", line)
        return tables


def _unique(pairs: list[tuple[str, Any]], path: str) -> Table:
    table = Table()
    for key, value in pairs:
        _plain(key, path)
        if key in table:
            raise FileError(path, f'the key "{key}" stands twice')
        table[key] = value
    return table


def _plain(value: Any, path: str) -> Any:
    if isinstance(value, Table):
        for key in value:
            value[key] = _plain(value[key], path)
        return value
    if isinstance(value, list):
        return [_plain(item, path) for item in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else str(value)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise FileError(path, f"half of a surrogate pair is no text: {text!a}")
    return text


# Forms: what stands where in a file. A form refuses what is not of it.


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in a file a value stands, and an example of what belongs there."""

    path: str
    line: int = 0
    name: str = ""
    example: str = ""

    def fail(self, problem: str) -> NoReturn:
        """Says what is wrong here, and how it is written."""
        name = f'"{self.name}" ' if self.name else ""
        example = f"; write it like {self.example}" if self.example else ""
        raise FileError(self.path, f"{name}{problem}{example}", self.line)

    def inside(self, part: str, line: int = 0) -> Spot:
        """A part of what stands here."""
        name = f"{self.name}: {part}" if self.name else part
        return replace(self, name=name, line=line or self.line)


Form = Callable[[Any, Spot], None]


def _sort(value: object) -> str:
    if isinstance(value, str):
        return f'the text "{value[:40]}"' if value else "empty"
    return "a table" if isinstance(value, Table) else "a list"


def text(value: Any, spot: Spot) -> None:
    """A form: text."""
    if not isinstance(value, str):
        spot.fail(f"must be text, not {_sort(value)}")


def list_of(form: Form) -> Form:
    """A list whose items are of a form."""

    def check(value: Any, spot: Spot) -> None:
        if not isinstance(value, list):
            spot.fail(f"must be a list, not {_sort(value)}")
        for number, item in enumerate(value, 1):
            form(item, spot.inside(f"item {number}", getattr(item, "line", 0)))

    return check


def table_of(form: Form) -> Form:
    """A table of any keys whose values are of a form."""

    def check(value: Any, spot: Spot) -> None:
        if not isinstance(value, Table):
            spot.fail(f"must be a table of keys and values, not {_sort(value)}")
        for key, item in value.items():
            form(item, spot.inside(key, value.lines.get(key, 0)))

    return check


def keyed(
    forms: Mapping[str, Form],
    needed: tuple[str, ...] = (),
    examples: Mapping[str, str] | None = None,
) -> Form:
    """A table of these keys, each with its form; the `needed` ones must be there."""

    def check(value: Any, spot: Spot) -> None:
        if not isinstance(value, Table):
            spot.fail(f"must be a table of keys and values, not {_sort(value)}")
        for key in value:
            if key not in forms:  # before what is missing: it may be a key that is needed, misspelt
                of = f" of {spot.name}" if spot.name else ""
                problem = f'nothing reads the key "{key}"{of}.{meant(key, forms)}'
                raise FileError(spot.path, problem, value.lines.get(key, 0) or spot.line)
        for key in needed:
            if key not in value:
                replace(spot, line=value.line or spot.line).fail(f'needs the key "{key}"')
        for key, item in value.items():
            inner = spot.inside(key, value.lines.get(key, 0) or spot.line)
            forms[key](item, replace(inner, example=(examples or {}).get(key, spot.example)))

    return check
