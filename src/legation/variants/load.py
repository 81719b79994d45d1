"""A variant's folder → its rulebook. A key that nothing reads is an error."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from legation.board.calendar import KINDS, Calendar
from legation.board.mapfile import load_map
from legation.board.names import NameTable
from legation.errors import FileError, NameUnknownError, meant
from legation.rules.options import OptionSpec, choose
from legation.rules.rulebook import Power, Rulebook

_KEYS: Mapping[str, frozenset[str]] = {
    "": frozenset(
        [
            "name",
            "title",
            "blurb",
            "players",
            "length",
            "victory",
            "calendar",
            "powers",
            "options",
            "editions",
        ]
    ),
    "victory": frozenset({"centres"}),
    "calendar": frozenset({"first-year", "years", "ownership", "phases", "aliases"}),
    "powers": frozenset({"name", "adjective", "mark", "colour", "aliases"}),
    "options": frozenset({"id", "values", "clause", "help"}),
}


def folders() -> dict[str, Traversable]:
    """Name → folder of every variant that comes with the package."""
    here = files("legation.variants")
    found = {f.name: f for f in here.iterdir() if f.joinpath("variant.toml").is_file()}
    return dict(sorted(found.items()))


def folder(name: str) -> Traversable:
    """The folder of one variant.

    Raises:
        NameUnknownError: for a variant that does not exist.
    """
    known = folders()
    if name not in known:
        raise NameUnknownError(
            f'there is no variant "{name}".{meant(name, known)} There are: {", ".join(known)}.'
        )
    return known[name]


def load(name: str = "standard", options: Mapping[str, str] | None = None) -> Rulebook:
    """The rulebook of a variant under the options wanted.

    Raises:
        NameUnknownError: for a variant that does not exist.
        OptionError: for an option or value that it does not have.
    """
    return _load(name, tuple(sorted((options or {}).items())))


@lru_cache(maxsize=256)
def _load(name: str, options: tuple[tuple[str, str], ...]) -> Rulebook:
    base = _base(name)
    return replace(base, options=choose(base.option_specs, base.editions, dict(options)))


@lru_cache(maxsize=64)
def _base(name: str) -> Rulebook:
    place = folder(name)
    data = _toml(place, "variant.toml")
    problems = list(_unread(data))
    if problems:
        raise FileError(f"{name}/variant.toml", "; ".join(problems))
    graph = load_map(place.joinpath("map"))
    powers = tuple(
        Power(p["name"], p["adjective"], p["mark"], p["colour"], tuple(p.get("aliases", ())))
        for p in data["powers"]
    )
    specs = tuple(
        OptionSpec(o["id"], tuple(o["values"]), o["clause"], o["help"])
        for o in data.get("options", ())
    )
    editions = data.get("editions", {})
    words = _toml(place, "words.toml")
    return Rulebook(
        variant=name,
        title=data["title"],
        blurb=data["blurb"],
        length=data["length"],
        graph=graph,
        names=NameTable(graph, {p.name: (p.adjective, *p.aliases) for p in powers}),
        powers=powers,
        calendar=_calendar(data["calendar"]),
        options=choose(specs, editions, {}),
        option_specs=specs,
        editions=editions,
        victory_centres=data["victory"]["centres"],
        wording={k: v for section in words.values() for k, v in section.items()},
    )


def _calendar(data: Mapping[str, Any]) -> Calendar:
    return Calendar(
        phases=tuple((season, kind) for season, kind in data["phases"]),
        first_year=data["first-year"],
        last_year=data["first-year"] + data["years"] - 1,
        ownership=data["ownership"],
        aliases=data.get("aliases", {}),
    )


def _unread(data: Mapping[str, Any]) -> Iterator[str]:
    for name, keys in _KEYS.items():
        section = data.get(name, {}) if name else data
        for table in section if isinstance(section, list) else [section]:
            where = f" in {name}" if name else ""
            for key in sorted(set(table) - keys):
                yield f'nothing reads the key "{key}"{where}.{meant(key, keys)}'
    for _, kind in data["calendar"]["phases"]:
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
