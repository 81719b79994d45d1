"""A variant's folder → its rulebook. A key that nothing reads is an error.

A variant names its parent and states what differs: options are added to the
parent's, words replace the parent's word by word, and every other key that it
has replaces the parent's; without a map it is played on its parent's. Its class
`Rules` in ``hooks.py``, derived from its parent's, is made with that definition
and the options chosen.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources.abc import Traversable
from inspect import get_annotations
from pathlib import Path
from typing import Any

from legation.board.graph import MapGraph, OwnKind
from legation.board.mapfile import load_map
from legation.errors import FileError, LegationError
from legation.rules.definition import Definition, Power, names_of
from legation.rules.options import Options, choose, disagreements
from legation.rules.rulebook import Rulebook
from legation.variants.declaring import check_declared, declare
from legation.variants.file import VARIANT, Neutrals, Own, Victory, document_of, read_own
from legation.variants.find import FILE, above, folder, map_of
from legation.variants.hooked import check_rules, made
from legation.variants.importing import hooks_of
from legation.variants.sums import note
from legation.variants.words import parents, read_words

_NEEDED = ("title", "blurb", "players", "length", "calendar", "powers")


def load(
    name: str = "standard", options: Mapping[str, str] | None = None, recorded: bool = False
) -> Rulebook:
    """The rulebook of a variant under the options wanted.

    `recorded`: they are all the options of a game; one that they do not name
    is newer than that game, which is played on as it was.

    Raises:
        NameUnknownError: for a variant that does not exist.
        OptionError: for an option or value that it does not have.
        FileError: for a folder whose files are wrong.
    """
    if os.sep in name:
        name = str(folder(name))  # wherever it is asked for, it is the same one
    wanted = dict(options or {})
    if recorded:
        wanted = {s.id: s.before for s in _definition(name).option_specs if s.before} | wanted
    return _load(name, tuple(sorted(wanted.items())))


def unusual(name: str, options: Mapping[str, str]) -> dict[str, str]:
    """Of these options those that are not as the variant usually has them."""
    usual = load(name).options.chosen
    return {option: value for option, value in options.items() if usual.get(option) != value}


def forget() -> None:
    """Read every folder again when it is next asked for: somebody is writing one."""
    for kept in (_load, _options, _definition, parents, _rules, _own):
        kept.cache_clear()


@lru_cache(maxsize=256)
def _load(name: str, wanted: tuple[tuple[str, str], ...]) -> Rulebook:
    base, rules = _definition(name), rules_of(name)
    check_declared(name, _own(name), base, rules)
    defaults = _said(_family(name), "defaults") or {}
    chosen = choose(base.option_specs, base.editions, {**defaults, **dict(wanted)})
    options = options_of(name)(chosen)
    book = made(rules, base, options, f"{folder(name).name}/hooks.py")
    if lost := sorted(set(base.graph.kinds) - set(book.kinds)):
        said = f"define leaves out the kind of unit {lost[0]}, which {VARIANT} declares"
        raise FileError(f"{folder(name).name}/hooks.py", said)
    return book


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
    line = line_of(name)
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
    if own is not parent:
        check_rules(own, own.__bases__)
    return own


def options_of(name: str) -> type[Options]:
    """The class of a variant's options, found as `rules_of` finds that of its rules.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: where it does not annotate the very options that are declared.
    """
    return _options(str(folder(name)) if os.sep in name else name)


@lru_cache(maxsize=64)
def _options(name: str) -> type[Options]:
    rules = rules_of(name)
    file = f"{folder(name).name}/hooks.py"
    try:
        kind: type[Options] = next(
            get_annotations(each, eval_str=True)["options"]
            for each in rules.__mro__
            if "options" in get_annotations(each)
        )
        wrong = list(disagreements(kind, _definition(name).option_specs))
    except NameError as error:
        raise FileError(file, f"the types of its options cannot be read: {error}") from None
    if wrong:
        raise FileError(file, "; ".join(wrong))
    return kind


def line_of(name: str) -> list[str]:
    """A variant, its parent, and so on."""
    line = [name]
    while (parent := _own(line[-1]).parent) != "":
        if parent in line:
            raise FileError(f"{name}/variant.toml", f'"{parent}" is its own ancestor')
        above(folder(line[-1]), parent)
        line.append(parent)
    return line


@lru_cache(maxsize=64)
def _own(name: str) -> Own:
    """What a variant's own ``variant.toml`` says; it is the first of its files to be read."""
    note(name)
    return read_own(name)


@lru_cache(maxsize=64)
def _definition(name: str) -> Definition:
    """What a variant's files say, its parent's included."""
    place, line = folder(name), _family(name)
    file = f"{place.name}/{VARIANT}"
    words = read_words(line_of(name))
    missing = [key for key in _NEEDED if _said(line, key) is None]
    if missing:
        raise FileError(file, f"it lacks {', '.join(missing)}")
    specs = {option.id: option.spec() for own in reversed(line) for option in own.options}
    powers = tuple(nation.power() for nation in _said(line, "powers"))
    if len(powers) != _said(line, "players"):
        said = f"players is {_said(line, 'players')}, and there are {len(powers)} [[powers]]"
        own = document_of(name)
        raise FileError(file, said, own.line_of(("players",)) or own.line_of(("powers", 0)))
    graph = load_map(map_of(name), kinds_of(name))
    if (gone := line[0].off_board) is not None:
        graph = replace(graph, off_board=gone.places, edge=gone.clause)
    neutrals = tuple(_neutrals(graph, powers, _said(line, "neutrals") or Neutrals()))
    definition = Definition(
        variant=name,
        title=_said(line, "title"),
        blurb=_said(line, "blurb"),
        map_note=line[0].map_note,
        length=_said(line, "length"),
        graph=graph,
        names=names_of(graph, powers, neutrals),
        powers=powers,
        calendar=_said(line, "calendar").calendar(),
        option_specs=tuple(specs.values()),
        editions=_said(line, "editions") or {},
        victory_centres=(_said(line, "victory") or Victory()).centres,
        reports=words.kinds,
        lore_words=words.lore,
        sign_words=words.signs,
        neutrals=neutrals,
    )
    return declare(definition, line)


def kinds_of(name: str) -> tuple[OwnKind, ...]:
    """The kinds of unit that a variant declares, or the nearest of its ancestors that does."""
    return tuple(sort.kind() for sort in _said(_family(name), "kinds") or ())


def kinds_beside(place: Path | Traversable) -> tuple[OwnKind, ...]:
    """The kinds of unit of the variant in whose folder a map lies; none where it cannot be read."""
    home = Path(str(place)).parent
    try:
        return kinds_of(str(home.resolve())) if home.joinpath(FILE).is_file() else ()
    except LegationError:
        return ()  # what is wrong with it is told by who loads it


def _family(name: str) -> list[Own]:
    """What the files of a variant, its parent and so on say."""
    return [_own(each) for each in line_of(name)]


def _said(line: Sequence[Own], key: str) -> Any:
    """What a variant says of something, or the nearest of its ancestors that does."""
    return next((said for own in line if (said := getattr(own, key)) is not None), None)


def _neutrals(graph: MapGraph, powers: tuple[Power, ...], look: Neutrals) -> Iterator[Power]:
    """Whose units stand on the board at the start and have no player."""
    known = {power.name for power in powers}
    for name in dict.fromkeys(row.power for row in graph.setup):
        if name not in known:
            yield look.power(name)
