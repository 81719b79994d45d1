"""A variant's folder → its rulebook. A key that nothing reads is an error.

A variant names its parent and states what differs: options are added to the
parent's, words replace the parent's word by word, and every other key that it
has replaces the parent's. Its class `Rules` in ``hooks.py``, derived from its
parent's, is made with that definition and the options chosen.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from legation.board.calendar import KINDS, Calendar
from legation.board.graph import MapGraph
from legation.board.mapfile import load_map
from legation.errors import FileError, meant
from legation.rules.definition import Definition, Power, names_of
from legation.rules.options import OptionSpec, choose
from legation.rules.rulebook import Rulebook
from legation.variants.find import folder, hooks_of

_KEYS: Mapping[str, frozenset[str]] = {
    "": frozenset(
        [
            "name",
            "parent",
            "title",
            "blurb",
            "map-note",
            "players",
            "length",
            "victory",
            "calendar",
            "powers",
            "neutrals",
            "options",
            "defaults",
            "editions",
        ]
    ),
    "victory": frozenset({"centres"}),
    "calendar": frozenset({"first-year", "years", "phases", "aliases", "prelude"}),
    "powers": frozenset({"name", "adjective", "mark", "colour", "aliases"}),
    "neutrals": frozenset({"mark", "colour", "adjectives"}),
    "options": frozenset({"id", "values", "clause", "help", "needs"}),
}
_ALWAYS = {
    "powers": ("name", "adjective", "mark", "colour"),
    "options": ("id", "values", "clause", "help"),
}
_NEEDED = ("name", "title", "blurb", "players", "length", "calendar", "powers")
_NEUTRAL: Mapping[str, Any] = {"mark": "--", "colour": "#8a8578", "adjectives": {}}


def load(name: str = "standard", options: Mapping[str, str] | None = None) -> Rulebook:
    """The rulebook of a variant under the options wanted.

    Raises:
        NameUnknownError: for a variant that does not exist.
        OptionError: for an option or value that it does not have.
        FileError: for a folder whose files are wrong.
    """
    if os.sep in name:
        name = str(folder(name))  # wherever it is asked for, it is the same one
    return _load(name, tuple(sorted((options or {}).items())))


def forget() -> None:
    """Read every folder again when it is next asked for: somebody is writing one."""
    for kept in (_load, _definition, _rules, _data):
        kept.cache_clear()


@lru_cache(maxsize=256)
def _load(name: str, options: tuple[tuple[str, str], ...]) -> Rulebook:
    base, rules = _definition(name), rules_of(name)
    wanted = {**_data(name).get("defaults", {}), **dict(options)}
    chosen = choose(base.option_specs, base.editions, wanted)
    return rules(rules.define(base, chosen), chosen)


def rules_of(name: str) -> type[Rulebook]:
    """The class of a variant's rules: its own, or that of the nearest ancestor that has one.

    A variant's hooks may ask for their parent's by it, wherever its folder is.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: for hooks without a class `Rules`, or with one of another parent.
    """
    return _rules(str(folder(name)) if os.sep in name else name)


@lru_cache(maxsize=64)
def _rules(name: str) -> type[Rulebook]:
    line = _line(name)
    parent = _rules(line[1]) if len(line) > 1 else Rulebook
    hooks = hooks_of(folder(name))
    if hooks is None:
        return parent
    file = f"{folder(name).name}/hooks.py"
    own = getattr(hooks, "Rules", None)
    said = f"{parent.__module__}.{parent.__qualname__}"
    if not isinstance(own, type):
        raise FileError(file, f"it has no class Rules; derive one from {said}")
    if own is not parent and parent not in own.__bases__:
        bases = ", ".join(f"{base.__module__}.{base.__qualname__}" for base in own.__bases__)
        named = line[1] if len(line) > 1 else "none"
        raise FileError(
            file, f'its Rules derive from {bases}; the parent "{named}" needs Rules({said})'
        )
    assert issubclass(own, Rulebook)
    return own


def _line(name: str) -> list[str]:
    """A variant, its parent, and so on."""
    line = [name]
    while (parent := _data(line[-1]).get("parent", "")) != "":
        if parent in line:
            raise FileError(f"{name}/variant.toml", f'"{parent}" is its own ancestor')
        line.append(parent)
    return line


@lru_cache(maxsize=64)
def _data(name: str) -> dict[str, Any]:
    """What a variant's own ``variant.toml`` says."""
    data = _toml(folder(name), "variant.toml")
    problems = list(_unread(data))
    if problems:
        raise FileError(f"{folder(name).name}/variant.toml", "; ".join(problems))
    return data


