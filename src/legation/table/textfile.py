"""YAML and JSON files as plain data: every scalar is text, every mapping knows its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from legation.errors import FileError, TruncatedError

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Table(dict[str, Any]):
    """A mapping and the line it starts on (0 in JSON)."""

    line: int = 0


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        FileError: where it is missing, unreadable or not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileError(str(path), "there is no such file") from None
    except IsADirectoryError:
        raise FileError(str(path), "it is a folder, not a file") from None
    except UnicodeDecodeError:
        raise FileError(str(path), "it is not UTF-8 text") from None
    except OSError as error:
        raise FileError(str(path), f"it cannot be read: {error.strerror}") from None


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
        if path.endswith(".json"):
            return _plain(json.loads(text, object_pairs_hook=lambda pairs: _unique(pairs, path)))
        node = yaml.compose(text, Loader=_LOADER)
        return None if node is None else _built(node, path, set())
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            raise TruncatedError(path, "the file stops in the middle", error.lineno) from None
        raise FileError(path, f"not JSON: {error.msg}", error.lineno) from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise FileError(path, f"not YAML: {error.problem}", line) from None
    except yaml.YAMLError as error:
        raise FileError(path, f"not YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise FileError(path, "it is nested too deeply") from None


def _built(node: yaml.Node, path: str, seen: set[int]) -> Any:
    line = node.start_mark.line + 1
    if id(node) in seen:
        raise FileError(path, "an alias (*) is not understood here; write it out", line)
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_built(item, path, seen) for item in node.value]
    table = Table()
    table.line = line
    for key_node, value_node in node.value:
        key = _built(key_node, path, seen)
        key_line = key_node.start_mark.line + 1
        if not isinstance(key, str):
            raise FileError(path, "a key must be text", key_line)
        if key in table:
            raise FileError(path, f'the key "{key}" stands twice', key_line)
        table[key] = _built(value_node, path, seen)
    return table


def _unique(pairs: list[tuple[str, Any]], path: str) -> Table:
    table = Table()
    for key, value in pairs:
        if key in table:
            raise FileError(path, f'the key "{key}" stands twice')
        table[key] = value
    return table


def _plain(value: Any) -> Any:
    if isinstance(value, Table):
        for key in value:
            value[key] = _plain(value[key])
        return value
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
