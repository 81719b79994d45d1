"""Where variants are: in this package, in others that say so, and in folders one is told of.

A variant is a folder with a ``variant.toml``. Besides those that come with this
package there are those of other installed packages (entry points of the group
``legation.variants``, each naming the package that is the folder), those in the
folders that the environment variable LEGATION_VARIANTS lists, and any folder
whose path is given in place of a name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from legation.documents.toml import Document
from legation.errors import FileError, NameUnknownError, meant

GROUP = "legation.variants"
PATH = "LEGATION_VARIANTS"
FILE = "variant.toml"
MAP = "map"
MAPS = "maps"
_others: list[Callable[[str], Traversable | None]] = []


def ask_too(finder: Callable[[str], Traversable | None]) -> None:
    """Has names that stand in no list asked of somebody else, who knows some of them."""
    if finder not in _others:
        _others.append(finder)


def unlisted(name: str) -> Traversable | None:
    """The folder of a variant that is found by its name alone; None where nobody knows it."""
    return next((place for find in _others if (place := find(name)) is not None), None)


def folders(*, maps: bool = False) -> dict[str, Traversable]:
    """Name → folder of every variant that is found without being told where, by name.

    Those of this package that only bring a map, and are played by the rules of another,
    are among them with `maps`.
    """
    here = files("legation.variants")
    places = [*here.iterdir(), *(here.joinpath(MAPS).iterdir() if maps else ())]
    folders_here: dict[str, Traversable] = {f.name: f for f in places if _is_variant(f)}
    from importlib.metadata import entry_points  # it costs more than a start without it

    for point in entry_points(group=GROUP):
        folders_here.setdefault(point.name, files(point.value))
    for place in filter(None, os.environ.get(PATH, "").split(os.pathsep)):
        listed = sorted(Path(place).iterdir()) if Path(place).is_dir() else []
        for each in listed:
            if _is_variant(each):
                folders_here.setdefault(each.name, each)
    return dict(sorted(folders_here.items()))


def _is_variant(place: Traversable) -> bool:
    return place.is_dir() and place.joinpath(FILE).is_file()


def folder(name: str) -> Traversable:
    """The folder of one variant, by its name or its path.

    Raises:
        NameUnknownError: for a variant that does not exist.
    """
    here = files("legation.variants")
    for own in (here.joinpath(name), here.joinpath(MAPS).joinpath(name)):
        if name.isidentifier() and _is_variant(own):
            return own
    other = unlisted(name)
    if other is not None:
        return other
    if {os.sep, "/"} & set(name) and _is_variant(Path(name)):
        return Path(name).resolve()
    known = folders(maps=True)  # which asks every installed package
    if name in known:
        return known[name]
    if name.isidentifier() and _is_variant(Path(name)):
        raise NameUnknownError(
            f'"{name}" is no variant that is found by its name, but the folder here is one:'
            f" write ./{name}, or --variants . before the verb."
        )
    likely = meant(name, known) or f" There are: {', '.join(known)}."
    raise NameUnknownError(
        f'there is no variant "{name}".{likely}'
        f" A folder of your own is named by its path, or found through {PATH}."
    )


def parent_of(place: Traversable) -> str:
    """The variant that the one in a folder starts from; empty where it starts from none."""
    return str(_document(place).data.get("parent", ""))


def _document(place: Traversable) -> Document:
    return Document(place.joinpath(FILE), f"{place.name}/{FILE}")


def ancestry(place: Traversable) -> Iterator[Traversable]:
    """The folder of a variant, that of its parent, and so on.

    Raises:
        FileError: for a ``variant.toml`` that is none, a parent that does not exist, and a ring.
    """
    seen = [str(place)]
    yield place
    while parent := parent_of(place):
        older = above(place, parent)
        if str(older) in seen:
            file = _document(place)
            said = f'"{parent}" is its own ancestor'
            raise FileError(file.called, said, file.line_of(("parent",)))
        place = older
        seen.append(str(place))
        yield place


def above(place: Traversable, parent: str) -> Traversable:
    """The folder of the parent that the variant in a folder names.

    Raises:
        FileError: where there is no such variant.
    """
    try:
        return folder(parent)
    except NameUnknownError as error:
        file = _document(place)
        raise FileError(file.called, str(error), file.line_of(("parent",))) from None


def map_of(name: str) -> Traversable:
    """The folder of a variant's map: its own, or that of the nearest ancestor that has one.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: as `ancestry`.
    """
    return map_in(folder(name))


def map_in(place: Traversable) -> Traversable:
    """The same, of the variant in a folder."""
    for older in ancestry(place):
        place = older
        if place.joinpath(MAP).is_dir():
            break
    return place.joinpath(MAP)