@lru_cache(maxsize=64)
def _definition(name: str) -> Definition:
    """What a variant's files say, its parent's included."""
    place, line = folder(name), _line(name)
    data: dict[str, Any] = {}
    words: dict[str, str] = {}
    specs: dict[str, OptionSpec] = {}
    for ancestor in reversed(line):
        own = _data(ancestor)
        data |= {key: value for key, value in own.items() if key != "options"}
        for option in own.get("options", ()):
            values = tuple(option["values"])
            texts = (option["clause"], option["help"], option.get("needs", ""))
            specs[option["id"]] = OptionSpec(option["id"], values, *texts)
        for section in _toml(folder(ancestor), "words.toml").values():
            words |= section
    missing = [key for key in _NEEDED if key not in data]
    if missing:
        raise FileError(f"{place.name}/variant.toml", f"it lacks {', '.join(missing)}")
    graph = load_map(place.joinpath("map"))
    powers = tuple(
        Power(p["name"], p["adjective"], p["mark"], p["colour"], tuple(p.get("aliases", ())))
        for p in data["powers"]
    )
    if len(powers) != data["players"]:
        said = f"players is {data['players']}, and there are {len(powers)} [[powers]]"
        raise FileError(f"{place.name}/variant.toml", said)
    neutrals = tuple(_neutrals(graph, powers, {**_NEUTRAL, **data.get("neutrals", {})}))
    return Definition(
        variant=name,
        title=data["title"],
        blurb=data["blurb"],
        map_note=_data(name).get("map-note", ""),
        length=data["length"],
        graph=graph,
        names=names_of(graph, powers, neutrals),
        powers=powers,
        calendar=_calendar(data["calendar"]),
        option_specs=tuple(specs.values()),
        editions=data.get("editions", {}),
        victory_centres=data.get("victory", {}).get("centres", 0),
        wording=words,
        neutrals=neutrals,
    )


def _neutrals(
    graph: MapGraph, powers: tuple[Power, ...], look: Mapping[str, Any]
) -> Iterator[Power]:
    """Whose units stand on the board at the start and have no player."""
    known = {power.name for power in powers}
    for name in dict.fromkeys(row.power for row in graph.setup):
        if name not in known:
            adjective = look["adjectives"].get(name, name)
            yield Power(name, adjective, look["mark"], look["colour"])


def _calendar(data: Mapping[str, Any]) -> Calendar:
    return Calendar(
        phases=tuple((season, kind) for season, kind in data["phases"]),
        first_year=data["first-year"],
        last_year=data["first-year"] + data["years"] - 1,
        aliases=data.get("aliases", {}),
        prelude=tuple((season, kind) for season, kind in data.get("prelude", ())),
    )


def _unread(data: Mapping[str, Any]) -> Iterator[str]:
    for name, keys in _KEYS.items():
        section = data.get(name, {}) if name else data
        for table in section if isinstance(section, list) else [section]:
            where = f" in {name}" if name else ""
            for key in sorted(set(table) - keys):
                yield f'nothing reads the key "{key}"{where}.{meant(key, keys)}'
            needed = _ALWAYS.get(name, ()) if isinstance(section, list) else ()
            for key in needed:
                if key not in table:
                    which = table.get("id", table.get("name", ""))
                    yield f'the key "{key}" is missing{where}{f" {which}" if which else ""}'
    calendar = data.get("calendar", {})
    for _, kind in (*calendar.get("prelude", ()), *calendar.get("phases", ())):
        if kind not in KINDS:
            yield f'"{kind}" is no kind of phase; there are {", ".join(KINDS)}'


def _toml(place: Traversable, name: str) -> dict[str, Any]:
    file = place.joinpath(name)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileError(f"{place.name}/{name}", "the file is missing") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(f"{place.name}/{name}", str(error)) from None
